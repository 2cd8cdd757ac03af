import type { Knex } from "knex";

/**
 * Key pairs of an account, of which one is current: a private part is given away only as its pair is retired. The pairs
 * of before stood in plain text and had been given to devices; they are not carried over.
 */
export const up = (knex: Knex): Promise<unknown> =>
  knex.raw(/* sql */ `
    drop table device_keys;
    create table device_keys (
      id uuid primary key default gen_random_uuid(),
      user_id uuid not null references users (id) on delete cascade,
      -- The members of a JSON Web Key of P-256; the private one enciphered.
      x text not null,
      y text not null,
      d text not null,
      retired_at timestamptz
    );
    create unique index device_keys_current on device_keys (user_id) where retired_at is null;
    create index device_keys_user on device_keys (user_id);
    create index device_keys_retired on device_keys (retired_at) where retired_at is not null;
  `);

export const down = (knex: Knex): Promise<unknown> =>
  knex.raw(/* sql */ `
    drop table device_keys;
    create table device_keys (
      user_id uuid primary key references users (id) on delete cascade,
      x text not null,
      y text not null,
      d text not null
    );
  `);
