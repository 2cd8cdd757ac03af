import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createTossGateway, type TossGateway } from "./toss.ts";
import { unreadable } from "./tossCall.ts";
import { createSeal } from "./tossSeal.ts";

const payment = { paymentKey: "key", orderId: "order", amount: 10_500 };
const done = { ...payment, status: "DONE", totalAmount: 10_500, balanceAmount: 10_500, currency: "KRW" };
const restMs = 2_000;

describe("the line to the provider", () => {
  let asked: string[];
  let open: number;
  let maxOpen: number;
  let answer: (response: ServerResponse) => void;
  let toss: TossGateway;
  let server: ReturnType<typeof createServer>;

  const json = (status: number, body: unknown) => (response: ServerResponse) => {
    response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
  };
  const well = json(200, done);
  const cut = (response: ServerResponse) => response.destroy();
  const hang = () => undefined;

  beforeEach(async () => {
    asked = [];
    open = 0;
    maxOpen = 0;
    answer = well;
    server = createServer((request, response) => {
      asked.push(request.url ?? "");
      open += 1;
      maxOpen = Math.max(maxOpen, open);
      response.on("close", () => {
        open -= 1;
      });
      answer(response);
    }).listen(0, "127.0.0.1");
    await once(server, "listening");
    connect();
    // The clock by which the provider is left alone; the test's moves it.
    vi.useFakeTimers({ toFake: ["Date"] });
  });
  /** With no less patience than the product has, but where the wait for an answer is to end. */
  const connect = (timeoutMs?: number) => {
    // A server that listens on a port has an address with one.
    const { port } = server.address() as AddressInfo;
    toss = createTossGateway(
      { secretKey: "test_sk_x", securityKey: "0".repeat(64) },
      () => `http://127.0.0.1:${port}`,
      { restMs, ...(timeoutMs === undefined ? {} : { timeoutMs }) },
    );
  };
  afterEach(() => {
    vi.useRealTimers();
    server.close();
    server.closeAllConnections();
  });

  const read = () => toss.paymentByKey("key");
  /** Time passes in which the provider is left alone. */
  const pass = (ms: number) => vi.setSystemTime(Date.now() + ms);
  const times = async (howOften: number, call: () => Promise<unknown>) => {
    for (let time = 0; time < howOften; time += 1) await call();
  };

  it("leaves a provider alone that failed five times in a row, then tries it with one call", async () => {
    answer = cut;
    await times(4, read);
    expect(toss.isReachable()).toBe(true);
    await read();
    expect(toss.isReachable()).toBe(false);
    expect(await read()).toEqual({ kind: "unknown", reason: "not sent" });
    expect(asked).toHaveLength(5);

    pass(restMs - 1);
    expect(toss.isReachable()).toBe(false);
    pass(1);
    let probed: ServerResponse | undefined;
    answer = (response) => (probed = response);
    const probe = read();
    const others = await Promise.all([read(), read()]);
    expect(others.every((other) => other.kind === "unknown" && other.reason === "not sent")).toBe(true);
    await expect.poll(() => probed).toBeDefined();
    probed?.destroy();
    expect((await probe).kind).toBe("unknown");
    expect(asked).toHaveLength(6);
    expect(toss.isReachable()).toBe(false);

    pass(restMs);
    answer = well;
    expect((await read()).kind).toBe("ok");
    expect(await Promise.all([read(), read()])).toMatchObject([{ kind: "ok" }, { kind: "ok" }]);
  });

  it.each([
    ["no answer in time", hang, false],
    ["a gateway's own page", json(502, "<html>"), false],
    ["too many calls", json(429, { code: "TOO_MANY", message: "-" }), false],
    ["an answer of another shape", json(200, { ok: true }), false],
    ["an error that the provider names", json(500, { code: "COMMON_ERROR", message: "-" }), true],
    [
      "a call that is still running",
      json(409, { code: "IDEMPOTENT_REQUEST_PROCESSING", message: "-" }),
      true,
    ],
    ["a refusal", json(404, { code: "NOT_FOUND_PAYMENT", message: "-" }), true],
  ])("%s counts or not: %#", async (_name, how, isThere) => {
    if (how === hang) connect(100);
    answer = how;
    await Promise.all(Array.from({ length: 5 }, read));
    expect(toss.isReachable()).toBe(isThere);
  });

  it("counts failures in a row only", async () => {
    for (let round = 0; round < 3; round += 1) {
      answer = cut;
      await times(4, read);
      answer = well;
      await read();
    }
    expect(toss.isReachable()).toBe(true);
  });

  it("begins no confirm while the provider is left alone, and sends each one that was begun", async () => {
    answer = cut;
    let begun = 0;
    const confirm = () =>
      toss.inTurn(() => {
        begun += 1;
        return toss.confirm(payment, "confirm:order:1");
      });
    // One of them has begun when the provider turns out to be ill.
    const late = toss.inTurn(async () => {
      await times(5, read);
      return toss.confirm(payment, "confirm:order:1");
    });
    expect(await late).toMatchObject({ value: { kind: "unknown" } });
    expect(asked.filter((path) => path.endsWith("/confirm"))).toHaveLength(1);
    expect(await confirm()).toBeUndefined();
    expect(begun).toBe(0);
    pass(restMs);
    answer = well;
    expect(await confirm()).toMatchObject({ value: { kind: "ok" } });
  });

  it("has 32 calls under way at most, lets 64 wait and sends no more", async () => {
    connect(1_000);
    answer = hang;
    const calls = Array.from({ length: 100 }, read);
    const unsent = await Promise.all(calls.slice(96));
    expect(unsent).toEqual(Array.from({ length: 4 }, () => ({ kind: "unknown", reason: "not sent" })));
    await expect.poll(() => asked.length).toBe(32);
    expect(maxOpen).toBe(32);
    const ended = await Promise.all(calls);
    // Waiting calls end within their own time; the first of them to be sent find that the provider is away.
    expect(ended.every(({ kind }) => kind === "unknown")).toBe(true);
    expect(asked.length).toBeLessThan(40);
  });

  const sealed = async (key: string, body: unknown) => {
    const text = await createSeal(key).close(body);
    return (response: ServerResponse) => response.end(text);
  };
  const payOut = () =>
    toss.payouts.request({ refPayoutId: "settlement-1", sellerId: "seller_1", value: 9_500 }, "payout:1");

  it("takes payments while payouts fail", async () => {
    answer = cut;
    await times(5, payOut);
    expect(await payOut()).toEqual({ kind: "unknown", reason: "not sent" });
    expect(toss.isReachable()).toBe(true);
    answer = well;
    expect((await read()).kind).toBe("ok");
  });

  it("tells a wrong security key from a provider that is ill", async () => {
    answer = await sealed("1".repeat(64), { entityBody: { items: [] } });
    const heard = await Promise.all(Array.from({ length: 6 }, payOut));
    expect(heard).toEqual(Array.from({ length: 6 }, () => ({ kind: "unknown", reason: unreadable })));
    // The provider's answer before it looks at the seal.
    answer = json(401, { code: "UNAUTHORIZED_KEY", message: "-" });
    expect(await payOut()).toMatchObject({ kind: "refused", code: "UNAUTHORIZED_KEY" });
    // An unsealed answer is not accepted.
    answer = json(200, { entityBody: { items: [] } });
    expect((await payOut()).kind).toBe("unknown");
  });

  it("passes on what work in turn throws", async () => {
    await expect(toss.inTurn(() => Promise.reject(new Error("ours")))).rejects.toThrow("ours");
    expect(toss.isReachable()).toBe(true);
  });
});
