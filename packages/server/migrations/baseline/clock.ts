import type { Section } from "./section.ts";

/** The product's clock, and the refusals that tables of several sections share. */
export const clock: Section = {
  create: /* sql */ `
    -- Every lock, window and expiry asks this clock. Tests move it; nothing else may.
    create table app_clock (
      id boolean primary key default true check (id),
      shift interval not null default interval '0'
    );
    insert into app_clock default values;
    create function app_now() returns timestamptz language sql stable parallel safe
      as $$ select now() + coalesce((select shift from app_clock), interval '0') $$;
    create function guard_app_clock() returns trigger language plpgsql as $$
    begin
      if coalesce(current_setting('knowhow.test', true), '') <> 'on' then
        raise exception 'the clock moves in tests only';
      end if;
      return new;
    end $$;
    create trigger app_clock_guard before insert or update or delete on app_clock
      for each row execute function guard_app_clock();

    -- Retention is the one job that may delete what nothing else changes.
    create function refuse_change() returns trigger language plpgsql as $$
    begin
      if tg_op = 'DELETE' and coalesce(current_setting('knowhow.retention', true), '') = 'on' then
        return old;
      end if;
      raise exception '% is append-only', tg_table_name using errcode = 'check_violation';
    end $$;

    create function refuse_update() returns trigger language plpgsql as $$
    begin
      raise exception '% never changes', tg_table_name using errcode = 'check_violation';
    end $$;
  `,
  drop: /* sql */ `
    drop function refuse_update(), refuse_change();
    drop table app_clock;
    drop function guard_app_clock(), app_now();
  `,
};
