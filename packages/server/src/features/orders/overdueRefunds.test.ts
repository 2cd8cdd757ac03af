import type { AdminRefund } from "@knowhow/shared";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { endOfBusinessDay } from "../calendar/businessDays.ts";
import { reconcileDue } from "./reconcile.ts";
import { startTestApp, type TestApp } from "../../../testing/app.ts";
import type { TestClient } from "../../../testing/client.ts";
import { createUser, type TestUser } from "../../../testing/factories.ts";
import { control } from "../../../testing/payments.ts";
import { cancelAtProvider } from "../../../testing/providerSide.ts";
import { askBack, makeSale, openLink, saleState, type TestSale } from "../../../testing/refunds.ts";

const day = 24 * 60 * 60 * 1_000;

describe("a request for money that nobody decided about in time", () => {
  let app: TestApp;
  let adminUser: TestUser;
  let admin: TestClient;
  let sale: TestSale;
  let bystander: TestSale;

  beforeAll(async () => {
    app = await startTestApp();
    adminUser = await createUser(app.deps, { userId: "admin1" });
  });
  afterAll(() => app.stop());

  const ask = async (one: TestSale) => {
    await openLink(one);
    expect((await askBack(one)).status).toBe(201);
  };
  const callsAbout = async ({ orderNumber }: TestSale) =>
    (
      await app.deps.pool.query<{ id: string; open: boolean; note: string | null }>(
        `select id, resolved_at is null as open, note from alerts
         where kind = 'REFUND_OVERDUE' and subject = $1 order by created_at`,
        [orderNumber],
      )
    ).rows;
  const opensOf = async (one: TestSale) => (await callsAbout(one)).map(({ open }) => open);
  const passDays = async (count: number) => {
    await app.moveClock(count * day);
    admin = await app.as(adminUser);
    for (let round = 0; round < 3; round += 1) await reconcileDue(app.deps);
  };
  const decide = ({ orderNumber }: TestSale, decision: "approve" | "deny") =>
    admin.put(`/api/admin/refunds/${orderNumber}`, { decision, reason: "확인" });

  beforeEach(async () => {
    sale = await makeSale(app);
    bystander = await makeSale(app);
    await ask(sale);
    await ask(bystander);
  });

  it("calls an administrator once, when its day is over, with what it is about", async () => {
    await reconcileDue(app.deps);
    expect(await callsAbout(sale)).toEqual([]);
    await passDays(12);
    expect([await opensOf(sale), await opensOf(bystander)]).toEqual([[true], [true]]);
    const { body } = await admin.get("/api/admin/alerts?status=open&limit=100");
    const found = (body["alerts"] as unknown as { subject: string; kind: string; detail: object[] }[]).find(
      ({ subject, kind }) => subject === sale.orderNumber && kind === "REFUND_OVERDUE",
    );
    expect(found?.detail).toContainEqual({ name: "buyer", value: sale.buyer.nickname });
    expect(found?.detail).toContainEqual({
      name: "due",
      value: expect.stringMatching(/^\d{4}-\d\d-\d\d$/) as string,
    });
    // Closed by hand, it does not come back every half minute.
    const [call] = await callsAbout(sale);
    const closed = await admin.put(`/api/admin/alerts/${call?.id ?? ""}`, { resolved: true, note: "봤어요" });
    expect(closed.status).toBe(200);
    await passDays(1);
    expect([await opensOf(sale), await opensOf(bystander)]).toEqual([[false], [true]]);
  });

  it.each(["approve", "deny"] as const)("is closed by the decision to %s it, alone", async (decision) => {
    await passDays(12);
    expect((await decide(sale, decision)).status).toBe(200);
    expect([await opensOf(sale), await opensOf(bystander)]).toEqual([[false], [true]]);
    await passDays(1);
    expect([await opensOf(sale), await opensOf(bystander)]).toEqual([[false], [true]]);
  });

  it("is closed when its buyer takes it back, and calls again for the next request", async () => {
    // More than three business days, in any week.
    const passDue = async () => {
      await app.deps.pool.query(
        "update refunds set due_at = app_now() - interval '1 minute' where decision is null",
      );
      await passDays(0);
    };
    await passDue();
    const request = `/api/orders/${sale.orderNumber}/refund-request`;
    expect((await sale.client.delete(request)).status).toBe(200);
    expect([await opensOf(sale), await opensOf(bystander)]).toEqual([[false], [true]]);
    await app.moveClock(day);
    await ask(sale);
    await passDue();
    expect(await opensOf(sale)).toEqual([false, true]);
  });

  it("calls too about one that was approved by rule and refused by the provider", async () => {
    const [refused, done] = [await makeSale(app), await makeSale(app)];
    await control(app.url, "next", { code: "NOT_CANCELABLE_PAYMENT" });
    expect((await askBack(refused)).status).toBe(201);
    const read = async ({ orderNumber }: TestSale) =>
      (await admin.get(`/api/admin/refunds/${orderNumber}`)).body["refund"] as unknown as AdminRefund; // the contract's answer was checked by the server
    await expect
      .poll(() => read(refused))
      .toMatchObject({ refusalCode: "NOT_CANCELABLE_PAYMENT", isOverdue: false });
    expect((await askBack(done)).status).toBe(201);
    await expect.poll(() => saleState(app, done)).toMatchObject({ status: "refunded" });
    for (const one of [refused, sale]) {
      const { requestedAt, dueAt } = await read(one);
      expect(dueAt).toBe(endOfBusinessDay(new Date(requestedAt), 3).toISOString());
    }
    await reconcileDue(app.deps);
    expect(await opensOf(refused)).toEqual([]);
    await passDays(12);
    expect([await opensOf(refused), await opensOf(sale), await opensOf(done)]).toEqual([[true], [true], []]);
    expect(await read(refused)).toMatchObject({ isOverdue: true });
    expect((await decide(refused, "deny")).status).toBe(200);
    expect([await opensOf(refused), await opensOf(sale)]).toEqual([[false], [true]]);
  });

  it("is closed when the provider gave the money back by itself", async () => {
    await passDays(12);
    const { rows } = await app.deps.pool.query<{ key: string }>(
      "select toss_payment_key as key from orders where order_number = $1",
      [sale.orderNumber],
    );
    await cancelAtProvider(app, rows[0]?.key ?? "");
    await expect.poll(() => saleState(app, sale)).toMatchObject({ status: "refunded" });
    expect([await opensOf(sale), await opensOf(bystander)]).toEqual([[false], [true]]);
  });
});
