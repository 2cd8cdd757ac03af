import type { Knex } from "knex";

/** Where a notice came from, while it waits: a flood of one address waits behind everybody else. */
export const up = (knex: Knex): Promise<unknown> =>
  knex.raw(/* sql */ `
    -- A keyed digest of the address; gone when the notice was looked into.
    alter table provider_events add column source text;
    create index provider_events_source on provider_events (source) where processed_at is null;
  `);

export const down = (knex: Knex): Promise<unknown> =>
  knex.raw(/* sql */ `
    drop index provider_events_source;
    alter table provider_events drop column source;
  `);
