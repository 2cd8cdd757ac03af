import { buffer } from "node:stream/consumers";
import PDFDocument from "pdfkit";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { drawPdfPage } from "../../documents/extraction/extract.ts";
import { held } from "../../documents/extraction/testing/files.ts";
import { startTestApp, type TestApp } from "../../../testing/app.ts";
import { failing, type TestClient } from "../../../testing/client.ts";
import { createSeller, createUser, type TestUser } from "../../../testing/factories.ts";
import { buy } from "../../../testing/payments.ts";
import { endReader } from "../../../testing/readers.ts";
import { fileReport } from "../../../testing/reports.ts";
import { contentBody, upload } from "../../../testing/uploads.ts";

const [red, green, blue] = ["#c02020", "#209040", "#2040c0"];

/** As a scanner writes it: each page is one picture, with no letter of text. */
const scan = async (colours: readonly string[], size: [number, number] = [595, 842]): Promise<Buffer> => {
  const document = new PDFDocument({ size, margin: 0, autoFirstPage: false });
  const bytes = buffer(document);
  for (const background of colours) {
    const paper = await sharp({ create: { width: 60, height: 60, channels: 3, background } })
      .jpeg()
      .toBuffer();
    document.addPage().image(paper, 0, 0, { width: size[0], height: size[1] });
  }
  document.end();
  return bytes;
};

/** A picture's sides, and which of the three colours is in its middle. */
const look = async (bytes: Uint8Array) => {
  const { data, info } = await sharp(bytes).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const at = (Math.floor(info.height / 2) * info.width + Math.floor(info.width / 2)) * info.channels;
  const [r = 0, g = 0, b = 0] = data.subarray(at, at + 3);
  const strongest = Math.max(r, g, b);
  return { width: info.width, height: info.height, colour: [red, green, blue][[r, g, b].indexOf(strongest)] };
};

