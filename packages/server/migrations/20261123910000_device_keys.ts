import type { Knex } from "knex";

/** The key of an account under which its devices keep what was not sent when a session had ended. */
export const up = (knex: Knex): Promise<unknown> =>
  knex.raw(/* sql */ `
    -- The members of a JSON Web Key of P-256. Made on the first ask and never changed: what is sealed opens with no other.
    create table device_keys (
      user_id uuid primary key references users (id) on delete cascade,
      x text not null,
      y text not null,
      d text not null
    );
  `);

export const down = (knex: Knex): Promise<unknown> => knex.raw("drop table device_keys");
