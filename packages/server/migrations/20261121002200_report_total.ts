import type { Knex } from "knex";

/** How many reports there are, kept where one comes or goes: the administrators' screens ask all the time. */
export const up = (knex: Knex): Promise<unknown> =>
  knex.raw(/* sql */ `
    create table report_total (
      id boolean primary key default true check (id),
      total bigint not null check (total >= 0)
    );
    insert into report_total (total) select count(*) from reports;
    create function count_reports() returns trigger language plpgsql as $$
    declare
      change bigint := (select count(*) from changed);
    begin
      if change > 0 then
        update report_total set total = total + case when tg_op = 'INSERT' then change else -change end;
      end if;
      return null;
    end $$;
    create trigger reports_came after insert on reports referencing new table as changed
      for each statement execute function count_reports();
    create trigger reports_went after delete on reports referencing old table as changed
      for each statement execute function count_reports();
  `);

export const down = (knex: Knex): Promise<unknown> =>
  knex.raw(/* sql */ `
    drop trigger reports_came on reports;
    drop trigger reports_went on reports;
    drop function count_reports();
    drop table report_total;
  `);
