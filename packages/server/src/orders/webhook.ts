import type { InputOf, orders } from "@knowhow/shared";
import { createHash } from "node:crypto";
import type { Deps } from "../deps.ts";
import { Order } from "./Order.ts";

type Event = InputOf<typeof orders.webhook>["body"];

const textOf = (value: unknown): string | undefined =>
  typeof value === "string" && value !== "" && value.length <= 200 ? value : undefined;

/** Keeps a notice of the provider and has it looked into; what it says is never believed. */
export const receiveEvent = async (deps: Deps, event: Event, transmissionId: string): Promise<void> => {
  // The body is a stranger's: only these three texts are kept.
  const data = (event.data ?? {}) as Record<string, unknown>;
  const paymentKey = textOf(data["paymentKey"]);
  const orderNumber = textOf(data["orderId"]);
  const status = textOf(data["status"]);
  const eventType = textOf(event.eventType) ?? "UNKNOWN";
  const facts = JSON.stringify([eventType, paymentKey, status, textOf(event.createdAt)]);
  const dedupeKey = textOf(transmissionId) ?? createHash("sha256").update(facts).digest("base64url");
  await Order.transaction(deps.knex, async (trx) => {
    const { rows } = await trx.raw<{ rows: { id: string }[] }>(
      `insert into provider_events (dedupe_key, event_type, payment_key, order_number, body)
       values (?, ?, ?, ?, ?) on conflict (dedupe_key) do nothing returning id`,
      [
        dedupeKey,
        eventType,
        paymentKey ?? null,
        orderNumber ?? null,
        JSON.stringify({ status: status ?? null }),
      ],
    );
    const [row] = rows;
    if (row) await deps.addJob(trx, "providerEvent", { eventId: row.id });
  });
};
