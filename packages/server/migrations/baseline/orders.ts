import type { Section } from "./section.ts";

/** Orders, their deliveries, and the provider's notices about them. */
export const orders: Section = {
  create: /* sql */ `
    -- The only moves that the guard lets pass; a test holds the drawn lifecycles against them.
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
      -- A receipt says for good what the content and its mentor were called when it was ordered.
      category varchar(50) not null,
      mentor_nickname varchar(50) not null,
      consent_version varchar(40),
      consented_at timestamptz(3),
      -- What could be looked at before paying: the previews of that moment.
      trial jsonb,
      -- Won that the provider gave back of a paid order, part of its amount, and when that was found out last.
      part_cancelled integer not null default 0,
      part_cancelled_at timestamptz(3),
      check (buyer_id <> seller_id),
      check (platform_fee = price * 5 / 100),
      check (amount = price + platform_fee),
      check (seller_amount = price - price * 5 / 100),
      check (status not in ('paid', 'refund_requested') or paid_at is not null),
      check (status <> 'refunded' or refunded_at is not null),
      check ((consent_version is null) = (consented_at is null)),
      check (part_cancelled between 0 and amount)
    );
    comment on column orders.provider_round is 'n of the idempotency key; raised only after a definite, retryable answer';
    create unique index orders_one_purchase on orders (buyer_id, content_id)
      where status in ('confirming', 'paid', 'refund_requested') or (status = 'refunding' and paid_at is not null);
    create index orders_buyer on orders (buyer_id, created_at desc, id desc);
    create index orders_library on orders (buyer_id, paid_at desc, id desc)
      where status in ('paid', 'refund_requested') or (status = 'refunding' and paid_at is not null);
    create index orders_seller on orders (seller_id, content_id) where paid_at is not null;
    -- A seller's figures are added up from this index alone.
    create index orders_sales on orders (seller_id, paid_at) include (content_id, status, amount, seller_amount)
      where paid_at is not null;
    create index orders_content on orders (content_id);
    create index orders_open on orders (next_check_at) where status in ('pending', 'confirming', 'refunding');
    -- Ended orders that are looked after, since a charge of them is still possible.
    create index orders_watched on orders (next_check_at)
      where status in ('failed', 'expired') and next_check_at is not null;

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
    create trigger orders_consent_frozen before update on orders for each row
      when ((new.consent_version, new.consented_at, new.trial)
            is distinct from (old.consent_version, old.consented_at, old.trial))
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

    create table provider_events (
      id uuid primary key default uuidv7(),
      dedupe_key text not null unique,
      event_type text not null,
      payment_key text,
      order_number text,
      body jsonb not null,
      received_at timestamptz(3) not null default app_now(),
      processed_at timestamptz(3),
      attempts integer not null default 0,
      -- Notices name one order each; those that are being looked into say so, so that one look answers for all before it.
      order_id uuid references orders on delete cascade,
      claimed_at timestamptz(3),
      -- A keyed digest of the address that it came from, so that a flood of one address waits behind everybody else;
      -- gone when the notice was looked into.
      source text
    );
    create index provider_events_open on provider_events (received_at) where processed_at is null;
    create index provider_events_order on provider_events (order_id);
    create index provider_events_source on provider_events (source) where processed_at is null;

    -- Every cancel of a payment of ours that was seen at the provider, no matter which side asked for it.
    create table provider_cancels (
      transaction_key text primary key,
      order_id uuid not null references orders on delete cascade,
      amount integer not null check (amount > 0),
      seen_at timestamptz(3) not null default app_now()
    );
    create index provider_cancels_order on provider_cancels (order_id);
  `,
  drop: /* sql */ `
    drop table provider_cancels, provider_events, deliveries, orders, order_moves;
    drop function guard_order();
  `,
};
