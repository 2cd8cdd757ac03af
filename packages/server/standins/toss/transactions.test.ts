import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestStandin } from "./testing.ts";

interface Line {
  transactionKey: string;
  paymentKey: string;
  orderId: string;
  status: string;
  amount: number;
  transactionAt: string;
}

describe("the list of what moved money", () => {
  let toss: Awaited<ReturnType<typeof startTestStandin>>;
  let day: string;

  const list = async (query: Record<string, string> = {}): Promise<Line[]> => {
    const all = new URLSearchParams({ startDate: `${day}T00:00:00`, endDate: `${day}T23:59:59`, ...query });
    const answer = await toss.get(`/v1/transactions?${all.toString()}`);
    expect(answer.status).toBe(200);
    return JSON.parse(answer.text) as Line[]; // The tests check the shape.
  };

  beforeAll(async () => {
    toss = await startTestStandin(2);
    for (const number of [1, 2]) {
      await toss.confirm(await toss.authenticated(`order-${number}`), `order-${number}`);
    }
    await toss.authenticated("order-open");
    const { json } = await toss.get("/v1/payments/orders/order-1");
    const cancel = `/v1/payments/${String(json["paymentKey"])}/cancel`;
    await toss.post(cancel, { cancelReason: "일부", cancelAmount: 500 });
    await toss.post(cancel, { cancelReason: "나머지" });
    day = String(json["approvedAt"]).slice(0, 10);
  });
  afterAll(() => toss.stop());

  it("has a line and a key for each charge and each cancel, oldest first, and none for the rest", async () => {
    const lines = await list();
    expect(lines.map(({ orderId, status, amount }) => [orderId, status, amount])).toEqual([
      ["order-1", "DONE", 10_500],
      ["order-2", "DONE", 10_500],
      ["order-1", "PARTIAL_CANCELED", 500],
      ["order-1", "PARTIAL_CANCELED", 10_000],
    ]);
    expect(new Set(lines.map(({ transactionKey }) => transactionKey)).size).toBe(4);
    const { json } = await toss.get("/v1/payments/orders/order-1");
    expect(json["lastTransactionKey"]).toBe(lines[3]?.transactionKey);
    expect(json["cancels"]).toMatchObject([
      { transactionKey: lines[2]?.transactionKey },
      { transactionKey: lines[3]?.transactionKey },
    ]);
  });

  it("is read page by page", async () => {
    const all = await list();
    const seen: Line[] = [];
    for (;;) {
      const startingAfter = seen.at(-1)?.transactionKey;
      const page = await list({ limit: "3", ...(startingAfter === undefined ? {} : { startingAfter }) });
      seen.push(...page);
      if (page.length < 3) break;
    }
    expect(seen).toEqual(all);
  });

  it("has a period with both ends in it, in Korean time", async () => {
    const at = (await list())[0]?.transactionAt.slice(0, 19) ?? "";
    expect(await list({ startDate: at, endDate: at })).not.toHaveLength(0);
    expect(await list({ startDate: `${day}T00:00:00.000`, endDate: `${day}T23:59:59.999` })).toHaveLength(4);
    expect(await list({ startDate: "2020-01-01T00:00:00", endDate: "2020-01-01T23:59:59" })).toEqual([]);
  });

  it.each([
    ["startDate", "2026-11-21", "INVALID_REQUEST"],
    ["endDate", "2026-13-45T00:00:00", "INVALID_REQUEST"],
    ["limit", "0", "INVALID_REQUEST"],
    ["limit", "5001", "INVALID_REQUEST"],
    ["startingAfter", "nobody", "INVALID_TRANSACTION_KEY"],
  ])("refuses %s=%s", async (name, value, code) => {
    const query = new URLSearchParams({ startDate: `${day}T00:00:00`, endDate: `${day}T23:59:59` });
    query.set(name, value);
    const answer = await toss.get(`/v1/transactions?${query.toString()}`);
    expect([answer.status, answer.json["code"]]).toEqual([400, code]);
  });
});
