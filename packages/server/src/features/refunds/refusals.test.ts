import type { OrderRefund } from "@knowhow/shared";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestApp, type TestApp } from "../../../testing/app.ts";
import type { TestClient } from "../../../testing/client.ts";
import { createContent, createSeller, createUser, type TestUser } from "../../../testing/factories.ts";
import { createOrder } from "../../../testing/payments.ts";
import {
  askBack,
  makeSale,
  openLink,
  refundMessages,
  saleState,
  untouched,
  type TestSale,
} from "../../../testing/refunds.ts";

const day = 24 * 60 * 60 * 1_000;

describe("money back is refused", () => {
  let app: TestApp;
  let admin: TestClient;
  let adminUser: TestUser;
  /** A purchase without a refused request: it stays as it is. */
  let bystander: TestSale;

  beforeAll(async () => {
    app = await startTestApp({ ADMIN_USER_IDS: "admin1,admin2" });
    adminUser = await createUser(app.deps, { userId: "admin1" });
    admin = await app.as(adminUser);
    bystander = await makeSale(app);
  });
  afterAll(async () => {
    expect(await saleState(app, bystander)).toMatchObject(untouched);
    expect(await refundMessages(app, bystander.buyer)).toEqual([]);
    await app.stop();
  });

  const state = (sale: Pick<TestSale, "orderNumber">) => saleState(app, sale);
  const receipt = async ({ client, orderNumber }: Pick<TestSale, "client" | "orderNumber">) =>
    (await client.get(`/api/orders/${orderNumber}`)).body;
  const decide = (
    { orderNumber }: Pick<TestSale, "orderNumber">,
    decision: "approve" | "deny",
    reason = "확인했습니다",
    viewer = admin,
  ) => viewer.put(`/api/admin/refunds/${orderNumber}`, { decision, reason });
  const failing = ({ status, body }: { status: number; body: Record<string, unknown> }) => [
    status,
    body["code"],
  ];

  it("after the last moment, not before it", async () => {
    const [inTime, late] = [await makeSale(app), await makeSale(app)];
    const shift = (sale: TestSale, seconds: number) =>
      app.deps.pool.query(
        `update app_clock set shift = shift + ((select paid_at from orders where order_number = $1)
           + interval '7 days' + $2 * interval '1 second' - app_now())`,
        [sale.orderNumber, seconds],
      );
    await shift(inTime, -60);
    expect((await askBack(inTime)).status).toBe(201);
    await shift(late, 1);
    expect(await receipt(late)).toMatchObject({ refundState: "expired" });
    expect(failing(await askBack(late))).toEqual([409, "NOT_REFUNDABLE"]);
    await expect.poll(() => state(inTime)).toMatchObject({ status: "refunded" });
    await app.moveClock(-7 * day);
  });

  it("for what was free, what is not paid, what is others' and what there is not", async () => {
    const free = await makeSale(app, { price: 0 });
    expect(await receipt(free)).not.toHaveProperty("refundState");
    expect(failing(await askBack(free))).toEqual([409, "NOT_REFUNDABLE"]);
    const unpaid = await createOrder(bystander.client, await createContent(app.deps, bystander.seller.id));
    expect(failing(await askBack({ ...bystander, ...unpaid }))).toEqual([409, "NOT_REFUNDABLE"]);
    const stranger = await app.as(await createUser(app.deps));
    const seller = await app.as(bystander.seller);
    for (const client of [stranger, seller, admin]) {
      expect(failing(await askBack({ ...bystander, client }))).toEqual([404, "NOT_FOUND"]);
      expect(failing(await client.delete(`/api/orders/${bystander.orderNumber}/refund-request`))).toEqual([
        404,
        "NOT_FOUND",
      ]);
    }
    expect(failing(await askBack({ ...bystander, orderNumber: "KH-nothing" }))).toEqual([404, "NOT_FOUND"]);
    expect(failing(await decide({ orderNumber: "KH-nothing" }, "approve"))).toEqual([404, "NOT_FOUND"]);
    expect(failing(await decide(bystander, "approve"))).toEqual([409, "NOT_REFUNDABLE"]);
    const again = await admin.post(`/api/admin/refunds/${free.orderNumber}`, { reason: "무료" });
    expect(failing(again)).toEqual([409, "NOT_REFUNDABLE"]);
  });

  it.each([[""], ["   "], ["ㅋ".repeat(501)], [undefined], [{ a: 1 }]])(
    "for the reason %j",
    async (reason) => {
      const body = reason === undefined ? {} : { reason };
      const paths = [
        `/api/orders/${bystander.orderNumber}/refund-request`,
        `/api/admin/refunds/${bystander.orderNumber}`,
      ];
      for (const [index, client] of [bystander.client, admin].entries()) {
        const answer = await client.post(paths[index] ?? "", body);
        expect(failing(answer)).toEqual([400, "VALIDATION"]);
        expect(answer.body["fields"]).toHaveProperty("reason");
      }
      expect(failing(await admin.put(paths[1] ?? "", { ...body, decision: "approve" }))).toEqual([
        400,
        "VALIDATION",
      ]);
      const half = await admin.put(paths[1] ?? "", { reason: "네", decision: "half" });
      expect(failing(half)).toEqual([400, "VALIDATION"]);
    },
  );

  it("for an administrator's own purchase and sale", async () => {
    const other = await createSeller(app.deps, { userId: "admin2" });
    const admin2 = await app.as(other);
    const [bought, sold] = [await makeSale(app, { buyer: other }), await makeSale(app, { seller: other })];
    for (const sale of [bought, sold]) {
      const answer = await admin2.post(`/api/admin/refunds/${sale.orderNumber}`, { reason: "내 것" });
      expect(failing(answer)).toEqual([409, "NOT_REFUNDABLE"]);
      expect(await state(sale)).toMatchObject({ status: "paid", refunds: 0 });
    }
    await openLink(sold);
    await askBack(sold);
    expect(failing(await decide(sold, "deny", "싫어요", admin2))).toEqual([409, "NOT_REFUNDABLE"]);
    expect((await decide(sold, "deny")).status).toBe(200);
  });

  it("after a year, when the provider cancels nothing any more", async () => {
    const sale = await makeSale(app);
    await app.moveClock(366 * day);
    const later = await app.as(adminUser);
    const answer = await later.post(`/api/admin/refunds/${sale.orderNumber}`, { reason: "늦었어요" });
    await app.moveClock(-366 * day);
    expect(failing(answer)).toEqual([409, "NOT_REFUNDABLE"]);
  });

  it("and denied by nobody who saw another request, or fewer deliveries", async () => {
    const sale = await makeSale(app);
    await openLink(sale);
    await askBack(sale);
    const other = await makeSale(app, { seller: sale.seller });
    await openLink(other);
    await askBack(other);
    const seen = async () => {
      const { body } = await admin.get(`/api/admin/refunds/${sale.orderNumber}`);
      const refund = body["refund"] as unknown as OrderRefund; // the contract's answer was checked by the server
      return { requestedAt: refund.requestedAt, deliveries: refund.deliveries.length };
    };
    const decideBy = (expected: unknown) =>
      admin.put(`/api/admin/refunds/${sale.orderNumber}`, { decision: "deny", reason: "확인", expected });
    const first = await seen();
    for (const wrong of [{}, "x", { ...first, deliveries: -1 }, { ...first, requestedAt: "어제" }])
      expect(failing(await decideBy(wrong))).toEqual([400, "VALIDATION"]);
    await sale.client.delete(`/api/orders/${sale.orderNumber}/refund-request`);
    await app.moveClock(1_000);
    await askBack(sale, "다른 이유");
    const changed = await decideBy(first);
    expect(failing(changed)).toEqual([409, "STANDING_CHANGED"]);
    expect(changed.body).toMatchObject(await seen());
    const second = await seen();
    await app.deps.pool.query(
      "insert into deliveries (order_id, kind, item) select id, 'summary', '' from orders where order_number = $1",
      [sale.orderNumber],
    );
    const opened = await decideBy(second);
    expect(failing(opened)).toEqual([409, "STANDING_CHANGED"]);
    expect(opened.body).toMatchObject({ requestedAt: second.requestedAt, deliveries: 2 });
    for (const { orderNumber } of [sale, other])
      expect(await state({ orderNumber })).toMatchObject({ status: "refund_requested", settlement: "held" });
    expect((await decideBy(await seen())).status).toBe(200);
    expect(await state(sale)).toMatchObject({ status: "paid", settlement: "pending" });
    expect(await state(other)).toMatchObject({ status: "refund_requested", settlement: "held" });
  });

  it("its way back at no time, while the seller is written to for three rounds of one order alone", async () => {
    const sale = await makeSale(app);
    const other = await makeSale(app, sale);
    const withdraw = ({ client, orderNumber }: TestSale) =>
      client.delete(`/api/orders/${orderNumber}/refund-request`);
    for (const opened of [sale, other]) await openLink(opened);
    // Ten requests run against ten withdrawals.
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) => (index % 2 ? askBack(sale) : withdraw(sale))),
    );
    expect(answers.filter(({ status }) => ![200, 201, 409].includes(status))).toEqual([]);
    await withdraw(sale);
    for (let round = 0; round < 4; round += 1) {
      expect((await askBack(sale)).status).toBe(201);
      expect((await withdraw(sale)).status).toBe(200);
    }
    expect(await state(sale)).toMatchObject(untouched);
    const about = async (words: string) =>
      (await refundMessages(app, sale.seller)).filter((text) => text.includes(words)).length;
    expect([await about("구매자가 환불을 요청했습니다"), await about("요청을 취소했습니다")]).toEqual([3, 3]);
    const bought = (await refundMessages(app, sale.buyer)).filter((text) => text.includes("취소했습니다"));
    expect(bought.length).toBeGreaterThan(3);
    // The seller still hears of another order, and of this one's decision by an administrator.
    expect((await askBack(other)).status).toBe(201);
    expect((await withdraw(other)).status).toBe(200);
    expect([await about("구매자가 환불을 요청했습니다"), await about("요청을 취소했습니다")]).toEqual([4, 4]);
    expect((await askBack(sale)).status).toBe(201);
    expect((await decide(sale, "deny")).status).toBe(200);
    expect(await about("거절되었습니다")).toBe(1);
    expect(failing(await withdraw(sale))).toEqual([409, "NOT_REFUNDABLE"]);
  });
});
