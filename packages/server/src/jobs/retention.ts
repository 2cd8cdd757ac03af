import { Model } from "objection";
import type { Trx } from "../database/BaseModel.ts";
import type { Deps } from "../deps.ts";
import { givesAccessSql } from "../orders/policy.ts";

/** Years for which the law has records kept: of disputes, and of trade. */
const kept = { disputes: 3, trade: 5 } as const;
/** Records that one transaction deletes; the job goes on until none is left. */
const atOnce = 100;

/** Decided reports, with what was written down about reading them. Penalties outlive the report that led to them. */
const deleteReports = async (trx: Trx): Promise<number> => {
  const { rows } = await trx.raw<{ rows: { id: string }[] }>(
    `select id from reports where status in ('resolved', 'dismissed')
       and reviewed_at <= app_now() - interval '${kept.disputes} years' limit ? for update skip locked`,
    [atOnce],
  );
  const ids = rows.map(({ id }) => id);
  for (const sql of [
    "delete from chat_audits where report_id = any(?)",
    "update user_penalties set report_id = null where report_id = any(?)",
    "delete from reports where id = any(?)",
  ])
    await trx.raw(sql, [ids]);
  return ids.length;
};

/** Conversations of those who left with the administrators. */
const deleteInquiries = async (trx: Trx): Promise<number> => {
  const { rows } = await trx.raw<{ rows: { id: string }[] }>(
    `select r.id from admin_chat_rooms r join users u on u.id = r.user_id
     where u.left_at is not null
       and coalesce(r.last_message_at, r.created_at) <= app_now() - interval '${kept.disputes} years'
     limit ? for update of r skip locked`,
    [atOnce],
  );
  const ids = rows.map(({ id }) => id);
  for (const sql of [
    "update admin_chat_rooms set last_message_id = null where id = any(?)",
    "delete from admin_chat_messages where chat_room_id = any(?)",
    "delete from admin_chat_rooms where id = any(?)",
  ])
    await trx.raw(sql, [ids]);
  return ids.length;
};

/**
 * What those who left bought, with everything that hangs on it. What others bought of them stays: it is the buyers' own.
 * A purchase about which a report is open waits for its end.
 */
const deleteOrders = async (trx: Trx): Promise<number> => {
  const { rows } = await trx.raw<{ rows: { id: string }[] }>(
    `select o.id from orders o join users u on u.id = o.buyer_id
     where u.left_at is not null and coalesce(o.paid_at, o.created_at) <= app_now() - interval '${kept.trade} years'
       and not exists (select from reports p join chat_rooms r on r.id = p.chat_room_id where r.order_id = o.id)
     order by o.id limit ? for update of o skip locked`,
    [atOnce],
  );
  const ids = rows.map(({ id }) => id);
  await trx.raw("select set_config('knowhow.retention', 'on', true)");
  const rooms = "select id from chat_rooms where order_id = any(?)";
  for (const sql of [
    `update contents c set purchases_count = purchases_count - n
     from (select content_id, count(*) as n from orders o where o.id = any(?) and ${givesAccessSql("o")}
           group by content_id) gone
     where c.id = gone.content_id`,
    "update chat_rooms set last_message_id = null where order_id = any(?)",
    `delete from chat_messages where chat_room_id in (${rooms})`,
    `delete from chat_audits where chat_room_id in (${rooms})`,
    "delete from chat_rooms where order_id = any(?)",
    "delete from settlements where order_id = any(?)",
    "delete from refunds where order_id = any(?)",
    "delete from ledger_entries where transaction_id in (select id from ledger_transactions where order_id = any(?))",
    "delete from ledger_transactions where order_id = any(?)",
    "delete from orders where id = any(?)",
  ])
    await trx.raw(sql, [ids]);
  return ids.length;
};

/** Deletes the records whose time is over. Can be repeated, and ended at any point: each batch is one transaction. */
export const deleteExpired = async ({ knex, log }: Pick<Deps, "knex" | "log">): Promise<void> => {
  for (const [name, remove] of Object.entries({ deleteReports, deleteInquiries, deleteOrders })) {
    let count = 0;
    for (let last = atOnce; last === atOnce; count += last) last = await Model.transaction(knex, remove);
    if (count > 0) log.info({ rule: name, count }, "records whose time is over were deleted");
  }
};
