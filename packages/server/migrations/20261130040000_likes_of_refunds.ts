import type { Knex } from "knex";

/**
 * A like ends with its purchase: those that have outlived a refund go. All of them are locked before any content, and the
 * contents by their ids, as everything locks them that touches several.
 */
export const up = async (knex: Knex): Promise<void> => {
  await knex.raw(/* sql */ `
    with ended as (
      delete from content_likes l
      where exists (
          select from orders o where o.buyer_id = l.user_id and o.content_id = l.content_id and o.status = 'refunded')
        and not exists (
          select from orders o where o.buyer_id = l.user_id and o.content_id = l.content_id
            and (o.status in ('paid', 'refund_requested') or (o.status = 'refunding' and o.paid_at is not null)))
      returning content_id),
    counted as (select content_id, count(*)::int as likes from ended group by content_id),
    locked as materialized (
      select c.id, n.likes from contents c join counted n on n.content_id = c.id order by c.id for no key update of c)
    update contents c set likes_count = c.likes_count - n.likes from locked n where n.id = c.id`);
};

// A refunded purchase gives no right to a like, whatever the schema is.
export const down = async (): Promise<void> => {};
