import { assistantCallsPerDay, type Suggestion } from "@knowhow/shared";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestApp, type TestApp } from "../testing/app.ts";
import type { Answer, TestClient } from "../testing/client.ts";
import { createContent, createSeller, createUser } from "../testing/factories.ts";

const said =
  "주식을 처음 시작하는 직장인을 위해 계좌 개설부터 첫 매수까지 순서대로 정리한 자료입니다. 재무제표에서 꼭 볼 숫자도 알려 드립니다.";

const form = (userDescription: string, file?: { bytes: Uint8Array<ArrayBuffer>; name: string }): FormData => {
  const data = new FormData();
  data.set("userDescription", userDescription);
  if (file) data.set("file", new Blob([file.bytes]), file.name);
  return data;
};

const text = (value: string) => new Uint8Array(Buffer.from(value, "utf8"));

describe("the helper", () => {
  let app: TestApp;
  let member: TestClient;

  beforeAll(async () => {
    app = await startTestApp();
    member = await app.as(await createUser(app.deps));
  });
  afterAll(() => app.stop());

  const send = (client: TestClient, raw: FormData): Promise<Answer> =>
    client.request("POST", "/api/ai/content-suggestions-with-file", undefined, { raw });

  it("drafts a content from what is said of it, with a price from the market", async () => {
    const seller = await createSeller(app.deps);
    for (const price of [4_000, 6_000, 9_000]) {
      await createContent(app.deps, seller.id, { title: `주식 계좌 ${price}`, price });
    }
    const answer = await member.post("/api/ai/content-suggestions", { userDescription: said });
    expect(answer.status).toBe(200);
    const draft = answer.body as unknown as Suggestion;
    expect(draft).toMatchObject({ category: "stock", suggestedPrice: 6_000, engine: "local" });
    expect(draft.title).toBe("주식을 처음 시작하는 직장인을 위해 계좌 개설부터 첫 매수까지 순서대로");
    expect(draft.description).toContain(said);
    expect(draft.comparables).toHaveLength(3);
    expect(draft.reason).toContain("6,000원");
  });

  it("drafts from a file's text too", async () => {
    const lines = [
      "# 무반죽 빵 굽기",
      "",
      "무반죽 빵은 밀가루와 물을 섞어 열두 시간 두면 저절로 반죽이 됩니다.",
      "오븐은 빵을 넣기 삼십 분 전에 가장 높은 온도로 달구어 둡니다.",
      "뚜껑이 있는 냄비에 반죽을 넣고 구우면 빵의 겉이 바삭해집니다.",
    ];
    const file = { bytes: text(lines.join("\n")), name: "빵 굽기.md" };
    const answer = await send(member, form("집에서 빵 굽는 법이에요", file));
    expect([answer.status, answer.body["code"]]).toEqual([200, undefined]);
    expect(answer.body).toMatchObject({ category: "cooking", engine: "local" });
    expect(answer.body["description"]).toContain("무반죽 빵은 밀가루와 물을 섞어");
  });

  it("refuses a description of nothing", async () => {
    for (const userDescription of ["", "  \n ", undefined, "가".repeat(20_001)]) {
      const answer = await member.post("/api/ai/content-suggestions", { userDescription });
      expect(answer.status).toBe(400);
      expect(answer.body["fields"]).toHaveProperty("userDescription");
    }
  });

  it("counts a person's calls and starts again at midnight in Seoul", async () => {
    const busy = await app.as(await createUser(app.deps));
    const ask = () => busy.post("/api/ai/content-suggestions", { userDescription: said });
    const answers = await Promise.all(Array.from({ length: assistantCallsPerDay + 3 }, ask));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(assistantCallsPerDay);
    const refused = answers.find(({ status }) => status === 429);
    expect(refused?.body["code"]).toBe("AI_LIMIT");
    const seconds = Number(refused?.headers.get("retry-after"));
    expect(seconds).toBeGreaterThan(0);
    expect(seconds).toBeLessThanOrEqual(86_400);
    expect((await send(busy, form(said, { bytes: text("글"), name: "a.txt" }))).status).toBe(429);
    await app.moveClock((seconds + 1) * 1_000);
    expect((await ask()).status).toBe(200);
  });
});
