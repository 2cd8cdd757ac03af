import { assistantCallsPerDay, type ContentSummary, type Suggestion } from "@knowhow/shared";
import { readFile, readdir } from "node:fs/promises";
import { request } from "node:http";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { receivingFolder } from "../../http/receiving.ts";
import { startTestApp, type TestApp } from "../../../testing/app.ts";
import type { Answer, TestClient } from "../../../testing/client.ts";
import { createSeller, createUser } from "../../../testing/factories.ts";
import { corpus } from "../../../testing/fileCorpus.ts";
import { obliges, startTestOpenAi, type TestOpenAi } from "../../../testing/openai.ts";
import { buy } from "../../../testing/payments.ts";
import { officeBytes, pdfBytes } from "../../../testing/sampleFiles.ts";
import { contentBody, upload } from "../../../testing/uploads.ts";

const said =
  "주식을 처음 시작하는 직장인을 위해 계좌 개설부터 첫 매수까지 순서대로 정리한 자료입니다. 재무제표에서 꼭 볼 숫자도 알려 드립니다.";

const paths = { suggest: "/api/ai/content-suggestions", withFile: "/api/ai/content-suggestions-with-file" };
const summaryOf = (id: string) => `/api/contents/${id}/ai-summary`;

const demo = (name: string): Promise<Buffer> =>
  readFile(fileURLToPath(new URL(`../../../demo/files/${name}`, import.meta.url)));

const form = (userDescription: string, file?: { bytes: Buffer; name: string }): FormData => {
  const data = new FormData();
  data.set("userDescription", userDescription);
  if (file) data.set("file", new Blob([new Uint8Array(file.bytes)]), file.name);
  return data;
};

const codeOf = ({ status, body }: Answer) => [status, (body as Answer["body"] | undefined)?.["code"]];

