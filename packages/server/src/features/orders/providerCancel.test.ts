import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { reconcileLedger } from "../payouts/reconcileLedger.ts";
import { payOut } from "../payouts/payOut.ts";
import { startTestApp, type TestApp } from "../../../testing/app.ts";
import { failing, type TestClient } from "../../../testing/client.ts";
import {
  createContent,
  createSeller,
  createUser,
  type TestContent,
  type TestUser,
} from "../../../testing/factories.ts";
import {
  authorise,
  chargeLog,
  chargesDoneOf,
  confirm,
  control,
  createOrder,
  orderAlertsOf,
  orderRowOf,
} from "../../../testing/payments.ts";
import { cancelAtProvider, muteWebhooks } from "../../../testing/providerSide.ts";
import { askBack } from "../../../testing/refunds.ts";
import { Order } from "./Order.ts";
import { followPayment } from "./providerCancel.ts";
import { reconcileDue } from "./reconcile.ts";

const day = 24 * 3_600_000;
const week = 7 * day + 60_000;

describe("what the provider did without us", () => {
  let app: TestApp;
  let seller: TestUser;
  let adminUser: TestUser;

  beforeAll(async () => {
    app = await startTestApp();
    adminUser = await createUser(app.deps, { userId: "admin1" });
  });
  afterAll(() => app.stop());
  beforeEach(async () => {
    seller = await createSeller(app.deps);
  });

  interface Sale {
    id: string;
    orderNumber: string;
    paymentKey: string;
    amount: number;
    content: TestContent;
    buyer: TestClient;
    buyerUser: TestUser;
  }
  const sell = async (price = 100_000): Promise<Sale> => {
    const buyerUser = await createUser(app.deps);
    const buyer = await app.as(buyerUser);
    const content = await createContent(app.deps, seller.id, { price });
    const order = await createOrder(buyer, content);
    const payment = await authorise(app.url, order);
    expect((await confirm(buyer, payment)).status).toBe(200);
    return { ...order, paymentKey: payment.paymentKey, content, buyer, buyerUser };
  };
  const factsOf = async ({ id }: Pick<Sale, "id">) => {
    const { rows } = await app.deps.pool.query<Record<string, unknown>>(
      `select o.status, s.status as settlement, s.held_reason as reason, r.status as room, c.purchases_count as purchases,
              o.part_cancelled as part, exists (select from clawbacks w where w.order_id = o.id and w.voided_at is null) as clawback
       from orders o join settlements s on s.order_id = o.id join chat_rooms r on r.order_id = o.id
         join contents c on c.id = o.content_id where o.id = $1`,
      [id],
    );
    return rows[0];
  };
  const stands = {
    status: "paid",
    settlement: "pending",
    reason: null,
    room: "active",
    purchases: 1,
    part: 0,
    clawback: false,
  };
  const gone = {
    ...stands,
    status: "refunded",
    settlement: "cancelled",
    room: "inactive",
    purchases: 0,
  };
  const held = { ...stands, settlement: "held", reason: "결제사에서 일부 취소된 결제를 확인하고 있습니다." };
  const paidOutOf = async ({ id }: Pick<Sale, "id">): Promise<number> => {
    const { rows } = await app.deps.pool.query<{ n: number }>(
      `select count(*)::int as n from standin_toss.charge_log l join settlements s on left(l.order_id, 36) = s.id::text
       where l.event = 'PAYOUT' and s.order_id = $1`,
      [id],
    );
    return rows[0]?.n ?? 0;
  };
  const pass = async (ms: number) => {
    await app.moveClock(ms);
    await control(app.url, "clock", { advanceMs: ms });
  };
  const openNotices = async ({ id }: Pick<Sale, "id">): Promise<number | null> => {
    const open = "select from provider_events where order_id = $1 and processed_at is null";
    return (await app.deps.pool.query(open, [id])).rowCount;
  };
  const twoRounds = async () => {
    await payOut(app.deps);
    await payOut(app.deps);
  };
  const downloads = async ({ content, buyerUser }: Sale) =>
    (await (await app.as(buyerUser)).get(`/api/download/${content.id}/0`)).status;

  it("is learnt from its notice: all that a refund brings, for that order alone", async () => {
    const [sale, bystander] = [await sell(), await sell()];
    await cancelAtProvider(app, sale.paymentKey);
    await expect.poll(() => factsOf(sale)).toEqual(gone);
    expect(await factsOf(bystander)).toEqual(stands);
    expect(await downloads(sale)).toBe(403);
    expect(await downloads(bystander)).toBe(302);
    expect((await sale.buyer.get(`/api/orders/${sale.orderNumber}`)).body).toMatchObject({
      status: "refunded",
      refundState: "refunded",
    });
    // Again, out of order, forged: the same result.
    await control(app.url, "webhooks", { repeat: 2, reorder: true });
    for (const status of ["DONE", "CANCELED", "PARTIAL_CANCELED", "ABORTED"])
      await app.visitor().post("/api/payments/webhook", {
        eventType: "PAYMENT_STATUS_CHANGED",
        data: { orderId: bystander.orderNumber, paymentKey: sale.paymentKey, status },
      });
    await expect
      .poll(
        async () =>
          (await app.deps.pool.query("select from provider_events where processed_at is null")).rowCount,
      )
      .toBe(0);
    await pass(week);
    await twoRounds();
    expect(await factsOf(sale)).toEqual(gone);
    expect(await factsOf(bystander)).toEqual({ ...stands, settlement: "completed" });
    expect(await paidOutOf(sale)).toBe(0);
  });

  it("of a part holds the payout until an administrator decides; the buyer keeps what they bought", async () => {
    const [sale, bystander] = [await sell(), await sell()];
    await cancelAtProvider(app, sale.paymentKey, 5_000);
    await expect.poll(() => factsOf(sale)).toEqual({ ...held, part: 5_000 });
    expect(await orderAlertsOf(app.deps.pool, sale)).toEqual(["PAID_ORDER_PART_CANCELLED"]);
    expect(await downloads(sale)).toBe(302);
    await pass(week);
    await twoRounds();
    expect([await paidOutOf(sale), await paidOutOf(bystander)]).toEqual([0, 1]);
    const admin = await app.as(adminUser);
    const { rows } = await app.deps.pool.query<{ id: string }>(
      "select id from settlements where order_id = $1",
      [sale.id],
    );
    const path = `/api/admin/settlements/${rows[0]?.id ?? ""}`;
    const form = { status: "pending", reason: "구매자와 합의한 할인" };
    expect((await admin.put(path, form)).status).toBe(200);
    expect(failing(await admin.put(path, form))).toBe("409 NOT_FAILED");
    expect((await factsOf(sale))?.["settlement"]).toBe("pending");
    // A further part is a further decision.
    await pass(2_000);
    await cancelAtProvider(app, sale.paymentKey, 1_000);
    await expect.poll(() => factsOf(sale)).toEqual({ ...held, part: 6_000 });
    expect((await (await app.as(adminUser)).put(path, form)).status).toBe(200);
    await twoRounds();
    expect(await paidOutOf(sale)).toBe(1);
  });

  it.each([
    ["refused", { kind: "refused", code: "PROVIDER_ERROR", message: "일시적인 오류", status: 400 }],
    ["unanswered", { kind: "unknown", reason: "timeout" }],
  ] as const)("of a part whose reading is %s is read again", async (_how, answer) => {
    const [sale, bystander] = [await sell(), await sell()];
    const { toss } = app.deps;
    const readings: string[] = [];
    app.deps.toss = {
      ...toss,
      paymentByKey: (key) => {
        readings.push(key);
        return Promise.resolve(answer);
      },
    };
    try {
      await cancelAtProvider(app, sale.paymentKey, 5_000);
      await expect.poll(() => readings).toContain(sale.paymentKey);
    } finally {
      app.deps.toss = toss;
    }
    expect(await factsOf(sale)).toEqual(stands);
    await pass(2 * 60_000);
    await reconcileDue(app.deps);
    await expect.poll(() => factsOf(sale)).toEqual({ ...held, part: 5_000 });
    expect(await factsOf(bystander)).toEqual(stands);
  });

  it("of a part while a refund is under way counts when that is refused, and a transfer knows of it", async () => {
    const [sale, bystander] = [await sell(), await sell()];
    const { toss } = app.deps;
    await muteWebhooks(app, async () => {
      app.deps.toss = {
        ...toss,
        cancel: async (key) => {
          if (key === sale.paymentKey) await cancelAtProvider(app, key, 30_000);
          return {
            kind: "refused",
            code: "NOT_CANCELABLE_PAYMENT",
            message: "취소할 수 없습니다",
            status: 403,
          };
        },
      };
      for (const { buyer, orderNumber } of [sale, bystander])
        expect((await askBack({ client: buyer, orderNumber })).status).toBe(201);
      const refused = { status: "paid", settlement: "held", room: "active" };
      await expect.poll(() => factsOf(sale)).toMatchObject({ ...refused, part: 30_000 });
      await expect.poll(() => factsOf(bystander)).toMatchObject({ ...refused, part: 0 });
      app.deps.toss = toss;
    });
    expect(await orderAlertsOf(app.deps.pool, sale)).toEqual(["PAID_ORDER_PART_CANCELLED", "REFUND_REFUSED"]);
    expect(await orderAlertsOf(app.deps.pool, bystander)).toEqual(["REFUND_REFUSED"]);
    const admin = await app.as(adminUser);
    const transfer = ({ orderNumber }: Sale, transferredAmount: number) =>
      admin.put(`/api/admin/refunds/${orderNumber}`, {
        decision: "approve",
        reason: "계좌로 보냈습니다",
        transferred: true,
        transferredAmount,
      });
    expect((await transfer(sale, sale.amount)).status).toBe(409);
    expect((await transfer(sale, sale.amount - 30_000)).status).toBe(200);
    expect((await transfer(bystander, bystander.amount)).status).toBe(200);
  });

  it("in parts until nothing is left is a refund", async () => {
    const sale = await sell();
    await cancelAtProvider(app, sale.paymentKey, 100_000);
    await expect.poll(() => factsOf(sale)).toEqual({ ...held, part: 100_000 });
    await cancelAtProvider(app, sale.paymentKey);
    await expect.poll(async () => (await factsOf(sale))?.["status"]).toBe("refunded");
    const { rows } = await app.deps.pool.query(
      "select amount from provider_cancels where order_id = $1 order by amount",
      [sale.id],
    );
    expect(rows).toEqual([{ amount: 5_000 }, { amount: 100_000 }]);
  });

  it("of a part that nobody told of, with our cancel of the rest, is booked as it was", async () => {
    const [sale, bystander] = [await sell(), await sell()];
    await muteWebhooks(app, async () => {
      await cancelAtProvider(app, sale.paymentKey, 5_000);
      expect((await askBack({ client: sale.buyer, orderNumber: sale.orderNumber })).status).toBe(201);
      await expect.poll(() => factsOf(sale)).toEqual(gone);
    });
    const { rows } = await app.deps.pool.query(
      "select amount from provider_cancels where order_id = $1 order by amount",
      [sale.id],
    );
    expect(rows).toEqual([{ amount: 5_000 }, { amount: 100_000 }]);
    await pass(day + 3_600_000);
    await reconcileLedger(app.deps);
    const differences = await app.deps.pool.query(
      "select subject from alerts where kind = 'BOOKS_DIFFER' and detail->>'orderNumber' = any($1)",
      [[sale.orderNumber, bystander.orderNumber]],
    );
    expect(differences.rows).toEqual([]);
    expect(await factsOf(bystander)).toEqual(stands);
  });

  it.each(["refund_requested", "refunding"] as const)("ends an order in %s", async (status) => {
    // The payment's own notice, if late, would find out as well.
    await muteWebhooks(app, async () => {
      const sale = await sell();
      await app.deps.pool.query(
        "insert into refunds (order_id, amount, reason, requested_by) values ($1, $2, '마음이 바뀌었어요', $3)",
        [sale.id, sale.amount, sale.buyerUser.id],
      );
      await app.deps.pool.query("update orders set status = 'refund_requested' where id = $1", [sale.id]);
      if (status === "refunding")
        await app.deps.pool.query(
          "update orders set status = 'refunding', claimed_at = app_now(), next_check_at = app_now() + interval '1 hour' where id = $1",
          [sale.id],
        );
      await cancelAtProvider(app, sale.paymentKey);
      const read = await app.deps.toss.paymentByKey(sale.paymentKey);
      if (read.kind !== "ok") throw new Error("not read");
      const again = () => followPayment(app.deps, sale.id, read.value);
      // Two callers who find out at once.
      expect((await Promise.all([again(), again()])).sort()).toEqual(["none", "whole"]);
      expect(await factsOf(sale)).toEqual(gone);
    });
  });

  it("while a payment is being confirmed leaves nothing bought and nothing owed", async () => {
    const buyer = await app.as(await createUser(app.deps));
    const order = await createOrder(buyer, await createContent(app.deps, seller.id));
    const payment = await authorise(app.url, order);
    await app.deps.pool.query(
      `update orders set status = 'confirming', toss_payment_key = $2, toss_order_id = order_number,
         claimed_at = app_now(), confirm_lease_until = app_now() where id = $1`,
      [order.id, payment.paymentKey],
    );
    await muteWebhooks(app, async () => {
      await app.deps.toss.confirm(payment, `confirm:${order.orderNumber}:1`);
      await cancelAtProvider(app, payment.paymentKey, 500);
      await cancelAtProvider(app, payment.paymentKey);
    });
    await app.reconcile();
    expect((await Order.query().findById(order.id))?.status).toBe("failed");
    expect((await confirm(buyer, payment)).status).toBe(409);
  });

  describe("of an order that is asked about no more", () => {
    const unheard = { kind: "unknown", reason: "timeout" } as const;
    const kinds = { confirming: "failed", unsold: "refunded", sold: "refunded" } as const;
    /** Charged, and left open by a provider that answers no call but readings. */
    const leaveOpen = async (kind: keyof typeof kinds) => {
      const { toss } = app.deps;
      const buyer = await app.as(await createUser(app.deps));
      const content = await createContent(app.deps, seller.id);
      const order = await createOrder(buyer, content);
      const payment = await authorise(app.url, order);
      await muteWebhooks(app, async () => {
        if (kind === "sold") {
          expect((await confirm(buyer, payment)).status).toBe(200);
          app.deps.toss = { ...toss, cancel: () => Promise.resolve(unheard) };
          expect((await askBack({ client: buyer, orderNumber: order.orderNumber })).status).toBe(201);
          await expect.poll(async () => (await orderRowOf(app.deps.pool, order))?.attempts).toBe(1);
          return;
        }
        app.deps.toss = {
          ...toss,
          confirm: async (...asked) => (await toss.confirm(...asked), unheard),
          paymentByKey: () => Promise.resolve(unheard),
          cancel: () => Promise.resolve(unheard),
        };
        expect((await confirm(buyer, payment)).status).toBe(502);
        if (kind === "confirming") return;
        await app.deps.pool.query("update contents set deleted_at = app_now() where id = $1", [content.id]);
        app.deps.toss.paymentByKey = toss.paymentByKey;
        await pass(30_000);
        await app.reconcile();
      });
      app.deps.toss = toss;
      return { ...order, content, paymentKey: payment.paymentKey };
    };
    const openAs = (kind: keyof typeof kinds) => (kind === "confirming" ? "confirming" : "refunding");
    const statusOf = async (order: { id: string; orderNumber: string; amount: number }) =>
      (await orderRowOf(app.deps.pool, order))?.status;

    it.each(Object.entries(kinds) as [keyof typeof kinds, string][])(
      // The object's own entries.
      "is followed by its notice, and by the comparison of the day: %s",
      async (kind, end) => {
        const told = await leaveOpen(kind);
        const untold = await leaveOpen(kind);
        const bystander = await leaveOpen(kind);
        await pass(15 * day);
        await app.reconcile();
        for (const order of [told, untold, bystander]) expect(await statusOf(order)).toBe(openAs(kind));
        await cancelAtProvider(app, told.paymentKey);
        await expect.poll(() => statusOf(told)).toBe(end);
        await muteWebhooks(app, () => cancelAtProvider(app, untold.paymentKey));
        expect(await statusOf(untold)).toBe(openAs(kind));
        await pass(day + 3_600_000);
        await reconcileLedger(app.deps);
        expect(await statusOf(untold)).toBe(end);
        // Nothing is asked for that the provider might do twice, whatever its notices say.
        await app.visitor().post("/api/payments/webhook", {
          eventType: "PAYMENT_STATUS_CHANGED",
          data: { orderId: bystander.orderNumber, paymentKey: bystander.paymentKey, status: "CANCELED" },
        });
        await expect.poll(() => openNotices(bystander)).toBe(0);
        expect(await chargesDoneOf(app.url, bystander)).toEqual(["DONE"]);
        if (kind !== "confirming") expect(await statusOf(bystander)).toBe("refunding");
        else expect(await statusOf(bystander)).toBe("paid");
      },
    );
  });

  it("while another call holds the order is followed when that has ended, and no other is", async () => {
    const [cancelled, bystander] = await Promise.all(
      [0, 1].map(async () => {
        const buyer = await app.as(await createUser(app.deps));
        const order = await createOrder(buyer, await createContent(app.deps, seller.id));
        return { ...order, buyer, payment: await authorise(app.url, order) };
      }),
    );
    if (!cancelled || !bystander) throw new Error("there are two");
    const { toss } = app.deps;
    /** Notices that came and wait for their first look, or are looked into. */
    const dueNotices = async () => {
      const due =
        "select from graphile_worker.jobs where task_identifier = 'providerEvent' and run_at <= now()";
      const { rowCount } = await app.deps.pool.query(
        "select from provider_events where order_id = $1 and body->>'status' = 'CANCELED'",
        [cancelled.id],
      );
      return rowCount === 1 ? (await app.deps.pool.query(due)).rowCount : undefined;
    };
    app.deps.toss = {
      ...toss,
      confirm: async (...asked) => {
        const answer = await toss.confirm(...asked);
        if (asked[0].orderId === cancelled.orderNumber) {
          await cancelAtProvider(app, cancelled.payment.paymentKey);
          await expect.poll(dueNotices).toBe(0);
        }
        return answer;
      },
    };
    try {
      for (const { buyer, payment } of [cancelled, bystander])
        expect((await confirm(buyer, payment)).status).toBe(200);
    } finally {
      app.deps.toss = toss;
    }
    await expect.poll(() => factsOf(cancelled)).toEqual(gone);
    expect(await factsOf(bystander)).toEqual(stands);
    for (const order of [cancelled, bystander]) await expect.poll(() => openNotices(order)).toBe(0);
  });

  it("without a notice is found out before a payout leaves, also beside it", async () => {
    const [sale, part, bystander] = [await sell(), await sell(), await sell()];
    await muteWebhooks(app, async () => {
      await cancelAtProvider(app, sale.paymentKey);
      await cancelAtProvider(app, part.paymentKey, 1_000);
    });
    await pass(week);
    await Promise.all([payOut(app.deps), payOut(app.deps)]);
    await twoRounds();
    expect([await paidOutOf(sale), await paidOutOf(part), await paidOutOf(bystander)]).toEqual([0, 0, 1]);
    expect(await factsOf(sale)).toEqual(gone);
    expect(await factsOf(part)).toEqual({ ...held, part: 1_000 });
  });

  it("at the moment of a payout: either nothing is paid, or what was paid is owed back", async () => {
    const sales = [await sell(), await sell(), await sell(), await sell()];
    await pass(week);
    await Promise.all([
      payOut(app.deps),
      ...sales.slice(0, 3).map(({ paymentKey }) => cancelAtProvider(app, paymentKey)),
    ]);
    await pass(3 * 60_000);
    await twoRounds();
    for (const sale of sales.slice(0, 3)) {
      await expect.poll(async () => (await factsOf(sale))?.["status"]).toBe("refunded");
      const isPaid = (await paidOutOf(sale)) === 1;
      expect(await factsOf(sale)).toMatchObject(
        isPaid ? { settlement: "completed", clawback: true } : { settlement: "cancelled", clawback: false },
      );
    }
    expect(await factsOf(sales[3] ?? { id: "" })).toMatchObject({ status: "paid", settlement: "completed" });
  });

  it("without a notice or a payout is found out by the comparison of the day", async () => {
    const [sale, part, bystander] = [await sell(), await sell(), await sell()];
    await muteWebhooks(app, async () => {
      await cancelAtProvider(app, sale.paymentKey);
      await cancelAtProvider(app, part.paymentKey, 7_000);
    });
    expect(await factsOf(sale)).toEqual(stands);
    await pass(day + 3_600_000);
    await reconcileLedger(app.deps);
    expect(await factsOf(sale)).toEqual(gone);
    expect(await factsOf(part)).toEqual({ ...held, part: 7_000 });
    expect(await factsOf(bystander)).toEqual(stands);
    const { rows } = await app.deps.pool.query(
      "select subject from alerts where kind = 'BOOKS_DIFFER' and detail->>'orderNumber' = any($1)",
      [[sale.orderNumber, part.orderNumber]],
    );
    expect(rows).toEqual([]);
    const cancels = async ({ orderNumber }: Sale) =>
      (await chargeLog(app.url, orderNumber)).filter((event) => event.endsWith("CANCELED")).length;
    expect([await cancels(sale), await cancels(part)]).toEqual([1, 1]);
  });
});
