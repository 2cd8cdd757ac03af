import type { Knex } from "knex";

/**
 * A withdrawal once ended the call for a refusal that holds the payout now: an administrator is called about each that
 * nobody has judged. The money may be with the buyer, so that none of them counts as judged.
 */
export const up = async (knex: Knex): Promise<void> => {
  await knex.raw(/* sql */ `
    insert into alerts (kind, subject, detail)
    select 'REFUND_REFUSED', o.order_number, jsonb_build_object('code', t.code)
    from settlements s join orders o on o.id = s.order_id
      join (select e.order_id, count(*) as count, (array_agg(e.reason order by e.created_at desc, e.id desc))[1] as code
            from refund_events e where e.kind = 'refused' group by e.order_id) t on t.order_id = s.order_id
    where s.status in ('pending', 'held', 'processing', 'failed') and t.count > s.judged_refusals
      and o.status not in ('refund_requested', 'refunding')
      and not exists (select from refunds f where f.order_id = o.id and f.refusal_code is not null)
    on conflict (kind, subject) where resolved_at is null do nothing`);
};

// A call is answered by a person, whatever the schema is.
export const down = async (): Promise<void> => {};
