import type { Knex } from "knex";

/** Orders, settlements, the ledger and what the provider told. The tables of moves are the only ones. */
export const up = (knex: Knex): Promise<unknown> =>
  knex.raw(/* sql */ `
    create table order_moves (from_status text not null, to_status text not null, primary key (from_status, to_status));
    insert into order_moves values
      ('pending', 'confirming'), ('pending', 'paid'), ('pending', 'expired'), ('pending', 'refunding'),
      ('confirming', 'paid'), ('confirming', 'failed'), ('confirming', 'refunding'),
      ('paid', 'refund_requested'),
      ('refund_requested', 'refunding'), ('refund_requested', 'paid'),
      ('refunding', 'refunded'), ('refunding', 'paid');

    create table orders (
      id uuid primary key default uuidv7(),
      buyer_id uuid not null references users,
      content_id uuid not null references contents,
      seller_id uuid not null references users,
      order_number text not null unique,
      price integer not null check (price = 0 or price between 1500 and 10000000),
      amount integer not null,
      platform_fee integer not null,
      seller_amount integer not null,
      title varchar(255) not null,
      status text not null default 'pending' check (status in
        ('pending', 'confirming', 'paid', 'failed', 'expired', 'refund_requested', 'refunding', 'refunded')),
      payment_method text,
      toss_payment_key text unique,
      toss_order_id text unique,
      receipt_key text,
      receipt_url text,
      created_at timestamptz(3) not null default app_now(),
      paid_at timestamptz(3),
      refunded_at timestamptz(3),
      claimed_at timestamptz(3),
      confirm_lease_until timestamptz(3),
      attempts integer not null default 0,
      provider_round integer not null default 1,
      next_check_at timestamptz(3),
      failure_code text,
      failure_message text,
      check (buyer_id <> seller_id),
      check (platform_fee = price * 5 / 100),
      check (amount = price + platform_fee),
      check (seller_amount = price - price * 5 / 100),
      check (status not in ('paid', 'refund_requested') or paid_at is not null),
      check (status <> 'refunded' or refunded_at is not null)
    );
    comment on column orders.provider_round is 'n of the idempotency key; raised only after a definite, retryable answer';
    create unique index orders_one_purchase on orders (buyer_id, content_id)
      where status in ('confirming', 'paid', 'refund_requested') or (status = 'refunding' and paid_at is not null);
    create index orders_buyer on orders (buyer_id, created_at desc, id desc);
    create index orders_library on orders (buyer_id, paid_at desc, id desc)
      where status in ('paid', 'refund_requested') or (status = 'refunding' and paid_at is not null);
    create index orders_seller on orders (seller_id, content_id) where paid_at is not null;
    create index orders_content on orders (content_id);
    create index orders_open on orders (next_check_at) where status in ('pending', 'confirming', 'refunding');

    create function guard_order() returns trigger language plpgsql as $$
    begin
      if (new.buyer_id, new.content_id, new.seller_id, new.order_number, new.price, new.amount, new.platform_fee,
          new.seller_amount, new.title, new.created_at)
         is distinct from
         (old.buyer_id, old.content_id, old.seller_id, old.order_number, old.price, old.amount, old.platform_fee,
          old.seller_amount, old.title, old.created_at) then
        raise exception 'what an order was made for does not change' using errcode = 'check_violation';
      end if;
      if old.paid_at is not null and new.paid_at is distinct from old.paid_at then
        raise exception 'an order is paid once' using errcode = 'check_violation';
      end if;
      -- A refused payment is let go of, so that a key given by the wrong person stays free for its owner.
      if old.toss_payment_key is not null and new.toss_payment_key is distinct from old.toss_payment_key
         and not (new.status = 'failed' and new.toss_payment_key is null) then
        raise exception 'an order has one payment' using errcode = 'check_violation';
      end if;
      if new.status <> old.status then
        if not exists (select from order_moves where from_status = old.status and to_status = new.status)
           or (old.status = 'pending' and new.status = 'paid' and new.amount > 0 and new.toss_payment_key is null)
           or (old.status = 'refunding' and new.status = 'paid' and old.paid_at is null) then
          raise exception 'an order does not go from % to %', old.status, new.status using errcode = 'check_violation';
        end if;
      end if;
      return new;
    end $$;
    create trigger orders_guard before update on orders for each row execute function guard_order();

    create table settlement_moves (from_status text not null, to_status text not null, primary key (from_status, to_status));
    insert into settlement_moves values
      ('pending', 'processing'), ('pending', 'held'), ('held', 'pending'),
      ('processing', 'completed'), ('processing', 'pending'), ('processing', 'failed'), ('failed', 'pending'),
      ('pending', 'cancelled'), ('held', 'cancelled'), ('failed', 'cancelled');

    create table settlements (
      id uuid primary key default uuidv7(),
      order_id uuid not null unique references orders,
      seller_id uuid not null references users,
      amount integer not null check (amount > 0),
      status text not null default 'pending' check (status in
        ('pending', 'held', 'processing', 'completed', 'failed', 'cancelled')),
      bank_name varchar(50),
      account_number text,
      account_holder varchar(100),
      settled_at timestamptz(3),
      created_at timestamptz(3) not null default app_now(),
      payable_at timestamptz(3) not null,
      held_reason text,
      attempts integer not null default 0,
      provider_round integer not null default 1,
      check (status <> 'held' or held_reason is not null)
    );
    create index settlements_seller on settlements (seller_id, created_at desc, id desc);
    create index settlements_due on settlements (payable_at) where status in ('pending', 'processing');

    create function guard_settlement() returns trigger language plpgsql as $$
    begin
      if new.amount <> old.amount and old.status <> 'pending' then
        raise exception 'a settlement is frozen once it left pending' using errcode = 'check_violation';
      end if;
      if (new.order_id, new.seller_id) is distinct from (old.order_id, old.seller_id) then
        raise exception 'a settlement belongs to one order' using errcode = 'check_violation';
      end if;
      if new.status <> old.status
         and not exists (select from settlement_moves where from_status = old.status and to_status = new.status) then
        raise exception 'a settlement does not go from % to %', old.status, new.status using errcode = 'check_violation';
      end if;
      return new;
    end $$;
    create trigger settlements_guard before update on settlements for each row execute function guard_settlement();

    -- Double entry, append-only: one transaction id, its entries sum to nothing at commit.
    create table ledger_transactions (
      id text primary key,
      order_id uuid not null references orders,
      created_at timestamptz(3) not null default app_now()
    );
    create table ledger_entries (
      transaction_id text not null references ledger_transactions,
      account text not null check (account in ('provider', 'platform', 'seller', 'cash')),
      seller_id uuid references users,
      debit integer not null default 0 check (debit >= 0),
      credit integer not null default 0 check (credit >= 0),
      created_at timestamptz(3) not null default app_now(),
      primary key (transaction_id, account),
      check (debit = 0 or credit = 0),
      check ((account = 'seller') = (seller_id is not null))
    );
    create index ledger_entries_seller on ledger_entries (seller_id) where seller_id is not null;
    create function refuse_change() returns trigger language plpgsql as $$
    begin
      raise exception '% is append-only', tg_table_name using errcode = 'check_violation';
    end $$;
    create trigger ledger_transactions_frozen before update or delete on ledger_transactions
      for each row execute function refuse_change();
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

    create table refunds (
      id uuid primary key default uuidv7(),
      order_id uuid not null unique references orders,
      amount integer not null check (amount > 0),
      reason text not null,
      requested_by uuid references users,
      decided_by uuid references users,
      decision text check (decision in ('approve', 'deny')),
      decision_reason text,
      provider_transaction_key text unique,
      created_at timestamptz(3) not null default app_now(),
      decided_at timestamptz(3),
      completed_at timestamptz(3)
    );

    create table provider_events (
      id uuid primary key default uuidv7(),
      dedupe_key text not null unique,
      event_type text not null,
      payment_key text,
      order_number text,
      body jsonb not null,
      received_at timestamptz(3) not null default app_now(),
      processed_at timestamptz(3),
      attempts integer not null default 0
    );
    create index provider_events_open on provider_events (received_at) where processed_at is null;
  `);

export const down = (knex: Knex): Promise<unknown> =>
  knex.raw(/* sql */ `
    drop table provider_events, refunds, ledger_entries, ledger_transactions, settlements, settlement_moves;
    drop function check_balance();
    drop function refuse_change();
    drop function guard_settlement();
    drop table orders, order_moves;
    drop function guard_order();
  `);
