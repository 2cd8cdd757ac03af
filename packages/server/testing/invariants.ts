import type pg from "pg";
import { payoutInvariants } from "./payoutInvariants.ts";
import { peopleInvariants } from "./peopleInvariants.ts";

const owning =
  "(o.status in ('paid', 'refund_requested') or (o.status = 'refunding' and o.paid_at is not null))";

/** In SQL, for `o`: won that went back by bank transfer. */
const transferredSql = "coalesce((select f.transferred_amount from refunds f where f.order_id = o.id), 0)";
/** In SQL, for `o`: won that the provider gave back beside a transfer, about which a person was called. */
const secondSql = `coalesce((select sum(c.amount) - min(o.amount - f.transferred_amount)
  from provider_cancels c join refunds f on f.order_id = c.order_id
  where c.order_id = o.id and f.transferred_amount is not null
    and exists (select from alerts a where a.kind = 'REFUNDED_TWICE' and a.subject = o.order_number)), 0)`;

/** What must never be true, as queries that must return no row. */
const invariants: Record<string, string> = {
  "I1 amounts follow from the price": `
    select id from orders where platform_fee <> price * 5 / 100 or amount <> price + platform_fee
      or seller_amount <> price - price * 5 / 100 or not (price = 0 or price >= 1500)`,
  "I2 a paid order has one settlement, room and payment; a free one no settlement": `
    select o.id from orders o
    where o.paid_at is not null and (
      (select count(*) from chat_rooms r where r.order_id = o.id) <> 1
      or (select count(*) from settlements s where s.order_id = o.id) <> (case when o.amount > 0 then 1 else 0 end)
      or (o.amount > 0 and o.toss_payment_key is null))`,
  "I2b an order that was never paid has none": `
    select o.id from orders o
    where o.paid_at is null and (exists (select from chat_rooms r where r.order_id = o.id)
      or exists (select from settlements s where s.order_id = o.id))`,
  "I3 settlements sum to what sellers are owed": `
    select 1 from (select
      (select coalesce(sum(amount), 0) from settlements where status <> 'cancelled') as settled,
      (select coalesce(sum(o.seller_amount), 0) from orders o where ${owning} and o.amount > 0) as owed,
      (select coalesce(sum(amount), 0) from clawbacks where voided_at is null) as clawed_back) t
    where settled <> owed + clawed_back`,
  "I4 every ledger transaction balances": `
    select transaction_id from ledger_entries group by transaction_id having sum(debit) <> sum(credit)`,
  "I4b every paid order is booked once": `
    select o.id from orders o where o.paid_at is not null and o.amount > 0 and not exists (
      select from ledger_entries e where e.transaction_id = 'paid:' || o.id and e.account = 'provider' and e.debit = o.amount)`,
  "I4c the books match the provider's charge log": `
    select * from (select
      (select coalesce(sum(debit - credit), 0) from ledger_entries where account = 'provider') as booked,
      (select coalesce(sum(amount), 0) from orders where status = 'refunding' and paid_at is null) as going_back,
      (select coalesce(sum(amount), 0) from orders where status = 'refunding' and paid_at is not null) as given_back,
      (select coalesce(sum(case event when 'DONE' then amount when 'CANCELED' then -amount when 'PARTIAL_CANCELED' then -amount else 0 end), 0)
       from standin_toss.charge_log l where exists (select from orders o where o.order_number = l.order_id)) as charged) t
    where charged not between booked - given_back and booked + going_back`,
  "I4d what is paid was charged": `
    select o.id from orders o where o.paid_at is not null and o.amount > 0 and not exists (
      select from standin_toss.charge_log l where l.order_id = o.order_number and l.event = 'DONE' and l.amount = o.amount)`,
  "I4e an order is charged once": `
    select order_id from standin_toss.charge_log where event = 'DONE' group by order_id having count(*) > 1`,
  "I5 one purchase per buyer and content": `
    select buyer_id, content_id from orders o where o.status = 'confirming' or ${owning}
    group by buyer_id, content_id having count(*) > 1`,
  "I7 refunded means given back once, whole": `
    select o.id from orders o where o.status = 'refunded' and
      (select count(*) from refunds f where f.order_id = o.id and f.amount = o.amount and f.completed_at is not null) <> 1`,
  "I7b a refunded purchase is cancelled once at the provider or given back by transfer, booked, and over for everybody": `
    select o.id from orders o where o.status = 'refunded' and o.paid_at is not null and (
      not exists (select from ledger_entries e
                  where e.transaction_id = 'refund:' || o.id
                  having sum(e.credit) filter (where e.account in ('provider', 'transfer')) = o.amount
                    and coalesce(sum(e.credit) filter (where e.account = 'transfer'), 0) = ${transferredSql})
      or exists (select from chat_rooms r where r.order_id = o.id and r.status <> 'inactive')
      or not exists (select from settlements s where s.order_id = o.id and (s.status = 'cancelled')
                       = not exists (select from clawbacks c where c.order_id = o.id and c.voided_at is null)))`,
  "I7c the provider gave back what a refunded order cost and no transfer did, and nothing twice": `
    select o.id from orders o
    where (o.status = 'refunded' and (select coalesce(sum(l.amount), 0) from standin_toss.charge_log l
             where l.order_id = o.order_number and l.event in ('CANCELED', 'PARTIAL_CANCELED'))
             <> o.amount - ${transferredSql} + ${secondSql})
       or (select count(*) from standin_toss.charge_log l where l.order_id = o.order_number and l.event = 'CANCELED') > 1`,
  "I7d what is booked as given back was refunded": `
    select t.id from ledger_transactions t join orders o on o.id = t.order_id
    where t.id = 'refund:' || o.id and o.status <> 'refunded'`,
  "I7e nothing is refunded by rule that was delivered": `
    select f.order_id from refunds f join orders o on o.id = f.order_id
    where f.requested_by is not null and f.decision = 'approve' and f.decided_by is null and f.decision_reason is null
      and exists (select from deliveries d where d.order_id = f.order_id)`,
  "I7f a seller's account holds what waits for them less what they owe, to the won": `
    select seller_id from (
      select seller_id, sum(credit - debit) as booked, 0 as due, 0 as recovered from ledger_entries
        where seller_id is not null group by seller_id
      union all select seller_id, 0, amount, 0 from settlements where status in ('pending', 'held', 'processing', 'failed')
      union all select seller_id, 0, recovered + closed - amount, recovered from clawbacks where voided_at is null
      union all select seller_id, 0, 0, -clawback_amount from settlements where status = 'completed') t
    group by seller_id having sum(booked) <> sum(due) or sum(recovered) <> 0`,
  "I8 counters are counts": `
    select c.id from contents c
    where c.purchases_count <> (select count(*) from orders o where o.content_id = c.id and ${owning})
       or c.likes_count <> (select count(*) from content_likes l where l.content_id = c.id)
       or (c.rating_count, c.rating_sum) is distinct from
          (select (count(*)::int, coalesce(sum(r.score), 0)::int) from content_ratings r
           where r.content_id = c.id and r.hidden_at is null)
    union all
    select r.id from content_ratings r
    where r.helpful_count <> (select count(*) from rating_votes v where v.rating_id = r.id)`,
  "I8b a rating is of a purchase that was opened": `
    select r.id from content_ratings r join users u on u.id = r.user_id
    where u.left_at is null and not exists (
      select from orders o join deliveries d on d.order_id = o.id
      where o.buyer_id = r.user_id and o.content_id = r.content_id and ${owning})`,
  "I8c a content's newest version is the content": `
    select c.id from contents c join lateral (
      select * from content_versions v where v.content_id = c.id order by v.number desc limit 1) v on true
    where v.file_urls <> c.file_urls or v.file_names <> coalesce(c.file_names, '{}')
       or v.number <> (select count(*) from content_versions n where n.content_id = c.id)`,
  "I8d a like is of a purchase": `
    select l.id from content_likes l join users u on u.id = l.user_id
    where u.left_at is null and not exists (
      select from orders o where o.buyer_id = l.user_id and o.content_id = l.content_id and ${owning})`,
  "I9 nothing stays open unnoticed": `
    select o.id from orders o where o.status in ('confirming', 'refunding')
      and coalesce(o.claimed_at, o.created_at) <= app_now() - interval '16 minutes'
      and not exists (select from alerts a where a.subject = o.order_number)`,
  "I10b what arrived is booked once, and nothing else is": `
    select s.id from settlements s where s.status = 'completed' and not exists (
      select from ledger_entries e where e.transaction_id = 'payout:' || s.id and e.account = 'seller' and e.debit = s.amount - s.clawback_amount)
      and s.amount > s.clawback_amount
    union all
    select s.id from settlements s where (s.status <> 'completed' or s.amount = s.clawback_amount) and exists (
      select from ledger_transactions t where t.id = 'payout:' || s.id)`,
  "I10 nothing is paid out before its time or while held": `
    select id from settlements where status in ('processing', 'completed') and payable_at > app_now()`,
  "I10c the provider pays a settlement out once, all of it": `
    select s.id from settlements s join standin_toss.charge_log l on l.event = 'PAYOUT' and left(l.order_id, 36) = s.id::text
    group by s.id having count(*) > 1 or sum(l.amount) <> s.amount - s.clawback_amount`,
  "I10d what was paid out is not to be paid again": `
    select s.id from settlements s join standin_toss.charge_log l on l.event = 'PAYOUT' and left(l.order_id, 36) = s.id::text
    where s.status not in ('processing', 'completed') or l.order_id <> s.id || '-' || s.provider_round`,
  "I10e what is booked as paid out was paid out": `
    select s.id from settlements s where s.status = 'completed' and s.amount > s.clawback_amount
      -- Payouts of the demo data were before the stand-in's time.
      and (s.payout_id is not null or s.sent_at is not null) and not exists (
      select from standin_toss.charge_log l where l.event = 'PAYOUT' and l.payment_key = s.payout_id and l.amount = s.amount - s.clawback_amount)`,
  "I10f no payout stays open unnoticed": `
    select s.id from settlements s where s.status = 'processing' and s.claimed_at <= app_now() - interval '16 minutes'
      and not exists (select from alerts a where a.kind = 'PAYOUT_STUCK' and a.subject = s.id::text)`,
  "I10g a payout that was given up has been told of": `
    select s.id from settlements s where s.status = 'failed'
      and not exists (select from alerts a where a.kind = 'PAYOUT_FAILED' and a.subject = s.id::text)`,
  ...payoutInvariants,
  ...peopleInvariants,
};

