import type { Knex } from "knex";

/** The key of a cash receipt counts its own refusals: it stays what it is when a refund raises the order's. */
export const up = async (knex: Knex): Promise<void> => {
  await knex.raw(`
    alter table orders add column receipt_round integer not null default 0;
    comment on column orders.receipt_round is 'n of the cash receipt''s idempotency key; 0 until it was asked for';
  `);
};

export const down = async (knex: Knex): Promise<void> => {
  await knex.raw("alter table orders drop column receipt_round");
};
