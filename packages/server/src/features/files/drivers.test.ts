import { megabyte, storageQuota } from "@knowhow/shared";
import { randomBytes } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { once } from "node:events";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { startTestApp, type TestApp } from "../../../testing/app.ts";
import type { Answer, TestClient } from "../../../testing/client.ts";
import { createSeller, createUser } from "../../../testing/factories.ts";
import { buy } from "../../../testing/payments.ts";
import { startS3, type TestS3 } from "../../../testing/s3.ts";
import { imageBytes, pdfBytes } from "../../../testing/sampleFiles.ts";
import { contentBody, putBytes, requestUpload, upload } from "../../../testing/uploads.ts";
import { removeOrphaned, removeStaleArrivals } from "./orphaned.ts";
import { arrivalKeyOf, idOf } from "../../storage/StoredObject.ts";

const day = 24 * 60 * 60_000;
const pdfType = "application/pdf";
const name = "주식 투자 “첫걸음” (2판) – 50%.pdf";
const pdf = Buffer.concat([pdfBytes(), randomBytes(200_000)]);

interface Opened {
  uploadURL: string;
  objectPath: string;
}

const failing = ({ status, body }: Answer) =>
  `${status} ${String((body as Answer["body"] | undefined)?.code)}`;

/** Both drivers, with the statuses that the contract allows each for an upload other than announced. */
const drivers = [
  { driver: "folder", address: 403, type: 415, length: 413, late: 403 },
  { driver: "S3", address: 403, type: 403, length: 403, late: 200 },
] as const;

