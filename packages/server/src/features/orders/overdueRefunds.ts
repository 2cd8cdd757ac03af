import { seoulDay } from "@knowhow/shared";
import { raiseAlert, resolveAlert } from "../alerts/alerts.ts";
import type { Trx } from "../../database/BaseModel.ts";
import type { Deps } from "../../deps.ts";
import type { Order } from "./Order.ts";

/** Requests looked at in one round. */
const perRound = 100;

/**
 * Calls an administrator for each request that nobody decided about by its day, once: who closes the call without a
 * decision is not called again, the queue goes on showing it.
 */
export const alertOverdue = async (deps: Pick<Deps, "knex" | "log">): Promise<void> => {
  const { rows } = await deps.knex.raw<{ rows: { order_number: string; due_at: Date }[] }>(
    `select o.order_number, f.due_at from refunds f join orders o on o.id = f.order_id
     where o.status = 'refund_requested' and f.due_at < app_now()
       and not exists (select from alerts a where a.kind = 'REFUND_OVERDUE' and a.subject = o.order_number
                       and a.created_at >= f.due_at)
     order by f.due_at limit ?`,
    [perRound],
  );
  for (const { order_number: orderNumber, due_at: dueAt } of rows)
    await raiseAlert(deps, "REFUND_OVERDUE", orderNumber, { due: seoulDay(dueAt) });
};

/** Closes the call, in the transaction that ends the request. */
export const closeOverdue = (trx: Trx, { orderNumber }: Pick<Order, "orderNumber">): Promise<void> =>
  resolveAlert({ knex: trx }, "REFUND_OVERDUE", orderNumber, "환불 요청이 끝나 자동으로 확인했어요.");
