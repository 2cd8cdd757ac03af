import type { Knex } from "knex";

/** Records whose time is over: the one job that may delete what nothing else changes. */
export const up = (knex: Knex): Promise<unknown> =>
  knex.raw(/* sql */ `
    create or replace function refuse_change() returns trigger language plpgsql as $$
    begin
      if tg_op = 'DELETE' and coalesce(current_setting('knowhow.retention', true), '') = 'on' then
        return old;
      end if;
      raise exception '% is append-only', tg_table_name using errcode = 'check_violation';
    end $$;

    create or replace function guard_penalty() returns trigger language plpgsql as $$
    begin
      if (new.user_id, new.admin_id, new.penalty_type, new.duration, new.reason, new.start_date, new.end_date)
         is distinct from
         (old.user_id, old.admin_id, old.penalty_type, old.duration, old.reason, old.start_date, old.end_date)
         -- The report that led to it is kept for a shorter time than the penalty may last.
         or (new.report_id is distinct from old.report_id and new.report_id is not null) then
        raise exception 'what was imposed does not change' using errcode = 'check_violation';
      end if;
      if new.is_active = 1 and old.is_active = 0 then
        raise exception 'a penalty that was lifted stays lifted' using errcode = 'check_violation';
      end if;
      return new;
    end $$;
    create index users_left on users (left_at) where left_at is not null;
  `);

export const down = (knex: Knex): Promise<unknown> =>
  knex.raw(/* sql */ `
    drop index users_left;
    create or replace function refuse_change() returns trigger language plpgsql as $$
    begin
      raise exception '% is append-only', tg_table_name using errcode = 'check_violation';
    end $$;
    create or replace function guard_penalty() returns trigger language plpgsql as $$
    begin
      if (new.user_id, new.report_id, new.admin_id, new.penalty_type, new.duration, new.reason, new.start_date, new.end_date)
         is distinct from
         (old.user_id, old.report_id, old.admin_id, old.penalty_type, old.duration, old.reason, old.start_date, old.end_date) then
        raise exception 'what was imposed does not change' using errcode = 'check_violation';
      end if;
      if new.is_active = 1 and old.is_active = 0 then
        raise exception 'a penalty that was lifted stays lifted' using errcode = 'check_violation';
      end if;
      return new;
    end $$;
  `);
