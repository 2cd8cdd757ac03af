import type { Knex } from "knex";

/**
 * A refund that the provider refused holds the payout until an administrator releases it; a settlement at its end has
 * no hold.
 */
export const up = async (knex: Knex): Promise<void> => {
  await knex.raw(/* sql */ `
    alter table settlements add column judged_refusals integer not null default 0;
    comment on column settlements.judged_refusals is
      'So many refusals of the order''s refund were there when an administrator last let the payout go from them';
    -- What an administrator has let go since the refusal stays let go.
    update settlements s set judged_refusals = t.count
    from (select e.order_id, count(*)::int as count, max(e.created_at) as at
          from refund_events e where e.kind = 'refused' group by e.order_id) t
    where t.order_id = s.order_id and exists (
      select from settlement_decisions d
      where d.settlement_id = s.id and d.decision = 'release' and d.created_at > t.at);
    update settlements set manual_hold = null where status in ('completed', 'cancelled') and manual_hold is not null;
  `);
};

export const down = async (knex: Knex): Promise<void> => {
  await knex.raw("alter table settlements drop column judged_refusals");
};
