import type { Deps } from "../../deps.ts";
import { givesAccessSql } from "../orders/policy.ts";
import { lexemesOf } from "../search/lookups.ts";

/** Fewer buyers than these would tell what one person has bought. */
const minBuyers = 5;
/** Buyers of a content that are looked at, and purchases of each: the latest. */
const maxBuyers = 200;
const maxPurchases = 50;
/** Contents of its category that are compared with a content: those that share words of the title, and the newest. */
const maxAlike = 300;
const maxNewest = 100;
/** Words of its description that are looked for in theirs. */
const maxWords = 60;
/** More than are shown: some are a viewer's own, or leave the market before the next time. */
const maxKept = 24;
/** Contents of one statement. */
const batchSize = 20;
/** The part of a minute that goes into it at most, a twentieth, however large the market is. */
const maxMs = 3_000;

/** In SQL, for `d`, a content's row: what several of its buyers have bought too, above all what others have not. */
const boughtTogether = /* sql */ `
  select c.id
  from (select p.content_id as id, count(*) as buyers
        from (select o.buyer_id from orders o where o.content_id = d.content_id and ${givesAccessSql("o")}
              order by o.paid_at desc, o.id desc limit ${maxBuyers}) b
        cross join lateral (select o.content_id from orders o where o.buyer_id = b.buyer_id and ${givesAccessSql("o")}
                            order by o.paid_at desc, o.id desc limit ${maxPurchases}) p
        where p.content_id <> d.content_id
        group by 1 having count(*) >= ${minBuyers}) t
  join contents c on c.id = t.id and c.is_listed
  order by t.buyers / sqrt(c.purchases_count + 1) desc, c.id limit ${maxKept}`;

/**
 * In SQL, for `d`, a content's row: what its category has of the same words, rare ones of the title first. Words are
 * weighed among the contents that are compared, so that none has to be counted in all of them.
 */
const similar = /* sql */ `
  with me as (select s.* from search_documents s where s.content_id = d.content_id),
  words as (
    select distinct w from contents c, search_words_of(c.title) w where c.id = d.content_id),
  told as materialized (
    select (select string_agg(quote_literal(x), ' | ')::tsquery
            from (select x from unnest(tsvector_to_array(me.description)) x where length(x) > 1
                  order by length(x) desc, x limit ${maxWords}) l) as words from me),
  asked as materialized (
    select (quote_literal('=c ' || me.category) || ' & ('
            || (select string_agg(quote_literal('^' || left(w, 3)), ' | ') from words) || ')')::tsquery as query from me),
  alike as (
    select s.content_id from asked join search_documents s
      on ${lexemesOf("s")} @@ asked.query
    where s.content_id <> d.content_id limit ${maxAlike}),
  newest as (
    select c.id as content_id from contents c
    where c.category = (select category from me) and c.is_listed and c.id <> d.content_id order by c.upload_time desc, c.id desc limit ${maxNewest}),
  compared as materialized (
    select s.content_id, s.title, s.description, s.popularity
    from (select content_id from alike union select content_id from newest) n join search_documents s using (content_id)),
  hits as (select c.content_id, w from compared c join words on c.title like '% ' || left(w, 12) || '%'),
  weights as (select w, 1 / sqrt(count(*)) as weight from hits group by w),
  titles as (select h.content_id, sum(weight) as weight from hits h join weights using (w) group by 1)
  select c.content_id from compared c left join titles t using (content_id) cross join told
  order by coalesce(t.weight, 0) + coalesce(ts_rank(c.description, told.words, 1), 0) desc, c.popularity desc, c.content_id
  limit ${maxKept}`;

const statements = {
  // A refund takes its purchase out of what its buyer bought with it, each of which may have lost a buyer too many. It is
  // seen some time after the moment that it names. What sells is reckoned once a day, also in a large market.
  recall: /* sql */ `
    with gone as (
      select o.buyer_id, o.content_id, f.completed_at from refunds f join orders o on o.id = f.order_id
      where f.completed_at > app_now() - interval '1 hour'),
    touched as (
      select content_id, completed_at from gone
      union
      select o.content_id, g.completed_at from gone g join orders o on o.buyer_id = g.buyer_id and ${givesAccessSql("o")}),
    sold as (
      select o.content_id from orders o join related_contents r using (content_id)
      where o.paid_at > app_now() - interval '10 minutes' and ${givesAccessSql("o")}
        and r.reckoned_at < app_now() - interval '1 day'
      limit ${batchSize}),
    stale as (
      select r.content_id
      from (select t.content_id from touched t join related_contents k using (content_id)
            where t.completed_at >= k.reckoned_at - interval '5 minutes'
            union
            select content_id from sold) i
      join related_contents r using (content_id)
      where r.due_at <> '-infinity'
      for no key update of r skip locked)
    update related_contents r set due_at = '-infinity' from stale s where r.content_id = s.content_id`,
  // Reckoning holds no row: a seller who saves meanwhile does not wait, and the content is due again.
  reckon: /* sql */ `
    with due as materialized (
      select content_id, due_at from related_contents where due_at <= app_now()
      order by due_at, content_id limit ${batchSize}),
    reckoned as materialized (
      select d.content_id, d.due_at, array(${boughtTogether}) as bought_together_ids, array(${similar}) as similar_ids
      from due d),
    free as (
      select r.content_id from related_contents r join reckoned using (content_id, due_at)
      for no key update of r skip locked)
    update related_contents r set
      similar_ids = n.similar_ids, bought_together_ids = n.bought_together_ids,
      due_at = app_now() + interval '1 hour', reckoned_at = app_now()
    from reckoned n join free using (content_id) where r.content_id = n.content_id`,
} as const;

/**
 * Reckons what stands beside contents: of those that were changed or refunded, then of those for which it is the longest
 * ago, at most once an hour each, for a part of each minute.
 */
export const reckonRelated = async ({ pool }: Pick<Deps, "pool">): Promise<void> => {
  const end = performance.now() + maxMs;
  await pool.query(statements.recall);
  for (;;) {
    const { rowCount } = await pool.query(statements.reckon);
    if ((rowCount ?? 0) < batchSize || performance.now() > end) return;
  }
};
