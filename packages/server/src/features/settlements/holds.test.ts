import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { reportContent } from "../reports/create.ts";
import { processReports } from "../reports/process.ts";
import { startTestApp, type TestApp } from "../../../testing/app.ts";
import { failing, type TestClient } from "../../../testing/client.ts";
import { createContent, createUser, type TestUser } from "../../../testing/factories.ts";
import { askBack, openLink } from "../../../testing/refunds.ts";
import { meanwhile } from "../../../testing/meanwhile.ts";
import { authorise, buy, confirm, createOrder } from "../../../testing/payments.ts";
import { payOut } from "../payouts/payOut.ts";
import { decide, fileReport, makeDeal, unconditional } from "../../../testing/reports.ts";

const ban = {
  status: "resolved",
  reviewNotes: null,
  penaltyType: "ban",
  duration: null,
  reason: "사기",
} as const;

describe("a sale to a seller whom nothing may be paid", () => {
  let app: TestApp;
  let admin: TestClient;
  let adminUser: TestUser;

  beforeAll(async () => {
    app = await startTestApp();
    adminUser = await createUser(app.deps, { userId: "admin1" });
    admin = await app.as(adminUser);
  });
  afterAll(() => app.stop());

  const settlementOf = async (seller: TestUser) =>
    (
      await app.deps.pool.query<{ status: string; held_reason: string | null }>(
        "select status, held_reason from settlements where seller_id = $1 order by created_at, id",
        [seller.id],
      )
    ).rows;
  /** An order that its buyer has authorised, ready to be confirmed. */
  const ready = async (seller: TestUser, price = 10_000) => {
    const buyer = await app.as(await createUser(app.deps));
    const order = await createOrder(buyer, await createContent(app.deps, seller.id, { price }));
    return { buyer, order, payment: price > 0 ? await authorise(app.url, order) : undefined };
  };

  it("waits as held from its first moment: suspended", async () => {
    const deal = await makeDeal(app);
    const penalty = { penaltyType: "suspension", duration: 7, reason: "위반" };
    await decide(admin, await fileReport(deal), { status: "resolved", ...penalty });
    const buyer = await app.as(await createUser(app.deps));
    await buy(app.url, buyer, await createContent(app.deps, deal.seller.id));
    expect(await settlementOf(deal.seller)).toEqual([
      { status: "held", held_reason: expect.stringContaining("정지") },
    ]);
  });

  it("waits as held from its first moment: of a content that is reported for fraud by somebody who paid", async () => {
    const deal = await makeDeal(app, { price: 10_000 });
    await fileReport(deal, "fraud");
    await buy(app.url, await app.as(await createUser(app.deps)), deal.content);
    await buy(
      app.url,
      await app.as(await createUser(app.deps)),
      await createContent(app.deps, deal.seller.id),
    );
    expect(await settlementOf(deal.seller)).toEqual([
      { status: "held", held_reason: "접수된 신고를 확인하고 있습니다." },
      { status: "held", held_reason: "접수된 신고를 확인하고 있습니다." },
      { status: "pending", held_reason: null },
    ]);
  });

  it.each([
    ["had opened it", true],
    ["never had it", false],
  ])(
    "whose reporter of fraud got their money back and %s: waits for a judgement: %s",
    async (_name, isOpened) => {
      const deal = await makeDeal(app, { price: 10_000 });
      const bystander = await makeDeal(app, { price: 10_000 });
      await buy(app.url, await app.as(await createUser(app.deps)), deal.content);
      if (isOpened) await openLink({ client: deal.buyerClient, content: deal.content });
      const reportId = await fileReport(deal, "fraud");
      const { rows } = await app.deps.pool.query<{ order_number: string }>(
        "select order_number from orders where buyer_id = $1",
        [deal.buyer.id],
      );
      const orderNumber = rows[0]?.order_number ?? "";
      expect((await askBack({ client: deal.buyerClient, orderNumber })).status).toBe(201);
      const approval = { decision: "approve", reason: "하자 확인" };
      if (isOpened)
        expect(
          (await (await app.as(adminUser)).put(`/api/admin/refunds/${orderNumber}`, approval)).status,
        ).toBe(200);
      const held = { status: "held", held_reason: "접수된 신고를 확인하고 있습니다." };
      await expect.poll(() => settlementOf(deal.seller)).toMatchObject([{ status: "cancelled" }, held]);
      await app.moveClock(8 * 24 * 3_600_000);
      await payOut(app.deps);
      await payOut(app.deps);
      expect(await settlementOf(deal.seller)).toMatchObject([
        { status: "cancelled" },
        isOpened ? held : { status: "completed", held_reason: null },
      ]);
      expect(await settlementOf(bystander.seller)).toMatchObject([{ status: "completed" }]);
      if (!isOpened) return;
      await decide(await app.as(adminUser), reportId, { status: "dismissed" });
      expect(await settlementOf(deal.seller)).toMatchObject([{ status: "cancelled" }, { status: "pending" }]);
    },
  );

  it("is held at once where its reporter of fraud, given back an unopened purchase, buys again", async () => {
    const deal = await makeDeal(app, { price: 10_000 });
    const bystander = await makeDeal(app, { price: 10_000 });
    await buy(app.url, await app.as(await createUser(app.deps)), deal.content);
    await buy(app.url, deal.buyerClient, await createContent(app.deps, deal.seller.id));
    await fileReport(deal, "fraud");
    const { rows } = await app.deps.pool.query<{ order_number: string }>(
      "select order_number from orders where buyer_id = $1 and content_id = $2",
      [deal.buyer.id, deal.content.id],
    );
    const orderNumber = rows[0]?.order_number ?? "";
    expect((await askBack({ client: deal.buyerClient, orderNumber })).status).toBe(201);
    const [cancelled, pending] = [{ status: "cancelled" }, { status: "pending", held_reason: null }];
    const held = { status: "held", held_reason: "접수된 신고를 확인하고 있습니다." };
    await expect
      .poll(async () => {
        await payOut(app.deps);
        return settlementOf(deal.seller);
      })
      .toMatchObject([cancelled, pending, pending]);
    await buy(app.url, deal.buyerClient, deal.content);
    expect(await settlementOf(deal.seller)).toMatchObject([cancelled, held, pending, held]);
    expect(await settlementOf(bystander.seller)).toEqual([pending]);
  });

  it.each(["free", "paid"])("is not made beside a ban that is under way: %s", async (kind) => {
    const deal = await makeDeal(app);
    const reportId = await fileReport(deal);
    const { buyer, order, payment } = await ready(deal.seller, kind === "free" ? 0 : 10_000);
    const answer = await meanwhile(
      app.deps,
      (trx) =>
        processReports(trx, app.deps, {
          ...unconditional,
          ...ban,
          reportIds: [reportId],
          adminId: adminUser.id,
        }),
      () =>
        payment
          ? confirm(buyer, payment)
          : buyer.post("/api/orders/complete-free", { orderNumber: order.orderNumber }),
    );
    expect(failing(answer)).toBe("404 NOT_FOUND");
    const { rows } = await app.deps.pool.query(
      "select from orders where id = $1 and status in ('paid', 'confirming')",
      [order.id],
    );
    expect(rows).toEqual([]);
  });

  it("is held by a report of fraud that is just being made", async () => {
    const deal = await makeDeal(app, { price: 10_000 });
    const buyer = await app.as(await createUser(app.deps));
    const payment = await authorise(app.url, await createOrder(buyer, deal.content));
    const filing = { reporterId: deal.buyer.id, reportReason: "fraud", reportDetails: "속았습니다." };
    const answer = await meanwhile(
      app.deps,
      (trx) => reportContent(trx, app.deps, { ...filing, contentId: deal.content.id }),
      () => confirm(buyer, payment),
    );
    expect(answer.status).toBe(200);
    expect(await settlementOf(deal.seller)).toMatchObject([{ status: "held" }, { status: "held" }]);
  });

  it("stays held when one reason ends at the moment in which another begins", async () => {
    const deal = await makeDeal(app, { price: 10_000 });
    const reportId = await fileReport(deal);
    const hold = { status: "held", held_reason: "정산 계좌를 바꾼 뒤 72시간 동안은 정산이 보류됩니다." };
    await app.deps.pool.query("update settlements set status = $2, held_reason = $3 where seller_id = $1", [
      deal.seller.id,
      hold.status,
      hold.held_reason,
    ]);
    await meanwhile(
      app.deps,
      (trx) =>
        processReports(trx, app.deps, {
          ...unconditional,
          ...ban,
          reportIds: [reportId],
          adminId: adminUser.id,
        }),
      async () => {
        await payOut(app.deps);
        return true;
      },
    );
    expect(await settlementOf(deal.seller)).toEqual([
      { status: "held", held_reason: expect.stringContaining("제한") },
    ]);
  });
});