describe("the pages of a PDF that was reported", () => {
  let app: TestApp;
  let staff: TestUser;
  let admin: TestClient;
  beforeAll(async () => {
    app = await startTestApp();
    staff = await createUser(app.deps, { userId: "admin1" });
    admin = await app.as(staff);
  });
  afterAll(() => app.stop());

  /** A report of a content with these files, or with a link in their place. */
  const report = async (files: readonly { name: string; bytes: Buffer }[]) => {
    const seller = await app.as(await createSeller(app.deps));
    const urls: string[] = [];
    for (const { name, bytes } of files)
      urls.push(await upload(seller, bytes, { kind: "file", fileName: name }));
    const form = contentBody({
      price: 0,
      ...(files.length === 0 ? {} : { fileUrls: urls, fileNames: files.map(({ name }) => name) }),
    });
    const { status, body } = await seller.post("/api/contents", form);
    expect(status, JSON.stringify(body)).toBe(201);
    const content = { id: String(body["id"]), title: "", price: 0, sellerId: "" };
    const buyer = await app.as(await createUser(app.deps));
    await buy(app.url, buyer, content);
    const id = await fileReport({ buyerClient: buyer, content });
    return { id, base: `/api/admin/reports/${id}/evidence/files`, seller, buyer, urls };
  };
  const note = { name: "글.txt", bytes: Buffer.from("글뿐인 파일입니다.") };

  it("are seen as pictures, of each report its own, by administrators alone", async () => {
    const one = await report([{ name: "스캔.pdf", bytes: await scan([red, blue]) }, note]);
    const bystander = await report([{ name: "남의 스캔.pdf", bytes: await scan([green]) }]);
    expect((await admin.get(`${one.base}/0/pages`)).body).toEqual({ count: 2 });
    expect((await admin.get(`${bystander.base}/0/pages`)).body).toEqual({ count: 1 });
    // None of it is text.
    expect(failing(await admin.get(`${one.base}/0/text`))).toBe("422 NO_TEXT");

    const second = await admin.get(`${one.base}/0/pages/2`);
    expect([second.status, second.headers.get("content-type"), second.headers.get("cache-control")]).toEqual([
      200,
      "image/webp",
      "private, no-store",
    ]);
    expect(await look(second.bytes)).toEqual({ width: 1_131, height: 1_600, colour: blue });
    expect((await look((await admin.get(`${one.base}/0/pages/1`)).bytes)).colour).toBe(red);
    expect((await look((await admin.get(`${bystander.base}/0/pages/1`)).bytes)).colour).toBe(green);

    for (const path of ["0/pages", "0/pages/1"]) {
      expect(failing(await app.visitor().get(`${one.base}/${path}`))).toBe("401 LOGIN_REQUIRED");
      for (const client of [one.seller, one.buyer, bystander.seller])
        expect(failing(await client.get(`${one.base}/${path}`))).toBe("403 ADMIN_ONLY");
    }
    const { rows } = await app.deps.pool.query(
      "select admin_id, report_id, part from evidence_audits order by id",
    );
    const looks = [
      [one.id, "file 0"],
      [bystander.id, "file 0"],
      [one.id, "file 0 page 2"],
      [one.id, "file 0 page 1"],
      [bystander.id, "file 0 page 1"],
    ].map(([reportId, part]) => ({ admin_id: staff.id, report_id: reportId, part }));
    // Reading the file's text continues the look at it.
    expect(rows).toEqual(looks);
  });

  it("are none of what is no PDF or has no such page, and nothing is written down of them", async () => {
    const { base, id } = await report([{ name: "스캔.pdf", bytes: await scan([red]) }, note]);
    for (const path of [
      ...["0/pages/0", "0/pages/2", "0/pages/01", "0/pages/-1", "0/pages/x", "0/pages/9999999999"],
      ...["1/pages", "1/pages/1", "2/pages", "2/pages/1"],
    ])
      expect(failing(await admin.get(`${base}/${path}`)), path).toBe("404 NOT_FOUND");
    const link = await report([]);
    expect(failing(await admin.get(`${link.base}/0/pages`))).toBe("404 NOT_FOUND");
    const { rowCount } = await app.deps.pool.query("select from evidence_audits where report_id = $1", [id]);
    expect(rowCount).toBe(0);
  });

  it("are not there of a PDF that can not be drawn, which is said", async () => {
    const { base, urls } = await report([note]);
    await app.deps.pool.query(
      "update objects set extension = 'pdf' where '/objects/uploads/' || id = any($1)",
      [urls],
    );
    for (const path of ["0/pages", "0/pages/1"])
      expect(failing(await admin.get(`${base}/${path}`))).toBe("422 NOT_DRAWABLE");
  });

  it("are asked for again where there was no time for them", async () => {
    const { base } = await report([{ name: "스캔.pdf", bytes: await scan([red]) }]);
    vi.spyOn(AbortSignal, "timeout").mockReturnValueOnce(
      AbortSignal.abort(new DOMException("The operation was aborted due to timeout", "TimeoutError")),
    );
    expect(failing(await admin.get(`${base}/0/pages`))).toBe("503 UNAVAILABLE");
    expect((await admin.get(`${base}/0/pages`)).body).toEqual({ count: 1 });
  });

  it("are asked for again where the program that draws them was ended by others", async () => {
    const { base } = await report([{ name: "스캔.pdf", bytes: await scan([red]) }]);
    const [interrupted] = await Promise.all([admin.get(`${base}/0/pages/1`), endReader('"draws":1')]);
    expect(failing(interrupted)).toBe("503 UNAVAILABLE");
    expect((await admin.get(`${base}/0/pages/1`)).status).toBe(200);
  });
});

describe("drawing a page", () => {
  it.each([
    ["a banner", [14_000, 20] as [number, number], { width: 1_600, height: 2 }],
    ["a strip", [3, 14_000] as [number, number], { width: 1, height: 1_600 }],
    ["a stamp", [20, 20] as [number, number], { width: 1_600, height: 1_600 }],
  ])("is no larger than a screen, also of %s", async (_, size, sides) => {
    const { picture } = await drawPdfPage(held(await scan([red], size)), 1);
    expect(picture && (await look(picture))).toEqual({ ...sides, colour: red });
  });

  it("ends at its limits of time and memory", async () => {
    const source = held(await scan([red]));
    for (const [limits, reason] of [
      [{ milliseconds: 1 }, "tooLong"],
      [{ memory: 64 * 1024 * 1024 }, "tooMuchMemory"],
    ] as const)
      await expect(drawPdfPage(source, 1, { limits })).rejects.toMatchObject({ reason });
  });
});
