import type { OrderRefund } from "@knowhow/shared";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { startTestApp, type TestApp } from "../../../testing/app.ts";
import { failing, type Answer, type TestClient } from "../../../testing/client.ts";
import { createUser, type TestUser } from "../../../testing/factories.ts";
import { chargeLog, control } from "../../../testing/payments.ts";
import { cancelAtProvider } from "../../../testing/providerSide.ts";
import { askBack, makeSale, openLink, saleState, type TestSale } from "../../../testing/refunds.ts";

const patient = { timeout: 30_000 };
const code = "NOT_CANCELABLE_PAYMENT";

describe("money that an administrator transferred, and records after another step", () => {
  let app: TestApp;
  let adminUser: TestUser;
  let colleague: TestUser;
  let admin: TestClient;
  let second: TestClient;
  /** Refused like the others, and its money went back no other way. */
  let bystander: TestSale;

  beforeAll(async () => {
    app = await startTestApp({ ADMIN_USER_IDS: "admin1,admin2" });
    adminUser = await createUser(app.deps, { userId: "admin1" });
    colleague = await createUser(app.deps, { userId: "admin2" });
    admin = await app.as(adminUser);
    bystander = await makeRefused();
  });
  beforeEach(async () => {
    admin = await app.as(adminUser);
    second = await app.as(colleague);
  });
  afterAll(async () => {
    expect(await saleState(app, bystander)).toMatchObject({ status: "paid", settlement: "held", refunds: 1 });
    expect(await refundOf(bystander)).toMatchObject({ state: "requested", isTransferable: true });
    await app.stop();
  });

  const refundOf = async ({ orderNumber }: TestSale) =>
    (await admin.get(`/api/admin/refunds/${orderNumber}`)).body["refund"] as unknown as OrderRefund; // checked by the server
  const refuse = async (sale: TestSale, begin: () => Promise<Answer>) => {
    await control(app.url, "next", { code });
    expect((await begin()).status).toBeLessThan(300);
    await vi.waitFor(async () => expect(await refundOf(sale)).toMatchObject({ refusalCode: code }), patient);
  };
  const makeRefused = async () => {
    const sale = await makeSale(app);
    await refuse(sale, () => askBack(sale));
    return sale;
  };
  const giveBack = ({ orderNumber }: TestSale) =>
    admin.post(`/api/admin/refunds/${orderNumber}`, { reason: "침해" });
  const withdraw = ({ client, orderNumber }: TestSale) =>
    client.delete(`/api/orders/${orderNumber}/refund-request`);
  const deny = ({ orderNumber }: TestSale) =>
    second.put(`/api/admin/refunds/${orderNumber}`, { decision: "deny", reason: "결제사가 거절" });
  const transfer = ({ orderNumber }: TestSale, won: number | undefined = 10_500): Promise<Answer> =>
    admin.put(`/api/admin/refunds/${orderNumber}`, {
      decision: "approve",
      reason: "우리은행으로 이체",
      transferred: true,
      transferredAmount: won,
    });
  const cancelPart = async ({ orderNumber }: TestSale, won: number) => {
    const { rows } = await app.deps.pool.query<{ key: string }>(
      "select toss_payment_key as key from orders where order_number = $1",
      [orderNumber],
    );
    await cancelAtProvider(app, rows[0]?.key ?? "", won);
  };
  const alertsOf = async ({ orderNumber }: TestSale, kind: string) =>
    (
      await app.deps.pool.query<{ open: boolean; left: number }>(
        `select resolved_at is null as open, (detail->>'left')::int as left from alerts
         where kind = $2 and subject = $1 order by created_at, id`,
        [orderNumber, kind],
      )
    ).rows.map(({ open, left }) => [open, left]);
  const isDone = async (sale: TestSale) => {
    expect(await saleState(app, sale)).toMatchObject({ status: "refunded", settlement: "cancelled" });
    expect(await refundOf(sale)).toMatchObject({ transferredAmount: 10_500, isTransferable: false });
    expect((await chargeLog(app.url, sale.orderNumber)).filter((line) => /CANCELED/.test(line))).toEqual([]);
  };

  it("is recorded though the buyer would take the request back, which is refused with the reason", async () => {
    const sale = await makeRefused();
    const answer = await withdraw(sale);
    expect(failing(answer)).toBe("409 NOT_REFUNDABLE");
    expect(answer.body["message"]).toContain("요청을 취소할 수 없습니다");
    expect((await transfer(sale)).status).toBe(200);
    await isDone(sale);
  });

  it("is recorded though a colleague denied the request before", async () => {
    const sale = await makeRefused();
    expect((await deny(sale)).status).toBe(200);
    expect(await refundOf(sale)).toMatchObject({ state: "denied", isTransferable: true });
    expect((await transfer(sale)).status).toBe(200);
    await isDone(sale);
    expect(failing(await transfer(sale))).toBe("409 ALREADY_PROCESSED");
  });

  it("is recorded though a colleague ended a refund that nobody had asked for, also beside a new request", async () => {
    const [sale, asked] = [await makeSale(app), await makeSale(app)];
    for (const one of [sale, asked]) {
      await refuse(one, () => giveBack(one));
      expect((await deny(one)).status).toBe(200);
      expect(await saleState(app, one)).toMatchObject({ refunds: 0, settlement: "held" });
    }
    await openLink(asked);
    expect((await askBack(asked)).status).toBe(201);
    for (const one of [sale, asked]) {
      expect((await transfer(one)).status).toBe(200);
      await isDone(one);
    }
  });

  it("is recorded no more once the settlement was let go, and never of a request without a refusal", async () => {
    const [sale, waiting] = [await makeRefused(), await makeSale(app)];
    await openLink(waiting);
    expect((await askBack(waiting)).status).toBe(201);
    expect((await deny(sale)).status).toBe(200);
    const { rows } = await app.deps.pool.query<{ id: string }>(
      "select s.id from settlements s join orders o on o.id = s.order_id where o.order_number = $1",
      [sale.orderNumber],
    );
    const release = { status: "pending", reason: "돌려준 돈이 없음" };
    expect((await admin.put(`/api/admin/settlements/${rows[0]?.id ?? ""}`, release)).status).toBe(200);
    for (const one of [sale, waiting]) {
      expect(await refundOf(one)).toMatchObject({ isTransferable: false });
      const refused = await transfer(one);
      expect(failing(refused)).toBe("409 NOT_REFUNDABLE");
      expect(String(refused.body["message"]).includes("정산 보류가 풀려")).toBe(one === sale);
    }
    expect(await saleState(app, sale)).toMatchObject({ status: "paid", settlement: "pending" });
  });

  it("beside a withdrawal and a denial always becomes the refund", async () => {
    for (let round = 0; round < 4; round += 1) {
      const sale = await makeRefused();
      const calls = [() => transfer(sale), () => withdraw(sale), () => deny(sale)];
      const answers = await Promise.all((round % 2 ? calls.reverse() : calls).map((call) => call()));
      if (round % 2) answers.reverse();
      expect(answers.map(({ status }) => status)).toMatchObject([200, 409, expect.any(Number)]);
      await isDone(sale);
    }
  });

  it("and the request are denied by nobody who did not see a colleague's approval and its refusal", async () => {
    const [sale, other] = [await makeSale(app), await makeSale(app)];
    for (const one of [sale, other]) {
      await openLink(one);
      expect((await askBack(one)).status).toBe(201);
    }
    const seen = async (one: TestSale) => {
      const { requestedAt, decidedAt, deliveries } = await refundOf(one);
      return { requestedAt, decidedAt, deliveries: deliveries.length };
    };
    const denyBy = ({ orderNumber }: TestSale, expected: object) =>
      second.put(`/api/admin/refunds/${orderNumber}`, {
        decision: "deny",
        reason: "모두 보셨습니다",
        expected,
      });
    const [before, beside] = [await seen(sale), await seen(other)];
    expect(before.decidedAt).toBeNull();
    const approve = () =>
      admin.put(`/api/admin/refunds/${sale.orderNumber}`, { decision: "approve", reason: "하자" });
    await refuse(sale, approve);
    const late = await denyBy(sale, before);
    const now = await seen(sale);
    expect(late).toMatchObject({ status: 409, body: { code: "STANDING_CHANGED", ...now } });
    expect(await refundOf(sale)).toMatchObject({ state: "requested", decision: "approve", denial: null });
    expect((await denyBy(other, beside)).status).toBe(200);
    expect(await saleState(app, other)).toMatchObject({ status: "paid", settlement: "pending" });
    expect((await denyBy(sale, now)).status).toBe(200);
    expect(await saleState(app, sale)).toMatchObject({ status: "paid", settlement: "held" });
  });

  it("is the sum that went, or nothing: a part that the provider gave back meanwhile is told", async () => {
    const [sale, other] = [await makeRefused(), await makeRefused()];
    await control(app.url, "clock", { advanceMs: 3_000 });
    await cancelPart(sale, 3_000);
    await expect.poll(() => alertsOf(sale, "PAID_ORDER_PART_CANCELLED")).toEqual([[true, 7_500]]);
    const answer = await transfer(sale);
    expect(answer).toMatchObject({ status: 409, body: { code: "STANDING_CHANGED", amount: 7_500 } });
    expect(answer.body["message"]).toContain("7,500원");
    expect(answer.body["fields"]).toEqual({ transferredAmount: answer.body["message"] });
    expect(await saleState(app, sale)).toMatchObject({ status: "paid", settlement: "held" });
    for (const won of [undefined, 0, 1.5])
      expect(
        await admin.put(`/api/admin/refunds/${sale.orderNumber}`, {
          decision: "approve",
          reason: "이체",
          transferred: true,
          transferredAmount: won,
        }),
      ).toMatchObject({ status: 400 });
    expect((await transfer(other)).status).toBe(200);
    await isDone(other);
    expect((await transfer(sale, 7_500)).status).toBe(200);
    expect(await refundOf(sale)).toMatchObject({ transferredAmount: 7_500 });
  });

  it("calls anew for a second cancel of the provider while the call for the first is open", async () => {
    const [sale, other] = [await makeRefused(), await makeRefused()];
    for (const one of [sale, other]) expect((await transfer(one)).status).toBe(200);
    for (const [won, calls] of [
      [3_000, [[true, 7_500]]],
      [
        2_000,
        [
          [false, 7_500],
          [true, 5_500],
        ],
      ],
    ] as const) {
      await app.moveClock(3_000);
      await control(app.url, "clock", { advanceMs: 3_000 });
      await cancelPart(sale, won);
      await expect.poll(() => alertsOf(sale, "REFUNDED_TWICE")).toEqual(calls);
    }
    expect(await alertsOf(other, "REFUNDED_TWICE")).toEqual([]);
  });
});
