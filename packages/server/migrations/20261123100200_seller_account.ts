import type { Knex } from "knex";

/** What a seller owes is taken from their own account of the ledger, which may be below nothing: no account beside it. */
export const up = (knex: Knex): Promise<unknown> =>
  knex.raw(/* sql */ `
    alter table ledger_entries drop constraint ledger_entries_account_check;
    alter table ledger_entries add constraint ledger_entries_account_check
      check (account in ('provider', 'platform', 'seller', 'cash'));
    alter table ledger_entries drop constraint ledger_entries_check1;
    alter table ledger_entries add constraint ledger_entries_check1
      check ((account = 'seller') = (seller_id is not null));
  `);

export const down = (knex: Knex): Promise<unknown> =>
  knex.raw(/* sql */ `
    alter table ledger_entries drop constraint ledger_entries_account_check;
    alter table ledger_entries add constraint ledger_entries_account_check
      check (account in ('provider', 'platform', 'seller', 'cash', 'clawback'));
    alter table ledger_entries drop constraint ledger_entries_check1;
    alter table ledger_entries add constraint ledger_entries_check1
      check ((account in ('seller', 'clawback')) = (seller_id is not null));
  `);
