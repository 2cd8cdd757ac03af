import type { Section } from "./section.ts";

/** News for open screens, kept for a short while for streams that come back. */
export const events: Section = {
  create: /* sql */ `
    -- Each person's news are numbered one by one; the row's lock keeps numbers in the order of the commits.
    create table event_cursors (
      user_id uuid primary key references users on delete cascade,
      last bigint not null,
      -- Up to here they are gone: a reader who has seen less has missed something.
      pruned bigint not null default 0,
      check (pruned between 0 and last)
    ) with (fillfactor = 50);

    create table events (
      user_id uuid not null references users on delete cascade,
      seq bigint not null,
      -- The names of news stand in the contract alone.
      name text not null,
      data jsonb not null,
      created_at timestamptz(3) not null default app_now(),
      primary key (user_id, seq)
    );
    create index events_age on events (created_at);
  `,
  drop: /* sql */ `
    drop table events, event_cursors;
  `,
};
