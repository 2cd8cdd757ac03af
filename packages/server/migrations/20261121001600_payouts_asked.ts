import type { Knex } from "knex";

/** What the provider says of who is paid, and when it was asked about a payout. */
export const up = (knex: Knex): Promise<unknown> =>
  knex.raw(/* sql */ `
    comment on column payout_sellers.account_digest is
      'of bank, number and holder as the provider surely has them; null while that is not known';
    comment on column payout_sellers.round is
      'part of the idempotency key: raised before every call that changes something';
    -- What was noted until now may have been overtaken: the provider is given each account anew, once.
    update payout_sellers set account_digest = null;
    alter table payout_sellers
      -- The provider's word for a seller whom it pays nothing for now; null for everybody else.
      add column waits_for text,
      add column next_check_at timestamptz(3),
      add constraint payout_sellers_checked check (waits_for is null or next_check_at is not null);
    create index payout_sellers_waiting on payout_sellers (next_check_at) where waits_for is not null;

    alter table settlements
      add column asked_at timestamptz(3),
      -- When the request for money last left for the provider.
      add column sent_at timestamptz(3);
    create index settlements_asked on settlements (asked_at nulls first) where status = 'processing';
  `);

export const down = (knex: Knex): Promise<unknown> =>
  knex.raw(/* sql */ `
    drop index settlements_asked;
    alter table settlements drop column sent_at, drop column asked_at;
    drop index payout_sellers_waiting;
    alter table payout_sellers drop constraint payout_sellers_checked, drop column next_check_at, drop column waits_for;
    comment on column payout_sellers.round is null;
    comment on column payout_sellers.account_digest is null;
  `);