describe.each(["local", "openai"] as const)("the helper, %s", (engine) => {
  let service: TestOpenAi;
  let app: TestApp;
  let member: TestClient;
  let seller: TestClient;
  let content: { id: string; title: string; price: number; sellerId: string };

  beforeAll(async () => {
    service = await startTestOpenAi();
    app = await startTestApp(
      engine === "openai" ? { OPENAI_API_KEY: "sk-test", OPENAI_BASE_URL: service.url } : {},
    );
    member = await app.as(await createUser(app.deps));
    const person = await createSeller(app.deps);
    seller = await app.as(person);
    const file = await upload(seller, await demo("stock-first-account.pdf"), {
      kind: "file",
      fileName: "주식 첫걸음.pdf",
    });
    const list = await upload(seller, await demo("stock-first-account.check.docx"), {
      kind: "extra",
      fileName: "점검표.docx",
    });
    const body = contentBody({ title: "주식 첫걸음", category: "stock", price: 0, fileUrls: [file, list] });
    const made = await seller.post("/api/contents", body);
    content = { id: String(made.body["id"]), title: "주식 첫걸음", price: 0, sellerId: person.id };
    for (const price of [4_000, 6_000, 9_000])
      await seller.post("/api/contents", contentBody({ title: `주식 ${price}`, category: "stock", price }));
  });
  afterAll(async () => {
    await app.stop();
    service.close();
  });

  const fresh = async () => app.as(await createUser(app.deps));
  const send = (client: TestClient, raw: FormData): Promise<Answer> =>
    client.request("POST", paths.withFile, undefined, { raw });
  const ask = (client: TestClient) => client.post(paths.suggest, { userDescription: said });
  const callsOf = async () => {
    const { rows } = await app.deps.pool.query<{ calls: number }>(
      "select coalesce(sum(calls), 0)::int as calls from assistant_calls",
    );
    return rows[0]?.calls ?? 0;
  };

  it("drafts a content from what is said of it", async () => {
    const answer = await ask(member);
    expect(answer.status).toBe(200);
    const draft = answer.body as unknown as Suggestion;
    expect(draft).toMatchObject({ category: "stock", engine });
    expect(draft.suggestedPrice).toBe(engine === "local" ? 6_000 : 7_000);
    expect(draft.title).toContain("주식");
    expect(draft.comparables?.map(({ price }) => price).sort()).toEqual([4_000, 6_000, 9_000]);
    expect(draft.reason).toMatch(/[가-힣]/);
  });

  it.each([
    ["pdf", "prog-sql-recipes.pdf", "programming"],
    ["pptx", "sports-swim-drill.pptx", "sports"],
  ])("drafts from the text of a file too: %s", { timeout: 120_000 }, async (extension, name, category) => {
    const bytes = await demo(name);
    const answer = await send(
      await fresh(),
      form("이 자료를 판매해요", { bytes, name: `자료.${extension}` }),
    );
    expect(codeOf(answer)).toEqual([200, undefined]);
    if (engine === "local") expect(answer.body["category"]).toBe(category);
    if (engine === "openai") expect(JSON.stringify(service.asked.at(-1)?.messages)).toContain("자료.");
  });

  it("takes markdown, which nothing else of the product does", async () => {
    const bytes = Buffer.from("# 무반죽 빵\n\n밀가루와 물을 섞어 열두 시간 두면 저절로 반죽이 됩니다.\n");
    expect((await send(await fresh(), form("빵 굽기", { bytes, name: "빵.md" }))).status).toBe(200);
  });

  it("tells of a draft's sentences that stand in the file, and of none where there is no file", async () => {
    const sentence = "계좌 개설부터 첫 매수까지 순서대로 안내합니다.";
    // Longer than a text that is read in the server's own process.
    const bytes = Buffer.from(`주식\n\n${sentence}\n\n${"하루하루 적었습니다.\n".repeat(500)}`);
    const client = await fresh();
    const { body } = await send(client, form("주식 자료를 판매해요", { bytes, name: "주식.txt" }));
    expect(body["copied"]).toEqual([sentence]);
    expect((await ask(client)).body).not.toHaveProperty("copied");
  });

  it.each([
    ["암호.docx", 422, "NO_TEXT"],
    ["매크로.docx", 415, "UNSUPPORTED_TYPE"],
    ["폭탄.docx", 415, "UNSUPPORTED_TYPE"],
    ["보고서.pdf.exe", 415, "UNSUPPORTED_TYPE"],
  ])("tells what is wrong with a file as an upload would: %s", async (name, status, code) => {
    const file = corpus.find((one) => one.name === name);
    const bytes = await file?.make();
    const answer = await send(
      await fresh(),
      form("이 자료를 판매해요", { bytes: bytes ?? Buffer.of(), name }),
    );
    expect([answer.status, answer.body["code"]]).toEqual([status, code]);
    expect(answer.body["message"]).toContain(file?.refused);
  });

  it("summarises the files with sentences that stand in them, once for each version", async () => {
    const before = service.asked.length;
    const calls = await callsOf();
    const buyers = await Promise.all([fresh(), fresh(), fresh()]);
    for (const buyer of buyers) await buy(app.url, buyer, content);
    const answers = await Promise.all(
      [...buyers, ...buyers, seller].map((buyer) => buyer.post(summaryOf(content.id))),
    );
    expect(answers.map(codeOf)).toEqual(answers.map(() => [200, undefined]));
    const [first] = answers.map(({ body }) => body as unknown as ContentSummary);
    for (const { body } of answers) expect(body).toEqual(first);
    expect(first).toMatchObject({ engine, summary: expect.stringMatching(/[가-힣]/) });
    expect(first?.sources?.length).toBeGreaterThan(1);
    for (const { text, fileName, page } of first?.sources ?? []) {
      expect(text.length).toBeGreaterThan(7);
      expect(["주식 첫걸음.pdf", "점검표.docx"]).toContain(fileName);
      expect(page === null).toBe(fileName.endsWith("docx"));
    }
    // Of seven callers one made it, on one daily quota.
    expect(service.asked.length - before).toBe(engine === "local" ? 0 : 1);
    expect(await callsOf()).toBe(calls + 1);

    const file = await upload(seller, Buffer.from("주식은 나누어 사는 것이 좋다고 이 글은 말합니다."), {
      kind: "file",
      fileName: "새 글.txt",
    });
    const changed = contentBody({ title: "주식 첫걸음", category: "stock", price: 0, fileUrls: [file] });
    expect((await seller.put(`/api/contents/${content.id}`, changed)).status).toBe(200);
    const next = await seller.post(summaryOf(content.id));
    expect(next.body).not.toEqual(first);
    expect(next.body["sources"]).toEqual([
      { text: "주식은 나누어 사는 것이 좋다고 이 글은 말합니다.", fileName: "새 글.txt", page: null },
    ]);
  });

  it("asks visitors to sign in, and keeps suspended sellers and strangers out", async () => {
    const visitor = app.visitor();
    expect(codeOf(await ask(visitor))).toEqual([401, "LOGIN_REQUIRED"]);
    expect(codeOf(await send(visitor, form(said)))).toEqual([401, "LOGIN_REQUIRED"]);
    expect(codeOf(await visitor.post(summaryOf(content.id)))).toEqual([401, "LOGIN_REQUIRED"]);
    expect(codeOf(await member.post(summaryOf(content.id)))).toEqual([403, "PURCHASE_REQUIRED"]);
    expect(codeOf(await member.post(summaryOf("00000000-0000-7000-8000-000000000000")))).toEqual(
      [404, "NOT_FOUND"], // oxfmt-ignore
    );
    const person = await createUser(app.deps);
    const suspended = await app.as(person);
    await buy(app.url, suspended, content);
    await app.deps.pool.query(
      "update users set suspended_until = app_now() + interval '1 day' where id = $1",
      [person.id],
    );
    expect(codeOf(await ask(suspended))).toEqual([403, "SUSPENDED"]);
    expect(codeOf(await send(suspended, form(said)))).toEqual([403, "SUSPENDED"]);
    expect((await suspended.post(summaryOf(content.id))).status).toBe(200);
  });

  it("refuses a description of nothing, and a form without a file", async () => {
    for (const userDescription of ["", "  \n ", undefined, "가".repeat(20_001)]) {
      const answer = await member.post(paths.suggest, { userDescription });
      expect(codeOf(answer)).toEqual([400, "VALIDATION"]);
      expect(answer.body["fields"]).toHaveProperty("userDescription");
    }
    const blank = await send(member, form(" ", { bytes: Buffer.from("글"), name: "a.txt" }));
    expect(codeOf(blank)).toEqual([400, "VALIDATION"]);
    expect(blank.body["fields"]).toEqual({ userDescription: expect.any(String) });
    const without = await send(member, form(said));
    expect(codeOf(without)).toEqual([400, "VALIDATION"]);
    expect(without.body["fields"]).toEqual({ file: expect.any(String) });
  });

  it("refuses files by their bytes and names, and those without text, and counts none of it", async () => {
    const calls = await callsOf();
    const file = async (name: string, bytes: Buffer) =>
      codeOf(await send(member, form(said, { bytes, name })));
    expect(await file("a.zip", officeBytes.docx())).toEqual([415, "UNSUPPORTED_TYPE"]);
    expect(await file("a.exe", Buffer.from("MZ"))).toEqual([415, "UNSUPPORTED_TYPE"]);
    expect(await file("a", Buffer.from("글"))).toEqual([415, "UNSUPPORTED_TYPE"]);
    expect(await file("a.pdf", officeBytes.docx())).toEqual([415, "UNSUPPORTED_TYPE"]);
    expect(await file("a.docx", await demo("stock-glossary.pdf"))).toEqual([415, "UNSUPPORTED_TYPE"]);
    expect(await file("a.md", pdfBytes())).toEqual([415, "UNSUPPORTED_TYPE"]);
    expect(await file("a.txt", Buffer.from(" \n "))).toEqual([422, "NO_TEXT"]);
    expect(await file("a.txt", Buffer.alloc(0))).toEqual([422, "NO_TEXT"]);
    const link = await seller.post("/api/contents", contentBody({ price: 0 }));
    expect(codeOf(await seller.post(summaryOf(String(link.body["id"]))))).toEqual([422, "NO_TEXT"]);
    expect(await callsOf()).toBe(calls);
    expect(await readdir(receivingFolder(app.dataDir))).toEqual([]);
  });

  it("refuses more than 500 MB before they arrive", async () => {
    const call = request(new URL(paths.withFile, app.url), {
      method: "POST",
      headers: {
        cookie: [...member.cookies].map(([name, value]) => `${name}=${value}`).join("; "),
        "content-type": "multipart/form-data; boundary=x",
        "content-length": String(510 * 1024 * 1024),
      },
    });
    call.on("error", () => undefined);
    call.flushHeaders();
    const [response] = (await once(call, "response")) as [{ statusCode: number }]; // typed as any
    expect(response.statusCode).toBe(413);
    call.destroy();
  });

  it("counts a person's calls, without limits per address too, until midnight in Seoul", async () => {
    service.usual(obliges);
    const busy = await fresh();
    const answers: Answer[] = [];
    // As many at once as there are places; more would be told to retry.
    for (let round = 0; round < 3; round += 1)
      answers.push(...(await Promise.all(Array.from({ length: 9 }, () => ask(busy)))));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(assistantCallsPerDay);
    const refused = answers.find(({ status }) => status !== 200);
    expect(refused && codeOf(refused)).toEqual([429, "AI_LIMIT"]);
    const seconds = Number(refused?.headers.get("retry-after"));
    expect(seconds).toBeGreaterThan(0);
    expect(seconds).toBeLessThanOrEqual(86_400);
    expect(codeOf(await send(busy, form(said, { bytes: Buffer.from("글"), name: "a.txt" })))).toEqual(
      [429, "AI_LIMIT"], // oxfmt-ignore
    );
    await buy(app.url, busy, content);
    expect((await busy.post(summaryOf(content.id))).status).toBe(200);
    await app.moveClock((seconds + 1) * 1_000);
    expect((await ask(busy)).status).toBe(200);
  });
});
