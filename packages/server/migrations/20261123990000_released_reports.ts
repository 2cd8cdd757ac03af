import type { Knex } from "knex";

/** Which reports a payout was let go from, and as they stood: a mark of time covers others too, and what is taken up again. */
export const up = (knex: Knex): Promise<unknown> =>
  knex.raw(/* sql */ `
    create table released_reports (
      settlement_id uuid not null references settlements on delete cascade,
      report_id uuid not null references reports on delete cascade,
      -- How often the report had been taken up again.
      reopened_count integer not null,
      primary key (settlement_id, report_id, reopened_count)
    );
    create index released_reports_report on released_reports (report_id);
    insert into released_reports (settlement_id, report_id, reopened_count)
      select s.id, r.id, r.reopened_count
      from settlements s join reports r on r.reported_user_id = s.seller_id
      where r.report_reason = 'fraud' and r.created_at <= s.cleared_at
        and not exists (select from report_acts a
                        where a.report_id = r.id and a.kind = 'reopened' and a.created_at > s.cleared_at);
  `);

export const down = (knex: Knex): Promise<unknown> => knex.raw("drop table released_reports");
