import type { AdminSettlement } from "@knowhow/shared";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestApp, type TestApp } from "../../../testing/app.ts";
import { createSeller, createUser, type TestUser } from "../../../testing/factories.ts";
import { control } from "../../../testing/payments.ts";
import { cancelAtProvider, muteWebhooks } from "../../../testing/providerSide.ts";
import { makeSale, refundMessages, saleState, type TestSale } from "../../../testing/refunds.ts";
import { leaveIn } from "../accounts/leave.ts";
import { claimDue } from "../payouts/claims.ts";
import { payOut } from "../payouts/payOut.ts";

const day = 24 * 60 * 60 * 1_000;

describe("what a seller owes after a late refund", () => {
  let app: TestApp;
  let adminUser: TestUser;

  beforeAll(async () => {
    app = await startTestApp();
    adminUser = await createUser(app.deps, { userId: "admin1" });
  });
  afterAll(() => app.stop());

  const refund = async (sale: TestSale) => {
    const admin = await app.as(adminUser);
    const answer = await admin.post(`/api/admin/refunds/${sale.orderNumber}`, { reason: "저작권 침해" });
    expect(answer.status).toBe(201);
    await expect.poll(() => saleState(app, sale)).toMatchObject({ status: "refunded" });
  };
  const paidOut = (sale: TestSale, settlement = "completed") =>
    expect
      .poll(async () => {
        await payOut(app.deps);
        return saleState(app, sale);
      })
      .toMatchObject({ settlement });
  /** A sale that is refunded after its payout. */
  const refundLate = async (given: Parameters<typeof makeSale>[1]) => {
    const late = await makeSale(app, given);
    await app.moveClock(8 * day);
    await paidOut(late);
    await refund(late);
    return late;
  };
  const sent = async (sale: TestSale): Promise<number> => {
    const { rows } = await app.deps.pool.query<{ won: number }>(
      `select coalesce(sum(l.amount), 0)::int as won from standin_toss.charge_log l
       join settlements s on left(l.order_id, 36) = s.id::text join orders o on o.id = s.order_id
       where l.event = 'PAYOUT' and o.order_number = $1`,
      [sale.orderNumber],
    );
    return rows[0]?.won ?? 0;
  };
  const owed = async ({ id }: TestUser): Promise<number> => {
    const { rows } = await app.deps.pool.query<{ won: number }>(
      "select coalesce(sum(amount - recovered - closed), 0)::int as won from clawbacks where seller_id = $1 and voided_at is null",
      [id],
    );
    return rows[0]?.won ?? 0;
  };

  it("is taken from their next payouts, to the won, and from nobody else's", async () => {
    const [seller, other] = [await createSeller(app.deps), await createSeller(app.deps)];
    const late = await makeSale(app, { seller, price: 20_000 });
    await app.moveClock(8 * day);
    await paidOut(late);
    expect(await sent(late)).toBe(19_000);
    await refund(late);
    expect(await owed(seller)).toBe(19_000);
    expect(await saleState(app, late)).toMatchObject({
      settlement: "completed",
      room: "inactive",
      purchases: 0,
    });
    expect((await refundMessages(app, seller)).at(-1)).toContain("다음 정산에서 공제");

    const own = async (path: string) => (await (await app.as(seller)).get(path)).body;
    expect(await own("/api/seller/settlements")).toMatchObject([
      { orderNumber: late.orderNumber, status: "completed", clawbackAmount: 19_000 },
    ]);

    const [first, second, third] = [
      await makeSale(app, { seller, price: 10_000 }),
      await makeSale(app, { seller, price: 12_000 }),
      await makeSale(app, { seller, price: 2_000 }),
    ];
    const others = await makeSale(app, { seller: other, price: 10_000 });
    await app.moveClock(8 * day);
    for (const sale of [first, second, third, others]) await paidOut(sale);
    // 9,500 whole, then 9,500 of 11,400, then nothing more.
    expect([await sent(first), await sent(second), await sent(third)]).toEqual([0, 1_900, 1_900]);
    expect(await sent(others)).toBe(9_500);
    expect(await owed(seller)).toBe(0);
    // No screen and no table tells of money, or of an account, where none was sent.
    const lines = (await (await app.as(seller)).get("/api/seller/settlements.csv")).bytes
      .toString()
      .split("\r\n");
    const line = ({ orderNumber }: TestSale) => lines.find((one) => one.startsWith(orderNumber)) ?? "";
    expect(line(first)).toMatch(/,-9500,0,회수로 상계,,,,,$/);
    expect(line(second)).toMatch(/,-9500,1900,입금 완료,,[^,]+,[^,]+,KB국민은행,/);
    const seen = async ({ orderNumber }: TestSale): Promise<unknown> =>
      (await (await app.as(adminUser)).get(`/api/admin/settlements?q=${orderNumber}`)).body["settlements"];
    expect(await seen(first)).toMatchObject([{ status: "completed", amount: 9_500, withheldAmount: 9_500 }]);
    expect(await seen(others)).toMatchObject([{ status: "completed", amount: 9_500, withheldAmount: 0 }]);
    const balance = await app.deps.pool.query<{ won: number }>(
      "select sum(credit - debit)::int as won from ledger_entries where seller_id = $1",
      [seller.id],
    );
    expect(balance.rows).toEqual([{ won: 0 }]);
  });

  it("is taken once from the days to come while the payout that carries it is under way", async () => {
    const [seller, other] = [await createSeller(app.deps), await createSeller(app.deps)];
    await refundLate({ seller });
    const carrier = await makeSale(app, { seller, price: 30_000 });
    await app.moveClock(8 * day);
    await makeSale(app, { seller });
    await makeSale(app, { seller: other });
    const upcoming = async (of: TestUser): Promise<unknown> =>
      (await (await app.as(of)).get("/api/seller/balance")).body["upcoming"];
    await claimDue(app.deps, seller.id);
    expect(await saleState(app, carrier)).toMatchObject({ settlement: "processing" });
    const alone = [{ day: expect.any(String) as string, amount: 9_500, ordersCount: 1 }];
    expect([await upcoming(seller), await upcoming(other)]).toEqual([alone, alone]);
    await paidOut(carrier);
    expect([await upcoming(seller), await upcoming(other)]).toEqual([alone, alone]);
    expect(await sent(carrier)).toBe(28_500 - 9_500);
  });

  it("is not paid by a sale that the provider had given back without a notice", async () => {
    const [seller, other] = [await createSeller(app.deps), await createSeller(app.deps)];
    await refundLate({ seller, price: 20_000 });
    const [lost, sound] = [await makeSale(app, { seller }), await makeSale(app, { seller })];
    const bystander = await makeSale(app, { seller: other });
    const { rows } = await app.deps.pool.query<{ key: string }>(
      "select toss_payment_key as key from orders where order_number = $1",
      [lost.orderNumber],
    );
    await muteWebhooks(app, () => cancelAtProvider(app, rows[0]?.key ?? ""));
    await app.moveClock(8 * day);
    await paidOut(lost, "cancelled");
    await paidOut(sound);
    await paidOut(bystander);
    expect(await saleState(app, lost)).toMatchObject({ status: "refunded" });
    expect([await sent(lost), await sent(sound), await sent(bystander)]).toEqual([0, 0, 9_500]);
    expect([await owed(seller), await owed(other)]).toEqual([9_500, 0]);
  });

  it("is asked for again after a refusal, from the payout that then arrives", async () => {
    const seller = await createSeller(app.deps);
    await refundLate({ seller });
    const next = await makeSale(app, { seller, price: 30_000 });
    await app.moveClock(8 * day);
    await control(app.url, "next", { code: "EXCEED_MAX_AMOUNT" });
    await payOut(app.deps);
    await app.moveClock(2 * 60 * 60 * 1_000);
    await paidOut(next);
    expect(await sent(next)).toBe(28_500 - 9_500);
    expect(await owed(seller)).toBe(0);
  });

  it("stands before administrators until it is recovered, of who sells nothing more and of who has left too", async () => {
    const [seller, gone, other] = [
      await createSeller(app.deps),
      await createSeller(app.deps),
      await createSeller(app.deps),
    ];
    const [late, lost, bystander] = [
      await makeSale(app, { seller, price: 20_000 }),
      await makeSale(app, { seller: gone }),
      await makeSale(app, { seller: other }),
    ];
    const found = async (query: string) => {
      const { body } = await (await app.as(adminUser)).get(`/api/admin/settlements?${query}`);
      const settlements = body["settlements"] as unknown as AdminSettlement[]; // the contract's answer was checked by the server
      return settlements.map(({ orderNumber, clawbackAmount, recoveredAmount }) => [
        orderNumber,
        clawbackAmount,
        recoveredAmount,
      ]);
    };
    await app.moveClock(8 * day);
    for (const sale of [late, lost, bystander]) await paidOut(sale);
    const before = await found("clawback=open");
    await app.deps.knex.transaction((trx) => leaveIn(trx, gone.id));
    await refund(lost);
    await refund(late);
    expect(await found("clawback=open")).toEqual([
      [lost.orderNumber, 9_500, 0],
      [late.orderNumber, 19_000, 0],
      ...before,
    ]);
    expect(await found(`q=${bystander.orderNumber}`)).toEqual([[bystander.orderNumber, 0, 0]]);
    expect(await found(`clawback=open&q=${bystander.orderNumber}`)).toEqual([]);

    const next = await makeSale(app, { seller, price: 10_000 });
    await app.moveClock(8 * day);
    await paidOut(next);
    expect(await found(`clawback=open&q=${seller.id}`)).toEqual([[late.orderNumber, 19_000, 9_500]]);
    expect((await (await app.as(seller)).get("/api/seller/settlements")).body).toMatchObject([
      { orderNumber: next.orderNumber, clawbackAmount: 0, recoveredAmount: 0, withheldAmount: 9_500 },
      { orderNumber: late.orderNumber, clawbackAmount: 19_000, recoveredAmount: 9_500, withheldAmount: 0 },
    ]);
    const last = await makeSale(app, { seller, price: 10_000 });
    await app.moveClock(8 * day);
    await paidOut(last);
    expect(await found(`clawback=open&q=${seller.id}`)).toEqual([]);
    expect(await found(`q=${late.orderNumber}`)).toEqual([[late.orderNumber, 19_000, 19_000]]);
    expect(await found(`clawback=open&q=${gone.id}`)).toEqual([[lost.orderNumber, 9_500, 0]]);
  });

  it("is ended by an administrator, once, after which its seller can leave, and nobody else's is", async () => {
    const [seller, other] = [await createSeller(app.deps), await createSeller(app.deps)];
    const [late, kept] = [
      await makeSale(app, { seller, price: 20_000 }),
      await makeSale(app, { seller: other }),
    ];
    await app.moveClock(8 * day);
    for (const sale of [late, kept]) await paidOut(sale);
    for (const sale of [late, kept]) await refund(sale);
    // A part is recovered, the rest is closed.
    const next = await makeSale(app, { seller, price: 10_000 });
    await app.moveClock(8 * day);
    await paidOut(next);
    const admin = await app.as(adminUser);
    const idOf = async ({ orderNumber }: TestSale) => {
      const { body } = await admin.get(`/api/admin/settlements?q=${orderNumber}`);
      return (body["settlements"] as unknown as AdminSettlement[])[0]?.id ?? ""; // the contract's answer was checked by the server
    };
    const id = await idOf(late);
    const close = (body: object, settlementId = id, client = admin) =>
      client.put(`/api/admin/settlements/${settlementId}/clawback`, body);
    const leave = (user: TestUser) => app.deps.knex.transaction((trx) => leaveIn(trx, user.id));
    await expect(leave(seller)).rejects.toMatchObject({ code: "OPEN_BUSINESS" });
    for (const wrong of [
      { decision: "forget" },
      { reason: " " },
      { reason: "가".repeat(501) },
      { expected: { owed: "9500" } },
    ])
      expect(await close({ decision: "receive", reason: "계좌로 받음", ...wrong })).toMatchObject({
        status: 400,
        body: { code: "VALIDATION" },
      });
    expect(await close({ decision: "receive", reason: "계좌로 받음" }, await idOf(next))).toMatchObject({
      status: 409,
      body: { code: "NOT_CLOSABLE" },
    });
    const stale = { decision: "writeOff", reason: "폐업", expected: { owed: 19_000 } };
    expect(await close(stale)).toMatchObject({
      status: 409,
      body: { code: "STANDING_CHANGED", owed: 9_500 },
    });
    expect(await owed(seller)).toBe(9_500);

    const closing = { decision: "receive", reason: "계좌로 받음", expected: { owed: 9_500 } };
    const second = await app.as(adminUser);
    const answers = await Promise.all([close(closing), close(closing, id, second)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({
      code: "ALREADY_PROCESSED",
      message: expect.stringContaining("계좌로 받음") as string,
    });
    expect(answers.find(({ status }) => status === 200)?.body["settlement"]).toMatchObject({
      clawbackAmount: 19_000,
      recoveredAmount: 9_500,
      closedAmount: 9_500,
      decisions: [{ decision: "receive", reason: "계좌로 받음" }],
    });
    expect([await owed(seller), await owed(other)]).toEqual([0, 9_500]);
    expect((await refundMessages(app, seller)).at(-1)).toContain("계좌로 받음");
    expect((await refundMessages(app, other)).at(-1)).not.toContain("계좌로 받음");

    const sellerClient = await app.as(seller);
    const own = async (path: string) => (await sellerClient.get(path)).body;
    expect(await own("/api/seller/balance")).toMatchObject({ clawbackAmount: 0 });
    const month = ((await own("/api/seller/settlements")) as unknown as { settledAt: string }[])
      .at(0)
      ?.settledAt.slice(0, 7);
    const { lines } = (await own(`/api/seller/statement?month=${month}`)) as {
      lines?: { kind: string; amount: number }[];
    };
    expect(lines?.filter(({ kind }) => kind === "closure")).toMatchObject([{ amount: 9_500 }]);
    const csv = (await sellerClient.get("/api/seller/settlements.csv")).bytes.toString("utf8");
    expect(csv).toContain("회수 종료");
    expect(csv.split("\r\n").find((line) => line.includes(late.orderNumber))).toContain("-19000,9500,9500");

    // Later sales are paid whole.
    const last = await makeSale(app, { seller, price: 10_000 });
    await app.moveClock(8 * day);
    await paidOut(last);
    expect(await sent(last)).toBe(9_500);
    await leave(seller);
    await expect(leave(other)).rejects.toMatchObject({ code: "OPEN_BUSINESS" });
  });

  it("is ended only when no payout that may have been sent is cut by it", async () => {
    const seller = await createSeller(app.deps);
    const late = await refundLate({ seller, price: 20_000 });
    const next = await makeSale(app, { seller, price: 30_000 });
    await app.moveClock(8 * day);
    const [claimed] = await claimDue(app.deps, seller.id);
    const admin = await app.as(adminUser);
    const found = await admin.get(`/api/admin/settlements?q=${late.orderNumber}`);
    const [settlement] = found.body["settlements"] as unknown as AdminSettlement[]; // the contract's answer was checked by the server
    const close = () =>
      admin.put(`/api/admin/settlements/${settlement?.id ?? ""}/clawback`, {
        decision: "writeOff",
        reason: "폐".repeat(500),
      });
    const refused = await close();
    expect(refused).toMatchObject({ status: 409, body: { code: "NOT_CLOSABLE" } });
    expect(refused.body["message"]).toContain("나가고 있는 정산");
    expect(await owed(seller)).toBe(19_000);
    // Put back before its money was requested, it is paid whole.
    await app.deps.pool.query("update settlements set status = 'pending' where id = $1", [claimed?.id]);
    expect((await close()).status).toBe(200);
    await paidOut(next);
    expect(await sent(next)).toBe(28_500);
  });

  it("is nothing when the payout that was on its way never arrived", async () => {
    const seller = await createSeller(app.deps);
    const bystander = await makeSale(app, { seller });
    const sale = await makeSale(app, { seller });
    await app.deps.pool.query(
      "update settlements set payable_at = payable_at + interval '60 days' where order_id = (select id from orders where order_number = $1)",
      [bystander.orderNumber],
    );
    await app.moveClock(8 * day);
    const [claimed] = await claimDue(app.deps, seller.id);
    // The payout's request may have arrived at the provider.
    await app.deps.pool.query(
      "update settlements set sent_at = app_now() - interval '3 minutes' where id = $1",
      [claimed?.id],
    );
    await refund(sale);
    expect(await owed(seller)).toBe(9_500);
    expect(await saleState(app, sale)).toMatchObject({ settlement: "processing" });
    await paidOut(sale, "cancelled");
    expect(await sent(sale)).toBe(0);
    expect(await owed(seller)).toBe(0);
    expect(await saleState(app, bystander)).toMatchObject({ settlement: "pending", status: "paid" });
  });
});
