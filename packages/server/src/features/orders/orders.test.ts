import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestApp, type TestApp } from "../../../testing/app.ts";
import type { TestClient } from "../../../testing/client.ts";
import {
  createContent,
  createSeller,
  createUser,
  type TestContent,
  type TestUser,
} from "../../../testing/factories.ts";
import {
  authorise,
  buy,
  chargeLog,
  confirm,
  control,
  createOrder,
  orderBody,
} from "../../../testing/payments.ts";
import { askBack } from "../../../testing/refunds.ts";
import { newOrderNumber } from "./create.ts";
import { claimOrder } from "./claim.ts";

const minute = 60_000;

it("names an order by its day in Korea", () => {
  expect(newOrderNumber(new Date("2026-11-20T15:30:00Z"))).toMatch(/^KH20261121-[0-9A-F]{20}$/);
  expect(newOrderNumber(new Date("2026-11-20T14:30:00Z"))).toMatch(/^KH20261120-/);
});

describe("orders and payments", () => {
  let app: TestApp;
  let seller: TestUser;
  let buyer: TestClient;
  let content: TestContent;

  beforeAll(async () => {
    app = await startTestApp();
    seller = await createSeller(app.deps);
  });
  afterAll(() => app.stop());

  const fresh = async (price = 10_000) => {
    content = await createContent(app.deps, seller.id, { price });
    buyer = await app.as(await createUser(app.deps));
  };
  const count = async (sql: string, values: unknown[] = []) =>
    Number((await app.deps.pool.query<{ n: number }>(`select count(*) as n from ${sql}`, values)).rows[0]?.n);

  it("charges the price with the fee, and shows the same receipt however often it is asked", async () => {
    await fresh();
    const order = await createOrder(buyer, content);
    expect(order.amount).toBe(10_500);
    const payment = await authorise(app.url, order);
    const first = await confirm(buyer, payment);
    expect(first.status).toBe(200);
    expect(first.body).toMatchObject({
      amount: 10_500,
      orderNumber: order.orderNumber,
      content: { title: content.title },
    });
    const again = await confirm(buyer, payment);
    expect(again.bytes.equals(first.bytes)).toBe(true);
    expect(await chargeLog(app.url, order.orderNumber)).toEqual(["READY", "IN_PROGRESS", "DONE"]);
    const settlement = await app.deps.pool.query(
      "select amount, status from settlements where order_id = $1",
      [order.id],
    );
    expect(settlement.rows).toEqual([{ amount: 9_500, status: "pending" }]);
  });

  it("opens a room with a first message that both find in their list", async () => {
    await fresh();
    const { chatRoomId } = await buy(app.url, buyer, content);
    for (const client of [buyer, await app.as(seller)]) {
      const rooms = await client.get("/api/chat/rooms");
      expect(rooms.body["chatRooms"]).toContainEqual(
        expect.objectContaining({ id: chatRoomId, unreadCount: 0 }),
      );
      const messages = await client.get(`/api/chat/rooms/${chatRoomId}/messages`);
      expect(messages.body["messages"]).toMatchObject([{ messageType: "system", senderId: null }]);
      const etag = messages.headers.get("etag") ?? "";
      const idle = await client.get(`/api/chat/rooms/${chatRoomId}/messages`, {
        headers: { "if-none-match": etag },
      });
      expect(idle.status).toBe(304);
    }
    const stranger = await app.as(await createUser(app.deps));
    expect((await stranger.get(`/api/chat/rooms/${chatRoomId}/messages`)).status).toBe(404);
  });

  it("gives the same answer for good, whatever the content and its mentor are called later", async () => {
    await fresh();
    const order = await createOrder(buyer, content);
    const payment = await authorise(app.url, order);
    const first = await confirm(buyer, payment);
    expect(first.status).toBe(200);
    await app.deps.pool.query("update contents set title = '새 제목', category = 'music' where id = $1", [
      content.id,
    ]);
    await app.deps.pool.query("update users set nickname = $2 where id = $1", [
      seller.id,
      `새 이름 ${order.orderNumber.slice(-6)}`,
    ]);
    expect((await confirm(buyer, payment)).body).toEqual(first.body);
    const receipt = await buyer.get(`/api/orders/${order.orderNumber}`);
    expect(receipt.body["content"]).toEqual(first.body["content"]);
  });

  it.each([
    ["the balance of an account", { easyPay: "KAKAOPAY" }, "카카오페이"],
    ["a registered card", { easyPay: "NAVERPAY", source: "card" }, "네이버페이"],
    // The total decides, whatever of it the service's own points have paid.
    ["points and a card", { easyPay: "TOSSPAY", source: "card", hasPoints: true }, "토스페이"],
    ["points and the balance", { easyPay: "KAKAOPAY", hasPoints: true }, "카카오페이"],
  ] as const)("takes an easy payment by %s, says so, and gives all of it back", async (_by, means, name) => {
    await fresh();
    const order = await createOrder(buyer, content);
    const payment = await authorise(app.url, order, means);
    // A part of the total is no amount of this order.
    expect((await confirm(buyer, { ...payment, amount: order.amount - 500 })).status).toBe(400);
    const answers = await Promise.all([confirm(buyer, payment), confirm(buyer, payment)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(answers[0].body).toMatchObject({ amount: 10_500 });
    const receipt = async () => (await buyer.get(`/api/orders/${order.orderNumber}`)).body;
    expect(await receipt()).toMatchObject({ status: "paid", amount: 10_500, paymentMethod: name });
    await askBack({ client: buyer, orderNumber: order.orderNumber });
    await expect.poll(receipt).toMatchObject({ status: "refunded" });
    const events = ["READY", "IN_PROGRESS", "DONE", "CANCELED"];
    expect(await chargeLog(app.url, order.orderNumber)).toEqual(events);
  });

  it("finds out about an easy payment whose answer was lost, by the total alone", async () => {
    await fresh();
    const order = await createOrder(buyer, content);
    const payment = await authorise(app.url, order, { easyPay: "NAVERPAY", hasPoints: true });
    await control(app.url, "next", { drop: true });
    await confirm(buyer, payment);
    await app.moveClock(61_000);
    await app.reconcile();
    expect((await buyer.get(`/api/orders/${order.orderNumber}`)).body).toMatchObject({
      status: "paid",
      paymentMethod: "네이버페이",
    });
    expect(await chargeLog(app.url, order.orderNumber)).toEqual(["READY", "IN_PROGRESS", "DONE"]);
  });

  it("keeps receipts for their buyer alone, paged", async () => {
    await fresh();
    const first = await buy(app.url, buyer, content);
    const second = await buy(app.url, buyer, await createContent(app.deps, seller.id));
    const page = await buyer.get("/api/orders?limit=1");
    expect(page.body).toMatchObject([
      { orderNumber: second.orderNumber, status: "paid", paymentMethod: "카드" },
    ]);
    const next = /<(.+)>/.exec(page.headers.get("link") ?? "")?.[1] ?? "";
    const rest = await buyer.get(next);
    expect(rest.body).toMatchObject([{ orderNumber: first.orderNumber }]);
    expect(rest.headers.get("link")).toBeNull();
    const stranger = await app.as(await createUser(app.deps));
    expect((await stranger.get(`/api/orders/${first.orderNumber}`)).status).toBe(404);
    expect((await buyer.get("/api/orders?cursor=nonsense")).status).toBe(400);
    expect((await buyer.get("/api/orders?limit=0")).status).toBe(400);
  });

  it("refuses what is not for sale to this person", async () => {
    await fresh();
    expect((await app.visitor().post("/api/orders", orderBody(content))).status).toBe(401);
    const own = await (await app.as(seller)).post("/api/orders", orderBody(content));
    expect([own.status, own.body["code"]]).toEqual([403, "OWN_CONTENT"]);
    for (const id of [randomUUID(), "nonsense"]) {
      expect((await buyer.post("/api/orders", { ...orderBody(content), contentId: id })).status).toBe(404);
    }
    await app.deps.pool.query("update contents set deleted_at = app_now() where id = $1", [content.id]);
    expect((await buyer.post("/api/orders", orderBody(content))).status).toBe(404);
  });

  it.each([
    { originalPrice: 9_999 },
    { platformFee: 0 },
    { totalAmount: 10_000 },
    { originalPrice: 0, platformFee: 0, totalAmount: 0 },
  ])("refuses amounts that are not ours: %j", async (wrong) => {
    await fresh();
    const answer = await buyer.post("/api/orders", { ...orderBody(content), ...wrong });
    expect([answer.status, answer.body["code"]]).toEqual([400, "AMOUNT_MISMATCH"]);
  });

  it("takes integers only", async () => {
    await fresh();
    for (const totalAmount of ["10500", 10_500.5, null, -1]) {
      const answer = await buyer.post("/api/orders", { ...orderBody(content), totalAmount });
      expect([answer.status, answer.body["code"]]).toEqual([400, "VALIDATION"]);
    }
  });

  it("gives a free content without a payment, once", async () => {
    await fresh(0);
    const order = await createOrder(buyer, content);
    const free = () => buyer.post("/api/orders/complete-free", { orderNumber: order.orderNumber });
    const answers = await Promise.all(Array.from({ length: 8 }, free));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(await count("settlements where order_id = $1", [order.id])).toBe(0);
    expect(await count("chat_rooms where order_id = $1", [order.id])).toBe(1);
    await fresh();
    const paid = await createOrder(buyer, content);
    const refused = await buyer.post("/api/orders/complete-free", { orderNumber: paid.orderNumber });
    expect([refused.status, refused.body["code"]]).toEqual([400, "NOT_FREE"]);
  });

  it("sells each content once to each person", async () => {
    await fresh();
    const other = await createOrder(buyer, content);
    await buy(app.url, buyer, content);
    const again = await buyer.post("/api/orders", orderBody(content));
    expect([again.status, again.body["code"]]).toEqual([409, "ALREADY_PURCHASED"]);
    const late = await confirm(buyer, await authorise(app.url, other));
    expect([late.status, late.body["code"]]).toEqual([409, "ORDER_EXPIRED"]);
    expect(await chargeLog(app.url, other.orderNumber)).not.toContain("DONE");
  });

  it("honours an idempotency key: the same order for the same request, a conflict for another", async () => {
    await fresh();
    const key = { headers: { "idempotency-key": "order-1" } };
    const first = await buyer.post("/api/orders", orderBody(content), key);
    const again = await buyer.post("/api/orders", orderBody(content), key);
    expect(again.body["order"]).toEqual(first.body["order"]);
    const other = await createContent(app.deps, seller.id);
    const reused = await buyer.post("/api/orders", orderBody(other), key);
    expect([reused.status, reused.body["code"]]).toEqual([409, "IDEMPOTENCY_KEY_REUSED"]);
    expect(await count("orders where content_id = $1", [content.id])).toBe(1);
  });

  it("tells the buyer the provider's reason when the card is refused, and lets them order again", async () => {
    await fresh();
    const order = await createOrder(buyer, content);
    const payment = await authorise(app.url, order);
    await control(app.url, "next", { code: "REJECT_CARD_PAYMENT" });
    const refused = await confirm(buyer, payment);
    expect([refused.status, refused.body["code"]]).toEqual([402, "PAYMENT_REFUSED"]);
    expect(refused.body["message"]).toContain("한도초과");
    const again = await confirm(buyer, payment);
    expect([again.status, again.body["code"]]).toEqual([409, "ORDER_FAILED"]);
    expect((await buy(app.url, buyer, content)).amount).toBe(10_500);
  });

  it.each(["PROVIDER_ERROR", "FAILED_PAYMENT_INTERNAL_SYSTEM_PROCESSING"])(
    "does not take %s for a no",
    async (code) => {
      await fresh();
      const order = await createOrder(buyer, content);
      const payment = await authorise(app.url, order);
      await control(app.url, "next", { code });
      const unsure = await confirm(buyer, payment);
      expect([unsure.status, unsure.body["code"]]).toEqual([502, "PROVIDER_ERROR"]);
      expect((await confirm(buyer, payment)).status).toBe(200);
      expect((await chargeLog(app.url, order.orderNumber)).filter((event) => event === "DONE")).toHaveLength(
        1,
      );
    },
  );

  it("finds the charge whose answer was lost", async () => {
    await fresh();
    const order = await createOrder(buyer, content);
    const payment = await authorise(app.url, order);
    await control(app.url, "next", { drop: true });
    expect((await confirm(buyer, payment)).status).toBe(200);
    expect((await chargeLog(app.url, order.orderNumber)).filter((event) => event === "DONE")).toHaveLength(1);
  });

  it("compares the amount before anything is asked of the provider", async () => {
    await fresh();
    const order = await createOrder(buyer, content);
    const payment = await authorise(app.url, order);
    for (const amount of [10_000, 1, 10_501]) {
      const answer = await confirm(buyer, { ...payment, amount });
      expect([answer.status, answer.body["code"]]).toEqual([400, "AMOUNT_MISMATCH"]);
    }
    expect((await confirm(buyer, payment)).status).toBe(200);
  });

  it("does not charge for an order of somebody else, nor with somebody else's payment", async () => {
    await fresh();
    const [alice, bob] = [buyer, await app.as(await createUser(app.deps))];
    const [aliceOrder, bobOrder] = [await createOrder(alice, content), await createOrder(bob, content)];
    const payment = await authorise(app.url, aliceOrder);
    expect((await confirm(bob, payment)).status).toBe(404);
    const stolen = await confirm(bob, { ...payment, orderId: bobOrder.orderNumber });
    expect(stolen.status).toBe(402);
    expect(await chargeLog(app.url, bobOrder.orderNumber)).not.toContain("DONE");
    expect((await confirm(alice, payment)).status).toBe(200);
  });

  it("captures nothing when the content went while the buyer was paying", async () => {
    await fresh();
    const order = await createOrder(buyer, content);
    const payment = await authorise(app.url, order);
    await app.deps.pool.query("update contents set deleted_at = app_now() where id = $1", [content.id]);
    expect((await confirm(buyer, payment)).status).toBe(404);
    expect(await chargeLog(app.url, order.orderNumber)).not.toContain("DONE");
  });

  it.each([
    [
      "suspended_until = app_now() + interval '1 hour'",
      "SUSPENDED",
      { type: "suspension", suspendedUntil: expect.stringMatching(/Z$/) as string },
    ],
    ["is_banned = 1, ban_reason = '사기'", "BANNED", { type: "ban", banReason: "사기" }],
  ])("tells a buyer sanctioned meanwhile the same as every other call: %s", async (sanction, code, extra) => {
    await fresh();
    const order = await createOrder(buyer, content);
    const payment = await authorise(app.url, order);
    await app.deps.pool.query(
      `update users set ${sanction} where id = (select buyer_id from orders where id = $1)`,
      [order.id],
    );
    // As if sanctioned between the check of the session and the claim.
    const claim = claimOrder(app.deps, order.id, payment.paymentKey);
    await expect(claim).rejects.toMatchObject({ code, details: { extra } });
    const answer = await confirm(buyer, payment);
    expect(answer.body).toMatchObject({ code, ...extra });
    expect(await chargeLog(app.url, order.orderNumber)).not.toContain("DONE");
  });

  it.each([
    ["an emoji before 99 letters", `😀${"가".repeat(99)}`, `😀${"가".repeat(98)}`],
    ["an emoji as the hundredth", `${"가".repeat(99)}😀`, "가".repeat(99)],
    ["a hundred letters", "가".repeat(100), "가".repeat(100)],
  ])("names an order as its provider counts: %s", async (_what, title, orderName) => {
    content = await createContent(app.deps, seller.id, { title });
    buyer = await app.as(await createUser(app.deps));
    const answer = await buyer.post("/api/orders", orderBody(content));
    expect(answer.body).toMatchObject({ payment: { orderName } });
  });

  it("keeps the price that an order was made with", async () => {
    await fresh();
    const order = await createOrder(buyer, content);
    await app.deps.pool.query("update contents set price = 20000 where id = $1", [content.id]);
    expect((await confirm(buyer, await authorise(app.url, order))).body).toMatchObject({ amount: 10_500 });
  });

  it("expires what nobody paid, by the product's clock", async () => {
    await fresh();
    const order = await createOrder(buyer, content);
    const payment = await authorise(app.url, order);
    await app.moveClock(41 * minute);
    const late = await confirm(buyer, payment);
    expect([late.status, late.body["code"]]).toEqual([409, "ORDER_EXPIRED"]);
    await control(app.url, "clock", { advanceMs: 41 * minute });
    await app.reconcile();
    await app.moveClock(6 * minute);
    await app.reconcile();
    expect(await count("orders where id = $1 and status = 'expired'", [order.id])).toBe(1);
  });

  it("gives the money back when a charge is found for what can no longer be sold", async () => {
    await fresh();
    const order = await createOrder(buyer, content);
    const payment = await authorise(app.url, order);
    await control(app.url, "next", { drop: true });
    // The charge stands; the answer is lost, and the read after it finds no provider either.
    const claim = confirm(buyer, payment);
    await claim;
    expect(await count("orders where id = $1 and status = 'paid'", [order.id])).toBe(1);
    // The same, found by the reconciler after the content was deleted.
    await fresh();
    const second = await createOrder(buyer, content);
    const key = await authorise(app.url, second);
    await app.deps.pool.query(
      `update orders set status = 'confirming', toss_payment_key = $2, toss_order_id = order_number,
         claimed_at = app_now(), attempts = 1 where id = $1`,
      [second.id, key.paymentKey],
    );
    await app.deps.pool.query("update contents set deleted_at = app_now() where id = $1", [content.id]);
    await app.deps.toss.confirm({ ...key, amount: second.amount }, `confirm:${second.orderNumber}:1`);
    await app.reconcile();
    // The provider's notice may have been faster, and still be under way.
    await expect
      .poll(() => count("orders where id = $1 and status = 'refunded' and paid_at is null", [second.id]))
      .toBe(1);
    expect(await chargeLog(app.url, second.orderNumber)).toEqual([
      "READY",
      "IN_PROGRESS",
      "DONE",
      "CANCELED",
    ]);
    const answer = await confirm(buyer, key);
    expect(answer.status).toBe(404);
  });
});
