import { reporterPaidSql, reporterPurchasesSql } from "../src/features/settlements/holds.ts";
import { penaltiesSql } from "./peopleInvariants.ts";

/**
 * In SQL, for `r` of reports and `o` of orders: a report of fraud about that very content, by a buyer who paid for it.
 */
const paidFraudReportSql = /* sql */ `
  r.report_type in ('content', 'chat') and r.report_reason = 'fraud' and r.reported_user_id = o.seller_id
  and o.content_id = coalesce(r.content_id, (select c.content_id from chat_rooms c where c.id = r.chat_room_id))
  and ${reporterPaidSql}`;

/** In SQL: since when, until when and why a settlement was not to be paid: decisions, penalties, reports, refunds and cancels. */
const heldTimesSql = /* sql */ `
  select s.id, p.begun, p.over, p.reason from settlements s join (
    select penalty_type as reason, user_id, start_date as begun, least(end_date, lifted_at, 'infinity') as over
    from user_penalties where penalty_type = 'ban' or end_date is not null
    union all
    select 'third warning', c.user_id, greatest(a.start_date, b.start_date, c.start_date), least(a.lifted_at, b.lifted_at, c.lifted_at, 'infinity')
    from user_penalties a
    join user_penalties b on b.user_id = a.user_id and b.id > a.id and b.penalty_type = 'warning'
    join user_penalties c on c.user_id = b.user_id and c.id > b.id and c.penalty_type = 'warning'
    where a.penalty_type = 'warning'
    union all
    select 'account', u.id, t.begun, t.begun + interval '72 hours'
    from users u cross join lateral (values (u.bank_changed_at), (u.account_changed_at), (u.temp_login_at)) as t(begun) where t.begun is not null
  ) p on p.user_id = s.seller_id
  union all
  select s.id, greatest(t.begun, (select min(p.paid_at) ${reporterPurchasesSql})), least(
    (select min(a.created_at) from report_acts a
     where a.report_id = r.id and a.kind in ('resolved', 'dismissed') and a.created_at > t.begun),
    (select min(d.created_at) from settlement_decisions d
     where d.settlement_id = s.id and d.decision = 'release' and d.created_at > t.begun), 'infinity'), 'report ' || r.id
  from settlements s join orders o on o.id = s.order_id join reports r on ${paidFraudReportSql}
    -- A report counts from its reporter's first purchase that was not given back unopened.
    cross join lateral (
      select r.created_at as begun
      union all select a.created_at from report_acts a where a.report_id = r.id and a.kind = 'reopened') t
  union all
  select s.id, h.created_at, coalesce((
    select min(d.created_at) from settlement_decisions d join settlements t on t.id = d.settlement_id
    where d.decision = 'release' and d.created_at > h.created_at
      and (d.settlement_id = s.id or (d.scope = 'seller' and h.scope = 'seller' and t.seller_id = s.seller_id))), 'infinity'), 'by hand ' || h.id
  from settlement_decisions h join settlements g on g.id = h.settlement_id
    join settlements s on s.id = g.id or (h.scope = 'seller' and s.seller_id = g.seller_id)
  where h.decision = 'hold' and s.created_at < h.created_at
  union all
  select s.id, e.created_at, coalesce((
    select min(d.created_at) from settlement_decisions d
    where d.settlement_id = s.id and d.decision = 'release' and d.created_at > e.created_at), 'infinity'), 'refused refund'
  from settlements s join refund_events e on e.order_id = s.order_id and e.kind = 'refused'
  union all
  select s.id, e.created_at, coalesce((
    select min(x.created_at) from refund_events x
    where x.order_id = e.order_id and x.id > e.id and x.kind in ('withdrawn', 'denied', 'refused')), 'infinity'), 'refund'
  from settlements s join refund_events e on e.order_id = s.order_id and e.kind in ('requested', 'completed')
  union all
  select s.id, c.seen_at, coalesce((
    select min(d.created_at) from settlement_decisions d
    where d.settlement_id = s.id and d.decision = 'release' and d.created_at > c.seen_at), 'infinity'), 'cancel'
  from settlements s join provider_cancels c on c.order_id = s.order_id`;

