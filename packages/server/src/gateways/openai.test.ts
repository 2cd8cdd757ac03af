import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import {
  answers,
  babbles,
  cuts,
  failsWith,
  hangs,
  says,
  startTestOpenAi,
  type Behaviour,
  type TestOpenAi,
} from "../../testing/openai.ts";
import { createOpenAiGateway, type OpenAiGateway } from "./openai.ts";

const question = {
  instructions: "Say yes.",
  data: [`{"a":"first"}`, `{"b":"second"}`],
  name: "answer",
  schema: { type: "object" },
  maxTokens: 10,
};
const never = new AbortController().signal;

describe("the line to the helper's service", () => {
  let service: TestOpenAi;
  let gateway: OpenAiGateway;

  const open = (limitMs: number) =>
    createOpenAiGateway(
      { apiKey: "sk-test", baseUrl: service.url, model: "gpt-4.1-mini" },
      { limitMs, restMs: 200, backoffMs: [10, 20] },
    );

  beforeEach(async () => {
    service = await startTestOpenAi();
    service.usual(says({ yes: true }));
    gateway = open(2_500);
  });
  afterEach(() => {
    service.close();
  });

  it("asks with a schema, each piece of data in a message of its own", async () => {
    expect(await gateway.ask(question, never)).toEqual({
      kind: "ok",
      value: { yes: true },
      usage: { input: 1_000, output: 200 },
    });
    expect(service.asked).toHaveLength(1);
    expect(service.asked[0]).toMatchObject({
      authorization: "Bearer sk-test",
      model: "gpt-4.1-mini",
      messages: [
        { role: "system", content: "Say yes." },
        { role: "user", content: `{"a":"first"}` },
        { role: "user", content: `{"b":"second"}` },
      ],
      response_format: {
        type: "json_schema",
        json_schema: { name: "answer", schema: { type: "object" }, strict: true },
      },
    });
    expect(service.asked[0]).not.toHaveProperty("tools");
  });

  it("tries twice more, after as long as the service asks for", async () => {
    service.next(failsWith(429, { "retry-after": "1" }), failsWith(500, { "retry-after": "0.1" }));
    const started = performance.now();
    expect(await gateway.ask(question, never)).toMatchObject({ kind: "ok" });
    expect(performance.now() - started).toBeGreaterThanOrEqual(1_050);
    expect(service.asked).toHaveLength(3);
  });

  it("waits by the date too", async () => {
    const date = new Date(Date.now() + 1_900).toUTCString();
    service.next(failsWith(503, { "retry-after": date }));
    const started = performance.now();
    expect(await gateway.ask(question, never)).toMatchObject({ kind: "ok" });
    expect(performance.now() - started).toBeGreaterThan(400);
  });

  it("does not wait longer than a person would", async () => {
    service.usual(failsWith(429, { "retry-after": "3600" }));
    expect(await gateway.ask(question, never)).toEqual({
      kind: "failed",
      reason: "status 429",
      isCharged: false,
    });
    expect(service.asked).toHaveLength(1);
  });

  it("gives up after the third failure", async () => {
    const soon = { "retry-after": "0.01" };
    service.next(failsWith(500, soon), failsWith(502, soon), failsWith(503, soon));
    expect(await gateway.ask(question, never)).toMatchObject({ kind: "failed", reason: "status 503" });
    expect(service.asked).toHaveLength(3);
  });

  it("tries nothing again that will stay as it is, and tells no secret of it", async () => {
    for (const status of [400, 401, 403, 404]) {
      service.next(failsWith(status));
      const answer = await gateway.ask(question, never);
      expect(answer).toEqual({ kind: "failed", reason: `status ${status}`, isCharged: false });
    }
    expect(service.asked).toHaveLength(4);
  });

  it("ends in time when nothing comes, also while it waits to try again", async () => {
    service.next(hangs);
    const hurried = open(300);
    expect(await hurried.ask(question, never)).toEqual({
      kind: "failed",
      reason: "no answer in time",
      isCharged: true,
    });
    service.usual(failsWith(500, { "retry-after": "9" }));
    // Hardly less than that.
    const waitMs = 8_900;
    const waited = sleep(waitMs).then(() => "waited");
    const answer = await Promise.race([hurried.ask(question, never), waited]);
    expect(answer).toMatchObject({ kind: "failed", reason: "no answer in time" });
    expect(service.asked).toHaveLength(2);
  });

  it("hangs up as soon as the caller leaves", async () => {
    service.next(hangs);
    const controller = new AbortController();
    const answer = gateway.ask(question, controller.signal);
    await expect.poll(() => service.asked.length).toBe(1);
    controller.abort();
    expect(await answer).toMatchObject({ kind: "failed", reason: "the caller left", isCharged: true });
    await service.asked[0]?.left;
  });

  it.each([
    ["an answer that was cut off", says(`{"yes":`, { finishReason: "length" })],
    ["an answer cut off that reads like a whole one", says({ yes: true }, { finishReason: "length" })],
    ["a filtered answer", says("", { finishReason: "content_filter" })],
    ["a refusal", says(null, { refusal: "I can not help with that." })],
    [
      "a call of a tool",
      says(null, { finishReason: "tool_calls", toolCalls: [{ id: "1", type: "function" }] }),
    ],
    ["words instead of JSON", says("Yes, of course!")],
    ["nothing", says("")],
    ["a page", babbles],
  ])("calls %s useless, which says nothing about the service", async (_name, behaviour) => {
    service.usual(behaviour);
    for (let time = 0; time < 6; time += 1)
      expect(await gateway.ask(question, never)).toMatchObject({ kind: "useless" });
    expect(service.asked).toHaveLength(6);
  });

  it("takes JSON in a fence, and an answer without usage", async () => {
    service.usual(says('```json\n{"yes":true}\n```', { usage: null }));
    expect(await gateway.ask(question, never)).toEqual({
      kind: "ok",
      value: { yes: true },
      usage: undefined,
    });
  });

  const tokens = (prompt_tokens: unknown, completion_tokens: unknown): Behaviour =>
    answers({
      choices: [{ finish_reason: "stop", message: { content: "{}" } }],
      usage: { prompt_tokens, completion_tokens },
    });
  it.each([
    ["negative", tokens(-1_000_000, 5)],
    ["negative in its answer", tokens(5, -1)],
    ["half a token", tokens(1.5, 5)],
    ["beyond every model", tokens(2_000_001, 5)],
    ["beyond every number", tokens(5, 1e300)],
    ["text", tokens("5", "5")],
    ["missing in part", tokens(5, undefined)],
    ["no list of numbers", answers({ choices: [{ message: { content: "{}" } }], usage: "5" })],
  ])("does not believe a usage that is %s", async (_name, behaviour) => {
    service.next(behaviour);
    expect(await gateway.ask(question, never)).toEqual({ kind: "ok", value: {}, usage: undefined });
  });

  it("believes the usage of nothing and of the largest models", async () => {
    service.next(tokens(0, 0), tokens(2_000_000, 2_000_000));
    expect(await gateway.ask(question, never)).toMatchObject({ usage: { input: 0, output: 0 } });
    expect(await gateway.ask(question, never)).toMatchObject({
      usage: { input: 2_000_000, output: 2_000_000 },
    });
  });

  const usage = { prompt_tokens: 7, completion_tokens: 3 };
  it.each([
    ["a choice without a message", { choices: [{ finish_reason: "stop" }], usage }],
    ["a message that is none", { choices: [{ finish_reason: "stop", message: null }], usage }],
    ["an empty choice", { choices: [null], usage }],
    ["no choice", { choices: [], usage }],
    ["choices that are none", { choices: null, usage }],
  ])("calls %s useless, with what it used; the service is not left alone for it", async (_name, body) => {
    service.usual(answers(body));
    for (let time = 0; time < 6; time += 1)
      expect(await gateway.ask(question, never)).toMatchObject({
        kind: "useless",
        usage: { input: 7, output: 3 },
      });
    service.next(answers(null));
    expect(await gateway.ask(question, never)).toMatchObject({ kind: "useless", usage: undefined });
  });

  it("leaves a service alone that failed five times, then tries it with one call", async () => {
    service.usual(failsWith(401));
    for (let time = 0; time < 5; time += 1) await gateway.ask(question, never);
    expect(await gateway.ask(question, never)).toEqual({ kind: "resting", seconds: 1 });
    expect(service.asked).toHaveLength(5);
    service.usual(says({ yes: true }));
    await expect.poll(async () => (await gateway.ask(question, never)).kind).toBe("ok");
    expect(await gateway.ask(question, never)).toMatchObject({ kind: "ok" });
  });

  it("is not turned away from a service by those who leave or whose questions are wrong", async () => {
    service.usual(failsWith(400));
    for (let time = 0; time < 6; time += 1) await gateway.ask(question, never);
    const controller = new AbortController();
    controller.abort();
    for (let time = 0; time < 6; time += 1) await gateway.ask(question, controller.signal);
    service.usual(says({ yes: true }));
    expect(await gateway.ask(question, never)).toMatchObject({ kind: "ok" });
  });

  it("survives a service that hangs up or is not there", async () => {
    service.next(cuts);
    expect(await gateway.ask(question, never)).toMatchObject({ kind: "ok" });
    service.close();
    expect(await gateway.ask(question, never)).toMatchObject({ kind: "failed", isCharged: false });
  });
});
