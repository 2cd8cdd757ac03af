import type { Knex } from "knex";

/** News for open screens: what was told to whom, kept for a short while to be told again to who was away. */
export const up = (knex: Knex): Promise<unknown> =>
  knex.raw(/* sql */ `
    -- Each person's news are numbered one by one; the row's lock keeps numbers in the order of the commits.
    create table event_cursors (
      user_id uuid primary key references users on delete cascade,
      last bigint not null,
      -- Up to here they are gone: who has seen less has missed something.
      pruned bigint not null default 0,
      check (pruned between 0 and last)
    ) with (fillfactor = 50);

    create table events (
      user_id uuid not null references users on delete cascade,
      seq bigint not null,
      name text not null check (name in ('message', 'room', 'report', 'sanction', 'order')),
      data jsonb not null,
      created_at timestamptz(3) not null default app_now(),
      primary key (user_id, seq)
    );
    create index events_age on events (created_at);
  `);

export const down = (knex: Knex): Promise<unknown> => knex.raw("drop table events, event_cursors");
