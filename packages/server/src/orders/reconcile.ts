import { orderMinutes } from "@knowhow/shared";
import { raiseAlert } from "../alerts/alerts.ts";
import { appTime } from "../database/clock.ts";
import type { Deps } from "../deps.ts";
import { renewLease } from "./claim.ts";
import { lockOrder } from "./complete.ts";
import { Order } from "./Order.ts";
import { captureOrder, settleCharge } from "./outcome.ts";
import { finishRefund } from "./refund.ts";

/** How many orders one round takes: what is left comes in the next. */
const batch = 100;

/** A pending order whose time is over: expired, unless the provider says that it was charged after all. */
const closePending = async (deps: Deps, order: Order): Promise<void> => {
  const read = order.amount === 0 ? undefined : await deps.toss.paymentByOrder(order.orderNumber);
  if (read?.kind === "ok" && read.value.status === "DONE" && read.value.totalAmount === order.amount) {
    await settleCharge(deps, order.id, read.value);
    return;
  }
  const isOpen =
    read?.kind === "ok" && ["IN_PROGRESS", "WAITING_FOR_DEPOSIT", "DONE"].includes(read.value.status);
  const isUnknown = read?.kind === "unknown" || (read?.kind === "refused" && read.status !== 404);
  await Order.transaction(deps.knex, async (trx) => {
    const locked = await lockOrder(trx, order.id);
    if (locked.status !== "pending") return;
    await Order.query(trx)
      .findById(order.id)
      .patch(
        isOpen || isUnknown
          ? { nextCheckAt: appTime("app_now() + interval '5 minutes'") }
          : { status: "expired", nextCheckAt: null },
      );
  });
};

/** Brings one order forward, if nobody else is at it: the same moves as the buyer's own call, with the same keys. */
const reconcileOrder = async (deps: Deps, orderId: string): Promise<void> => {
  const order = await Order.query().findById(orderId);
  if (!order) return;
  if (order.status === "pending") {
    const { rows } = await deps.pool.query<{ over: boolean }>(
      "select created_at <= app_now() - $2 * interval '1 minute' as over from orders where id = $1",
      [orderId, orderMinutes],
    );
    if (rows[0]?.over) await closePending(deps, order);
    return;
  }
  if (order.status === "refunding" && order.paidAt === null) {
    await finishRefund(deps, orderId);
    return;
  }
  if (order.status !== "confirming") return;
  const claimed = await Order.transaction(deps.knex, async (trx) => {
    const locked = await lockOrder(trx, orderId);
    return locked.status === "confirming" && (await renewLease(trx, orderId)) ? locked : undefined;
  });
  if (!claimed) return;
  // What the buyer authorised is carried out; the idempotency key makes a second charge impossible.
  await captureOrder(deps, claimed);
};

/** Acts on a kept notice: asks the provider about that payment and moves our order by the answer. */
export const processEvent = async (deps: Deps, eventId: string): Promise<void> => {
  const { rows } = await deps.pool.query<{ payment_key: string | null; order_number: string | null }>(
    "select payment_key, order_number from provider_events where id = $1 and processed_at is null",
    [eventId],
  );
  const [event] = rows;
  if (!event) return;
  const order = await Order.query()
    .where("toss_payment_key", event.payment_key ?? "")
    .orWhere("order_number", event.order_number ?? "")
    .first();
  if (order?.status === "paid" && order.tossPaymentKey !== null) {
    const read = await deps.toss.paymentByKey(order.tossPaymentKey);
    if (read.kind === "unknown") throw new Error("the provider did not answer");
    if (read.kind === "ok" && read.value.status !== "DONE") {
      await raiseAlert(deps, "PAID_ORDER_CANCELLED", order.orderNumber, { status: read.value.status });
    }
  } else if (order) {
    await reconcileOrder(deps, order.id);
  }
  await deps.pool.query(
    "update provider_events set processed_at = app_now(), attempts = attempts + 1 where id = $1",
    [eventId],
  );
};

/** Notices whose job went down with its process. */
const processLeftEvents = async (deps: Deps): Promise<void> => {
  const { rows } = await deps.pool.query<{ id: string }>(
    `select id from provider_events where processed_at is null and received_at <= app_now() - interval '1 minute'
     order by received_at limit $1`,
    [batch],
  );
  for (const { id } of rows) {
    try {
      await processEvent(deps, id);
    } catch (error) {
      deps.log.error({ err: error, eventId: id }, "notice not processed");
    }
  }
};

/** One round: every order that is due, then an alert for each that has been open too long. One failure stops none. */
export const reconcileDue = async (deps: Deps): Promise<number> => {
  const { rows } = await deps.pool.query<{ id: string }>(
    `select id from orders
     where (status in ('confirming', 'refunding') and coalesce(confirm_lease_until, '-infinity') <= app_now()
            and coalesce(next_check_at, '-infinity') <= app_now() and (status = 'confirming' or paid_at is null))
        or (status = 'pending' and created_at <= app_now() - $1 * interval '1 minute'
            and coalesce(next_check_at, '-infinity') <= app_now())
     order by created_at limit $2`,
    [orderMinutes, batch],
  );
  for (const { id } of rows) {
    try {
      await reconcileOrder(deps, id);
    } catch (error) {
      deps.log.error({ err: error, orderId: id }, "order not reconciled");
    }
  }
  await processLeftEvents(deps);
  const late = await deps.pool.query<{ order_number: string; status: string }>(
    `select order_number, status from orders
     where status in ('confirming', 'refunding') and coalesce(claimed_at, created_at) <= app_now() - interval '15 minutes'`,
  );
  for (const { order_number: orderNumber, status } of late.rows) {
    await raiseAlert(deps, "ORDER_STUCK", orderNumber, { status });
  }
  return rows.length;
};
