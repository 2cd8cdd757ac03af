import { maxPicturedPages, maxTrialPages, type TrialChoice, type TrialPart } from "@knowhow/shared";
import { randomUUID } from "node:crypto";
import { buffer } from "node:stream/consumers";
import { readFile } from "node:fs/promises";
import excel from "exceljs";
import PDFDocument from "pdfkit";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { startTestApp, type TestApp } from "../../../testing/app.ts";
import { failing, type Answer, type TestClient } from "../../../testing/client.ts";
import { createSeller, createUser, type TestUser } from "../../../testing/factories.ts";
import { endReader } from "../../../testing/readers.ts";
import { createOrder } from "../../../testing/payments.ts";
import { zipBytes } from "../../../testing/sampleFiles.ts";
import { contentBody, upload } from "../../../testing/uploads.ts";
import { inServer } from "../../places.ts";
import { findTrials, keepFirst } from "./queries.ts";
import { createTrialFiles } from "./trialFiles.ts";
import { idOf } from "../../storage/StoredObject.ts";

const fixture = (name: string) => readFile(inServer("src/documents/extraction/fixtures", name));

/** Sheets of A4, each with its number as its only text. */
const sheets = async (pages: number, size: "A4" | [number, number] = "A4"): Promise<Buffer> => {
  const document = new PDFDocument({ size, margin: 20, autoFirstPage: false });
  const bytes = buffer(document);
  for (let page = 1; page <= pages; page++) document.addPage().text(`sheet ${page}`);
  document.end();
  return bytes;
};
/** A workbook with these rows in each of its sheets, their cells parted by tabs. */
const workbook = async (rows: Record<string, readonly string[]>): Promise<Buffer> => {
  const book = new excel.Workbook();
  for (const [name, lines] of Object.entries(rows))
    book.addWorksheet(name).addRows(lines.map((line) => line.split("\t")));
  return Buffer.from(await book.xlsx.writeBuffer());
};
const rowsOf = (name: string, count: number) =>
  Array.from({ length: count }, (_, index) => `${name} ${index + 1}\t${index + 1}`);
const text = (characters: number) => Buffer.from("가나다라마바사아자차".repeat(Math.ceil(characters / 10)));
const partsOf = ({ body }: Answer) => body["parts"] as unknown as TrialPart[];
const filesOf = ({ body }: Answer) => body["files"] as unknown as TrialChoice[];
const pagesOf = (answer: Answer) => partsOf(answer).map(({ fileIndex, page }) => [fileIndex, page]);

interface OwnFile {
  name: string;
  bytes: Buffer;
}

