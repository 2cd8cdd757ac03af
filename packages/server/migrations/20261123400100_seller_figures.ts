import type { Knex } from "knex";

/** What a seller's figures are added up from, read from indexes alone. */
export const up = (knex: Knex): Promise<unknown> =>
  knex.raw(/* sql */ `
    create index orders_sales on orders (seller_id, paid_at) include (content_id, status, amount, seller_amount)
      where paid_at is not null;
    create index settlements_balance on settlements (seller_id, status) include (amount, payable_at, next_try_at);
    create index ledger_entries_statement on ledger_entries (seller_id, created_at) include (debit, credit, transaction_id)
      where seller_id is not null;
    drop index ledger_entries_seller;
  `);

export const down = (knex: Knex): Promise<unknown> =>
  knex.raw(/* sql */ `
    create index ledger_entries_seller on ledger_entries (seller_id) where seller_id is not null;
    drop index orders_sales, settlements_balance, ledger_entries_statement;
  `);
