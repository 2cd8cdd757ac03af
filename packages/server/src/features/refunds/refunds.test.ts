import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestApp, type TestApp } from "../../../testing/app.ts";
import type { TestClient } from "../../../testing/client.ts";
import { createContent, createUser, type TestUser } from "../../../testing/factories.ts";
import { expectPushed } from "../../../testing/expectPushed.ts";
import { listenTo } from "../../../testing/news.ts";
import { buy, chargeLog, orderBody } from "../../../testing/payments.ts";
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

describe("money back", () => {
  let app: TestApp;
  let admin: TestClient;
  let adminUser: TestUser;
  /** A purchase without a refund request: it stays as it is. */
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

  describe("of what was not opened", () => {
    it("is given back by rule, with everything that follows", async () => {
      const sale = await makeSale(app);
      const { client, content, orderNumber, buyer, seller } = sale;
      expect(await receipt(sale)).toMatchObject({ refundState: "available", refund: null });
      const asked = await askBack(sale, "  두 번\r\n샀어요 ");
      expect(asked.status).toBe(201);
      expect(asked.body["order"]).toMatchObject({
        orderNumber,
        status: "refunding",
        refundState: "refunding",
        refund: { reason: "두 번\n샀어요", decision: "approve", dueAt: null, decisionReason: null },
      });
      await expect
        .poll(() => state(sale))
        .toEqual({
          status: "refunded",
          settlement: "cancelled",
          held_reason: null,
          room: "inactive",
          purchases: 0,
          refunds: 1,
          deliveries: 0,
        });
      expect(await chargeLog(app.url, orderNumber)).toEqual(["READY", "IN_PROGRESS", "DONE", "CANCELED"]);
      // Access, library, likes and comments end; the receipt stays.
      expect(failing(await openLink(sale))).toEqual([403, "PURCHASE_REQUIRED"]);
      expect(failing(await client.post(`/api/contents/${content.id}/like`))).toEqual([
        403,
        "PURCHASE_REQUIRED",
      ]);
      const comment = { comment: "좋아요" };
      expect(failing(await client.post(`/api/contents/${content.id}/comments`, comment))).toEqual([
        403,
        "PURCHASE_REQUIRED",
      ]);
      expect((await client.get("/api/buyer/contents")).body).toEqual([]);
      expect((await client.get(`/api/contents/${content.id}`)).body).toMatchObject({
        hasPurchased: false,
        fileUrls: [],
        purchasesCount: 0,
        purchase: {
          orderNumber,
          refundState: "refunded",
          refund: { completedAt: expect.any(String) as unknown },
        },
      });
      // Other users are not told of it.
      const other = await app.as(await createUser(app.deps));
      expect((await other.get(`/api/contents/${content.id}`)).body).not.toHaveProperty("purchase");
      expect(await receipt(sale)).toMatchObject({ refundState: "refunded", status: "refunded" });
      expect((await client.get("/api/orders")).body).toMatchObject([
        { orderNumber, refundState: "refunded" },
      ]);
      // The buyer is told of the approval and, once, of its end; the seller of what it means, once.
      for (const [person, ...steps] of [
        [buyer, ["승인", "10,500원", "3~5일"], ["환불이 완료되었습니다", "10,500원", orderNumber]],
        [seller, ["승인", "9,500원", "취소"]],
      ] as const) {
        const told = await refundMessages(app, person);
        expect(told).toHaveLength(steps.length);
        for (const [at, words] of steps.entries()) for (const word of words) expect(told[at]).toContain(word);
      }
      await app.moveClock(60_000);
      await app.reconcile();
      expect(await refundMessages(app, buyer)).toHaveLength(2);
    });

    it("can be bought again, and given back again", async () => {
      const sale = await makeSale(app);
      await askBack(sale);
      await expect.poll(() => state(sale)).toMatchObject({ status: "refunded" });
      const { orderNumber } = await buy(app.url, sale.client, sale.content);
      const again = { ...sale, orderNumber };
      expect(again.orderNumber).not.toBe(sale.orderNumber);
      expect((await openLink(again)).status).toBe(302);
      expect(await receipt(again)).toMatchObject({ refundState: "delivered" });
      expect(await receipt(sale)).toMatchObject({ refundState: "refunded" });
      expect((await sale.client.get(`/api/contents/${sale.content.id}`)).body).toMatchObject({
        hasPurchased: true,
        purchase: { orderNumber: again.orderNumber, refundState: "delivered" },
      });
    });

    it("cannot be bought again, or opened, while the money is on its way", async () => {
      const sale = await makeSale(app);
      await app.deps.pool.query("update orders set status = 'refund_requested' where order_number = $1", [
        sale.orderNumber,
      ]);
      await app.deps.pool.query(
        `update orders set status = 'refunding', next_check_at = app_now() + interval '1 hour' where order_number = $1`,
        [sale.orderNumber],
      );
      expect(failing(await openLink(sale))).toEqual([403, "PURCHASE_REQUIRED"]);
      const asked = await sale.client.request("HEAD", `/api/download/${sale.content.id}/0`);
      expect([asked.status, asked.headers.get("location")]).toEqual([403, null]);
      expect(failing(await sale.client.post(`/api/contents/${sale.content.id}/ai-summary`))).not.toEqual([
        200,
      ]);
      expect(failing(await sale.client.post("/api/orders", orderBody(sale.content)))).toEqual([
        409,
        "ALREADY_PURCHASED",
      ]);
      expect(await state(sale)).toMatchObject({ deliveries: 0 });
      await app.deps.pool.query(
        `update orders set status = 'paid', next_check_at = null where order_number = $1`,
        [sale.orderNumber],
      );
    });
  });

  describe("of what was opened", () => {
    const askForOpened = async () => {
      const sale = await makeSale(app);
      await openLink(sale);
      const asked = await askBack(sale, "설명과 달라요");
      expect(asked.status).toBe(201);
      expect(asked.body["order"]).toMatchObject({ status: "refund_requested", refundState: "requested" });
      return sale;
    };

    it("waits for an administrator, and the settlement with it", async () => {
      const sale = await askForOpened();
      const { refund } = await receipt(sale);
      expect(Date.parse((refund as unknown as { dueAt: string }).dueAt)).toBeGreaterThan(
        Date.now() + 2 * day,
      );
      expect(await state(sale)).toMatchObject({
        status: "refund_requested",
        settlement: "held",
        room: "active",
      });
      expect(await refundMessages(app, sale.buyer)).toEqual([expect.stringContaining("관리자가 확인")]);
      expect(await refundMessages(app, sale.seller)).toEqual([expect.stringContaining("보류")]);
      expect(failing(await askBack(sale))).toEqual([409, "NOT_REFUNDABLE"]);
      // The buyer keeps their access meanwhile.
      expect((await openLink(sale)).status).toBe(302);
    });

    it("can be taken back, and asked for again", async () => {
      const sale = await askForOpened();
      const path = `/api/orders/${sale.orderNumber}/refund-request`;
      const withdrawn = await sale.client.delete(path);
      expect(withdrawn.status).toBe(200);
      expect(withdrawn.body["order"]).toMatchObject({
        status: "paid",
        refundState: "delivered",
        refund: null,
      });
      expect(await state(sale)).toMatchObject({ status: "paid", settlement: "pending", refunds: 0 });
      expect(failing(await sale.client.delete(path))).toEqual([409, "NOT_REFUNDABLE"]);
      expect((await askBack(sale)).status).toBe(201);
    });

    it("is given back when an administrator approves, who is remembered with the reason", async () => {
      const sale = await askForOpened();
      const approved = await decide(sale, "approve", "설명과 다른 것을 확인했습니다");
      expect(approved.status).toBe(200);
      expect(approved.body["order"]).toMatchObject({ status: "refunding" });
      await expect.poll(() => state(sale)).toMatchObject({ status: "refunded", settlement: "cancelled" });
      expect(await receipt(sale)).toMatchObject({
        refund: { decision: "approve", decisionReason: "설명과 다른 것을 확인했습니다" },
      });
      const { rows } = await app.deps.pool.query(
        `select e.kind, u.user_id from refund_events e join orders o on o.id = e.order_id left join users u on u.id = e.actor_id
         where o.order_number = $1 order by e.id`,
        [sale.orderNumber],
      );
      expect(rows).toEqual([
        { kind: "requested", user_id: sale.buyer.userId },
        { kind: "approved", user_id: "admin1" },
        { kind: "completed", user_id: null },
      ]);
      expect(await refundMessages(app, sale.buyer)).toEqual([
        expect.stringContaining("접수"),
        expect.stringContaining("설명과 다른 것을 확인했습니다"),
        expect.stringContaining("환불이 완료되었습니다"),
      ]);
      expect(failing(await decide(sale, "deny"))).toEqual([409, "ALREADY_PROCESSED"]);
    });

    it("stays the buyer's when an administrator denies, with the reason, for good", async () => {
      const sale = await askForOpened();
      expect((await decide(sale, "deny", "설명과 같은 파일입니다")).status).toBe(200);
      expect(await state(sale)).toMatchObject({ status: "paid", settlement: "pending", room: "active" });
      expect(await receipt(sale)).toMatchObject({
        refundState: "denied",
        refund: { decision: "deny", decisionReason: "설명과 같은 파일입니다" },
      });
      expect((await refundMessages(app, sale.buyer)).at(-1)).toContain("설명과 같은 파일입니다");
      expect(failing(await askBack(sale))).toEqual([409, "NOT_REFUNDABLE"]);
      expect(failing(await decide(sale, "approve"))).toEqual([409, "ALREADY_PROCESSED"]);
      expect((await openLink(sale)).status).toBe(302);
      // An administrator may reconsider.
      expect(
        (await admin.post(`/api/admin/refunds/${sale.orderNumber}`, { reason: "다시 확인" })).status,
      ).toBe(201);
      await expect.poll(() => state(sale)).toMatchObject({ status: "refunded" });
    });
  });

  it("asked with one Idempotency-Key is asked once, with the first answer", async () => {
    const sale = await makeSale(app);
    const headers = { "idempotency-key": `refund-${sale.orderNumber}` };
    const first = await askBack(sale, "한 번", { headers });
    const second = await askBack(sale, "한 번", { headers });
    expect([first.status, second.status]).toEqual([201, 201]);
    expect(second.body).toEqual(first.body);
    expect(failing(await askBack(sale, "다른 이유", { headers }))).toEqual([409, "IDEMPOTENCY_KEY_REUSED"]);
    await expect.poll(() => state(sale)).toMatchObject({ status: "refunded", refunds: 1 });
  });

  it("is open to somebody suspended, and closed to somebody banned", async () => {
    const [suspended, banned] = [await makeSale(app), await makeSale(app)];
    await app.deps.pool.query(
      "update users set suspended_until = app_now() + interval '1 day' where id = $1",
      [suspended.buyer.id],
    );
    expect((await askBack(suspended)).status).toBe(201);
    await app.deps.pool.query("update users set suspended_until = null where id = $1", [suspended.buyer.id]);
    await app.deps.pool.query("update users set is_banned = 1, ban_reason = '사기' where id = $1", [
      banned.buyer.id,
    ]);
    expect(failing(await askBack(banned))).toEqual([403, "BANNED"]);
    // An administrator can refund a banned buyer.
    expect(
      (await admin.post(`/api/admin/refunds/${banned.orderNumber}`, { reason: "이용 제한" })).status,
    ).toBe(201);
    await expect.poll(() => state(banned)).toMatchObject({ status: "refunded" });
    await app.deps.pool.query("update users set is_banned = 0, ban_reason = null where id = $1", [
      banned.buyer.id,
    ]);
  });

  it("tells the open screens of both, and of the administrators", async () => {
    const sale = await makeSale(app);
    await askBack(sale);
    await expect.poll(() => state(sale)).toMatchObject({ status: "refunded" });
    const { rows } = await app.deps.pool.query<{ user_id: string; status: string }>(
      `select u.user_id, e.data->>'status' as status from events e join users u on u.id = e.user_id
       where e.name = 'order' and e.data->>'orderNumber' = $1 and e.data->>'status' <> 'paid' order by e.seq`,
      [sale.orderNumber],
    );
    for (const userId of [sale.buyer.userId, sale.seller.userId, "admin1"])
      expect(rows.filter((row) => row.user_id === userId).map(({ status }) => status)).toEqual([
        "refunding",
        "refunded",
      ]);
  });

  it.each([
    ["gives back", ["refunding", "refunded"]],
    ["denies", ["refund_requested", "paid"]],
  ])("shows the seller what it %s at once, and another seller nothing", async (act, statuses) => {
    const other = await listenTo(app.url, await app.as(bystander.seller));
    const sale = await makeSale(app);
    if (act === "denies") await openLink(sale);
    const screen = await listenTo(app.url, await app.as(sale.seller));
    const told = () =>
      screen.told
        .filter(({ name, data }) => name === "order" && data["orderNumber"] === sale.orderNumber)
        .map(({ data }) => data["status"]);
    await expect.poll(() => screen.lastId).not.toBe("");
    expect((await askBack(sale)).status).toBe(201);
    if (act === "denies") {
      const decided = { decision: "deny", reason: "이미 열었습니다." };
      expect((await admin.put(`/api/admin/refunds/${sale.orderNumber}`, decided)).status).toBe(200);
    }
    await expectPushed(told, statuses);
    expect(other.told.filter(({ name }) => name === "order")).toEqual([]);
    for (const stream of [screen, other]) stream.leave();
  });

  it("keeps the consent and the previews that were on offer, with the order", async () => {
    const content = await createContent(app.deps, bystander.seller.id);
    const client = await app.as(await createUser(app.deps));
    const [asked, silent] = [
      await client.post("/api/orders", { ...orderBody(content), consent: "2026-11-23" }),
      await client.post("/api/orders", orderBody(content)),
    ];
    const kept = async (answer: typeof asked) =>
      (
        await app.deps.pool.query<{ consent_version: string | null; at_once: boolean | null; trial: object }>(
          "select consent_version, consented_at = created_at as at_once, trial from orders where id = $1",
          [(answer.body["order"] as unknown as { id: string }).id],
        )
      ).rows[0];
    expect(await kept(asked)).toMatchObject({ consent_version: "2026-11-23", trial: { previews: [] } });
    expect(await kept(silent)).toMatchObject({ consent_version: null, at_once: null });
  });
});
