import type { AdminSettlement } from "@knowhow/shared";
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { startTestApp, type TestApp } from "../../../testing/app.ts";
import type { TestClient } from "../../../testing/client.ts";
import { createSeller, createUser, type TestUser } from "../../../testing/factories.ts";
import { failingPayouts } from "../../../testing/providerSide.ts";
import { makeSale, saleState, type TestSale } from "../../../testing/refunds.ts";
import { claimDue } from "./claims.ts";
import { payOut } from "./payOut.ts";

const hour = 3_600_000;
const day = 24 * hour;
const refusal = { code: "EXCEED_MAX_AMOUNT" };

describe("ending what a seller owes", () => {
  let app: TestApp;
  let adminUser: TestUser;
  let admin: TestClient;
  let seller: TestUser;
  /** Paid out, then refunded: its seller owes 19,000 won. */
  let late: TestSale;
  /** The same of another seller. */
  let bystander: TestSale;

  beforeAll(async () => {
    app = await startTestApp({ ADMIN_USER_IDS: "admin1,admin2" });
    adminUser = await createUser(app.deps, { userId: "admin1" });
  });
  afterAll(() => app.stop());

  const pass = async (ms: number) => {
    await app.moveClock(ms);
    admin = await app.as(adminUser);
  };
  const paidOut = (sale: TestSale, settlement = "completed") =>
    expect
      .poll(async () => {
        await payOut(app.deps);
        return saleState(app, sale);
      })
      .toMatchObject({ settlement });
  const refund = async (sale: TestSale) => {
    const answer = await admin.post(`/api/admin/refunds/${sale.orderNumber}`, { reason: "저작권 침해" });
    expect(answer.status).toBe(201);
    await expect.poll(() => saleState(app, sale)).toMatchObject({ status: "refunded" });
  };
  const payoutOf = async ({ orderNumber }: TestSale) => {
    const { body } = await admin.get(`/api/admin/settlements?q=${orderNumber}`);
    const [found] = body["settlements"] as unknown as AdminSettlement[]; // the contract's answer was checked by the server
    if (!found) throw new Error("no such settlement");
    return found;
  };
  const closeOf = (id: string, viewer = admin, more: object = {}) =>
    viewer.put(`/api/admin/settlements/${id}/clawback`, {
      decision: "receive",
      reason: "계좌로 받음",
      ...more,
    });
  const close = async (sale: TestSale, viewer = admin) => closeOf((await payoutOf(sale)).id, viewer);
  const sentOf = async (sale: TestSale): Promise<number[]> => {
    const { rows } = await app.deps.pool.query<{ won: number }>(
      `select l.amount::int as won from standin_toss.charge_log l
       join settlements s on left(l.order_id, 36) = s.id::text join orders o on o.id = s.order_id
       where l.event = 'PAYOUT' and o.order_number = $1`,
      [sale.orderNumber],
    );
    return rows.map(({ won }) => won);
  };
  const clawbackOf = async (sale: TestSale) => {
    const { clawbackAmount, recoveredAmount, closedAmount } = await payoutOf(sale);
    return [clawbackAmount, recoveredAmount, closedAmount];
  };
  const failing = ({ status, body }: { status: number; body: Record<string, unknown> }) => [
    status,
    body["code"],
  ];

  beforeEach(async () => {
    admin = await app.as(adminUser);
    seller = await createSeller(app.deps);
    late = await makeSale(app, { seller, price: 20_000 });
    bystander = await makeSale(app, { price: 20_000 });
    await pass(8 * day);
    for (const sale of [late, bystander]) await paidOut(sale);
    for (const sale of [late, bystander]) await refund(sale);
  });
  const bystanderOwes = async () => expect(await clawbackOf(bystander)).toEqual([19_000, 0, 0]);

  it("after the payout that it cut was refused, pays the next try whole", async () => {
    const next = await makeSale(app, { seller, price: 30_000 });
    await pass(8 * day);
    await failingPayouts(app, refusal, () => payOut(app.deps));
    expect(await saleState(app, next)).toMatchObject({ settlement: "pending" });
    expect((await close(late)).status).toBe(200);
    await pass(2 * hour);
    await paidOut(next);
    expect(await sentOf(next)).toEqual([28_500]);
    expect(await clawbackOf(late)).toEqual([19_000, 0, 19_000]);
    await bystanderOwes();
  });

  it("before the payout that it cuts came back is refused, and possible then, once", async () => {
    const next = await makeSale(app, { seller, price: 30_000 });
    await pass(8 * day);
    // Requested, and refused later: until then the debt is uncertain.
    await failingPayouts(app, { code: "FAILED_INTERNAL_SYSTEM_PROCESSING" }, () => payOut(app.deps));
    expect(await saleState(app, next)).toMatchObject({ settlement: "processing" });
    expect(failing(await close(late))).toEqual([409, "NOT_CLOSABLE"]);
    await failingPayouts(app, refusal, () => payOut(app.deps));
    expect(await saleState(app, next)).toMatchObject({ settlement: "pending" });
    expect((await close(late)).status).toBe(200);
    expect(failing(await close(late))).toEqual([409, "ALREADY_PROCESSED"]);
    await pass(2 * hour);
    await paidOut(next);
    expect(await sentOf(next)).toEqual([28_500]);
    expect(await clawbackOf(late)).toEqual([19_000, 0, 19_000]);
    await bystanderOwes();
  });

  it("after the payout that it cut failed for good, pays all of it when it is tried again", async () => {
    const next = await makeSale(app, { seller, price: 30_000 });
    await pass(8 * day);
    for (let round = 0; round < 5; round += 1) {
      await failingPayouts(app, refusal, () => payOut(app.deps));
      await pass(25 * hour);
    }
    expect(await saleState(app, next)).toMatchObject({ settlement: "failed" });
    expect((await close(late)).status).toBe(200);
    const { id } = await payoutOf(next);
    const again = await admin.put(`/api/admin/settlements/${id}`, { status: "pending", reason: "계좌 확인" });
    expect(again.status).toBe(200);
    await paidOut(next);
    expect(await sentOf(next)).toEqual([28_500]);
    expect(await clawbackOf(late)).toEqual([19_000, 0, 19_000]);
    await bystanderOwes();
  });

  it.each(["first", "second"])(
    "begun %s beside a payout that is just coming back, has nothing taken twice or given twice",
    async (place) => {
      const next = await makeSale(app, { seller, price: 30_000 });
      await pass(8 * day);
      const id = (await payoutOf(late)).id;
      const comeBack = () => failingPayouts(app, refusal, () => payOut(app.deps));
      const closing = place === "first" ? closeOf(id) : undefined;
      const back = comeBack();
      const closed = await (closing ?? closeOf(id));
      await back;
      expect([200, 409]).toContain(closed.status);
      await pass(2 * hour);
      await paidOut(next);
      const isClosed = closed.status === 200;
      expect(await clawbackOf(late)).toEqual(isClosed ? [19_000, 0, 19_000] : [19_000, 19_000, 0]);
      expect(await sentOf(next)).toEqual([isClosed ? 28_500 : 9_500]);
      await bystanderOwes();
    },
  );

  it("is refused for what there is not, what is an administrator's own, what may not have arrived, and what is back", async () => {
    expect(failing(await closeOf(randomUUID()))).toEqual([404, "NOT_FOUND"]);
    const colleague = await createSeller(app.deps, { userId: "admin2" });
    const own = await makeSale(app, { seller: colleague });
    await pass(8 * day);
    await paidOut(own);
    await refund(own);
    const refused = await close(own, await app.as(colleague));
    expect(failing(refused)).toEqual([409, "NOT_CLOSABLE"]);
    expect(refused.body["message"]).toContain("다른 관리자");
    expect((await close(own)).status).toBe(200);
    expect(failing(await close(own))).toEqual([409, "ALREADY_PROCESSED"]);

    // Refunded while its payout is on its way: whether anything is owed for it is still open.
    const leaving = await makeSale(app, { seller: await createSeller(app.deps) });
    await pass(8 * day);
    const [claimed] = await claimDue(app.deps, leaving.seller.id);
    await app.deps.pool.query(
      "update settlements set sent_at = app_now() - interval '3 minutes' where id = $1",
      [claimed?.id],
    );
    await refund(leaving);
    expect(failing(await close(leaving))).toEqual([409, "NOT_CLOSABLE"]);
    expect(await clawbackOf(leaving)).toEqual([9_500, 0, 0]);

    const next = await makeSale(app, { seller, price: 30_000 });
    await pass(8 * day);
    await paidOut(next);
    expect(await clawbackOf(late)).toEqual([19_000, 19_000, 0]);
    expect(failing(await close(late))).toEqual([409, "NOT_CLOSABLE"]);
    const sum = await closeOf((await payoutOf(bystander)).id, admin, { expected: { owed: 18_999 } });
    expect(failing(sum)).toEqual([409, "STANDING_CHANGED"]);
    await bystanderOwes();
  });
});
