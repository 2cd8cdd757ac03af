import type { Knex } from "knex";

/** Which administrator is at which report, and what was taken over from whom. */
export const up = (knex: Knex): Promise<unknown> =>
  knex.raw(/* sql */ `
    create table report_leases (
      report_id uuid primary key references reports on delete cascade,
      admin_id uuid not null references users,
      until timestamptz(3) not null
    );
    create index report_leases_admin on report_leases (admin_id);

    create table report_takeovers (
      id uuid primary key default uuidv7(),
      report_id uuid not null references reports on delete cascade,
      from_admin_id uuid not null references users,
      to_admin_id uuid not null references users,
      reason text not null,
      created_at timestamptz(3) not null default app_now()
    );
    create index report_takeovers_report on report_takeovers (report_id);
    create index report_takeovers_from on report_takeovers (from_admin_id);
    create index report_takeovers_to on report_takeovers (to_admin_id);

    alter table events drop constraint events_name_check;
    alter table events add constraint events_name_check
      check (name in ('message', 'room', 'report', 'sanction', 'order', 'lease'));

    create index alerts_newest on alerts (created_at desc, id desc);
    alter table alerts add column resolved_by uuid references users;
    create index alerts_resolved_by on alerts (resolved_by) where resolved_by is not null;
  `);

export const down = (knex: Knex): Promise<unknown> =>
  knex.raw(/* sql */ `
    alter table alerts drop column resolved_by;
    drop index alerts_newest;
    delete from events where name = 'lease';
    alter table events drop constraint events_name_check;
    alter table events add constraint events_name_check
      check (name in ('message', 'room', 'report', 'sanction', 'order'));
    drop table report_takeovers, report_leases;
  `);
