import type { SearchAnswer, TrialPart } from "@knowhow/shared";
import PDFDocument from "pdfkit";
import { buffer } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestApp, type TestApp } from "../../../testing/app.ts";
import { failing, type TestClient } from "../../../testing/client.ts";
import { createSeller } from "../../../testing/factories.ts";
import { contentBody, upload } from "../../../testing/uploads.ts";
import { readTrials } from "../trials/readTrials.ts";

let app: TestApp;
let visitor: TestClient;
let seller: TestClient;
let other: TestClient;

beforeAll(async () => {
  app = await startTestApp();
  visitor = app.visitor();
  seller = await app.as(await createSeller(app.deps));
  other = await app.as(await createSeller(app.deps));
});
afterAll(() => app.stop());

/** Titles of the hits. */
const find = async (q: string): Promise<string[]> => {
  const answer = await visitor.get(`/api/search?${new URLSearchParams({ q }).toString()}`);
  const { hits, didYouMean } = answer.body as unknown as SearchAnswer; // held to the contract by the server
  if (didYouMean !== undefined && hits.length > 0) throw new Error(`found by ${didYouMean}`);
  return hits.map(({ title }) => title);
};
const publish = async (form: Record<string, unknown>, by = seller): Promise<string> => {
  const made = await by.post("/api/contents", contentBody({ description: "설명", ...form }));
  expect(made.status, JSON.stringify(made.body)).toBe(201);
  return String(made.body["id"]);
};
const edit = async (id: string, form: Record<string, unknown>): Promise<unknown> => {
  const { status, body } = await seller.put(
    `/api/contents/${id}`,
    contentBody({ description: "설명", ...form }),
  );
  expect([status, body["code"]]).toEqual([200, undefined]);
  return body["tags"];
};

describe("tags", () => {
  it("find their content between its title and its description, as its seller changes them", async () => {
    const tagged = await publish({ title: "한 해 정리", tags: ["  달팽이  키우기 ", "#C#", "겨울잠"] });
    await publish({ title: "달팽이 도감" });
    await publish({ title: "조용한 이웃", description: "달팽이 이야기" });
    const hidden = await publish({ title: "숨은 곳", tags: ["달팽이"] }, other);
    await other.put(`/api/contents/${hidden}/state`, { state: "paused" });
    expect(await find("달팽이")).toEqual(["달팽이 도감", "한 해 정리", "조용한 이웃"]);
    for (const words of ["달팽이키우기", "ㄷㅍㅇ 정리", "c#", "정리 겨울잠"])
      expect(await find(words)).toContain("한 해 정리");
    // Nothing stands across two tags.
    expect(await find("키우기겨울")).toEqual([]);
    expect((await visitor.get(`/api/contents/${tagged}`)).body["tags"]).toEqual([
      "달팽이 키우기",
      "C#",
      "겨울잠",
    ]);
    // A form of before does not know of them.
    expect(await edit(tagged, { title: "한 해 정리" })).toEqual(["달팽이 키우기", "C#", "겨울잠"]);
    expect(await edit(tagged, { title: "한 해 정리", tags: ["민달팽이"] })).toEqual(["민달팽이"]);
    expect(await find("겨울잠")).toEqual([]);
    expect(await find("민달팽이")).toEqual(["한 해 정리"]);
    expect(await edit(tagged, { title: "한 해 정리", tags: [] })).toEqual([]);
    expect(await find("달팽이")).toEqual(["달팽이 도감", "조용한 이웃"]);
  });

  it.each<[string, unknown]>([
    ["too many", Array.from({ length: 11 }, (_, index) => `태그${index}`)],
    ["one that is too long", ["짧다", "가".repeat(21)]],
    ["the same twice", ["주식 초보", "주식초보"]],
    ["one with a comma", ["가,나"]],
    ["one of marks alone", ["#"]],
    ["what is no text", [{}]],
    ["what is no list", { 가: 1 }],
  ])("refuse %s", async (_, tags) => {
    const answer = await seller.post("/api/contents", contentBody({ tags }));
    expect(failing(answer)).toBe("400 VALIDATION");
    expect(Object.keys(answer.body["fields"] as unknown as object)).toEqual(["tags"]);
  });
});

describe("the text of the trial", () => {
  /** A page for each text. */
  const pdf = async (texts: readonly string[]): Promise<Buffer> => {
    const document = new PDFDocument({ autoFirstPage: false });
    const bytes = buffer(document);
    for (const text of texts) document.addPage().text(text);
    document.end();
    return bytes;
  };
  const put = (bytes: Buffer, fileName: string, by = seller) => upload(by, bytes, { kind: "file", fileName });
  /** Rounds until none is due: on a busy machine one has time for a single content. */
  const readDue = async (): Promise<void> => {
    await readTrials(app.deps);
    const { rowCount } = await app.deps.pool.query("select from trial_readings where due_at <= app_now()");
    if (rowCount) await readDue();
  };

  it("finds its content by the open pages alone, and follows them", async () => {
    const texts = ["walrus", "pelican", "ocelot", "narwhal", "lemur", "gecko"];
    const form = { title: "동물 수첩", price: 10_000, fileUrls: [await put(await pdf(texts), "수첩.pdf")] };
    const id = await publish(form);
    await publish({ title: "바다 일기", description: "walrus 보러 간 날" });
    const paused = await publish(
      { title: "남의 수첩", fileUrls: [await put(await pdf(texts), "남.pdf", other)] },
      other,
    );
    await other.put(`/api/contents/${paused}/state`, { state: "paused" });
    expect(await find("walrus")).toEqual(["바다 일기"]);
    await readDue();
    expect((await find("walrus")).toSorted()).toEqual(["동물 수첩", "바다 일기"]);
    expect(await find("pelican")).toEqual([]);

    const trial = `/api/contents/${id}/trial`;
    const chosen = await seller.put(trial, { parts: [{ fileIndex: 0, pages: [2, 3] }] });
    expect(chosen.status).toBe(200);
    // A closed page is gone at once, an opened one is read by itself.
    expect(await find("walrus")).toEqual(["바다 일기"]);
    await readDue();
    expect([await find("pelican"), await find("ocelot")]).toEqual([["동물 수첩"], ["동물 수첩"]]);
    expect(await find("narwhal")).toEqual([]);

    // Another file has a trial of its own; the one before is no part of the content any more.
    await edit(id, {
      ...form,
      fileUrls: [await put(Buffer.from(`tapir ${"가나다라 ".repeat(900)}quokka`), "글.txt")],
    });
    expect(await find("pelican")).toEqual([]);
    await readDue();
    expect([await find("tapir"), await find("quokka"), await find("pelican")]).toEqual([
      ["동물 수첩"],
      [],
      [],
    ]);
    const { body } = await visitor.get(trial);
    expect((body["parts"] as unknown as TrialPart[])[0]?.text).toMatch(/^tapir/);
  });
});
