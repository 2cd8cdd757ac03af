import { maxTrialCharacters, proposeTrial, type TrialChoice, type TrialPart } from "@knowhow/shared";
import { buffer } from "node:stream/consumers";
import PDFDocument from "pdfkit";
import { afterAll, beforeAll, expect, it } from "vitest";
import { startTestApp, type TestApp } from "../../../testing/app.ts";
import { failing, type Answer, type TestClient } from "../../../testing/client.ts";
import { createSeller, createUser } from "../../../testing/factories.ts";
import { corpus } from "../../../testing/fileCorpus.ts";
import { maxStallMs, measureStall } from "../../../testing/stalls.ts";
import { contentBody, upload } from "../../../testing/uploads.ts";
import { fixture } from "../../documents/extraction/testing/files.ts";

/** A document of so many sheets, each with its number; turned by so many degrees. */
const sheets = (pages: number, turned = 0) => {
  const document = new PDFDocument({ size: "A5", autoFirstPage: false });
  for (let page = 1; page <= pages; page += 1) {
    document.addPage().text(`sheet ${page}`);
    // The library's types know none of the entries that it does not write itself.
    Object.assign(document.page.dictionary.data, { Rotate: turned });
  }
  document.end();
  return buffer(document);
};
const lines = Array.from({ length: 900 }, (_, index) => `${index + 1}번째 문장입니다.`).join("\n");

const made: Record<string, () => Buffer | Promise<Buffer>> = {
  "한 쪽.pdf": () => sheets(1),
  "세 쪽.pdf": () => sheets(3),
  "열 쪽.pdf": () => sheets(10),
  "삼백 쪽.pdf": () => sheets(300),
  "돌린.pdf": () => sheets(4, 90),
  "긴 글.txt": () => Buffer.from(lines),
  "묶음 글.txt": () => Buffer.from(`\uFEFF${lines}`, "utf16le"),
};
const known = ["docx", "xlsx", "pptx", "hwp", "hwpx", "doc", "xls", "ppt", "pdf"].map(
  (kind) => `known.${kind}`,
);
/** Sound ones that people send. */
const sent = [
  ...["교재.pdf", "머리말.pdf", "인쇄 금지.pdf", "인쇄 금지, 옛 방식.pdf", "끝 표시가 없는.pdf"],
  ...["뒤에 더 있는.pdf", "스캔한.pdf", "문서.docx", "표.xlsx", "발표.pptx", "한글.hwpx", "옛 표.xls"],
  ...["배포용.hwp", "1998.hwp", "메모.txt", "표시 있는 메모.txt", "윈도 메모.txt", "유니코드 메모.txt"],
  ...["큰 끝 메모.txt", "묶음.zip", "윈도.zip", "문서를 담은.zip", "작고 빈 그림.zip"],
];
/** What can not be sold has no trial either. */
const unsold = ["암호.pdf", "잘린 교재.pdf", "잘린.docx", "암호.hwp", "프로그램.txt"];

const bytesOf = (name: string): Buffer | Promise<Buffer> => {
  const own = made[name];
  if (own) return own();
  if (name.startsWith("known.")) return fixture(name);
  const file =
    corpus.find((one) => one.name === name && one.refused === undefined) ??
    corpus.find((one) => one.name === name);
  if (!file) throw new Error(`no fixture ${name}`);
  return file.make();
};

const perContent = 5;
const names = [...Object.keys(made), ...known, ...sent];

let app: TestApp;
let visitor: TestClient;
let buyerless: TestClient;
let seller: TestClient;
beforeAll(async () => {
  app = await startTestApp();
  visitor = app.visitor();
  buyerless = await app.as(await createUser(app.deps));
  seller = await app.as(await createSeller(app.deps));
});
afterAll(() => app.stop());

const put = async (name: string) => upload(seller, await bytesOf(name), { kind: "file", fileName: name });

const publish = async (files: readonly string[]) => {
  const fileUrls: string[] = [];
  for (const name of files) fileUrls.push(await put(name));
  const answer = await seller.post(
    "/api/contents",
    contentBody({ price: 5_000, fileUrls, fileNames: files }),
  );
  expect(answer.status, `${files.join()}: ${JSON.stringify(answer.body)}`).toBe(201);
  return { id: String(answer.body["id"]), fileUrls };
};

/** Every address that could show more of a file than is open. */
const tryAll = async (id: string, url: string, file: TrialChoice) => {
  const { fileIndex, fileName, unit, total, pages } = file;
  const closed = Array.from({ length: total + 2 }, (_, page) => page).filter((page) => !pages.includes(page));
  const tried = unit === "page" ? closed : [0, 1, 2];
  for (const page of tried) {
    const answer = await visitor.get(`/api/trial/${id}/${fileIndex}/${page}`);
    expect(failing(answer), `${fileName} ${page}`).toBe("404 NOT_FOUND");
  }
  const object = url.split("/").at(-1);
  const last = unit === "page" ? (closed.at(-2) ?? 0) : 1;
  for (const address of [
    `/api/trial/${id}/${fileIndex}/${last}?w=1600&side=1600&isMarked=0`,
    `/api/trial/${id}/${fileIndex}/0${pages[0] ?? 1}`,
    `/api/trial/${id}/${fileIndex}/-1`,
    `/derived/${object}/page-1-1.webp`,
    url,
  ])
    for (const client of [visitor, buyerless])
      expect((await client.get(address)).status, `${fileName} ${address}`).toBe(404);
  for (const path of ["trial", "pages/1"])
    expect(failing(await buyerless.get(`/api/objects/${object}/${path}`))).toBe("404 NOT_FOUND");
};