describe.each(drivers)("the product with its files in $driver", (expected) => {
  const isS3 = expected.driver === "S3";
  let s3: TestS3 | undefined;
  let app: TestApp;
  let seller: TestClient;

  beforeAll(async () => {
    s3 = isS3 ? await startS3() : undefined;
    app = await startTestApp(s3?.env);
    seller = await app.as(await createSeller(app.deps));
  });
  afterAll(async () => {
    await app.stop();
    await s3?.stop();
  });

  const announced = { kind: "file", fileName: name, size: pdf.length, contentType: pdfType } as const;
  const open = async (form: Parameters<typeof requestUpload>[1] = announced): Promise<Opened> => {
    const { status, body } = await requestUpload(seller, form);
    expect(status).toBe(200);
    return body as unknown as Opened;
  };
  const put = (address: string, bytes = pdf, type: string = pdfType) =>
    putBytes(app.visitor(), address, bytes, type);
  const sell = async (form: Record<string, unknown>) => {
    const { status, body } = await seller.post("/api/contents", contentBody(form));
    expect(status).toBe(201);
    return body as unknown as { id: string; title: string; price: number; sellerId: string };
  };
  const keysUnder = async (folder: string) => {
    const keys: string[] = [];
    for await (const { key } of app.deps.storage.list(folder)) keys.push(key);
    return keys;
  };
  const idIn = (path: string) => idOf(path) ?? "";

  it("sells and delivers: upload, attach, buy, download whole and in part", async () => {
    const { uploadURL, objectPath } = await open();
    expect(new URL(uploadURL).origin).toBe(s3 ? s3.settings.endpoint : app.url);
    expect((await put(uploadURL)).status).toBe(200);
    const preview = await upload(seller, await imageBytes(), { kind: "preview", type: "image/webp" });
    expect((await seller.get(preview)).status).toBe(200);
    const content = await sell({ fileUrls: [objectPath], previewImageUrls: [preview] });
    const picture = await app.visitor().get(`/api/proxy-image/${content.id}/0`);
    expect([picture.status, picture.headers.get("content-type")]).toEqual([200, "image/webp"]);

    const buyer = await app.as(await createUser(app.deps));
    const path = `/api/download/${content.id}/0`;
    expect(failing(await buyer.get(path))).toBe("403 PURCHASE_REQUIRED");
    await buy(app.url, buyer, content);
    const whole = await buyer.get(path);
    expect([whole.status, whole.bytes.equals(pdf)]).toEqual([200, true]);
    const disposition = whole.headers.get("content-disposition") ?? "";
    expect(decodeURIComponent(/filename\*=UTF-8''([^;]+)/.exec(disposition)?.[1] ?? "")).toBe(name);
    expect(disposition).toMatch(/^attachment;/);
    expect(whole.headers.get("x-content-type-options")).toBe("nosniff");
    const part = await buyer.get(path, { headers: { range: "bytes=1000-150999" } });
    expect([part.status, part.bytes.equals(pdf.subarray(1_000, 151_000))]).toEqual([206, true]);
    expect(part.headers.get("content-range")).toBe(`bytes 1000-150999/${pdf.length}`);
    const head = await buyer.request("HEAD", path);
    expect([head.status, head.headers.get("content-length")]).toEqual([200, String(pdf.length)]);
    const etag = whole.headers.get("etag") ?? "";
    expect((await buyer.get(path, { headers: { "if-none-match": etag } })).status).toBe(304);
    expect((await buyer.get(path, { headers: { range: `bytes=${pdf.length}-` } })).status).toBe(416);
  });

  it("takes at an address what it was made for, and nothing else", async () => {
    const [{ uploadURL, objectPath }, other] = [await open(), await open()];
    const elsewhere = uploadURL.replace(idIn(objectPath), idIn(other.objectPath));
    expect((await put(elsewhere)).status).toBe(expected.address);
    const dearer = new URL(uploadURL);
    for (const key of ["expires", "X-Amz-Expires"]) {
      if (dearer.searchParams.has(key)) dearer.searchParams.set(key, "99999999999999");
    }
    expect((await put(dearer.toString())).status).toBeGreaterThanOrEqual(400);
    expect((await put(uploadURL, pdf, "text/html")).status).toBe(expected.type);
    expect((await put(uploadURL, pdf.subarray(1))).status).toBe(expected.length);
    expect((await put(uploadURL, Buffer.concat([pdf, pdf]))).status).toBe(expected.length);
    expect(await app.deps.storage.stat(arrivalKeyOf(idIn(objectPath)))).toBeUndefined();
    expect((await put(uploadURL)).status).toBe(200);
    expect(failing(await seller.post("/api/contents", contentBody({ fileUrls: [other.objectPath] })))).toBe(
      "404 NOT_FOUND",
    );
  });

  // For this server's own addresses, which end by the product's clock, the tests of uploads check it.
  it.runIf(isS3)("ends an address by the product's clock, whatever this process's own says", async () => {
    const signAt = (openedAt: Date, seconds: number) =>
      app.deps.storage.signUpload({
        id: crypto.randomUUID(),
        size: pdf.length,
        maxSize: pdf.length,
        contentType: pdfType,
        openedAt,
        seconds,
        origin: app.url,
      });
    const now = Date.now();
    vi.useFakeTimers({ toFake: ["Date"], now: now - 3_600_000 });
    const [open, ended] = await Promise.all([
      signAt(new Date(now), 60),
      signAt(new Date(now - 2_100), 1),
    ]).finally(() => vi.useRealTimers());
    expect((await put(open)).status).toBe(200);
    expect((await put(ended)).status).toBe(403);
  });

  it("counts what comes without an announced size or type", async () => {
    const { uploadURL, objectPath } = await open({ kind: "file", fileName: name });
    expect(new URL(uploadURL).origin).toBe(app.url);
    expect((await put(uploadURL)).status).toBe(200);
    await sell({ price: 0, fileUrls: [objectPath] });
    const small = await open({});
    expect((await put(small.uploadURL, Buffer.alloc(11 * 1024 * 1024, 1))).status).toBe(413);
    const typed = await open({ kind: "file", size: pdf.length });
    expect((await put(typed.uploadURL, pdf.subarray(1))).status).toBe(413);
    expect((await put(typed.uploadURL)).status).toBe(200);
  });

  it("lets nobody change what is in use, with the same address or without", async () => {
    const { uploadURL, objectPath } = await open();
    expect((await put(uploadURL)).status).toBe(200);
    const { id } = await sell({ price: 0, fileUrls: [objectPath] });
    const forged = Buffer.from(pdf).fill("!", 1_000);
    expect((await put(uploadURL, forged)).status).toBe(expected.late);
    expect((await seller.get(`/api/download/${id}/0`)).bytes.equals(pdf)).toBe(true);
    // Saving the content again repeats no judgement and no copy.
    const again = await seller.put(`/api/contents/${id}`, contentBody({ price: 0, fileUrls: [objectPath] }));
    expect(again.status).toBe(200);
    expect((await seller.get(`/api/download/${id}/0`)).bytes.equals(pdf)).toBe(true);
  });

  it("judges what is there when it is attached, however often it was replaced before", async () => {
    const { uploadURL, objectPath } = await open();
    const attach = () => seller.post("/api/contents", contentBody({ price: 0, fileUrls: [objectPath] }));
    expect((await put(uploadURL, Buffer.alloc(pdf.length, "A"))).status).toBe(200);
    const program = Buffer.concat([Buffer.from("MZ\x90\0", "latin1"), pdf.subarray(4)]);
    expect((await put(uploadURL, program)).status).toBe(200);
    expect(failing(await attach())).toBe("415 UNSUPPORTED_TYPE");
    expect((await put(uploadURL)).status).toBe(200);
    const { status, body } = await attach();
    expect(status).toBe(201);
    expect((await seller.get(`/api/download/${String(body["id"])}/0`)).bytes.equals(pdf)).toBe(true);
  });

  it.runIf(isS3).each(["HEAD", "GET", "PUT"])(
    "answers 503 while the store fails at each %s, attaches nothing, and takes the same form afterwards",
    async (method) => {
      const [{ uploadURL, objectPath }, sold] = [await open(), await open()];
      for (const address of [uploadURL, sold.uploadURL]) expect((await put(address)).status).toBe(200);
      const other = await sell({ price: 0, fileUrls: [sold.objectPath] });
      const form = contentBody({ title: `노트 ${method}`, price: 0, fileUrls: [objectPath] });
      s3?.refuse({ method, status: 500 });
      try {
        expect(failing(await seller.post("/api/contents", form))).toBe("503 UNAVAILABLE");
      } finally {
        s3?.refuse(undefined);
      }
      const { rows } = await app.deps.pool.query(
        `select o.id, o.attached_at, (select count(*)::int from contents where title = $1) as contents
         from objects o where id = any ($2) order by attached_at nulls first`,
        [form["title"], [objectPath, sold.objectPath].map(idIn)],
      );
      expect(rows).toEqual([
        { id: idIn(objectPath), attached_at: null, contents: 0 },
        { id: idIn(sold.objectPath), attached_at: expect.any(Date) as Date, contents: 0 },
      ]);
      const { id } = await sell(form);
      for (const content of [id, other.id])
        expect((await seller.get(`/api/download/${content}/0`)).bytes.equals(pdf)).toBe(true);
    },
  );

  it("counts towards a person's room what went past the server", async () => {
    const person = await createUser(app.deps);
    const rich = await app.as(person);
    const announce = async (size: number) =>
      (await requestUpload(rich, { kind: "file", size, contentType: pdfType })).status;
    /** As if many uploads had announced so much at once. */
    const announceMuch = async (size: number) => {
      const id = crypto.randomUUID();
      const insert = "insert into objects (id, owner_id, declared_size) values ($1, $2, $3)";
      await app.deps.pool.query(insert, [id, person.id, size]);
      return id;
    };
    const lost = await announceMuch(storageQuota / 2);
    const come = await announceMuch(storageQuota / 2 - megabyte);
    expect([await announce(megabyte), await announce(1)]).toEqual([200, 413]);
    // All addresses have ended; one of them received bytes, the others none.
    await app.moveClock(16 * 60_000);
    await app.deps.storage.write(arrivalKeyOf(come), pdf);
    await announceMuch(storageQuota - megabyte);
    expect([await announce(megabyte - pdf.length + 1), await announce(megabyte - pdf.length)]).toEqual([
      413, 200,
    ]);
    const { rows } = await app.deps.pool.query<{ id: string; size: number | null }>(
      "select id, size from objects where id = any ($1) order by size",
      [[lost, come]],
    );
    expect(rows).toEqual([
      { id: come, size: pdf.length },
      { id: lost, size: null },
    ]);
  });

  it("removes what nothing refers to, and what came to an address too late", async () => {
    const [unused, used] = [await open(), await open()];
    for (const { uploadURL } of [unused, used]) expect((await put(uploadURL)).status).toBe(200);
    const { id } = await sell({ price: 0, fileUrls: [used.objectPath] });
    await app.deps.storage.write(`derived/${idIn(unused.objectPath)}/made.webp`, pdf);
    // Another user's bytes, without a row.
    const lost = arrivalKeyOf(crypto.randomUUID());
    await app.deps.storage.write(lost, pdf);

    expect(await removeStaleArrivals(app.deps)).toBe(0);
    await removeStaleArrivals(app.deps, 0);
    const arrived = await keysUnder("arrived/");
    expect(arrived).toContain(arrivalKeyOf(idIn(unused.objectPath)));
    expect(arrived).not.toContain(arrivalKeyOf(idIn(used.objectPath)));
    expect(arrived).not.toContain(lost);

    await app.moveClock(7 * day);
    expect(await removeOrphaned(app.deps)).toBeGreaterThan(0);
    expect(await keysUnder("arrived/")).toEqual([]);
    expect(await keysUnder(`derived/${idIn(unused.objectPath)}/`)).toEqual([]);
    expect(await keysUnder(`copies/${idIn(used.objectPath)}/`)).toHaveLength(1);
    expect(await keysUnder(`copies/${idIn(unused.objectPath)}/`)).toEqual([]);
    expect((await seller.get(`/api/download/${id}/0`)).bytes.equals(pdf)).toBe(true);
  });
});

