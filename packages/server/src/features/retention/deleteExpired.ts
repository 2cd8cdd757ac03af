import { draftKeptDays } from "@knowhow/shared";
import { Model } from "objection";
import { raiseAlert, resolveAlert } from "../alerts/alerts.ts";
import type { Trx } from "../../database/BaseModel.ts";
import type { Deps } from "../../deps.ts";
import { givesAccessSql } from "../orders/policy.ts";
import { forgetSellers } from "../payouts/forget.ts";

/** Years for which the law requires records: of disputes, and of trade. */
const kept = { disputes: 3, trade: 5 } as const;
/** Records that one transaction deletes, with their dependents; the job goes on until none is left. */
const atOnce = 20;
/** A purchase may have years of messages, and no request waits for this transaction's locks. */
const patience = "set local statement_timeout = '5min'";
/** Orders in a final state: the others may still lead to money that is owed. */
const finalOrders = ["paid", "failed", "expired", "refunded"];

/** Decided reports, with the audits of reading them. Penalties outlive the report that led to them. */
const deleteReports = async (trx: Trx): Promise<number> => {
  const { rows } = await trx.raw<{ rows: { id: string }[] }>(
    `select id from reports where status in ('resolved', 'dismissed')
       and reviewed_at <= app_now() - interval '${kept.disputes} years' limit ? for update skip locked`,
    [atOnce],
  );
  const ids = rows.map(({ id }) => id);
  const { rows: about } = await trx.raw<{ rows: { id: string }[] }>(
    "select distinct snapshot_id as id from report_evidence where report_id = any(?) and snapshot_id is not null",
    [ids],
  );
  for (const sql of [
    "delete from chat_audits where report_id = any(?)",
    "update user_penalties set report_id = null where report_id = any(?)",
    "delete from reports where id = any(?)",
  ])
    await trx.raw(sql, [ids]);
  // Their contents' snapshots stay while another report refers to them; the files go with the orphaned objects.
  await trx.raw(
    `delete from content_snapshots s
     where s.id = any(?) and not exists (select from report_evidence e where e.snapshot_id = s.id)`,
    [about.map(({ id }) => id)],
  );
  return ids.length;
};

/** Administrators' acts of moderation. */
const deleteModeration = async (trx: Trx): Promise<number> => {
  await trx.raw("select set_config('knowhow.retention', 'on', true)");
  const { rows } = await trx.raw<{ rows: object[] }>(
    `delete from moderation_acts where id in (
       select id from moderation_acts where created_at <= app_now() - interval '${kept.disputes} years'
       order by created_at limit ? for update skip locked)
     returning id`,
    [atOnce],
  );
  return rows.length;
};

/** Inquiries of users who left. */
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
 * Purchases of users who left, with all their dependents. Others' purchases from them stay: they are the buyers' own. A
 * purchase whose seller has not been paid, or whose room a stored report is about, waits for the end of that. One that
 * was refunded after its payout, and those whose payouts made up for it, stay as long as their seller: only together do
 * they add up to what the seller is owed.
 */
const deleteOrders = async (trx: Trx): Promise<number> => {
  const { rows } = await trx.raw<{ rows: { id: string }[] }>(
    `select o.id from orders o join users u on u.id = o.buyer_id
     where u.left_at is not null and coalesce(o.paid_at, o.created_at) <= app_now() - interval '${kept.trade} years'
       and o.status = any(:finalOrders)
       and not exists (select from settlements s where s.order_id = o.id and s.status not in ('completed', 'cancelled'))
       and not exists (
         select from users m where m.id = o.seller_id and m.left_at is null
           and (exists (select from clawbacks b where b.order_id = o.id and b.voided_at is null)
                or exists (select from settlements s where s.order_id = o.id and s.clawback_amount > 0)))
       and not exists (select from reports p join chat_rooms r on r.id = p.chat_room_id where r.order_id = o.id)
     order by o.id limit :atOnce for update of o skip locked`,
    { finalOrders, atOnce },
  );
  const ids = rows.map(({ id }) => id);
  await trx.raw("select set_config('knowhow.retention', 'on', true)");
  const rooms = "select id from chat_rooms where order_id = any(?)";
  for (const sql of [
    `select from contents where id in (select content_id from orders where id = any(?))
     order by id for no key update`,
    `update contents c set purchases_count = purchases_count - n
     from (select content_id, count(*) as n from orders o where o.id = any(?) and ${givesAccessSql("o")}
           group by content_id) gone
     where c.id = gone.content_id`,
    "select from chat_rooms where order_id = any(?) order by id for no key update",
    "update chat_rooms set last_message_id = null where order_id = any(?)",
    `delete from chat_messages where chat_room_id in (${rooms})`,
    `delete from chat_audits where chat_room_id in (${rooms})`,
    "delete from chat_rooms where order_id = any(?)",
    "delete from settlements where order_id = any(?)",
    "delete from refunds where order_id = any(?)",
    "delete from refund_events where order_id = any(?)",
    "delete from deliveries where order_id = any(?)",
    "delete from clawbacks where order_id = any(?)",
    "delete from ledger_entries where transaction_id in (select id from ledger_transactions where order_id = any(?))",
    "delete from ledger_transactions where order_id = any(?)",
    "delete from orders where id = any(?)",
  ])
    await trx.raw(sql, [ids]);
  return ids.length;
};