describe("what may be read before paying", () => {
  let app: TestApp;
  let visitor: TestClient;
  let owner: TestUser;
  let seller: TestClient;
  let other: TestClient;

  beforeAll(async () => {
    app = await startTestApp();
    visitor = app.visitor();
    owner = await createSeller(app.deps);
    seller = await app.as(owner);
    other = await app.as(await createSeller(app.deps));
  });
  afterAll(() => app.stop());

  const put = ({ name, bytes }: OwnFile) => upload(seller, bytes, { kind: "file", fileName: name });
  const publish = async (files: readonly (OwnFile & { url?: string })[], price = 10_000) => {
    const fileUrls: string[] = [];
    for (const file of files) fileUrls.push(file.url ?? (await put(file)));
    const made = await seller.post(
      "/api/contents",
      contentBody({ price, fileUrls, fileNames: files.map(({ name }) => name) }),
    );
    expect(made.status, JSON.stringify(made.body)).toBe(201);
    const id = String(made.body["id"]);
    const trial = `/api/contents/${id}/trial`;
    return {
      id,
      read: (client = visitor) => client.get(trial),
      choices: (client = seller) => client.get(`${trial}/choices`),
      choose: (parts: unknown, client = seller) => client.put(trial, { parts }),
      page: (page: number | string, { client = visitor, fileIndex = 0, query = "" } = {}) =>
        client.get(`/api/trial/${id}/${fileIndex}/${page}${query}`),
    };
  };

  it("proposes the first tenth of the pages, one to five, to everyone alike", async () => {
    const content = await publish([
      { name: "아홉 쪽.pdf", bytes: await sheets(9) },
      { name: "예순 쪽.pdf", bytes: await sheets(60) },
    ]);
    const proposed = [[0, 1], ...[1, 2, 3, 4, 5].map((page) => [1, page])];
    const bystander = await publish([{ name: "스물 쪽.pdf", bytes: await sheets(20) }]);
    for (const client of [visitor, other, seller]) {
      const answer = await content.read(client);
      expect(answer.status).toBe(200);
      expect(pagesOf(answer)).toEqual(proposed);
      expect(partsOf(answer).every(({ kind }) => kind === "page")).toBe(true);
    }
    expect(pagesOf(await bystander.read())).toEqual([
      [0, 1],
      [0, 2],
    ]);
  });

  it("draws the open pages, marked and kept for good, and answers no other address", async () => {
    const content = await publish([{ name: "서른 쪽.pdf", bytes: await sheets(30) }]);
    const [first, ...more] = partsOf(await content.read());
    expect(more).toHaveLength(2);
    const src = first?.src ?? "";
    expect(src).toMatch(new RegExp(`^/api/trial/${content.id}/0/1\\?v=[\\w-]{12}$`));
    const drawn = await visitor.get(src);
    expect([drawn.status, drawn.headers.get("content-type"), drawn.headers.get("cache-control")]).toEqual([
      200,
      "image/webp",
      "public, max-age=31536000, immutable",
    ]);
    const { width, height } = await sharp(drawn.bytes).metadata();
    expect([width, height]).toEqual([1131, 1600]);
    // The mark lies over the white of the sheet.
    const below = { left: 0, top: 800, width: 1131, height: 800 };
    const { channels } = await sharp(drawn.bytes).extract(below).stats();
    expect(channels[0]?.min).toBeLessThan(240);
    expect((await content.page(1, { query: "?v=wrong" })).headers.get("cache-control")).toBe(
      "public, no-cache",
    );
    for (const page of [4, 30, 31, 0, -1, "1.5", "01", "x", "1e3", 999_999_999])
      expect(failing(await content.page(page)), String(page)).toBe("404 NOT_FOUND");
    for (const fileIndex of [1, 9, -1])
      expect(failing(await content.page(1, { fileIndex })), String(fileIndex)).toBe("404 NOT_FOUND");
    expect(failing(await content.page(4, { client: other, query: `?v=${src.slice(-12)}` }))).toBe(
      "404 NOT_FOUND",
    );
    // The seller sees all pages to choose among; no cache keeps them.
    const own = await content.page(30, { client: seller });
    expect([own.status, own.headers.get("cache-control")]).toEqual([200, "private, no-store"]);
    expect((await sharp(own.bytes).metadata()).height).toBe(400);
    expect(failing(await content.page(31, { client: seller }))).toBe("404 NOT_FOUND");
  });

  it("shows a third of what has fewer than three pages", async () => {
    const [one, two] = [
      await publish([{ name: "한 쪽.pdf", bytes: await sheets(1) }]),
      await publish([{ name: "두 쪽.pdf", bytes: await sheets(2) }]),
    ];
    const heightOf = async ({ bytes }: Answer) => (await sharp(bytes).metadata()).height;
    expect(await heightOf(await one.page(1))).toBe(533);
    expect(await heightOf(await two.page(1))).toBe(1066);
    expect(failing(await two.page(2))).toBe("404 NOT_FOUND");
  });

  it("draws a page of any shape, marked all over", async () => {
    const shapes: [number, number][] = [
      [842, 595],
      [2_000, 300],
      [300, 2_000],
    ];
    for (const size of shapes) {
      const content = await publish([{ name: "한 장.pdf", bytes: await sheets(1, size) }]);
      const { status, bytes } = await content.page(1);
      expect(status, String(size)).toBe(200);
      const { width, height } = await sharp(bytes).metadata();
      expect(width / height, String(size)).toBeCloseTo((3 * size[0]) / size[1], 0);
    }
  });

  it("opens the beginning of a text, and the words of slides", async () => {
    const content = await publish([
      { name: "긴 글.txt", bytes: text(30_000) },
      { name: "짧은 글.txt", bytes: text(90) },
      { name: "슬라이드.pptx", bytes: await fixture("known.pptx") },
      { name: "표.xlsx", bytes: await fixture("known.xlsx") },
      { name: "문서.hwp", bytes: await fixture("known.hwp") },
    ]);
    const choices = filesOf(await content.choices());
    expect(choices.map(({ unit }) => unit)).toEqual(["text", "text", "slide", "sheet", "text"]);
    const parts = partsOf(await content.read());
    const lengths = (index: number) =>
      parts.filter(({ fileIndex }) => fileIndex === index).map(({ text: shown = "" }) => [...shown].length);
    expect(lengths(0)).toEqual([3_000]);
    expect(lengths(1)).toEqual([30]);
    for (const [index, { total, characters, pages }] of choices.entries()) {
      expect(parts.filter(({ fileIndex }) => fileIndex === index)).not.toEqual([]);
      expect(characters).toBeLessThanOrEqual(Math.ceil(total / 3));
      expect(pages).toEqual(index === 2 || index === 3 ? [1] : []);
    }
    expect(parts.every(({ kind, src }) => kind === "text" && src === undefined)).toBe(true);
    expect(failing(await content.page(1))).toBe("404 NOT_FOUND");
  });

  it("has nothing of what can not be read, and no link", async () => {
    const content = await publish([
      { name: "묶음.zip", bytes: zipBytes({ "글.txt": "비밀" }) },
      { name: "열두 쪽.pdf", bytes: await sheets(12) },
    ]);
    expect(pagesOf(await content.read())).toEqual([[1, 1]]);
    expect(filesOf(await content.choices()).map(({ unit, min }) => [unit, min])).toEqual([
      ["none", 0],
      ["page", 1],
    ]);
    const link = await seller.post("/api/contents", contentBody({ price: 0 }));
    expect(partsOf(await visitor.get(`/api/contents/${String(link.body["id"])}/trial`))).toEqual([]);
    expect(failing(await content.choose([{ fileIndex: 0, pages: [1] }]))).toBe("400 VALIDATION");
    expect((await content.choose([{ fileIndex: 1, pages: [12, 3] }])).status).toBe(200);
  });

  it("is what its seller chooses, from then on and nothing beside", async () => {
    const [content, bystander] = [
      await publish([{ name: "서른 쪽.pdf", bytes: await sheets(30) }]),
      await publish([{ name: "서른 쪽.pdf", bytes: await sheets(30) }]),
    ];
    const before = partsOf(await content.read())[0]?.src ?? "";
    const chosen = await content.choose([{ fileIndex: 0, pages: [30, 2, 17] }]);
    expect([chosen.status, pagesOf(chosen)]).toEqual([
      200,
      [
        [0, 2],
        [0, 17],
        [0, 30],
      ],
    ]);
    expect(partsOf(await content.read())).toEqual(partsOf(chosen));
    expect((await content.page(30)).status).toBe(200);
    // The old address too.
    expect(failing(await visitor.get(before))).toBe("404 NOT_FOUND");
    expect(filesOf(await content.choices())).toMatchObject([{ pages: [2, 17, 30], min: 3 }]);
    expect(pagesOf(await bystander.read())).toEqual([
      [0, 1],
      [0, 2],
      [0, 3],
    ]);
    // Without an entry it is the proposed one again.
    expect(pagesOf(await content.choose([]))).toEqual(pagesOf(await bystander.read()));
    expect(filesOf(await content.choices())).toMatchObject([{ pages: [1, 2, 3] }]);
  });

  it("is asked for later where the drawing of a page was ended by others, and its neighbour at once", async () => {
    const content = await publish([{ name: "서른 쪽.pdf", bytes: await sheets(30) }]);
    expect(pagesOf(await content.read())).toHaveLength(3);
    const [ended] = await Promise.all([content.page(1), endReader('"draws":1,')]);
    // The second one rests: nothing is drawn for it.
    for (const answer of [ended, await content.page(1)]) {
      expect(failing(answer)).toBe("503 UNAVAILABLE");
      expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(60);
    }
    expect((await content.page(2)).status).toBe(200);
  });

  it("is of a text that costs something a tenth at least", async () => {
    const content = await publish([{ name: "이천 자.txt", bytes: text(2_000) }]);
    const tenth = await content.choose([{ fileIndex: 0, characters: 200 }]);
    expect(partsOf(tenth).map(({ text: shown }) => shown?.length)).toEqual([200]);
    const answer = await content.choose([{ fileIndex: 0, characters: 199 }]);
    expect(failing(answer)).toBe("400 VALIDATION");
    expect(answer.body["fields"]).toHaveProperty(["parts[0].characters"]);
    expect(partsOf(await content.read()).map(({ text: shown }) => shown?.length)).toEqual([200]);
  });

  it.each([
    ["no list", undefined, "parts"],
    ["a file that is not there", [{ fileIndex: 1, pages: [1, 2, 3] }], "parts[0].fileIndex"],
    ["a page that is not there", [{ fileIndex: 0, pages: [1, 2, 31] }], "parts[0].pages"],
    ["too few pages of what costs something", [{ fileIndex: 0, pages: [1, 2] }], "parts[0].pages"],
    ["all of it", [{ fileIndex: 0, pages: Array.from({ length: 30 }, (_, i) => i + 1) }], "parts[0].pages"],
    ["characters of pages", [{ fileIndex: 0, characters: 500 }], "parts[0].pages"],
    ["a page twice", [{ fileIndex: 0, pages: [1, 1, 2] }], "parts"],
    [
      "more pages than may be open",
      [{ fileIndex: 0, pages: Array.from({ length: maxTrialPages + 1 }, (_, i) => i + 1) }],
      "parts",
    ],
    [
      "a file twice",
      [
        { fileIndex: 0, pages: [1, 2, 3] },
        { fileIndex: 0, pages: [1, 2, 3] },
      ],
      "parts",
    ],
  ])("refuses %s and leaves the trial as it is", async (_, parts, field) => {
    const content = await publish([{ name: "서른 쪽.pdf", bytes: await sheets(30) }]);
    const answer = await content.choose(parts);
    expect(failing(answer)).toBe("400 VALIDATION");
    expect(answer.body["fields"]).toHaveProperty([field]);
    expect(pagesOf(await content.read())).toHaveLength(3);
  });

  it("may be as little or as much as a seller likes of what is free", async () => {
    const content = await publish(
      [
        { name: "네 쪽.pdf", bytes: await sheets(4) },
        { name: "글.txt", bytes: text(3_000) },
      ],
      0,
    );
    expect(
      pagesOf(
        await content.choose([
          { fileIndex: 0, pages: [] },
          { fileIndex: 1, characters: 1 },
        ]),
      ),
    ).toEqual([[1, undefined]]);
    const all = await content.choose([
      { fileIndex: 0, pages: [1, 2, 3, 4] },
      { fileIndex: 1, characters: 3_000 },
    ]);
    expect(partsOf(all).map(({ text: shown }) => shown?.length)).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
      3_000,
    ]);
  });

  it("is its seller's alone to choose, and gone with the content", async () => {
    const content = await publish([{ name: "서른 쪽.pdf", bytes: await sheets(30) }]);
    const src = partsOf(await content.read())[0]?.src ?? "";
    const parts = [{ fileIndex: 0, pages: [4, 5, 6] }];
    expect(failing(await content.choose(parts, visitor))).toBe("401 LOGIN_REQUIRED");
    expect(failing(await content.choose(parts, other))).toBe("403 NOT_OWNER");
    expect(failing(await content.choices(other))).toBe("403 NOT_OWNER");
    await seller.put(`/api/contents/${content.id}/state`, { state: "paused" });
    expect((await content.read()).status).toBe(200);
    expect((await visitor.get(src)).headers.get("cache-control")).toContain("immutable");
    await app.deps.pool.query(
      "update contents set hidden_at = app_now(), hidden_reason = '확인' where id = $1",
      [content.id],
    );
    expect(failing(await visitor.get(src))).toBe("404 NOT_FOUND");
    expect((await seller.get(src)).headers.get("cache-control")).toBe("private, no-store");
    await seller.delete(`/api/contents/${content.id}`);
    for (const answer of [await content.read(), await visitor.get(src), await content.choose(parts, other)])
      expect(failing(answer)).toBe("404 NOT_FOUND");
  });

  it("is chosen before the content has its file, by its owner alone", async () => {
    const file = { name: "서른 쪽.pdf", bytes: await sheets(30) };
    const [url, bystander] = [await put(file), await put(file)];
    const at = (path: string, name: string) => `/api/objects/${path.split("/").at(-1)}/${name}`;
    const shareOf = async (path = url) => (await seller.get(at(path, "trial"))).body;
    expect(await shareOf()).toEqual({
      ...{ unit: "page", total: 30, characters: 0, isChosen: false, isInUse: false },
      ...{ pages: [1, 2, 3], tables: [] },
    });
    const page = await seller.get(at(url, "pages/30"));
    expect([page.status, page.headers.get("cache-control")]).toEqual([200, "private, no-store"]);
    expect((await sharp(page.bytes).metadata()).height).toBe(400);
    for (const wrong of ["0", "31", "01", "x"])
      expect(failing(await seller.get(at(url, `pages/${wrong}`))), wrong).toBe("404 NOT_FOUND");
    for (const client of [other, await app.as(await createUser(app.deps, { userId: "admin1" }))])
      for (const answer of [
        await client.get(at(url, "trial")),
        await client.get(at(url, "pages/1")),
        await client.put(at(url, "trial"), { pages: [9] }),
      ])
        expect(failing(answer)).toBe("404 NOT_FOUND");
    expect(failing(await visitor.get(at(url, "pages/1")))).toBe("401 LOGIN_REQUIRED");
    expect(failing(await seller.get(at(url.toUpperCase(), "trial")))).toBe("404 NOT_FOUND");
    for (const wrong of [{ pages: [31] }, { characters: 5 }, { pages: [2, 2] }])
      expect(failing(await seller.put(at(url, "trial"), wrong))).toBe("400 VALIDATION");

    const pages = [5, 6, 30];
    const chosen = await seller.put(at(url, "trial"), { pages });
    expect(chosen.body).toMatchObject({ pages, isChosen: true });
    expect(await shareOf()).toMatchObject({ pages, isChosen: true });
    expect(await shareOf(bystander)).toMatchObject({ pages: [1, 2, 3], isChosen: false });
    const content = await publish([{ ...file, url }]);
    expect(pagesOf(await content.read())).toEqual(pages.map((number) => [0, number]));
    expect(failing(await content.page(1))).toBe("404 NOT_FOUND");
    const own = await seller.get(at(url, "pages/7"));
    expect(own.status).toBe(200);
    // A file that replaces the chosen one begins with a choice of its own, here none.
    await seller.put(
      `/api/contents/${content.id}`,
      contentBody({ price: 10_000, fileUrls: [bystander], fileNames: [file.name] }),
    );
    expect(pagesOf(await content.read())).toEqual([1, 2, 3].map((number) => [0, number]));
  });

  it("is the proposal where the early choice is too little or too much for the price", async () => {
    const file = { name: "서른 쪽.pdf", bytes: await sheets(30) };
    const all = Array.from({ length: 30 }, (_, index) => index + 1);
    for (const pages of [[7], all]) {
      const url = await put(file);
      await seller.put(`/api/objects/${url.split("/").at(-1)}/trial`, { pages });
      const free = await publish([{ ...file, url }], 0);
      expect(pagesOf(await free.read())).toEqual(pages.map((number) => [0, number]));
      const body = contentBody({ price: 5_000, fileUrls: [url], fileNames: [file.name] });
      // The trial is asked for while the price is put.
      const [edited] = await Promise.all([seller.put(`/api/contents/${free.id}`, body), free.read()]);
      expect(edited.status).toBe(200);
      expect(pagesOf(await free.read())).toEqual([1, 2, 3].map((number) => [0, number]));
      const again = await publish([{ ...file, url: await put(file) }]);
      expect(pagesOf(await again.read())).toHaveLength(3);
    }
  });

  it("says how much of the whole is open, and which open page has the words of a search", async () => {
    const content = await publish([
      { name: "서른 쪽.pdf", bytes: await sheets(30) },
      { name: "긴 글.txt", bytes: Buffer.concat([Buffer.from("분산 투자의 시작 "), text(30_000)]) },
    ]);
    const trial = `/api/contents/${content.id}/trial`;
    const first = await content.read();
    expect(first.body["files"]).toEqual([
      { fileIndex: 0, unit: "page", total: 30, open: 3 },
      { fileIndex: 1, unit: "text", total: 30_010, open: 3_001 },
    ]);
    expect(partsOf(first).some(({ found }) => found !== undefined)).toBe(false);
    const foundBy = async (words: string) =>
      partsOf(await visitor.get(`${trial}?q=${encodeURIComponent(words)}`)).flatMap(
        ({ fileIndex, page, found }) => (found === undefined ? [] : [[fileIndex, page, found]]),
      );
    expect(await foundBy("Sheet  2")).toEqual([[0, 2, "sheet 2"]]);
    expect(await foundBy("분산")).toEqual([[1, undefined, expect.stringMatching(/^분산 투자의 시작 .*…$/)]]);
    // Pages that are not open have no words, however they are asked for.
    for (const words of ["30", "29", "%", "x".repeat(3_000), " "]) expect(await foundBy(words)).toEqual([]);
    await content.choose([{ fileIndex: 0, pages: [10, 20, 30] }]);
    expect(await foundBy("30")).toEqual([[0, 30, "sheet 30"]]);
    // Of the upper part of a page it is not known which words can be seen.
    const short = await publish([{ name: "두 쪽.pdf", bytes: await sheets(2) }]);
    const answer = await visitor.get(`/api/contents/${short.id}/trial?q=sheet`);
    expect(partsOf(answer).map(({ found }) => found)).toEqual([undefined]);
  });

  it("is rows of the sheets that its seller chooses, and nothing of the others", async () => {
    const file = {
      name: "가계부.xlsx",
      bytes: await workbook({ 안내: ["쓰는 법"], 기록: rowsOf("기록", 50), 비밀: rowsOf("비밀", 30) }),
    };
    const url = await put(file);
    const at = `/api/objects/${url.split("/").at(-1)}/trial`;
    const upload = await seller.get(at);
    expect(upload.body).toMatchObject({ unit: "sheet", total: 6, pages: [1], isChosen: false });
    expect(upload.body["tables"]).toMatchObject([
      { sheet: "안내", from: 1, to: 1, rows: 1, beginning: "쓰는 법" },
      { sheet: "기록", from: 1, to: 20, rows: 50, beginning: expect.stringMatching(/^기록 1\t1\n기록 2/) },
      { sheet: "기록", from: 21, to: 40, rows: 50 },
      { sheet: "기록", from: 41, to: 50, rows: 50 },
      { sheet: "비밀", from: 1, to: 20, rows: 30 },
      { sheet: "비밀", from: 21, to: 30, rows: 30 },
    ]);
    expect(failing(await other.get(at))).toBe("404 NOT_FOUND");
    expect(failing(await seller.put(at, { pages: [7] }))).toBe("400 VALIDATION");
    expect(failing(await seller.put(at, { characters: 100 }))).toBe("400 VALIDATION");
    expect((await seller.put(at, { pages: [3] })).body).toMatchObject({ pages: [3], isChosen: true });

    const content = await publish([{ ...file, url }]);
    const bystander = await publish([file]);
    const thirdPage = ["기록", ...rowsOf("기록", 40).slice(20)].join("\n");
    expect(partsOf(await content.read())).toEqual([{ fileIndex: 0, kind: "text", page: 3, text: thirdPage }]);
    for (const page of [1, 2, 3, 5]) expect(failing(await content.page(page))).toBe("404 NOT_FOUND");
    const buyer = await app.as(await createUser(app.deps));
    const { orderNumber } = await createOrder(buyer, { id: content.id, price: 10_000 });

    const chosen = await content.choose([{ fileIndex: 0, pages: [4, 1] }]);
    expect(partsOf(chosen).map(({ page }) => page)).toEqual([1, 4]);
    const { rows } = await app.deps.pool.query<{ trial: object }>(
      "select trial from orders where order_number = $1",
      [orderNumber],
    );
    expect(rows[0]?.trial).toMatchObject({ files: [{ unit: "sheet", total: 6, pages: [3] }] });
    for (const client of [visitor, other, buyer]) {
      const shown = JSON.stringify([await content.read(client), await bystander.read(client)].map(partsOf));
      expect(shown).not.toContain("비밀");
      expect(shown).not.toContain("기록 1\\t");
      expect(failing(await content.choices(client)), "closed rows are the seller's").toMatch(/^40[13]/);
    }
    expect(filesOf(await content.choices())).toMatchObject([{ unit: "sheet", pages: [1, 4], min: 1 }]);
    expect(pagesOf(await bystander.read())).toEqual([[0, 1]]);
    expect(failing(await content.choose([{ fileIndex: 0, pages: [1, 2, 3, 4, 5, 6] }]))).toBe(
      "400 VALIDATION",
    );
    expect(failing(await content.choose([{ fileIndex: 0, pages: [] }]))).toBe("400 VALIDATION");
  });

  it("proposes whole rows of a table, and never more than a third of it", async () => {
    const [one, first] = [
      await publish([{ name: "한 장.xlsx", bytes: await workbook({ 기록: rowsOf("기록", 12) }) }]),
      await publish([
        { name: "첫 장.xlsx", bytes: await workbook({ 기록: rowsOf("기록", 20), 둘: ["2"], 셋: ["3"] }) },
      ]),
    ];
    for (const [content, whole] of [
      [one, ["기록", ...rowsOf("기록", 12)]],
      [first, ["기록", ...rowsOf("기록", 20), "둘", "2", "셋", "3"]],
    ] as const) {
      const [part, ...more] = partsOf(await content.read());
      expect(more).toEqual([]);
      const shown = part?.text?.split("\n") ?? [];
      expect(shown).toEqual(["기록", ...rowsOf("기록", shown.length - 2), "…"]);
      expect(shown.length).toBeGreaterThan(3);
      expect(shown.join("\n").length).toBeLessThanOrEqual(whole.join("\n").length / 3 + "\n…".length);
    }
    // What its seller chooses is open as a whole.
    const chosen = await first.choose([{ fileIndex: 0, pages: [1, 2] }]);
    const linesOf = (answer: Answer) => partsOf(answer).map(({ text: shown }) => shown?.split("\n").length);
    expect(linesOf(chosen)).toEqual([21, 2]);
    expect(linesOf(await first.choose([{ fileIndex: 0, pages: [1] }]))).toEqual([21]);
    // Of the same page, as a proposal, a third is open again.
    expect(partsOf(await first.choose([]))[0]?.text).toMatch(/^기록\n기록 1\t1\n[^]*\n…$/);
    expect(linesOf(await first.read())).toEqual(linesOf(await first.choose([])));
  });

  it("keeps a length of a workbook that was chosen before its rows could be, until the proposal", async () => {
    const content = await publish([{ name: "표.xlsx", bytes: await workbook({ 기록: rowsOf("기록", 60) }) }]);
    await content.read();
    await app.deps.pool.query(
      `update content_trials set unit = 'text', total = 700, pages = '{}', characters = 300, is_chosen = true,
         texts = '[{"page": null, "text": "앞"}]', tables = '[]' where content_id = $1`,
      [content.id],
    );
    expect(failing(await content.choose([{ fileIndex: 0, pages: [1] }]))).toBe("400 VALIDATION");
    const [longer] = partsOf(await content.choose([{ fileIndex: 0, characters: 400 }]));
    expect([longer?.page, longer?.text?.slice(0, 6)]).toEqual([undefined, "기록\n기록 "]);
    expect(pagesOf(await content.choose([]))).toEqual([[0, 1]]);
    expect(filesOf(await content.choices())).toMatchObject([{ unit: "sheet", total: 3, pages: [1] }]);
  });

  it("is asked for by many at once and made once, and kept with the order", async () => {
    const content = await publish([{ name: "서른 쪽.pdf", bytes: await sheets(30) }]);
    const answers = await Promise.all(Array.from({ length: 8 }, () => content.read()));
    expect(new Set(answers.map((answer) => JSON.stringify(partsOf(answer)))).size).toBe(1);
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => 200));
    const buyer = await app.as(await createUser(app.deps));
    const { orderNumber } = await createOrder(buyer, { id: content.id, price: 10_000 });
    await content.choose([{ fileIndex: 0, pages: [7, 8, 9] }]);
    const { rows } = await app.deps.pool.query<{ trial: object }>(
      "select trial from orders where order_number = $1",
      [orderNumber],
    );
    expect(rows[0]?.trial).toMatchObject({
      files: [{ unit: "page", total: 30, pages: [1, 2, 3], characters: 0 }],
    });
  });

  it("falls back to the proposal when what was free gets a price", async () => {
    const bytes = await sheets(12);
    const url = await upload(seller, bytes, { kind: "file", fileName: "열두 쪽.pdf" });
    const form = (price: number) => contentBody({ price, fileUrls: [url], fileNames: ["열두 쪽.pdf"] });
    const made = await seller.post("/api/contents", form(0));
    const id = String(made.body["id"]);
    const trial = `/api/contents/${id}/trial`;
    const pages = Array.from({ length: 12 }, (_, index) => index + 1);
    const chosen = await seller.put(trial, { parts: [{ fileIndex: 0, pages }] });
    expect(pagesOf(chosen)).toHaveLength(12);
    expect((await seller.put(`/api/contents/${id}`, form(5_000))).status).toBe(200);
    expect(pagesOf(await visitor.get(trial))).toEqual([[0, 1]]);
    expect(failing(await visitor.get(`/api/trial/${id}/0/12`))).toBe("404 NOT_FOUND");
  });

  it("does not open pages again that were chosen with the upload and taken back", async () => {
    const file = { name: "서른 쪽.pdf", bytes: await sheets(30) };
    const [url, untouched] = [await put(file), await put(file)];
    for (const path of [url, untouched])
      await seller.put(`/api/objects/${path.split("/").at(-1)}/trial`, { pages: [10, 11, 12] });
    const [content, bystander] = [
      await publish([{ ...file, url }], 0),
      await publish([{ ...file, url: untouched }]),
    ];
    await content.read();
    const stale = (await findTrials(app.deps, content.id, [idOf(url) ?? ""])).get(idOf(url) ?? "");
    expect(stale).toMatchObject({ pages: [10, 11, 12], isChosen: true });
    expect((await content.choose([{ fileIndex: 0, pages: [4, 5, 6] }])).status).toBe(200);
    const form = contentBody({ price: 5_000, fileUrls: [url], fileNames: [file.name] });
    expect((await seller.put(`/api/contents/${content.id}`, form)).status).toBe(200);
    // A reading that began with the old choice ends late.
    if (stale) await keepFirst(app.deps, { id: content.id, price: 5_000 }, stale);
    expect(pagesOf(await content.read())).toEqual([1, 2, 3].map((page) => [0, page]));
    expect(failing(await content.page(10))).toBe("404 NOT_FOUND");
    expect(pagesOf(await bystander.read())).toEqual([10, 11, 12].map((page) => [0, page]));
  });

  it("is no longer chosen by the upload once a content has the file, so that an order keeps what was open", async () => {
    const file = { name: "서른 쪽.pdf", bytes: await sheets(30) };
    const url = await put(file);
    const at = `/api/objects/${url.split("/").at(-1)}/trial`;
    expect((await seller.put(at, { pages: [5, 6, 7] })).status).toBe(200);
    expect((await seller.get(at)).body).toMatchObject({ pages: [5, 6, 7], isInUse: false });
    const content = await publish([{ ...file, url }]);
    expect((await seller.get(at)).body).toMatchObject({ isInUse: true });
    const opened = [5, 6, 7].map((page) => [0, page]);
    expect(pagesOf(await content.read())).toEqual(opened);
    expect(failing(await other.put(at, { pages: [20, 21, 22] }))).toBe("404 NOT_FOUND");
    for (const body of [{ pages: [20, 21, 22] }, {}]) {
      const refused = await seller.put(at, body);
      expect(failing(refused)).toBe("409 ALREADY_IN_STATE");
      expect(refused.body["message"]).toContain("콘텐츠 화면에서 골라주세요");
    }
    const buyer = await app.as(await createUser(app.deps));
    const { orderNumber } = await createOrder(buyer, { id: content.id, price: 10_000 });
    const { rows } = await app.deps.pool.query<{ trial: object }>(
      "select trial from orders where order_number = $1",
      [orderNumber],
    );
    expect(rows[0]?.trial).toMatchObject({ files: [{ pages: [5, 6, 7] }] });
    expect(pagesOf(await content.read())).toEqual(opened);
  });

  it("is made for others while a seller asks for many pages to choose from", async () => {
    const total = maxPicturedPages + 1;
    const url = await put({ name: "긴 글.pdf", bytes: await sheets(total) });
    const content = await publish([{ name: "서른 쪽.pdf", bytes: await sheets(30) }]);
    const pages = `/api/objects/${url.split("/").at(-1)}/pages`;
    expect(failing(await seller.get(`${pages}/${total}`))).toBe("404 NOT_FOUND");

    let end: (error: Error) => void = () => {};
    const bytes = new Promise<never>((_, reject) => {
      end = reject;
    });
    // The file that is drawn may not have asked for its bytes yet when they end.
    bytes.catch(() => undefined);
    const source = { size: 9, read: () => bytes, stream: () => bytes };
    const given = {
      objectId: randomUUID(),
      ownerId: owner.id,
      isInUse: false,
      copy: null,
      extension: "pdf",
      source,
    };
    const files = createTrialFiles(app.deps);
    const refused: unknown[] = [];
    const asked = Array.from({ length: 70 }, (_, index) =>
      files.drawUpload(given, index + 1).catch((error: unknown) => refused.push(error)),
    );
    // One is drawn, and eight wait.
    await vi.waitUntil(() => refused.length >= 61, { timeout: 10_000 });
    expect(refused).toHaveLength(61);
    for (const error of refused) expect(error).toMatchObject({ code: "UNAVAILABLE" });
    const reading = content.read();
    end(new Error("gone"));
    const answer = await reading;
    expect([answer.status, pagesOf(answer).length]).toEqual([200, 3]);
    await Promise.all(asked);
  });

  it("is refused where the price changes while it is judged", async () => {
    const url = await upload(seller, text(3_000), { kind: "file", fileName: "글.txt" });
    const form = (price: number) => contentBody({ price, fileUrls: [url], fileNames: ["글.txt"] });
    const made = await seller.post("/api/contents", form(0));
    const id = String(made.body["id"]);
    const trial = `/api/contents/${id}/trial`;
    await visitor.get(trial);
    const [chosen, edited] = await Promise.all([
      seller.put(trial, { parts: [{ fileIndex: 0, characters: 3_000 }] }),
      seller.put(`/api/contents/${id}`, form(5_000)),
    ]);
    expect(edited.status).toBe(200);
    // Either came first: what costs something is never open as a whole.
    expect([200, 400, 409]).toContain(chosen.status);
    const [part] = partsOf(await visitor.get(trial));
    expect([...(part?.text ?? "")]).toHaveLength(1_000);
  });

  it("follows the files: a new one has a trial of its own", async () => {
    const content = await publish([{ name: "서른 쪽.pdf", bytes: await sheets(30) }]);
    await content.choose([{ fileIndex: 0, pages: [10, 11, 12] }]);
    const old = partsOf(await content.read())[0]?.src ?? "";
    const url = await upload(seller, await sheets(9), { kind: "file", fileName: "새 판.pdf" });
    const edited = await seller.put(
      `/api/contents/${content.id}`,
      contentBody({ price: 10_000, fileUrls: [url], fileNames: ["새 판.pdf"] }),
    );
    expect(edited.status).toBe(200);
    expect(pagesOf(await content.read())).toEqual([[0, 1]]);
    expect(failing(await visitor.get(old))).toBe("404 NOT_FOUND");
  });
});