/** What a movement that is not booked yet, or a clock that a test has just moved, breaks for a moment. */
const atRestOnly = new Set([
  "I4c the books match the provider's charge log",
  "I7c the provider gave back what a refunded order cost and no transfer did, and nothing twice",
  "I9 nothing stays open unnoticed",
  "I10f no payout stays open unnoticed",
]);

/**
 * Runs the invariants in one snapshot and names those that are broken, with the first offending row. While money moves,
 * those that hold at rest only are left out.
 */
export const brokenInvariants = async (
  pool: pg.Pool,
  { isMoving = false } = {},
): Promise<{ name: string; row: unknown }[]> => {
  const client = await pool.connect();
  const broken: { name: string; row: unknown }[] = [];
  try {
    await client.query("begin isolation level repeatable read read only");
    const { rows } = await client.query<{ there: boolean }>(
      "select to_regclass('standin_toss.charge_log') is not null as there",
    );
    for (const [name, sql] of Object.entries(invariants)) {
      if ((sql.includes("standin_toss") && !rows[0]?.there) || (isMoving && atRestOnly.has(name))) continue;
      const result = await client.query<Record<string, unknown>>(`${sql} limit 1`);
      if (result.rows[0]) broken.push({ name, row: result.rows[0] });
    }
    await client.query("commit");
  } finally {
    client.release();
  }
  return broken;
};
