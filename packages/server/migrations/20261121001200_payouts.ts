import type { Knex } from "knex";

/** Paying sellers: how the provider knows them, and where each payout stands with it. */
export const up = (knex: Knex): Promise<unknown> =>
  knex.raw(/* sql */ `
    create table payout_sellers (
      user_id uuid primary key references users,
      -- Ours, given to the provider once and never again.
      ref_seller_id text not null unique,
      -- The provider's, once it has answered.
      seller_id text unique,
      -- Of bank, number and holder as the provider has them.
      account_digest text,
      -- Raised only after a definite refusal: the provider gives the same answer to the same key.
      round integer not null default 1,
      created_at timestamptz(3) not null default app_now()
    );

    alter table settlements
      add column claimed_at timestamptz(3),
      add column payout_id text unique,
      -- After a refusal: not before then.
      add column next_try_at timestamptz(3);
    create index settlements_open on settlements (seller_id) where status in ('pending', 'held');
  `);

export const down = (knex: Knex): Promise<unknown> =>
  knex.raw(/* sql */ `
    drop index settlements_open;
    alter table settlements drop column next_try_at, drop column payout_id, drop column claimed_at;
    drop table payout_sellers;
  `);