/** In SQL, for `s`: when it left; of one that was kept back whole nothing does, and its end counts. */
const leftAtSql = "coalesce(s.sent_at, s.settled_at, s.claimed_at)";

/** What must never be true of holds and payouts, as queries that must return no row. */
export const payoutInvariants: Record<string, string> = {
  "P1 what the provider gave back of a sale is written down and booked, to the won": `
    select o.id from orders o cross join lateral (
      select coalesce(sum(c.amount), 0) as known,
             coalesce(sum(e.credit), 0) as booked,
             (select coalesce(sum(u.debit), 0) from ledger_entries u
              where u.transaction_id = 'cancel-undo:' || o.id and u.account = 'provider') as undone
      from provider_cancels c
      left join ledger_entries e on e.transaction_id = 'cancel:' || c.transaction_key and e.account = 'provider'
      where c.order_id = o.id) t
    left join refunds f on f.order_id = o.id and f.transferred_amount is not null
    where o.paid_at is not null and o.amount > 0 and case when f.id is not null
      then t.booked <> t.known or t.undone <> o.amount - f.transferred_amount
      when o.status = 'refunded' then t.known <> o.amount or t.booked <> t.undone
      else t.known <> o.part_cancelled or t.booked <> o.part_cancelled or t.undone <> 0 end`,
  // Each request has a look at the payment right before it, and none while the payout is on its way.
  "P2 nothing was asked for of a sale that the provider had given back, but for parts that an administrator judged": `
    select s.id, p.requested_at, t.given_back, s.judged_cancel from settlements s join orders o on o.id = s.order_id
    join standin_toss.charge_log l on l.event = 'PAYOUT' and left(l.order_id, 36) = s.id::text
    join standin_toss.payouts p on p.id = l.payment_key
    cross join lateral (
      select sum(c.amount) as given_back from standin_toss.charge_log c
      where c.order_id = o.order_number and c.event in ('CANCELED', 'PARTIAL_CANCELED')
        and c.at < p.requested_at - interval '5 seconds') t
    where t.given_back > s.judged_cancel`,
  "S6 what is owed to somebody whom nothing may be paid waits as held": `
    select s.id from settlements s join orders o on o.id = s.order_id join users u on u.id = s.seller_id
      join ${penaltiesSql} a on true
    where s.status = 'pending' and (a.banned or a.until is not null or o.status in ('refund_requested', 'refunding')
      or s.manual_hold is not null
      or exists (select from seller_holds h where h.seller_id = u.id and h.created_at is distinct from s.judged_hold)
      or o.part_cancelled > s.judged_cancel
      or (select count(*) from refund_events e where e.order_id = o.id and e.kind = 'refused') > s.judged_refusals
      or exists (select from reports r where ${paidFraudReportSql} and r.status in ('pending', 'reviewed')
                 and not exists (select from released_reports k where k.settlement_id = s.id and k.report_id = r.id
                                 and k.reopened_count = r.reopened_count)))`,
  "S8 a hold stands beside what waits alone, and none beside what was paid": `
    select id from settlements where (status <> 'held' and held_reason is not null)
      or (status in ('completed', 'cancelled') and manual_hold is not null)`,
  // Times are those of the transactions' starts; two that ran side by side may have ended in the other order.
  "S7 nothing was sent to a seller while it had to be held": `
    select s.id, s.status, s.sent_at, s.settled_at, s.claimed_at, h.begun, h.over, h.reason from settlements s join (${heldTimesSql}) h on h.id = s.id
    where s.status in ('processing', 'completed')
      and ${leftAtSql} > h.begun + interval '5 seconds'
      and ${leftAtSql} < h.over - interval '5 seconds'`,
};