/** Penalties of users who left, all of a user's at once, with their effects. */
const deletePenalties = async (trx: Trx): Promise<number> => {
  const { rows } = await trx.raw<{ rows: { id: string }[] }>(
    `select u.id from users u
     where u.left_at is not null and exists (select from user_penalties p where p.user_id = u.id)
       and not exists (select from user_penalties p where p.user_id = u.id
         and greatest(p.created_at, p.end_date, p.lifted_at) > app_now() - interval '${kept.disputes} years')
     order by u.id limit ? for no key update skip locked`,
    [atOnce],
  );
  const ids = rows.map(({ id }) => id);
  for (const sql of [
    "delete from user_penalties where user_id = any(?)",
    "update users set warning_count = 0, suspended_until = null, is_banned = 0, ban_reason = null where id = any(?)",
  ])
    await trx.raw(sql, [ids]);
  return ids.length;
};

/** Settlement accounts of users who left. The amount and time of a payout stay with the purchase. */
const forgetAccounts = async (trx: Trx): Promise<number> => {
  const { rows } = await trx.raw<{ rows: object[] }>(
    `update settlements set bank_name = null, account_number = null, account_holder = null
     where id in (
       select s.id from settlements s join users u on u.id = s.seller_id
       where u.left_at is not null and s.status in ('completed', 'cancelled')
         and (s.bank_name is not null or s.account_number is not null or s.account_holder is not null)
         and coalesce(s.settled_at, s.created_at) <= app_now() - interval '${kept.trade} years'
       order by s.id limit ? for no key update of s skip locked)
     returning id`,
    [atOnce],
  );
  return rows.length;
};

/** Abandoned drafts; objects that they alone kept go with the orphaned ones. */
const deleteDrafts = async (trx: Trx): Promise<number> => {
  const { rows } = await trx.raw<{ rows: object[] }>(
    `delete from drafts where id in (
       select id from drafts where updated_at <= app_now() - interval '${draftKeptDays} days'
       order by id limit ? for update skip locked)
     returning id`,
    [atOnce],
  );
  return rows.length;
};

/** The rules are independent of each other. */
const rules = {
  deleteDrafts,
  deleteReports,
  deleteModeration,
  deleteInquiries,
  deleteOrders,
  deletePenalties,
  forgetAccounts,
};

/**
 * Deletes the records whose time is over. Can be repeated, and ended at any point: each batch is one transaction. A
 * rule that fails raises an alert and holds up none of the others.
 */
export const deleteExpired = async (deps: Pick<Deps, "knex" | "log" | "toss">): Promise<void> => {
  const { knex, log } = deps;
  const obey = async (rule: string, work: () => Promise<number>): Promise<void> => {
    try {
      const count = await work();
      if (count > 0) log.info({ rule, count }, "records whose time is over were deleted");
      await resolveAlert(deps, "RETENTION_FAILED", rule, "다시 실행되어 자동으로 확인했어요.");
    } catch (error) {
      log.error({ err: error, rule }, "the rule failed");
      await raiseAlert(deps, "RETENTION_FAILED", rule, {});
    }
  };
  const batch = (remove: (trx: Trx) => Promise<number>) => () =>
    Model.transaction(knex, async (trx) => {
      await trx.raw(patience);
      return remove(trx);
    });
  for (const [rule, remove] of Object.entries(rules)) {
    const next = batch(remove);
    await obey(rule, async () => {
      let count = 0;
      for (let last = atOnce; last === atOnce; count += last) last = await next();
      return count;
    });
  }
  await obey("forgetSellers", () => forgetSellers(deps));
};
