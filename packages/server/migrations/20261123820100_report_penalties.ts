import type { Knex } from "knex";

/** Every report that a penalty was imposed for: those of one decision share their person's one penalty. */
export const up = (knex: Knex): Promise<unknown> =>
  knex.raw(/* sql */ `
    create table report_penalties (
      report_id uuid not null references reports on delete cascade,
      penalty_id uuid not null references user_penalties on delete cascade,
      primary key (report_id, penalty_id)
    );
    create index report_penalties_penalty on report_penalties (penalty_id);
    insert into report_penalties (report_id, penalty_id)
      select report_id, id from user_penalties where report_id is not null
      union
      select r.id, p.id from report_acts c
      join reports r on r.id = c.report_id
      join user_penalties p on p.user_id = r.reported_user_id and p.report_id is not null
        and p.admin_id is not distinct from c.admin_id and p.created_at = c.created_at
      where c.kind = 'resolved';
  `);

export const down = (knex: Knex): Promise<unknown> => knex.raw("drop table report_penalties");