describe("a store that is away", () => {
  let s3: TestS3;
  let app: TestApp;

  beforeAll(async () => {
    s3 = await startS3();
    app = await startTestApp(s3.env);
  });
  afterAll(() => app.stop());

  it("fails as a part that is away and leaves the rest alone", async () => {
    const seller = await app.as(await createSeller(app.deps));
    const file = await upload(seller, pdfBytes(), { kind: "file", fileName: "a.pdf", type: pdfType });
    const { body } = await seller.post("/api/contents", contentBody({ price: 0, fileUrls: [file] }));
    const path = `/api/download/${String(body["id"])}/0`;
    const waits = await upload(seller, pdfBytes(), { kind: "file", fileName: "b.pdf", type: pdfType });
    expect((await app.visitor().get("/readyz")).status).toBe(200);
    expect((await seller.get("/api/contents")).headers.get("content-security-policy")).toContain(
      s3.settings.endpoint,
    );
    await s3.stop();

    let connections = 0;
    const hung = createServer(() => {
      connections += 1;
    }).listen(Number(new URL(s3.settings.endpoint).port), "127.0.0.1");
    await once(hung, "listening");
    expect((hung.address() as AddressInfo | null)?.port).toBeDefined(); // It listens on a port, not a pipe.
    try {
      let answered = 0;
      const waiting = Array.from({ length: 6 }, () =>
        seller.get(path).finally(() => {
          answered += 1;
        }),
      );
      const listed = await app.visitor().get("/api/contents");
      expect([listed.status, answered]).toEqual([200, 0]);
      for (const answer of await Promise.all(waiting)) {
        expect(failing(answer)).toBe("503 UNAVAILABLE");
        expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(0);
      }
      // The breaker is open by now: calls fail at once.
      const before = connections;
      expect(failing(await seller.get(path))).toBe("503 UNAVAILABLE");
      expect(connections).toBe(before);
      const refused = await seller.post("/api/contents", contentBody({ price: 0, fileUrls: [waits] }));
      expect([failing(refused), refused.body["fields"]]).toEqual(["503 UNAVAILABLE", undefined]);
      const ready = await app.visitor().get("/readyz");
      expect([ready.status, ready.body["part"]]).toEqual([503, "storage"]);
    } finally {
      hung.closeAllConnections();
      hung.close();
    }
  });
});
