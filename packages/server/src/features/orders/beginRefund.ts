import { appNow } from "../../database/clock.ts";
import type { Trx } from "../../database/BaseModel.ts";
import type { Deps } from "../../deps.ts";
import { orderMoves } from "./lifecycle.ts";
import { moveOrder } from "./move.ts";
import type { Order } from "./Order.ts";
import { refreshOrderHold } from "../settlements/holds.ts";
import { Refund } from "./Refund.ts";

/** Records a step of a refund; a step of a rule or the provider has no actor. */
export const noteEvent = async (
  trx: Trx,
  event: {
    orderId: string;
    kind: "requested" | "withdrawn" | "approved" | "denied" | "refused" | "completed";
    actorId?: string;
    reason?: string;
  },
): Promise<void> => {
  await trx("refund_events").insert({
    order_id: event.orderId,
    kind: event.kind,
    actor_id: event.actorId ?? null,
    reason: event.reason ?? null,
  });
};

/**
 * Begins an approved refund: a locked order goes from refund_requested to refunding, its settlement waits, and the
 * provider is asked as soon as the caller's transaction is committed.
 */
export const beginRefund = async (
  { addJob }: Pick<Deps, "addJob">,
  trx: Trx,
  order: Pick<Order, "id">,
): Promise<void> => {
  await moveOrder(trx, order.id, orderMoves.beginRefund, {
    claimedAt: appNow(),
    attempts: 0,
    confirmLeaseUntil: null,
    nextCheckAt: appNow(),
  });
  await refreshOrderHold(trx, order.id);
  await addJob(trx, "refund", { orderId: order.id });
};

/** The refund row of an order, locked. */
export const findRefund = async (trx: Trx, orderId: string): Promise<Refund | undefined> =>
  Refund.query(trx).findOne({ order_id: orderId }).forUpdate();
