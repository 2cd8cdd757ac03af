import type { Knex } from "knex";

/** A session that ends is told to all processes, whatever ended it: what it has open ends with it. */
export const up = (knex: Knex): Promise<unknown> =>
  knex.raw(/* sql */ `
    create function tell_ended_sessions() returns trigger language plpgsql as $$
    begin
      perform pg_notify('knowhow_sessions', user_id::text) from (
        select distinct user_id from gone where user_id is not null and expires_at > app_now()) ended;
      return null;
    end $$;
    create trigger sessions_ended after delete on sessions referencing old table as gone
      for each statement execute function tell_ended_sessions();
  `);

export const down = (knex: Knex): Promise<unknown> =>
  knex.raw(/* sql */ `
    drop trigger sessions_ended on sessions;
    drop function tell_ended_sessions();
  `);
