import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { startTestApp, type TestApp } from "../../../testing/app.ts";
import type { TestClient } from "../../../testing/client.ts";
import {
  createContent,
  createSeller,
  createUser,
  type TestContent,
  type TestUser,
} from "../../../testing/factories.ts";
import { brokenInvariants } from "../../../testing/invariants.ts";
import {
  authorise,
  chargesDoneOf,
  confirm,
  control,
  createOrder,
  orderAlertsOf,
  orderRowOf,
  type CreatedOrder,
} from "../../../testing/payments.ts";
import { muteWebhooks } from "../../../testing/providerSide.ts";
import { refundMessages } from "../../../testing/refunds.ts";
import { checkEnded } from "./late.ts";

const second = 1_000;
const minute = 60 * second;

describe("an unknown outcome is no outcome", () => {
  let app: TestApp;
  let seller: TestUser;
  let content: TestContent;
  let buyerUser: TestUser;
  let buyer: TestClient;
  let order: CreatedOrder;
  let payment: { paymentKey: string; orderId: string; amount: number };

  beforeAll(async () => {
    app = await startTestApp();
    seller = await createSeller(app.deps);
  });
  afterEach(async () => {
    await control(app.url, "next", {});
    expect(await brokenInvariants(app.deps.pool)).toEqual([]);
  });
  afterAll(() => app.stop());

  const setUp = async () => {
    content = await createContent(app.deps, seller.id);
    buyerUser = await createUser(app.deps);
    buyer = await app.as(buyerUser);
    order = await createOrder(buyer, content);
    payment = await authorise(app.url, order);
  };
  const rowOf = (one: CreatedOrder) => orderRowOf(app.deps.pool, one);
  const stateOf = async (one: CreatedOrder) => (await rowOf(one))?.status;
  const chargesOf = (one: CreatedOrder) => chargesDoneOf(app.url, one);
  const alertsOf = (one: CreatedOrder) => orderAlertsOf(app.deps.pool, one);
  /** The states that were told of an order, each with the person who was told. */
  const newsOf = async ({ orderNumber }: CreatedOrder): Promise<string[][]> => {
    const { rows } = await app.deps.pool.query<{ status: string; to: string }>(
      `select e.data->>'status' as status, e.user_id as to from events e
       where e.name = 'order' and e.data->>'orderNumber' = $1 order by e.seq`,
      [orderNumber],
    );
    return rows.map(({ status, to }) => [status, to]);
  };
  /** Sets the outcomes of the provider's next calls: these codes, or success. */
  const next = async (...codes: string[]) => {
    await control(app.url, "next", {});
    for (const code of codes) await control(app.url, "next", code === "well" ? { delayMs: 1 } : { code });
  };
  /** The confirm gets no decisive answer, and the payment can not be read; a second try also reads before it. */
  const unseen = ["COMMON_ERROR", "NOT_FOUND_PAYMENT"];
  const unseenAgain = ["NOT_FOUND_PAYMENT", ...unseen];
  /** Leaves the order like a process killed between its claim and the provider. */
  const claimAndDie = () =>
    app.deps.pool.query(
      `update orders set status = 'confirming', toss_payment_key = $2, toss_order_id = order_number,
         claimed_at = app_now(), confirm_lease_until = app_now(), next_check_at = app_now() where id = $1`,
      [order.id, payment.paymentKey],
    );

  /** Charges without a notice, whose job would act on it too. */
  const chargeUnnoticed = () =>
    app.deps.pool.query(
      `with charged as (update standin_toss.payments set status = 'DONE', approved_at = now()
                        where payment_key = $1 returning *)
       insert into standin_toss.charge_log (event, order_id, payment_key, amount)
       select status, order_id, payment_key, amount from charged`,
      [payment.paymentKey],
    );

  /** Leaves the order like a process killed after the charge, of which no notice came. */
  const chargeAndDie = async () => {
    await claimAndDie();
    await muteWebhooks(app, async () => {
      await app.deps.toss.confirm(payment, `confirm:${order.orderNumber}:1`);
    });
  };

  it("waits for a provider that charges late and knows nothing of the payment until then", async () => {
    await setUp();
    await control(app.url, "next", { actAfterMs: 2_000, drop: true });
    const unsure = await confirm(buyer, payment);
    expect([unsure.status, unsure.body["code"]]).toEqual([502, "PROVIDER_ERROR"]);
    expect(await stateOf(order)).toBe("confirming");
    // The provider's own notice, or the reconciler, completes it.
    await expect.poll(() => stateOf(order)).toBe("paid");
    expect(await chargesOf(order)).toEqual(["DONE"]);
    expect((await confirm(buyer, payment)).status).toBe(200);
    expect(await alertsOf(order)).toEqual([]);
  });

  it.each([
    ["a server error", "COMMON_ERROR"],
    ["a refusal for now", "PROVIDER_ERROR"],
    ["having been processed already", "ALREADY_PROCESSED_PAYMENT"],
  ])("does not take a 404 after %s for a no", async (_name, code) => {
    await setUp();
    await next(code, "NOT_FOUND_PAYMENT");
    const unsure = await confirm(buyer, payment);
    expect([unsure.status, unsure.body["code"]]).toEqual([502, "PROVIDER_ERROR"]);
    expect(await rowOf(order)).toMatchObject({ status: "confirming", toss_payment_key: payment.paymentKey });
    if (code === "ALREADY_PROCESSED_PAYMENT") {
      // The provider repeats a refusal for its key; the read shows at the payment's expiry that it was never charged.
      await control(app.url, "clock", { advanceMs: 11 * minute });
      await app.moveClock(21 * second);
      await app.reconcile();
      expect(await stateOf(order)).toBe("failed");
      expect(await chargesOf(order)).toEqual([]);
      return;
    }
    expect((await confirm(buyer, payment)).status).toBe(200);
    expect(await chargesOf(order)).toEqual(["DONE"]);
  });

  it("takes it for one after a definite refusal", async () => {
    await setUp();
    await next("INVALID_REQUEST", "NOT_FOUND_PAYMENT");
    const refused = await confirm(buyer, payment);
    expect([refused.status, refused.body["code"]]).toEqual([402, "PAYMENT_REFUSED"]);
    expect(await rowOf(order)).toMatchObject({ status: "failed", failure_code: "INVALID_REQUEST" });
  });

  it("gives up on what the provider does not know after 20 minutes, and sends back what comes even later", async () => {
    await setUp();
    await next(...unseen);
    await confirm(buyer, payment);
    await app.moveClock(19 * minute);
    await next(...unseenAgain);
    await app.reconcile();
    expect(await stateOf(order)).toBe("confirming");
    expect(await alertsOf(order)).toEqual(["ORDER_STUCK"]);
    await app.moveClock(2 * minute);
    await next(...unseenAgain);
    await app.reconcile();
    expect(await rowOf(order)).toMatchObject({ status: "failed", failure_code: "NOT_FOUND_PAYMENT" });
    expect((await rowOf(order))?.next_in).not.toBeNull();
    const told = await confirm(buyer, payment);
    expect([told.status, told.body["code"]]).toEqual([409, "ORDER_FAILED"]);

    // The provider reported no charge for longer than it may, then makes one all the same.
    expect((await app.deps.toss.confirm(payment, `late:${order.orderNumber}`)).kind).toBe("ok");
    await expect.poll(() => chargesOf(order)).toEqual(["DONE", "CANCELED"]);
    expect(await alertsOf(order)).toEqual(["CHARGED_AFTER_END", "ORDER_STUCK"]);
    await expect
      .poll(async () => {
        const { rows } = await app.deps.pool.query<{ amount: number }>(
          "select amount from refunds where order_id = $1 and completed_at is not null",
          [order.id],
        );
        return rows;
      })
      .toEqual([{ amount: order.amount }]);
    expect(await stateOf(order)).toBe("failed");
  });

  it("finds and sends back the charge of an ended order without a notice too, once", async () => {
    await setUp();
    await app.deps.pool.query("update orders set status = 'expired' where id = $1", [order.id]);
    expect(await checkEnded(app.deps, order.id)).toBe("open");
    await app.deps.toss.confirm(payment, `late:${order.orderNumber}`);
    await Promise.allSettled([checkEnded(app.deps, order.id), checkEnded(app.deps, order.id)]);
    expect(await checkEnded(app.deps, order.id)).toBe("closed");
    expect(await chargesOf(order)).toEqual(["DONE", "CANCELED"]);
    expect(await alertsOf(order)).toEqual(["CHARGED_AFTER_END"]);
    expect(await newsOf(order)).toEqual([["expired", buyerUser.id]]);
    expect(await refundMessages(app, buyerUser)).toHaveLength(1);
    expect(await refundMessages(app, seller)).toEqual([]);
  });

  it("tries again under another key when the provider does not send it back at once", async () => {
    await setUp();
    await app.deps.pool.query("update orders set status = 'expired' where id = $1", [order.id]);
    await chargeUnnoticed();
    // The read succeeds, the cancel is postponed.
    await next("well", "PROVIDER_ERROR");
    await expect(checkEnded(app.deps, order.id)).rejects.toThrow("not given back");
    expect(await checkEnded(app.deps, order.id)).toBe("closed");
    expect(await chargesOf(order)).toEqual(["DONE", "CANCELED"]);
  });

  it("looks at an ended order in each round, whatever became of the one before", async () => {
    // Clears the leftovers of earlier tests: the round below is this order's alone.
    await app.reconcile();
    await setUp();
    await app.deps.pool.query(
      "update orders set status = 'expired', next_check_at = app_now() where id = $1",
      [order.id],
    );
    await chargeUnnoticed();
    await next("COMMON_ERROR");
    await app.reconcile();
    expect(await chargesOf(order)).toEqual(["DONE"]);
    expect((await rowOf(order))?.next_in).toBeLessThanOrEqual(20);
    await app.moveClock(20 * second);
    await app.reconcile();
    expect(await chargesOf(order)).toEqual(["DONE", "CANCELED"]);
    expect(await rowOf(order)).toMatchObject({ status: "expired", next_in: null });
  });

  it("looks at one that was not charged until no charge of it is possible", async () => {
    await setUp();
    await app.deps.pool.query(
      "update orders set status = 'expired', next_check_at = app_now() where id = $1",
      [order.id],
    );
    await app.reconcile();
    expect((await rowOf(order))?.next_in).toBeLessThanOrEqual(20);
    await app.moveClock(61 * minute);
    await app.reconcile();
    expect((await rowOf(order))?.next_in).toBeNull();
  });

  it("lets a buyer's retries put off nothing", async () => {
    await setUp();
    for (let press = 0; press < 6; press += 1) {
      await next(...(press === 0 ? [] : ["well"]), "COMMON_ERROR", "COMMON_ERROR");
      expect((await confirm(buyer, payment)).body["code"]).toBe("PROVIDER_ERROR");
    }
    const row = await rowOf(order);
    expect(row).toMatchObject({ status: "confirming", attempts: 0 });
    expect(row?.next_in).toBeLessThanOrEqual(20);
    await app.moveClock(21 * second);
    await app.reconcile();
    expect(await stateOf(order)).toBe("paid");
  });

  it("asks at least twice a minute while an order is young, however often it asked in vain", async () => {
    await setUp();
    await claimAndDie();
    for (let round = 1; round <= 8; round += 1) {
      await next("well", "COMMON_ERROR", "COMMON_ERROR");
      await app.reconcile();
      const row = await rowOf(order);
      expect(row).toMatchObject({ status: "confirming", attempts: round });
      expect(row?.next_in).toBeLessThanOrEqual(30);
      await app.moveClock(30 * second);
    }
    await app.reconcile();
    expect(await stateOf(order)).toBe("paid");
    expect(await chargesOf(order)).toEqual(["DONE"]);
  });

  it("asks less often the older an order gets, and no more after two weeks", async () => {
    await setUp();
    await claimAndDie();
    let before = 0;
    for (const hours of [0.5, 5, 40, 100]) {
      await app.deps.pool.query(
        `update orders set claimed_at = app_now() - $2 * interval '1 hour', next_check_at = app_now() where id = $1`,
        [order.id, hours],
      );
      await next("COMMON_ERROR", "COMMON_ERROR");
      await app.reconcile();
      const wait = (await rowOf(order))?.next_in ?? 0;
      expect(wait).toBeGreaterThan(before);
      before = wait;
    }
    await app.deps.pool.query(
      "update orders set claimed_at = app_now() - interval '15 days', next_check_at = app_now() where id = $1",
      [order.id],
    );
    await app.reconcile();
    expect(await stateOf(order)).toBe("confirming");
    expect(await alertsOf(order)).toEqual(["ORDER_STUCK"]);
  });

  describe("what may no longer be sold", () => {
    const suspend = ({ id }: TestUser) =>
      app.deps.pool.query(
        "update users set suspended_until = app_now() + interval '1 minute' where id = $1",
        [id],
      );
    const remove = () =>
      app.deps.pool.query("update contents set deleted_at = app_now() where id = $1", [content.id]);

    it("is not charged by the reconciler when the buyer's call was cut off before it", async () => {
      await setUp();
      await claimAndDie();
      await remove();
      await app.reconcile();
      expect(await rowOf(order)).toMatchObject({ status: "failed", failure_code: "NOT_FOUND" });
      expect(await chargesOf(order)).toEqual([]);
      const told = await confirm(buyer, payment);
      expect([told.status, told.body["code"]]).toEqual([404, "NOT_FOUND"]);
    });

    it("is not charged by the buyer's own retry", async () => {
      await setUp();
      await next("COMMON_ERROR", "COMMON_ERROR");
      await confirm(buyer, payment);
      await remove();
      for (let press = 0; press < 2; press += 1) {
        const told = await confirm(buyer, payment);
        expect([told.status, told.body["code"]]).toEqual([404, "NOT_FOUND"]);
      }
      expect(await stateOf(order)).toBe("failed");
      expect(await chargesOf(order)).toEqual([]);
    });

    it("is given back when the charge was made by then, and its buyer can see that", async () => {
      await setUp();
      await chargeAndDie();
      await remove();
      await app.reconcile();
      await expect.poll(() => stateOf(order)).toBe("refunded");
      expect(await chargesOf(order)).toEqual(["DONE", "CANCELED"]);
      const list = await buyer.get("/api/orders");
      expect(list.body).toMatchObject([
        { orderNumber: order.orderNumber, status: "refunded", paidAt: null, refundState: "refunded" },
      ]);
      expect(await newsOf(order)).toEqual([
        ["refunding", buyerUser.id],
        ["refunded", buyerUser.id],
      ]);
      expect(await refundMessages(app, buyerUser)).toEqual([expect.stringContaining("구매로 이어지지 않아")]);
      expect(await refundMessages(app, seller)).toEqual([]);
    });

    it("is not called gone where its buyer was suspended, and is where it is", async () => {
      for (const [end, words] of [
        [() => suspend(buyerUser), "구매를 완료할 수 없습니다. 결제 금액은 자동으로 취소됩니다."],
        [remove, "판매가 종료된 콘텐츠입니다. 결제 금액은 자동으로 취소됩니다."],
      ] as const) {
        await setUp();
        await chargeAndDie();
        await end();
        await app.reconcile();
        await expect.poll(() => stateOf(order)).toBe("refunded");
        await app.moveClock(2 * minute);
        expect((await confirm(buyer, payment)).body["message"]).toBe(words);
      }
    });

    it("waits while a charge may be under way, and is given back when it comes", async () => {
      await setUp();
      await control(app.url, "next", { actAfterMs: 2_500, drop: true });
      await confirm(buyer, payment);
      await remove();
      // The payment can not be read: whether it will be charged is open, so the order waits.
      await app.moveClock(21 * second);
      await app.reconcile();
      expect(await stateOf(order)).toBe("confirming");
      await expect.poll(() => stateOf(order)).toBe("refunded");
      expect(await chargesOf(order)).toEqual(["DONE", "CANCELED"]);
    });

    it("starts the clock of the refund anew", async () => {
      await setUp();
      await chargeAndDie();
      await app.deps.pool.query(
        "update orders set attempts = 9, claimed_at = app_now() - interval '14 minutes' where id = $1",
        [order.id],
      );
      await remove();
      // The read succeeds, the cancel is postponed.
      await next("well", "PROVIDER_ERROR", "COMMON_ERROR");
      await app.reconcile();
      const row = await rowOf(order);
      expect(row).toMatchObject({ status: "refunding", attempts: 1 });
      expect(row?.next_in).toBeLessThanOrEqual(30);
      await app.moveClock(31 * second);
      await muteWebhooks(app, async () => {
        await app.deps.toss.cancel(payment.paymentKey, "시험", "somebody else");
      });
      await next("well", "COMMON_ERROR");
      await app.reconcile();
      // Whether it was cancelled could not be read: no alert yet.
      expect(await alertsOf(order)).toEqual([]);
      await app.moveClock(31 * second);
      await app.reconcile();
      expect(await stateOf(order)).toBe("refunded");
    });

    it("calls a person when the provider will not give it back", async () => {
      await setUp();
      await chargeAndDie();
      await remove();
      await next("well", "EXCEED_MAX_REFUND_DUE");
      await app.reconcile();
      expect(await alertsOf(order)).toEqual(["REFUND_REFUSED"]);
      expect(await stateOf(order)).toBe("refunding");
      // Under the refused key it would be refused again, whatever has changed at the provider since.
      await app.moveClock(61 * second);
      await app.reconcile();
      expect(await stateOf(order)).toBe("refunded");
    });
  });

  it("asks a person about a payment that was given back in part", async () => {
    await setUp();
    await chargeAndDie();
    const cancel = (cancelAmount: number) =>
      fetch(`${app.url}/standin/toss/v1/payments/${payment.paymentKey}/cancel`, {
        method: "POST",
        headers: {
          "content-type": "application/json",
          authorization: `Basic ${Buffer.from(`${app.deps.config.toss.secretKey}:`).toString("base64")}`,
        },
        body: JSON.stringify({ cancelReason: "시험", cancelAmount }),
      });
    expect((await cancel(500)).status).toBe(200);
    await app.reconcile();
    expect(await stateOf(order)).toBe("confirming");
    expect(await alertsOf(order)).toEqual(["PAYMENT_DIFFERS"]);
    await cancel(order.amount - 500);
  });
});
