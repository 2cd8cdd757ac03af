import type { Trx } from "../../database/BaseModel.ts";
import type { Deps } from "../../deps.ts";
import { isYoung } from "./claim.ts";
import { checkEnded } from "./late.ts";
import { Order } from "./Order.ts";
import { Refund } from "./Refund.ts";
import { advanceOrder, closePending, followOrder, readPending } from "./reconcileOrder.ts";

/** Statuses that tell nothing new of an order in this state: not worth a question to the provider. */
const noNews: Partial<Record<Order["status"], readonly string[]>> = {
  pending: ["ABORTED", "EXPIRED"],
  paid: ["DONE"],
  refund_requested: ["DONE"],
  refunded: ["DONE"],
  failed: ["ABORTED", "EXPIRED"],
  expired: ["ABORTED", "EXPIRED"],
};

/**
 * Asks the provider about a payment, once, and acts on the answer; throws when there is none, and when the reading is refused:
 * a refusal, too, may be a fault of the moment, and the notice would be lost.
 */
const reviewPayment = async (deps: Deps, { id, tossPaymentKey }: Order): Promise<void> => {
  if (tossPaymentKey === null) return;
  const read = await deps.toss.paymentByKey(tossPaymentKey);
  if (read.kind !== "ok") throw new Error("the provider did not tell of a payment");
  await followOrder(deps, id, read.value);
};

const isTransferred = async ({ knex }: Deps, { id }: Order): Promise<boolean> =>
  (await Refund.query(knex).findOne({ order_id: id }).whereNotNull("transferred_amount").select("id")) !==
  undefined;

/**
 * Acts on the possible meaning of notices for their order. False while another call holds it, which may have heard of
 * the payment before they came; throws when nothing was learnt.
 */
const followNotices = async (
  deps: Deps,
  order: Order,
  told: readonly (string | null)[],
): Promise<boolean> => {
  const known = noNews[order.status];
  if (told.every((status) => known?.includes(status ?? ""))) return true;
  switch (order.status) {
    case "paid":
    case "refund_requested":
      await reviewPayment(deps, order);
      return true;
    case "refunded":
      // After a bank transfer the provider gives nothing back for us.
      if (await isTransferred(deps, order)) await reviewPayment(deps, order);
      return true;
    case "failed":
    case "expired":
      await checkEnded(deps, order.id);
      return true;
    case "pending": {
      // Without a claim the provider may still have charged: that counts at once, not when the order's time is over.
      const state = await readPending(deps, order);
      if (state === "unheard") throw new Error("the provider did not answer");
      if (state !== "settled") await closePending(deps, order.id);
      return true;
    }
    default:
      if (await isYoung(deps, order)) return advanceOrder(deps, order);
      await reviewPayment(deps, order);
      return true;
  }
};

/** A row of the provider's notices. */
interface Notice {
  id: string;
  order_id: string | null;
  source: string | null;
  claimed_at: Date | null;
  processed_at: Date | null;
}

interface Taken {
  id: string;
  told: string | null;
}

/**
 * Claims all open notices about an order; none while earlier ones are in work, whose process then continues with these.
 * A killed process's notices are claimed again after a minute.
 */
const takeNotices = (deps: Pick<Deps, "knex">, orderId: string): Promise<Taken[]> =>
  Order.transaction(deps.knex, async (trx) => {
    await trx.raw("select pg_advisory_xact_lock(hashtextextended('notices:' || ?, 0))", [orderId]);
    const { rows } = await trx.raw<{ rows: Taken[] }>(
      `update provider_events set claimed_at = app_now()
       where order_id = :orderId and processed_at is null and not exists (
         select from provider_events c where c.order_id = :orderId and c.processed_at is null
           and c.claimed_at > app_now() - interval '1 minute')
       returning id, body->>'status' as told`,
      { orderId },
    );
    return rows;
  });

/** Seconds after which notices about an order that another call held are looked into again. */
const heldSeconds = 3;

/** Queues the notices of an order that are still open, as one job behind everything else that waits. */
const goOn = (deps: Deps, orderId: string, afterSeconds: number): Promise<void> =>
  Order.transaction(deps.knex, async (trx: Trx) => {
    const next = await trx<Notice>("provider_events")
      .where({ order_id: orderId, processed_at: null })
      .first("id");
    if (!next) return;
    const options = { afterSeconds, priority: 1, key: `notices:${orderId}` };
    await deps.addJob(trx, "providerEvent", { eventId: next.id }, options);
  });

/** Acts on a stored notice that is still open, with all others about its order. */
export const processEvent = async (deps: Deps, eventId: string): Promise<void> => {
  const notice = await deps
    .knex<Notice>("provider_events")
    .where({ id: eventId, processed_at: null })
    .first("order_id");
  if (notice?.order_id != null) await processNotices(deps, notice.order_id);
};

/**
 * Acts on all open notices about an order: asks the provider about the payment, once, and moves our order by the answer.
 * No other notice of the order asks meanwhile.
 */
export const processNotices = async (deps: Deps, orderId: string): Promise<void> => {
  const events = () => deps.knex<Notice>("provider_events");
  const taken = await takeNotices(deps, orderId);
  if (taken.length === 0) return;
  const ids = taken.map(({ id }) => id);
  const statuses = taken.map(({ told }) => told);
  let isFollowed = false;
  try {
    const order = await Order.query().findById(orderId).throwIfNotFound();
    isFollowed = await followNotices(deps, order, statuses);
  } finally {
    await events()
      .whereIn("id", ids)
      .update(isFollowed ? { processed_at: deps.knex.raw("app_now()"), source: null } : { claimed_at: null });
  }
  await goOn(deps, orderId, isFollowed ? 0 : heldSeconds);
};
