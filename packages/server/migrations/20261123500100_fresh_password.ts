import type { Knex } from "knex";

/** When a session's password was entered, and when the data that recovery goes by were changed. */
export const up = (knex: Knex): Promise<unknown> =>
  knex.raw(/* sql */ `
    -- A column of its own: the session's data are written as a whole by whichever request ends last.
    alter table sessions add column password_at timestamptz(3);
    -- Of name, e-mail address or phone number; registering changes nothing.
    alter table users add column account_changed_at timestamptz(3);
  `);

export const down = (knex: Knex): Promise<unknown> =>
  knex.raw(/* sql */ `
    alter table users drop column account_changed_at;
    alter table sessions drop column password_at;
  `);
