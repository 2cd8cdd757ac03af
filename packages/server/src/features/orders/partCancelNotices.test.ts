import type {
  AdminRefund,
  AdminSettlement,
  OrderRefund,
  Receipt,
  Settlement,
  Statement,
} from "@knowhow/shared";
import { seoulDay } from "@knowhow/shared";
import { Model } from "objection";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestApp, type TestApp } from "../../../testing/app.ts";
import type { Answer } from "../../../testing/client.ts";
import { createSeller, createUser, type TestUser } from "../../../testing/factories.ts";
import { countWaiting } from "../../../testing/meanwhile.ts";
import { control } from "../../../testing/payments.ts";
import { cancelAtProvider, muteWebhooks } from "../../../testing/providerSide.ts";
import { askBack, makeSale, refundMessages, type TestSale } from "../../../testing/refunds.ts";
import { Order } from "./Order.ts";
import { followPayment } from "./providerCancel.ts";

const bodyOf = <T>({ body }: Answer): T => body as unknown as T; // The contract's answer was checked by the server.

describe("a part of a payment that the provider gave back", () => {
  let app: TestApp;
  let administrator: TestUser;
  beforeAll(async () => {
    app = await startTestApp();
    administrator = await createUser(app.deps, { userId: "admin1" });
  });
  afterAll(() => app.stop());

  const orderOf = async ({ orderNumber }: TestSale) =>
    Order.query().findOne({ order_number: orderNumber }).throwIfNotFound();
  const keyOf = async (sale: TestSale) => (await orderOf(sale)).tossPaymentKey ?? "";
  const receiptOf = async ({ client, orderNumber }: TestSale) =>
    bodyOf<Receipt>(await client.get(`/api/orders/${orderNumber}`));

  it("is told to buyer and seller with its own amount, once, and a further one again; to nobody else", async () => {
    const seller = await createSeller(app.deps);
    const sale = await makeSale(app, { seller });
    const bystander = await makeSale(app, { seller });
    await cancelAtProvider(app, await keyOf(sale), 5_000);
    for (const person of [sale.buyer, seller])
      await expect.poll(() => refundMessages(app, person)).toHaveLength(1);
    const read = await app.deps.toss.paymentByKey(await keyOf(sale));
    if (read.kind !== "ok") throw new Error("not read");
    const order = await orderOf(sale);
    for (let time = 0; time < 2; time += 1) await followPayment(app.deps, order.id, read.value);
    for (const person of [sale.buyer, seller]) {
      const messages = await refundMessages(app, person);
      expect(messages).toHaveLength(1);
      expect(messages[0]).toContain("취소된 금액: 5,000원");
      // The words of the provider's console are not the parties'.
      expect(messages[0]).not.toContain("상점 관리자");
      expect(messages[0]).toContain(sale.orderNumber);
      expect(messages[0]).not.toContain("10,500원");
    }

    await app.moveClock(2_000);
    await cancelAtProvider(app, await keyOf(sale), 1_000);
    for (const person of [sale.buyer, seller]) {
      await expect.poll(() => refundMessages(app, person)).toHaveLength(2);
      const last = (await refundMessages(app, person)).at(-1);
      expect(last).toContain("취소된 금액: 1,000원");
      expect(last).toContain("지금까지 모두 6,000원");
    }
    expect(await refundMessages(app, bystander.buyer)).toEqual([]);
  });

  it("closes the alert about an earlier part before it writes to the parties, as all locks go", async () => {
    const seller = await createSeller(app.deps);
    const [sale, bystander] = [await makeSale(app, { seller }), await makeSale(app, { seller })];
    for (const one of [sale, bystander]) {
      await cancelAtProvider(app, await keyOf(one), 5_000);
      await expect.poll(() => refundMessages(app, one.buyer)).toHaveLength(1);
    }
    await app.moveClock(2_000);
    await muteWebhooks(app, async () => cancelAtProvider(app, await keyOf(sale), 1_000));
    const read = await app.deps.toss.paymentByKey(await keyOf(sale));
    if (read.kind !== "ok") throw new Error("not read");
    const { id } = await orderOf(sale);
    const { followed } = await Model.transaction(app.deps.knex, async (trx) => {
      await trx.raw("select from alerts where subject = ? for no key update", [sale.orderNumber]);
      const begun = followPayment(app.deps, id, read.value);
      await expect.poll(() => countWaiting(app.deps)).toBe(1);
      // The same order: alerts, then inquiries.
      await trx.raw("select from admin_chat_rooms where user_id = ? for no key update", [sale.buyer.id]);
      return { followed: begun };
    });
    expect(await followed).toBe("part");
    expect(await refundMessages(app, sale.buyer)).toHaveLength(2);
    expect(await refundMessages(app, bystander.buyer)).toHaveLength(1);
  });

  it("promises access to a buyer whose purchase opens, not beside a refund that the provider refused", async () => {
    const [refused, bystander] = [await makeSale(app), await makeSale(app)];
    await control(app.url, "next", { code: "NOT_CANCELABLE_PAYMENT" });
    expect((await askBack(refused)).status).toBe(201);
    await expect
      .poll(async () => (await refundMessages(app, refused.buyer)).at(-1))
      .toContain("자동으로 취소하지 못했습니다");
    await app.moveClock(2_000);
    const promise = "그대로 이용할 수 있습니다";
    for (const sale of [refused, bystander]) {
      await cancelAtProvider(app, await keyOf(sale), 500);
      await expect
        .poll(async () => (await refundMessages(app, sale.buyer)).at(-1))
        .toContain("취소된 금액: 500원");
    }
    expect((await refundMessages(app, refused.buyer)).at(-1)).not.toContain(promise);
    expect((await refundMessages(app, bystander.buyer)).at(-1)).toContain(promise);
  });

  it("stands on the receipt, in the list of orders and at the content, and the seller's steps; the books are as they were", async () => {
    const sale = await makeSale(app);
    const bystander = await makeSale(app, { seller: sale.seller });
    const seller = await app.as(sale.seller);
    const month = seoulDay(new Date()).slice(0, 7);
    const statement = async () => bodyOf<Statement>(await seller.get(`/api/seller/statement?month=${month}`));
    const before = await statement();
    for (const amount of [5_000, 1_000]) {
      await cancelAtProvider(app, await keyOf(sale), amount);
      await expect.poll(async () => (await receiptOf(sale)).partCancels?.at(-1)?.amount).toBe(amount);
      await app.moveClock(2_000);
    }
    const parts = [
      { amount: 5_000, at: expect.any(String) as string, reason: null },
      { amount: 1_000, at: expect.any(String) as string, reason: null },
    ];
    const explained = parts.map((part) => ({ ...part, reason: "상점 관리자" }));
    expect((await receiptOf(sale)).partCancels).toEqual(parts);
    expect(bodyOf<Receipt[]>(await sale.client.get("/api/orders"))[0]?.partCancels).toEqual(parts);
    expect((await sale.client.get(`/api/contents/${sale.content.id}`)).body).toMatchObject({
      purchase: { partCancels: parts },
    });
    expect((await receiptOf(bystander)).partCancels).toEqual([]);

    const admin = await app.as(administrator);
    const refundOf = async ({ orderNumber }: TestSale) =>
      bodyOf<{ refund: OrderRefund }>(await admin.get(`/api/admin/refunds/${orderNumber}`)).refund;
    expect((await refundOf(sale)).partCancels).toEqual(explained);
    expect((await refundOf(bystander)).partCancels).toEqual([]);

    const settlements = bodyOf<Settlement[]>(await seller.get("/api/seller/settlements"));
    const partsOf = ({ orderNumber }: TestSale) =>
      settlements.find((settlement) => settlement.orderNumber === orderNumber)?.partCancels;
    expect(partsOf(sale)).toEqual(parts);
    expect(partsOf(bystander)).toEqual([]);
    expect(await statement()).toEqual(before);

    // The cancel that ends the sale is the refund itself.
    await cancelAtProvider(app, await keyOf(sale));
    await expect.poll(async () => (await receiptOf(sale)).status).toBe("refunded");
    expect((await receiptOf(sale)).partCancels).toEqual(parts);
    const queue = bodyOf<{ refunds: AdminRefund[] }>(await admin.get("/api/admin/refunds")).refunds;
    expect(queue.find(({ orderNumber }) => orderNumber === sale.orderNumber)?.partCancels).toEqual(explained);
    for (const person of [sale.buyer, sale.seller])
      expect((await refundMessages(app, person)).at(-1)).not.toContain("6,000원");
    expect((await refundMessages(app, sale.buyer)).at(-1)).toContain("환불 금액: 4,500원");
  });

  it("waits in the seller's steps for a judgement as long as none was made of it, whatever else holds the payout", async () => {
    const sale = await makeSale(app);
    const bystander = await makeSale(app, { seller: sale.seller });
    const [seller, admin] = [await app.as(sale.seller), await app.as(administrator)];
    const shownSettlement = async ({ orderNumber }: TestSale) => {
      const settlements = bodyOf<Settlement[]>(await seller.get("/api/seller/settlements"));
      const settlement = settlements.find((one) => one.orderNumber === orderNumber);
      return [settlement?.status, settlement?.judgedCancelAmount];
    };
    const judge = async (status: "held" | "pending") => {
      const { settlements } = bodyOf<{ settlements: AdminSettlement[] }>(
        await admin.get(`/api/admin/settlements?q=${sale.orderNumber}`),
      );
      const { id, holds = [] } = settlements[0] ?? {};
      const expected = { holds: holds.map((hold) => hold.id) };
      const judgement = { status, reason: "확인했습니다.", ...(status === "pending" && { expected }) };
      expect((await admin.put(`/api/admin/settlements/${id}`, judgement)).status).toBe(200);
    };
    await cancelAtProvider(app, await keyOf(sale), 5_000);
    await expect.poll(() => shownSettlement(sale)).toEqual(["held", 0]);
    await judge("pending");
    expect(await shownSettlement(sale)).toEqual(["pending", 5_000]);
    await judge("held");
    expect(await shownSettlement(sale)).toEqual(["held", 5_000]);
    await judge("pending");
    // The second release answered another hold.
    const { rowCount } = await app.deps.pool.query(
      "select from alerts where kind = 'PAID_ORDER_PART_CANCELLED' and subject = $1",
      [sale.orderNumber],
    );
    expect(rowCount).toBe(1);
    await judge("held");
    expect(await shownSettlement(bystander)).toEqual(["pending", 0]);
  });
});
