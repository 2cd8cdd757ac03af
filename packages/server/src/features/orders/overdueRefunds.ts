import { seoulDay } from "@knowhow/shared";
import { raiseAlert, resolveAlert } from "../alerts/alerts.ts";
import type { Trx } from "../../database/BaseModel.ts";
import type { Deps } from "../../deps.ts";
import type { Order } from "./Order.ts";

/** Requests in one round. */
const perRound = 100;

/**
 * Raises an alert once for each request that still waits for a decision after its due day, for the first or for the one
 * after the provider's refusal: if closed without a decision it is not raised again, and the queue still shows the
 * request.
 */
export const alertOverdue = async (deps: Pick<Deps, "knex" | "log">): Promise<void> => {
  const { rows } = await deps.knex.raw<{ rows: { order_number: string; due_at: Date }[] }>(
    `select o.order_number, f.due_at from refunds f join orders o on o.id = f.order_id
     where f.due_at < app_now() and f.completed_at is null and (f.decision is null or f.refusal_code is not null)
       and not exists (select from alerts a where a.kind = 'REFUND_OVERDUE' and a.subject = o.order_number
                       and a.created_at >= f.due_at)
     order by f.due_at limit ?`,
    [perRound],
  );
  for (const { order_number: orderNumber, due_at: dueAt } of rows)
    await raiseAlert(deps, "REFUND_OVERDUE", orderNumber, { due: seoulDay(dueAt) });
};

/** Closes the alert, in the transaction that ends the request. */
export const closeOverdue = (trx: Trx, { orderNumber }: Pick<Order, "orderNumber">): Promise<void> =>
  resolveAlert({ knex: trx }, "REFUND_OVERDUE", orderNumber, "환불 요청이 끝나 자동으로 확인했어요.");
