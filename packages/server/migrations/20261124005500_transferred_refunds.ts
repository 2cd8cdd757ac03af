import type { Knex } from "knex";

/** Money that an administrator gave back by bank transfer, where the provider would not: its won, and its account. */
export const up = async (knex: Knex): Promise<void> => {
  await knex.raw(/* sql */ `
    alter table refunds add column transferred_amount integer check (transferred_amount > 0),
      add constraint refunds_one_way check (transferred_amount is null or provider_transaction_key is null);
    comment on column refunds.transferred_amount is
      'Won that went back by bank transfer; null where the provider gave the money back';
    alter table ledger_entries drop constraint ledger_entries_account_check,
      add constraint ledger_entries_account_check
        check (account in ('provider', 'platform', 'seller', 'cash', 'transfer'));
  `);
};

/** Fails while an entry is of that account: the ledger is only ever added to. */
export const down = async (knex: Knex): Promise<void> => {
  await knex.raw(/* sql */ `
    alter table ledger_entries drop constraint ledger_entries_account_check,
      add constraint ledger_entries_account_check check (account in ('provider', 'platform', 'seller', 'cash'));
    alter table refunds drop column transferred_amount;
  `);
};
