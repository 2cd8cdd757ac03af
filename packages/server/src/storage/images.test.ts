import { randomBytes } from "node:crypto";
import { rm, writeFile } from "node:fs/promises";
import sharp, { type Sharp } from "sharp";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { startTestApp, type TestApp } from "../../testing/app.ts";
import { failing, type TestClient } from "../../testing/client.ts";
import { createSeller, createUser } from "../../testing/factories.ts";
import { buy } from "../../testing/payments.ts";
import { imageBytes, pdfBytes } from "../../testing/sampleFiles.ts";
import { contentBody, upload } from "../../testing/uploads.ts";
import { judgeFile } from "../documents/judge.ts";
import { storedBytes } from "../documents/byteSource.ts";
import { findKeyInUse } from "./inUse.ts";
import { idOf } from "./StoredObject.ts";

describe("images", () => {
  let app: TestApp;
  let visitor: TestClient;
  let seller: TestClient;
  let buyer: TestClient;
  let admin: TestClient;
  let content: { id: string; title: string; price: number; sellerId: string; previewImageUrls: string[] };
  let file: string;

  const photo = () =>
    // On its side, as a phone writes it, and with the place where it was taken.
    imageBytes("jpeg", { width: 2_000, height: 1_000 }).then((bytes) =>
      sharp(bytes)
        .withExif({
          IFD0: { Copyright: "secret" },
          IFD3: { GPSLatitudeRef: "N", GPSLatitude: "37/1 33/1 0/1" },
        })
        .withMetadata({ orientation: 6 })
        .toBuffer(),
    );

  beforeAll(async () => {
    app = await startTestApp();
    visitor = app.visitor();
    seller = await app.as(await createSeller(app.deps));
    buyer = await app.as(await createUser(app.deps));
    admin = await app.as(await createUser(app.deps, { userId: "admin1" }));
    file = await upload(seller, pdfBytes(), { kind: "file", fileName: "a.pdf" });
    const images = [
      await upload(seller, await photo(), { kind: "preview", fileName: "사진.jpg", type: "image/jpeg" }),
      await upload(seller, await imageBytes("png"), {
        kind: "preview",
        fileName: "둘.png",
        type: "image/png",
      }),
    ];
    const created = await seller.post(
      "/api/contents",
      contentBody({ fileUrls: [file], previewImageUrls: images }),
    );
    content = created.body as unknown as typeof content;
    await buy(app.url, buyer, content);
  });
  afterAll(() => app.stop());

  const proxied = (index: number | string, query = "") => `/api/proxy-image/${content.id}/${index}${query}`;
  const addresses = async (client: TestClient) =>
    (await client.get(`/api/contents/${content.id}`)).body["previewImageUrls"] as unknown as string[];
  /** How much neighbouring pixels differ at most: a sharp edge is far above, a blurred one far below. */
  const sharpest = async (bytes: Buffer) => {
    const { data, info } = await sharp(bytes).greyscale().raw().toBuffer({ resolveWithObject: true });
    let maxStep = 0;
    const row = Math.floor(info.height / 2) * info.width;
    for (let x = 1; x < info.width; x += 1) {
      maxStep = Math.max(maxStep, Math.abs((data[row + x] ?? 0) - (data[row + x - 1] ?? 0)));
    }
    return maxStep;
  };

  it("are WebP in three widths, upright, without what the camera told", async () => {
    for (const [wish, width] of [
      ["?w=320", 320],
      ["?w=640", 640],
      ["?w=1280", 1_000],
      ["", 1_000],
    ] as const) {
      const answer = await buyer.get(proxied(0, wish));
      expect(answer.status).toBe(200);
      expect(answer.headers.get("content-type")).toBe("image/webp");
      expect(answer.headers.get("x-content-type-options")).toBe("nosniff");
      const meta = await sharp(answer.bytes).metadata();
      expect([meta.format, meta.width, meta.height > meta.width]).toEqual(["webp", width, true]);
      expect([meta.exif, meta.xmp, meta.iptc]).toEqual([undefined, undefined, undefined]);
    }
  });

  it("show who has not bought the first as a card and the rest blurred", async () => {
    const card = await visitor.get(proxied(0, "?w=1280"));
    expect((await sharp(card.bytes).metadata()).width).toBe(640);
    const blurred = await visitor.get(proxied(1));
    expect((await sharp(blurred.bytes).metadata()).width).toBe(640);
    const clear = await buyer.get(proxied(1, "?w=640"));
    expect(await sharpest(clear.bytes)).toBeGreaterThan(60);
    expect(await sharpest(blurred.bytes)).toBeLessThan(15);
    expect(await sharpest((await admin.get(proxied(1, "?w=640"))).bytes)).toBeGreaterThan(60);
  });

  it("have addresses that may be kept for good, another for each variant", async () => {
    const [open, paid] = [await addresses(visitor), await addresses(buyer)];
    expect(open[0]).not.toBe(paid[0]);
    expect(await addresses(seller)).toEqual(content.previewImageUrls);
    expect((await visitor.get(open[0] ?? "")).headers.get("cache-control")).toBe(
      "public, max-age=31536000, immutable",
    );
    expect((await visitor.get(`${open[1] ?? ""}&w=320`)).headers.get("cache-control")).toContain("immutable");
    expect((await buyer.get(paid[1] ?? "")).headers.get("cache-control")).toBe(
      "private, max-age=31536000, immutable",
    );
    // A visitor with a buyer's address gets the visitors' picture, and no cache keeps it under that address.
    const wrong = await visitor.get(paid[1] ?? "");
    expect(wrong.headers.get("cache-control")).toBe("private, no-cache");
    expect(await sharpest(wrong.bytes)).toBeLessThan(15);
  });

  it("are revalidated where the address promises nothing", async () => {
    const first = await visitor.get(proxied(0));
    expect(first.headers.get("cache-control")).toBe("private, no-cache");
    const etag = first.headers.get("etag") ?? "";
    const again = await visitor.get(proxied(0), { headers: { "if-none-match": etag } });
    expect([again.status, again.bytes.length]).toEqual([304, 0]);
    const bought = await buyer.get(proxied(0), { headers: { "if-none-match": etag } });
    expect(bought.status).toBe(200);
  });

  it("are made once and kept", async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, () => visitor.get(proxied(1, "?w=320"))));
    expect(new Set(answers.map(({ bytes }) => bytes.toString("base64"))).size).toBe(1);
    const object = (content.previewImageUrls[1] ?? "").split("/").at(-1) ?? "";
    expect(await app.deps.storage.stat(`derived/${object}/1-blurred-320.webp`)).toBeDefined();
  });

  it("are not found when there is none, or it is damaged", async () => {
    for (const index of [2, 9, "x", "-1"])
      expect(failing(await visitor.get(proxied(index)))).toBe("404 NOT_FOUND");
    const object = await upload(seller, await imageBytes("png"), { kind: "preview" });
    const { body } = await seller.post("/api/contents", contentBody({ previewImageUrls: [object] }));
    const key = (await findKeyInUse(app.deps, idOf(object) ?? "")) ?? "";
    await app.deps.storage.write(key, Buffer.from("\x89PNG\r\n\x1a\nno image"));
    expect(failing(await visitor.get(`/api/proxy-image/${String(body["id"])}/0`))).toBe("404 NOT_FOUND");
  });

  it.each([
    [
      "garbage with the right beginning",
      () => Promise.resolve(Buffer.from("\x89PNG\r\n\x1a\nnope", "latin1")),
      "a.png",
      "a.png: 파일 내용이 확장자와 다릅니다.",
    ],
    [
      "another format than the name says",
      () => imageBytes("png"),
      "a.jpg",
      "a.jpg: 파일 내용이 확장자와 다릅니다.",
    ],
  ])("refuse %s as a preview", async (_what, make, fileName, why) => {
    const object = await upload(seller, await make(), { kind: "preview", fileName });
    const answer = await seller.post("/api/contents", contentBody({ previewImageUrls: [object] }));
    expect(failing(answer)).toBe("415 UNSUPPORTED_TYPE");
    expect(answer.body["fields"]).toMatchObject({ "previewImageUrls[0]": expect.stringContaining(why) });
  });

  /** Noise does not pack, so that a half of the bytes is a half of the picture. */
  const noise = (width = 200, height = 150) =>
    sharp(randomBytes(width * height * 3), { raw: { width, height, channels: 3 } });
  const half = async (image: Sharp) => {
    const bytes = await image.toBuffer();
    return bytes.subarray(0, Math.floor(bytes.length / 2));
  };
  const attached = async (bytes: Buffer) => {
    const object = await upload(seller, bytes, { kind: "preview" });
    return {
      object,
      answer: await seller.post("/api/contents", contentBody({ previewImageUrls: [object] })),
    };
  };

  it.each([
    ["JPEG", () => half(noise().jpeg())],
    ["progressive JPEG", () => half(noise().jpeg({ progressive: true }))],
    ["PNG", () => half(noise().png())],
    ["interlaced PNG", () => half(noise().png({ progressive: true }))],
    ["WebP", () => half(noise().webp())],
    ["GIF", () => half(noise().gif())],
  ])("refuse half of a %s when it is attached", async (_what, make) => {
    const { answer } = await attached(await make());
    expect(failing(answer)).toBe("415 UNSUPPORTED_TYPE");
    expect(String(answer.body["message"])).toContain("이미지를 읽을 수 없습니다");
  });

  it.each([
    // Few bytes, and hundreds of megabytes when unpacked.
    [
      "a PNG of 14,000 by 14,000",
      { width: 14_000, height: 14_000 },
      (image: Sharp) => image.png({ compressionLevel: 1 }),
      "6,400만 화소",
    ],
    // Within the pixels, but its coefficients lie in memory as a whole.
    [
      "a progressive JPEG of all colours",
      { width: 6_000, height: 5_700 },
      (image: Sharp) => image.jpeg({ progressive: true, chromaSubsampling: "4:4:4" }),
      "메모리",
    ],
  ])("refuse %s before it is unpacked", async (_what, size, write, why) => {
    const plain = sharp({ create: { ...size, channels: 3, background: "#369" }, limitInputPixels: false });
    const { answer } = await attached(await write(plain).toBuffer());
    expect(failing(answer)).toBe("415 UNSUPPORTED_TYPE");
    expect(String(answer.body["message"])).toContain(why);
  });

  it("take a phone's photo of fifty megapixels", async () => {
    const bytes = await imageBytes("jpeg", { width: 8_160, height: 6_120 });
    const { answer } = await attached(bytes);
    expect(answer.status).toBe(201);
    expect((await visitor.get(`/api/proxy-image/${String(answer.body["id"])}/0`)).status).toBe(200);
  });

  it.each(["gif", "webp"] as const)("show one frame of a moving %s", async (format) => {
    const frames = await Promise.all(
      ["#000000", "#330000", "#660000", "#990000", "#cc0000"].map((colour) =>
        imageBytes("png", { width: 60, height: 40, colour }),
      ),
    );
    const bytes = await sharp(frames, { join: { animated: true } })
      .toFormat(format)
      .toBuffer();
    expect((await sharp(bytes).metadata()).pages).toBe(5);
    const { answer } = await attached(bytes);
    const shown = await visitor.get(`/api/proxy-image/${String(answer.body["id"])}/0`);
    const { pages, width, height } = await sharp(shown.bytes).metadata();
    expect([pages ?? 1, width, height]).toEqual([1, 60, 40]);
  });

  it.each([
    ["CMYK", (image: Sharp) => image.toColourspace("cmyk").withIccProfile("cmyk").jpeg()],
    ["16 bits", (image: Sharp) => image.toColourspace("rgb16").png()],
    ["a wide profile", (image: Sharp) => image.withIccProfile("p3").jpeg()],
  ])("show %s in its colours, and tell nothing", async (_what, write) => {
    const colour = { r: 200, g: 60, b: 40 };
    const plain = sharp({ create: { width: 90, height: 90, channels: 3, background: colour } });
    const bytes = await write(plain.withExif({ IFD0: { Copyright: "secret" } })).toBuffer();
    const { answer, object } = await attached(bytes);
    for (const path of [`/api/proxy-image/${String(answer.body["id"])}/0`, object]) {
      const { bytes: shown } = await seller.get(path);
      expect((await sharp(shown).metadata()).exif).toBeUndefined();
      const { data } = await sharp(shown)
        .toColourspace("srgb")
        .removeAlpha()
        .raw()
        .toBuffer({ resolveWithObject: true });
      const [red = 0, green = 0, blue = 0] = data;
      // Print has fewer colours than screens.
      expect(Math.abs(red - colour.r) + Math.abs(green - colour.g) + Math.abs(blue - colour.b)).toBeLessThan(
        60,
      );
    }
  });

  it("are not to blame when the store is away", async () => {
    const object = await upload(seller, await imageBytes("png"), { kind: "preview" });
    const { storage } = app.deps;
    const key = `arrived/${object.split("/").at(-1) ?? ""}`;
    const { size = 0 } = (await storage.stat(key)) ?? {};
    const source = { ...storedBytes(storage, key, size), path: undefined };
    const gone = Object.assign(new Error("gone"), { code: "EIO" });
    const away = vi.spyOn(storage, "open").mockRejectedValue(gone);
    await expect(judgeFile(source)).rejects.toBe(gone);
    away.mockRestore();
    expect(await judgeFile(source)).toMatchObject({ extension: "png", picture: undefined });
  });

  it.each(["png", "jpeg", "webp", "gif"] as const)("take %s", async (format) => {
    const object = await upload(seller, await imageBytes(format), {
      kind: "preview",
      type: `image/${format}`,
    });
    const { body } = await seller.post("/api/contents", contentBody({ previewImageUrls: [object] }));
    expect((await visitor.get(`/api/proxy-image/${String(body["id"])}/0`)).status).toBe(200);
    const original = await seller.get(object);
    expect([original.status, original.headers.get("content-type")]).toEqual([200, `image/${format}`]);
  });

  it("are given whole to the owner, buyers and administrators", async () => {
    const [path = ""] = content.previewImageUrls;
    for (const client of [seller, buyer, admin]) {
      const answer = await client.get(path);
      expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "image/jpeg"]);
      expect(answer.headers.get("content-security-policy")).toContain("sandbox");
      expect((await sharp(answer.bytes).metadata()).exif).toBeUndefined();
    }
    const other = await app.as(await createUser(app.deps));
    expect(failing(await other.get(path))).toBe("403 PURCHASE_REQUIRED");
    expect(failing(await visitor.get(path))).toBe("403 PURCHASE_REQUIRED");
    expect(failing(await visitor.get(`/objects/uploads/${crypto.randomUUID()}`))).toBe("404 NOT_FOUND");
    expect(failing(await visitor.get("/objects/uploads/..%2f..%2fetc"))).toBe("404 NOT_FOUND");
  });

  it("never include files, whoever asks", async () => {
    for (const client of [seller, buyer, admin, visitor])
      expect(failing(await client.get(file))).toBe("404 NOT_FOUND");
  });

  /** Takes an upload into use as its owner's profile image. */
  const useAsProfile = async (path: string): Promise<string> => {
    const id = path.split("/").at(-1) ?? "";
    await app.deps.storage.copy(`arrived/${id}`, `uploads/${id}`);
    await app.deps.pool.query("update objects set attached_at = app_now() where id = $1", [id]);
    await app.deps.pool.query(
      "update users set profile_image_url = $1 where id = (select owner_id from objects where id = $2)",
      [path, id],
    );
    return id;
  };

  it("show profile images to all", async () => {
    const path = await upload(seller, await photo(), { kind: "profile", type: "image/jpeg" });
    expect(failing(await visitor.get(path))).toBe("404 NOT_FOUND");
    expect((await seller.get(path)).headers.get("cache-control")).toBe("no-store");
    await useAsProfile(path);
    const answers = await Promise.all(Array.from({ length: 5 }, () => visitor.get(path)));
    for (const answer of answers) {
      expect([answer.status, answer.headers.get("cache-control")]).toEqual([200, "public, max-age=3600"]);
      const meta = await sharp(answer.bytes).metadata();
      expect([meta.exif, meta.width]).toEqual([undefined, 1_000]);
    }
  });

  it("that are for a profile, which all see, are no previews of a content", async () => {
    const sell = async (kind?: "profile" | "preview") => {
      const path = await upload(seller, await photo(), { ...(kind ? { kind } : {}), type: "image/jpeg" });
      const form = contentBody({ fileUrls: ["https://github.com/a/b"], previewImageUrls: [path] });
      return failing(await seller.post("/api/contents", form));
    };
    expect(await sell("profile")).toBe("404 NOT_FOUND");
    expect([await sell("preview"), await sell()]).toEqual(["201 undefined", "201 undefined"]);
  });

  it("never tell where they were taken, even when they can not be cleaned", async () => {
    const bytes = await photo();
    const half = bytes.subarray(0, Math.floor(bytes.length / 2));
    expect((await sharp(half).metadata()).exif).toBeDefined();
    const damaged = await upload(seller, half, { kind: "profile", type: "image/jpeg" });
    await useAsProfile(damaged);
    const refused = await visitor.get(damaged);
    expect(failing(refused)).toBe("404 NOT_FOUND");
    expect(refused.headers.get("cache-control")).toBe("no-store");

    const sound = await upload(seller, bytes, { kind: "profile", type: "image/jpeg" });
    const id = await useAsProfile(sound);
    // A file where the folder of the copies would be: they can not be stored.
    const inTheWay = `${app.dataDir}/objects/derived/${id}`;
    await writeFile(inTheWay, "");
    const later = await visitor.get(sound);
    expect(failing(later)).toBe("503 UNAVAILABLE");
    expect(Number(later.headers.get("retry-after"))).toBeGreaterThan(0);
    await rm(inTheWay);
    const clean = await visitor.get(sound);
    expect(clean.status).toBe(200);
    expect((await sharp(clean.bytes).metadata()).exif).toBeUndefined();
  });
});
