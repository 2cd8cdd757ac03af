import type { Knex } from "knex";

/** Ended orders that are looked after, since a charge of them is still possible. */
export const up = (knex: Knex): Promise<unknown> =>
  knex.raw(`
    create index orders_watched on orders (next_check_at)
      where status in ('failed', 'expired') and next_check_at is not null;
  `);

export const down = (knex: Knex): Promise<unknown> => knex.raw("drop index orders_watched");
