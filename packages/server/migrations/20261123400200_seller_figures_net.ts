import type { Knex } from "knex";

/** What payouts were cut by belongs to the figures of a balance too. */
export const up = (knex: Knex): Promise<unknown> =>
  knex.raw(/* sql */ `
    drop index settlements_balance;
    create index settlements_balance on settlements (seller_id, status)
      include (amount, payable_at, next_try_at, clawback_amount);
  `);

export const down = (knex: Knex): Promise<unknown> =>
  knex.raw(/* sql */ `
    drop index settlements_balance;
    create index settlements_balance on settlements (seller_id, status) include (amount, payable_at, next_try_at);
  `);
