import type { Knex } from "knex";

/** Money back: what was delivered, what was agreed to before paying, requests and decisions, what sellers owe after a late one. */
export const up = (knex: Knex): Promise<unknown> =>
  knex.raw(/* sql */ `
    alter table orders
      add column consent_version varchar(40),
      add column consented_at timestamptz(3),
      -- What could be looked at before paying: the previews of that moment.
      add column trial jsonb,
      -- Bought before deliveries were written down: counts as delivered.
      add column deliveries_unknown boolean not null default false,
      add check ((consent_version is null) = (consented_at is null));
    update orders set deliveries_unknown = true where paid_at is not null;
    create trigger orders_consent_frozen before update on orders for each row
      when ((new.consent_version, new.consented_at, new.trial, new.deliveries_unknown)
            is distinct from (old.consent_version, old.consented_at, old.trial, old.deliveries_unknown))
      execute function refuse_change();

    -- The first time that the buyer got each thing; written before its first byte leaves.
    create table deliveries (
      order_id uuid not null references orders,
      kind text not null check (kind in ('download', 'link', 'summary')),
      -- The object or link; nothing for the summary.
      item text not null,
      file_name text,
      delivered_at timestamptz(3) not null default app_now(),
      primary key (order_id, kind, item)
    );
    create trigger deliveries_frozen before update or delete on deliveries
      for each row execute function refuse_change();

    alter table refunds
      -- Until when an administrator decides; null where a rule did, or nobody asked.
      add column due_at timestamptz(3),
      -- When the cancel last left for the provider.
      add column cancel_sent_at timestamptz(3),
      -- The provider's definite no to an approved refund.
      add column refusal_code text,
      add column receipt_cancelled_at timestamptz(3);
    create index refunds_due on refunds (due_at) where decision is null and completed_at is null;
    create index refunds_newest on refunds (created_at desc, id desc);

    create table refund_events (
      id uuid primary key default uuidv7(),
      order_id uuid not null references orders,
      kind text not null check (kind in ('requested', 'withdrawn', 'approved', 'denied', 'refused', 'completed')),
      -- Nobody where a rule or the provider did it.
      actor_id uuid references users,
      reason text,
      created_at timestamptz(3) not null default app_now()
    );
    create index refund_events_order on refund_events (order_id, created_at);
    create index refund_events_actor on refund_events (actor_id) where actor_id is not null;
    create trigger refund_events_frozen before update or delete on refund_events
      for each row execute function refuse_change();

    -- What a seller owes whose payout was on its way or had arrived when the order was given back.
    create table clawbacks (
      order_id uuid primary key references orders,
      seller_id uuid not null references users,
      amount integer not null check (amount > 0),
      recovered integer not null default 0 check (recovered between 0 and amount),
      created_at timestamptz(3) not null default app_now(),
      -- Set when the payout turned out never to have arrived.
      voided_at timestamptz(3),
      check (voided_at is null or recovered = 0)
    );
    create index clawbacks_open on clawbacks (seller_id, created_at) where voided_at is null and recovered < amount;

    -- The part of a payout that is kept back for earlier ones.
    alter table settlements
      add column clawback_amount integer not null default 0 check (clawback_amount between 0 and amount);

    alter table ledger_entries drop constraint ledger_entries_account_check;
    alter table ledger_entries add constraint ledger_entries_account_check
      check (account in ('provider', 'platform', 'seller', 'cash', 'clawback'));
    alter table ledger_entries drop constraint ledger_entries_check1;
    alter table ledger_entries add constraint ledger_entries_check1
      check ((account in ('seller', 'clawback')) = (seller_id is not null));

    alter table admin_chat_rooms drop constraint admin_chat_rooms_type_check;
    alter table admin_chat_rooms add constraint admin_chat_rooms_type_check
      check (type in ('general', 'report_result', 'penalty_notice', 'refund_notice'));
  `);

export const down = (knex: Knex): Promise<unknown> =>
  knex.raw(/* sql */ `
    update admin_chat_rooms set status = 'inactive' where type = 'refund_notice';
    update admin_chat_rooms set type = 'general' where type = 'refund_notice';
    alter table admin_chat_rooms drop constraint admin_chat_rooms_type_check;
    alter table admin_chat_rooms add constraint admin_chat_rooms_type_check
      check (type in ('general', 'report_result', 'penalty_notice'));
    alter table ledger_entries drop constraint ledger_entries_check1;
    alter table ledger_entries add constraint ledger_entries_check1
      check ((account = 'seller') = (seller_id is not null));
    alter table ledger_entries drop constraint ledger_entries_account_check;
    alter table ledger_entries add constraint ledger_entries_account_check
      check (account in ('provider', 'platform', 'seller', 'cash'));
    alter table settlements drop column clawback_amount;
    drop table clawbacks, refund_events, deliveries;
    drop index refunds_newest, refunds_due;
    alter table refunds drop column receipt_cancelled_at, drop column refusal_code, drop column cancel_sent_at,
      drop column due_at;
    drop trigger orders_consent_frozen on orders;
    alter table orders drop column deliveries_unknown, drop column trial, drop column consented_at, drop column consent_version;
  `);
