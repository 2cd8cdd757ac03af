import type { InputOf, orders } from "@knowhow/shared";
import { createHash } from "node:crypto";
import type { Deps } from "../../deps.ts";
import { Order } from "./Order.ts";

type Event = InputOf<typeof orders.webhook>["body"];

/** The provider's ids are never longer. */
const maxIdLength = 200;

/** The provider's known statuses; any other one counts as none. */
const toldStatuses: ReadonlySet<string> = new Set([
  "EXPIRED",
  "DONE",
  "ABORTED",
  "CANCELED",
  "PARTIAL_CANCELED",
]);

/** Open notices of one address per rank: with each further so many, its new ones rank lower. */
const perRank = 10;
const lastRank = 9;

/**
 * Stores a notice that names one of our orders or payments, and queues it; its contents are never believed. The
 * endpoint is public: unknown names leave no trace, and a notice that repeats a waiting one adds nothing.
 */
export const receiveEvent = async (
  deps: Deps,
  event: Event,
  { transmissionId, address }: { transmissionId: string; address: string },
): Promise<void> => {
  const { paymentKey, orderId: orderNumber, status } = event.data;
  const eventType = event.eventType ?? "UNKNOWN";
  const facts = JSON.stringify([eventType, paymentKey, status, event.createdAt]);
  const dedupeKey =
    transmissionId !== "" && transmissionId.length <= maxIdLength
      ? transmissionId
      : createHash("sha256").update(facts).digest("base64url");
  const told = status !== undefined && toldStatuses.has(status) ? status : null;
  await Order.transaction(deps.knex, async (trx) => {
    const { rows } = await trx.raw<{ rows: { id: string; waiting: number }[] }>(
      `insert into provider_events (dedupe_key, event_type, payment_key, order_number, order_id, source, body)
       select :dedupeKey::text, :eventType::text, :paymentKey::text, :orderNumber::text, o.id, :source::text,
              jsonb_build_object('status', :told::text)
       from (select id from (
               select id, 1 as rank from orders where order_number = :orderNumber
               union all select id, 2 from orders where toss_payment_key = :paymentKey) named
             order by rank limit 1) o
       where not exists (
         select from provider_events e where e.order_id = o.id and e.processed_at is null and e.claimed_at is null
           and e.received_at > app_now() - interval '10 seconds' and e.body->>'status' is not distinct from :told::text)
       on conflict (dedupe_key) do nothing
       returning id, (select count(*)::int from provider_events w
                      where w.source = :source::text and w.processed_at is null) as waiting`,
      {
        dedupeKey,
        eventType,
        paymentKey: paymentKey ?? null,
        orderNumber: orderNumber ?? null,
        told,
        source: deps.cipher.digest(address, "notices"),
      },
    );
    const [row] = rows;
    if (!row) return;
    const priority = Math.min(lastRank, Math.floor(row.waiting / perRank));
    await deps.addJob(trx, "providerEvent", { eventId: row.id }, { priority });
  });
};
