import type { Knex } from "knex";

/** What a payout was let go from is named by itself: a mark of time covers what bears an earlier one and came later. */
export const up = (knex: Knex): Promise<unknown> =>
  knex.raw(/* sql */ `
    alter table settlements
      -- Won that the provider gave back, as they were when an administrator judged them.
      add column judged_cancel integer not null default 0,
      -- When the hold of all that the seller is owed began, from which this one was let go.
      add column judged_hold timestamptz(3);
    update settlements s set judged_cancel = o.part_cancelled
      from orders o where o.id = s.order_id and o.part_cancelled_at <= s.cleared_at;
    update settlements s set judged_hold = h.created_at
      from seller_holds h where h.seller_id = s.seller_id and h.created_at <= s.cleared_at;
    alter table settlements drop column cleared_at;
  `);

export const down = (knex: Knex): Promise<unknown> =>
  knex.raw(/* sql */ `
    alter table settlements add column cleared_at timestamptz(3);
    update settlements s set cleared_at = greatest(s.judged_hold,
        case when o.part_cancelled > 0 and o.part_cancelled = s.judged_cancel then o.part_cancelled_at end,
        (select max(r.created_at) from released_reports k join reports r on r.id = k.report_id where k.settlement_id = s.id))
      from orders o where o.id = s.order_id;
    alter table settlements drop column judged_hold, drop column judged_cancel;
  `);
