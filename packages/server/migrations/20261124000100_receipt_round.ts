import type { Knex } from "knex";

/** The key of a cash receipt counts its own refusals: it stays what it is when a refund raises the order's. */
export const up = async (knex: Knex): Promise<void> => {
  await knex.raw(`
    alter table orders add column receipt_round integer not null default 0;
    comment on column orders.receipt_round is 'n of the cash receipt''s idempotency key; 0 until it was asked for';
    -- Until now both counted as one: what may have been asked for is asked for again under the key that it had.
    update orders set receipt_round = provider_round where paid_at is not null and amount >= 100000;
  `);
};

export const down = async (knex: Knex): Promise<void> => {
  await knex.raw("alter table orders drop column receipt_round");
};
