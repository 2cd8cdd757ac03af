import type { Knex } from "knex";

/** Signing in with a temporary password, and leaving. */
export const up = (knex: Knex): Promise<unknown> =>
  knex.raw(/* sql */ `
    -- A temporary password that was signed in with has no end any more: it only proves the change of the password.
    alter table users add column temp_login_at timestamptz(3), add column left_at timestamptz(3);
  `);

export const down = (knex: Knex): Promise<unknown> =>
  knex.raw("alter table users drop column left_at, drop column temp_login_at");
