import { assistantCallsPerDay } from "@knowhow/shared";
import { readFile } from "node:fs/promises";
import { request } from "node:http";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { startTestApp, type TestApp } from "../../../testing/app.ts";
import type { Answer, TestClient } from "../../../testing/client.ts";
import { createSeller, createUser } from "../../../testing/factories.ts";
import {
  answers, excerptOf, failsWith, goodDraft, hangs, obliges, says, startTestOpenAi, type Behaviour, type TestOpenAi,
} from "../../../testing/openai.ts"; // oxfmt-ignore
import { endReader, readsPdf } from "../../../testing/readers.ts";
import { countAnswered } from "../../../testing/statements.ts";
import { contentBody, upload } from "../../../testing/uploads.ts";

const path = "/api/ai/content-suggestions";
const codeOf = ({ status, body }: Answer) => [status, body["code"]];
const soon = { "retry-after": "0.01" };

describe("the helper's service", () => {
  let service: TestOpenAi;
  let app: TestApp;
  let member: TestClient;
  let seller: TestClient;

  beforeAll(async () => {
    service = await startTestOpenAi();
    app = await startTestApp({
      OPENAI_API_KEY: "sk-test",
      OPENAI_BASE_URL: `${service.url}/`,
      OPENAI_MODEL: "gpt-4.1-mini",
      AI_DAILY_BUDGET_WON: "1000",
    });
    seller = await app.as(await createSeller(app.deps));
  });
  beforeAll(async () => {
    member = await app.as(await createUser(app.deps));
  });
  afterEach(async () => {
    service.usual(obliges);
    await app.deps.pool.query("update assistant_calls set calls = 0; delete from assistant_spending");
  });
  afterAll(async () => {
    await app.stop();
    service.close();
  });

  const ask = (client = member) => client.post(path, { userDescription: "주식 입문서입니다." });
  const valueOf = async (sql: string) =>
    (await app.deps.pool.query<{ value: number }>(sql)).rows[0]?.value ?? 0;
  const callsMade = () => valueOf("select sum(calls)::int as value from assistant_calls");
  const wonSpent = () => valueOf("select sum(won)::int as value from assistant_spending");

  const contentOf = async (text: string): Promise<string> => {
    const file = await upload(seller, Buffer.from(text), { kind: "file", fileName: "글.txt" });
    const made = await seller.post("/api/contents", contentBody({ price: 0, fileUrls: [file] }));
    return `/api/contents/${String(made.body["id"])}/ai-summary`;
  };

  const drafts: [string, unknown][] = [
    ["an unknown category", { ...goodDraft, category: "hacked" }],
    ["a price below the least", { ...goodDraft, suggestedPrice: 1_499 }],
    ["a price above the most", { ...goodDraft, suggestedPrice: 10_000_001 }],
    ["a price below nothing", { ...goodDraft, suggestedPrice: -1 }],
    ["half a won", { ...goodDraft, suggestedPrice: 1_500.5 }],
    ["no price", { ...goodDraft, suggestedPrice: undefined }],
    ["a price in words", { ...goodDraft, suggestedPrice: "오천 원" }],
    ["an endless title", { ...goodDraft, title: "가".repeat(256) }],
    ["an invisible title", { ...goodDraft, title: "\u200b" }],
    ["no description", { ...goodDraft, description: "" }],
    ["an endless description", { ...goodDraft, description: "가".repeat(20_001) }],
    ["half a character", { ...goodDraft, description: "\ud800" }],
    ["a list", [goodDraft]],
    ["nothing", null],
    ["another answer", { summary: "요약" }],
  ];
  it.each(drafts)("is not believed when it gives %s; the call is given back", async (_name, draft) => {
    service.next(says(draft === null ? "null" : draft));
    expect(codeOf(await ask())).toEqual([502, "PROVIDER_ERROR"]);
    expect(await callsMade()).toBe(0);
  });

  it("may leave the reason out, and give things away", async () => {
    service.next(says({ ...goodDraft, suggestedPrice: 0, reason: undefined, extra: "x" }));
    const answer = await ask();
    expect(answer.body).toMatchObject({ suggestedPrice: 0, engine: "openai" });
    expect(Object.keys(answer.body).sort()).toEqual(
      ["category", "comparables", "description", "engine", "suggestedPrice", "title"], // oxfmt-ignore
    );
  });

  const failures: [string, Behaviour[]][] = [
    ["refuses", [says(null, { refusal: "no" })]],
    ["is cut off", [says(goodDraft, { finishReason: "length" })]],
    ["wants a tool", [says(null, { finishReason: "tool_calls", toolCalls: [{ id: "1" }] })]],
    ["fails three times", [failsWith(500, soon), failsWith(503, soon), failsWith(429, soon)]],
    ["wants us to come back in an hour", [failsWith(429, { "retry-after": "3600" })]],
  ];
  it.each(failures)("is an error of the provider when it %s", async (_name, behaviours) => {
    service.next(...behaviours);
    const answer = await ask();
    expect(codeOf(answer)).toEqual([502, "PROVIDER_ERROR"]);
    expect(JSON.stringify(answer.body)).not.toMatch(/sk-|status/);
    expect(await callsMade()).toBe(0);
    // One success resets the breaker for what follows.
    expect((await ask()).status).toBe(200);
  });

  it("is given up as soon as the person leaves", async () => {
    service.next(hangs);
    const before = service.asked.length;
    const call = request(new URL(path, app.url), {
      method: "POST",
      headers: {
        cookie: [...member.cookies].map(([name, value]) => `${name}=${value}`).join("; "),
        "content-type": "application/json",
      },
    });
    call.on("error", () => undefined);
    call.end(JSON.stringify({ userDescription: "주식 입문서입니다." }));
    await expect.poll(() => service.asked.length).toBe(before + 1);
    call.destroy();
    await service.asked.at(-1)?.left;
    // A call that was left may have cost something, so it counts, and its money too.
    expect(await callsMade()).toBe(1);
    expect(await wonSpent()).toBeGreaterThan(0);
  });

  it("goes on for those who stay when another who asked for the same summary leaves", async () => {
    const address = await contentOf("주식은 나누어 사는 것이 좋다고 이 글은 말합니다. 둘째 문장도 있습니다.");
    let release: () => void = () => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    service.next((question, response) => void held.then(() => obliges(question, response)));
    const controller = new AbortController();
    const before = service.asked.length;
    const cookie = [...seller.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const leaving = fetch(new URL(address, app.url), {
      method: "POST",
      headers: { cookie },
      signal: controller.signal,
    }).catch(() => undefined);
    await expect.poll(() => service.asked.length).toBe(before + 1);
    const looks = countAnswered(app.deps, "summary_find");
    const staying = seller.post(address);
    // The second reader has looked in vain, and waits for the summary that is being made.
    await expect.poll(looks).toBe(1);
    controller.abort();
    await leaving;
    release();
    expect((await staying).status).toBe(200);
    expect(service.asked.length).toBe(before + 1);
  });

  it("shows no sentence that stands in no file", async () => {
    const sentence = "주식은 나누어 사는 것이 좋다고 이 글은 말합니다.";
    const address = await contentOf(`${sentence}\n둘째 문장은\n두 줄에 걸쳐 있습니다.`);
    service.next(
      says({
        summary: "나누어 사라는 글입니다.",
        sources: [
          sentence,
          "둘째 문장은 두 줄에 걸쳐 있습니다.",
          "이 문장은 지어낸 것입니다.",
          "말합니다.",
          sentence,
        ],
      }),
    );
    expect((await seller.post(address)).body).toEqual({
      summary: "나누어 사라는 글입니다.",
      engine: "openai",
      sources: [
        { text: sentence, fileName: "글.txt", page: null },
        { text: "둘째 문장은 두 줄에 걸쳐 있습니다.", fileName: "글.txt", page: null },
      ],
    });
  });

  it("leaves nothing behind when a summary fails: the next one makes it", async () => {
    const address = await contentOf("이 글은 두 번째에 요약됩니다. 첫 번째는 실패합니다.");
    service.next(says({ summary: " " }));
    expect(codeOf(await seller.post(address))).toEqual([502, "PROVIDER_ERROR"]);
    service.next(says({ summary: "요약입니다." }));
    expect((await seller.post(address)).body).toEqual({
      summary: "요약입니다.",
      engine: "openai",
      sources: [],
    });
  });

  it("does not keep a summary of a part of the files, which a later one may read whole", async () => {
    const whole = await upload(seller, Buffer.from("첫 파일은 언제나 읽을 수 있는 글입니다."), {
      kind: "file",
      fileName: "글.txt",
    });
    const other = await upload(
      seller,
      await readFile(new URL("../../../demo/files/stock-glossary.pdf", import.meta.url)),
      { kind: "extra", fileName: "용어.pdf" },
    );
    const made = await seller.post("/api/contents", contentBody({ price: 0, fileUrls: [whole, other] }));
    const address = `/api/contents/${String(made.body["id"])}/ai-summary`;
    const names = () =>
      new Set(
        service.asked
          .slice(-1)
          .flatMap(excerptOf)
          .map(({ fileName }) => fileName),
      );
    const before = service.asked.length;
    const first = seller.post(address);
    await endReader(readsPdf);
    expect((await first).status).toBe(200);
    expect(names()).toEqual(new Set(["글.txt"]));
    const second = await seller.post(address);
    expect(second.status).toBe(200);
    expect(names()).toEqual(new Set(["글.txt", "용어.pdf"]));
    expect((await seller.post(address)).body).toEqual(second.body);
    expect(service.asked.length).toBe(before + 2);
  });

  it("reads no file for somebody who has no call left today, but gives what is kept", async () => {
    const kept = await contentOf("이 글의 요약은 이미 있습니다. 그래서 누구나 다시 볼 수 있습니다.");
    expect((await seller.post(kept)).status).toBe(200);
    const unread = await contentOf("이 글은 오늘 아무도 읽지 않습니다.");
    await app.deps.pool.query("update assistant_calls set calls = $1", [assistantCallsPerDay]);
    const opened = vi.spyOn(app.deps.storage, "open");
    try {
      const refused = await seller.post(unread);
      expect(codeOf(refused)).toEqual([429, "AI_LIMIT"]);
      expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
      expect(opened).not.toHaveBeenCalled();
      expect((await seller.post(kept)).status).toBe(200);
    } finally {
      opened.mockRestore();
    }
  });

  it("gives a call back when our own time for a summary has run out", async () => {
    const address = await contentOf("이 글을 요약하다가 시간이 다 됩니다. 그것은 우리 탓입니다.");
    const late = new AbortController();
    const { timeout } = AbortSignal;
    const times = vi
      .spyOn(AbortSignal, "timeout")
      .mockImplementation((ms) => (ms === 100_000 ? late.signal : timeout.call(AbortSignal, ms)));
    try {
      service.next(hangs);
      const before = service.asked.length;
      const answer = seller.post(address);
      await expect.poll(() => service.asked.length).toBe(before + 1);
      expect(await callsMade()).toBe(1);
      // As a timeout signal does.
      late.abort(new DOMException("The operation was aborted due to timeout", "TimeoutError"));
      expect(codeOf(await answer)).toEqual([503, "UNAVAILABLE"]);
      expect(await callsMade()).toBe(0);
      expect(await wonSpent()).toBeGreaterThan(0);
    } finally {
      times.mockRestore();
    }
  });

  it("makes a summary again that a killed process left half made, and no sooner", async () => {
    const address = await contentOf("이 글을 요약하던 서버는 멈추었습니다. 다른 서버가 이어서 합니다.");
    const made = await seller.post(address);
    expect(made.status).toBe(200);
    await app.deps.pool.query(
      `update content_summaries set summary = null, engine = null, sources = null, made_at = null,
         claim = gen_random_uuid(), claimed_until = app_now() + interval '3 minutes'
       where content_id = $1`,
      [address.split("/")[3]],
    );
    const before = service.asked.length;
    const looks = countAnswered(app.deps, "summary_find");
    const waiting = seller.post(address);
    // Once for a summary that is kept, then again and again for the one that is being made.
    await expect.poll(looks).toBeGreaterThan(2);
    expect(service.asked.length).toBe(before);
    await app.moveClock(181_000);
    expect((await waiting).status).toBe(200);
    expect(service.asked.length).toBe(before + 1);
  });

  it.each([
    ["more than can be", { prompt_tokens: 1e12, completion_tokens: 1e12 }],
    ["less than nothing", { prompt_tokens: -1e9, completion_tokens: 0 }],
    ["nothing that is a number", { prompt_tokens: 0.5, completion_tokens: 0 }],
  ])("costs the most that the call may when it says that it used %s", async (_name, usage) => {
    await app.deps.pool.query("insert into assistant_spending (day, won) values (seoul_today(), 500)");
    service.next(says(goodDraft, { usage: null }), says(goodDraft, { usage }));
    expect((await ask()).status).toBe(200);
    const maxWon = (await wonSpent()) - 500;
    expect(maxWon).toBeGreaterThan(0);
    expect((await ask()).status).toBe(200);
    expect(await wonSpent()).toBe(500 + 2 * maxWon);
  });

  it("costs what it used, though its answer holds no message", async () => {
    service.next(
      answers({
        choices: [{ index: 0, finish_reason: "stop" }],
        usage: { prompt_tokens: 900_000, completion_tokens: 9_375 },
      }),
    );
    expect(codeOf(await ask())).toEqual([502, "PROVIDER_ERROR"]);
    expect([await callsMade(), await wonSpent()]).toEqual([0, 600]);
  });

  it("costs no more in a day than the budget, however many ask at once", async () => {
    const people = await Promise.all(
      Array.from({ length: 12 }, async () => app.as(await createUser(app.deps))),
    );
    // 600 won each, by the usage that the service reports.
    service.usual(says(goodDraft, { usage: { prompt_tokens: 900_000, completion_tokens: 9_375 } }));
    expect((await ask()).status).toBe(200);
    expect(await wonSpent()).toBe(600);
    expect((await ask()).status).toBe(200);
    expect(await wonSpent()).toBe(1_200);
    const before = service.asked.length;
    const answers = await Promise.all(people.map(ask));
    for (const answer of answers) {
      expect(codeOf(answer)).toEqual([503, "UNAVAILABLE"]);
      expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(0);
    }
    expect(service.asked.length).toBe(before);
    expect(await callsMade()).toBe(2);
    await app.moveClock(24 * 60 * 60 * 1_000);
    expect((await ask(people[0])).status).toBe(200);
  });

  it("sets aside what calls may cost before they are made", async () => {
    await app.deps.pool.query("insert into assistant_spending (day, won) values (seoul_today(), 975)");
    let release: () => void = () => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    service.usual((question, response) => void held.then(() => obliges(question, response)));
    const before = service.asked.length;
    const people = await Promise.all(
      Array.from({ length: 8 }, async () => app.as(await createUser(app.deps))),
    );
    const answers = people.map(ask);
    await expect.poll(() => service.asked.length).toBeGreaterThan(before);
    expect(await wonSpent()).toBeLessThanOrEqual(1_000);
    release();
    const codes = (await Promise.all(answers)).map(({ status }) => status);
    expect(new Set(codes)).toEqual(new Set([200, 503]));
    expect(await wonSpent()).toBeLessThanOrEqual(1_000);
  });

  it("sets aside a token for each byte of emoji, and gives back what was not used", async () => {
    const emoji = { userDescription: "🧑‍🚀".repeat(6_000) };
    const left = async (won: number) => {
      await app.deps.pool.query(
        `insert into assistant_spending (day, won) values (seoul_today(), $1)
         on conflict (day) do update set won = excluded.won`,
        [1_000 - won],
      );
    };
    const astronaut = await app.as(await createUser(app.deps));
    // 11 bytes each: 66,000 tokens at most, of 0.4 dollars a million.
    await left(42);
    const before = service.asked.length;
    expect(codeOf(await astronaut.post(path, emoji))).toEqual([503, "UNAVAILABLE"]);
    expect(service.asked.length).toBe(before);
    expect((await ask()).status).toBe(200);

    await left(60);
    service.next(says(goodDraft, { usage: { prompt_tokens: 30_000, completion_tokens: 300 } }));
    expect((await astronaut.post(path, emoji)).status).toBe(200);
    expect(await wonSpent()).toBe(940 + 20);
    expect((await ask()).status).toBe(200);
  });

  it("has four questions at once, lets sixteen wait and turns the rest away", async () => {
    let release: () => void = () => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    service.usual((question, response) => void held.then(() => obliges(question, response)));
    const before = service.asked.length;
    const people = await Promise.all(
      Array.from({ length: 22 }, async () => app.as(await createUser(app.deps))),
    );
    const turnedAway: Answer[] = [];
    const answers = people.map(async (client) => {
      const answer = await ask(client);
      if (answer.status !== 200) turnedAway.push(answer);
      return answer.status;
    });
    await expect.poll(() => turnedAway.map(codeOf)).toEqual(Array(2).fill([503, "UNAVAILABLE"]));
    await expect.poll(() => service.asked.length).toBe(before + 4);
    release();
    const codes = await Promise.all(answers);
    expect(codes.filter((code) => code === 200)).toHaveLength(20);
  });

  it("is left alone after five failures: then the answer comes at once, and nothing is taken", async () => {
    service.usual(failsWith(401));
    for (let time = 0; time < 5; time += 1) expect((await ask()).status).toBe(502);
    const before = service.asked.length;
    const answer = await ask();
    expect(codeOf(answer)).toEqual([503, "UNAVAILABLE"]);
    expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(0);
    expect(service.asked.length).toBe(before);
    expect([await callsMade(), await wonSpent()]).toEqual([0, 0]);
  });
});
