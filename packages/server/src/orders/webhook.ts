import type { InputOf, orders } from "@knowhow/shared";
import { createHash } from "node:crypto";
import type { Deps } from "../deps.ts";
import { Order } from "./Order.ts";

type Event = InputOf<typeof orders.webhook>["body"];

/** Longer ids name nothing of the provider's. */
const maxIdLength = 200;

/**
 * Keeps a notice that names one of our orders or payments, and has it looked into; what it says is never believed.
 * Anyone may call: what names nothing of ours leaves no trace.
 */
export const receiveEvent = async (deps: Deps, event: Event, transmissionId: string): Promise<void> => {
  const { paymentKey, orderId: orderNumber, status } = event.data;
  const eventType = event.eventType ?? "UNKNOWN";
  const facts = JSON.stringify([eventType, paymentKey, status, event.createdAt]);
  const dedupeKey =
    transmissionId !== "" && transmissionId.length <= maxIdLength
      ? transmissionId
      : createHash("sha256").update(facts).digest("base64url");
  await Order.transaction(deps.knex, async (trx) => {
    const { rows } = await trx.raw<{ rows: { id: string }[] }>(
      `insert into provider_events (dedupe_key, event_type, payment_key, order_number, body)
       select :dedupeKey::text, :eventType::text, :paymentKey::text, :orderNumber::text, :body::jsonb
       where exists (select from orders where order_number = :orderNumber)
          or exists (select from orders where toss_payment_key = :paymentKey)
       on conflict (dedupe_key) do nothing returning id`,
      {
        dedupeKey,
        eventType,
        paymentKey: paymentKey ?? null,
        orderNumber: orderNumber ?? null,
        body: JSON.stringify({ status: status ?? null }),
      },
    );
    const [row] = rows;
    if (row) await deps.addJob(trx, "providerEvent", { eventId: row.id });
  });
};
