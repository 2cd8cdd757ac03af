import type { Section } from "./section.ts";

/** The books, and the days on which they were held against the provider's. */
export const ledger: Section = {
  create: /* sql */ `
    -- Double entry, append-only: one transaction id, its entries sum to nothing at commit.
    create table ledger_transactions (
      id text primary key,
      order_id uuid not null references orders,
      created_at timestamptz(3) not null default app_now()
    );
    create index ledger_transactions_order on ledger_transactions (order_id);
    create trigger ledger_transactions_frozen before update or delete on ledger_transactions
      for each row execute function refuse_change();

    create table ledger_entries (
      transaction_id text not null references ledger_transactions,
      -- A seller's account may be below nothing: what they owe is taken from it, and no account stands beside it.
      account text not null check (account in ('provider', 'platform', 'seller', 'cash')),
      seller_id uuid references users,
      debit integer not null default 0 check (debit >= 0),
      credit integer not null default 0 check (credit >= 0),
      created_at timestamptz(3) not null default app_now(),
      primary key (transaction_id, account),
      check (debit = 0 or credit = 0),
      check ((account = 'seller') = (seller_id is not null))
    );
    -- A seller's statement is added up from this index alone.
    create index ledger_entries_statement on ledger_entries (seller_id, created_at) include (debit, credit, transaction_id)
      where seller_id is not null;
    create trigger ledger_entries_frozen before update or delete on ledger_entries
      for each row execute function refuse_change();

    create function check_balance() returns trigger language plpgsql as $$
    begin
      if (select sum(debit) - sum(credit) from ledger_entries where transaction_id = new.transaction_id) <> 0 then
        raise exception 'ledger transaction % does not balance', new.transaction_id using errcode = 'check_violation';
      end if;
      return null;
    end $$;
    create constraint trigger ledger_entries_balance after insert on ledger_entries
      deferrable initially deferred for each row execute function check_balance();

    -- One row per day in Korea; the sums are the provider's, the difference is theirs less ours, in won.
    create table book_comparisons (
      day date primary key,
      attempts integer not null default 0,
      finished_at timestamptz(3),
      charges integer,
      charged bigint,
      cancels integer,
      cancelled bigint,
      differences integer,
      difference bigint,
      check ((finished_at is null) = (difference is null))
    );
  `,
  drop: /* sql */ `
    drop table book_comparisons, ledger_entries, ledger_transactions;
    drop function check_balance();
  `,
};