it("has forty files of all kinds", () => {
  // One more is a link.
  expect(names.length + 1).toBe(40);
});

/** Units of files, and how many pages they have. */
const knownUnits: Record<string, string> = {
  "한 쪽.pdf": "page 1",
  "세 쪽.pdf": "page 3",
  "열 쪽.pdf": "page 10",
  "삼백 쪽.pdf": "page 300",
  "돌린.pdf": "page 4",
  "인쇄 금지.pdf": "page 1",
  "인쇄 금지, 옛 방식.pdf": "page 1",
  "known.pptx": "slide",
  "known.docx": "text",
  "known.xlsx": "sheet",
  "known.hwp": "text",
  "known.hwpx": "text",
  "긴 글.txt": "text",
  "윈도 메모.txt": "text",
  "묶음.zip": "none",
  "문서를 담은.zip": "none",
};
const groups = Array.from({ length: Math.ceil(names.length / perContent) }, (_, group) =>
  names.slice(group * perContent, (group + 1) * perContent),
);

it.each(groups.map((some) => [some.join(), some] as const))(
  "answers exactly the open parts of %s, and keeps the loop free",
  async (_, some) => {
    const { id, fileUrls } = await publish(some);
    const answers: Answer[] = [];
    const read = async () => answers.push(await visitor.get(`/api/contents/${id}/trial`));
    // Read once: the second time it would be known. The 300 pages, parsed here, would hold the loop.
    if (some.includes("삼백 쪽.pdf")) expect(await measureStall(read, 1)).toBeLessThan(maxStallMs);
    else await read();
    const [trial] = answers;
    if (!trial) throw new Error("no answer");
    expect(trial.status).toBe(200);
    const parts = trial.body["parts"] as unknown as TrialPart[];
    const choices = (await seller.get(`/api/contents/${id}/trial/choices`)).body[
      "files"
    ] as unknown as TrialChoice[];
    expect(choices.map(({ fileName }) => fileName)).toEqual(some);
    for (const file of choices) {
      const { fileIndex, fileName, unit, total } = file;
      const counted = `${unit} ${unit === "page" ? total : ""}`.trim();
      expect(counted, fileName).toBe(knownUnits[fileName] ?? counted);
      const open = parts.filter((part) => part.fileIndex === fileIndex);
      const proposed = proposeTrial(file);
      expect(file.pages.length).toBe(proposed.pages.length);
      if (unit === "none") expect(open, fileName).toEqual([]);
      else if (unit === "page")
        expect(
          open.map(({ page }) => page),
          fileName,
        ).toEqual(proposed.pages);
      else {
        const shown = open.reduce((sum, { text = "" }) => sum + text.length, 0);
        if (unit === "text") expect(shown, fileName).toBeLessThanOrEqual(Math.ceil(total / 3));
        expect(shown).toBeLessThanOrEqual(maxTrialCharacters);
      }
      await tryAll(id, fileUrls[fileIndex] ?? "", file);
    }
    const [page] = parts.filter(({ src }) => src !== undefined);
    if (page?.src !== undefined) {
      const drawn = await visitor.get(page.src);
      expect([drawn.status, drawn.headers.get("content-type")]).toEqual([200, "image/webp"]);
    }
    expect(JSON.stringify(trial.body)).not.toContain("900번째 문장");
  },
);

it("has no trial of a link, and nothing of a file that is refused", async () => {
  const link = await seller.post("/api/contents", contentBody({ price: 0 }));
  const { body } = await visitor.get(`/api/contents/${String(link.body["id"])}/trial?q=a`);
  expect(body).toMatchObject({ parts: [], files: [] });
  for (const name of unsold) {
    const url = await put(name);
    const look = await seller.get(`/api/objects/${url.split("/").at(-1)}/trial`);
    expect(look.status, name).toBe(404);
    const sold = await seller.post("/api/contents", contentBody({ fileUrls: [url], fileNames: [name] }));
    expect(sold.status, name).toBe(415);
  }
});

it("lets a file rest whose bytes are gone, and looks again when that is over", async () => {
  const { id, fileUrls } = await publish(["메모.txt"]);
  const object = fileUrls[0]?.split("/").at(-1) ?? "";
  const { rows } = await app.deps.pool.query<{ copy: string }>("select copy from objects where id = $1", [
    object,
  ]);
  const key = `copies/${object}/${rows[0]?.copy}`;
  const bytes = await bytesOf("메모.txt");
  await app.deps.storage.remove(key);
  const partsNow = async () =>
    ((await visitor.get(`/api/contents/${id}/trial`)).body["parts"] as unknown as TrialPart[]).length;
  expect(await partsNow()).toBe(0);
  await app.deps.storage.write(key, bytes);
  // A file without bytes rests: it is not read, and its emptiness is not kept beyond the rest.
  expect(await partsNow()).toBe(0);
  const now = performance.now.bind(performance);
  performance.now = () => now() + 11 * 60_000;
  try {
    expect(await partsNow()).toBe(1);
  } finally {
    performance.now = now;
  }
});
