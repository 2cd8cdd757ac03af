import type { Knex } from "knex";

/** Payouts that administrators hold and release, and what the provider cancelled of a paid order without us. */
export const up = (knex: Knex): Promise<unknown> =>
  knex.raw(/* sql */ `
    alter table settlements
      -- An administrator's words, shown to the seller; null unless held by hand.
      add column manual_hold text,
      -- What began before was judged: a report, a hold of all that the seller has, a part that was cancelled.
      add column cleared_at timestamptz(3);
    create index settlements_newest on settlements (created_at desc, id desc);

    -- Holds of all that a seller is owed, now and later.
    create table seller_holds (
      seller_id uuid primary key references users,
      reason text not null,
      created_at timestamptz(3) not null default app_now()
    );

    -- What administrators decided about payouts: written, never changed.
    create table settlement_decisions (
      id uuid primary key default uuidv7(),
      settlement_id uuid not null references settlements on delete cascade,
      admin_id uuid not null references users,
      decision text not null check (decision in ('hold', 'release', 'retry')),
      scope text not null check (scope in ('settlement', 'seller')),
      reason text not null,
      created_at timestamptz(3) not null default app_now()
    );
    create index settlement_decisions_settlement on settlement_decisions (settlement_id, created_at);
    create trigger settlement_decisions_frozen before update on settlement_decisions
      for each row execute function refuse_change();

    -- Won that the provider gave back of a paid order, part of its amount, and when that was found out last.
    alter table orders
      add column part_cancelled integer not null default 0 check (part_cancelled between 0 and amount),
      add column part_cancelled_at timestamptz(3);

    -- Every cancel of a payment of ours that was seen at the provider, whoever asked for it.
    create table provider_cancels (
      transaction_key text primary key,
      order_id uuid not null references orders on delete cascade,
      amount integer not null check (amount > 0),
      seen_at timestamptz(3) not null default app_now()
    );
    create index provider_cancels_order on provider_cancels (order_id);

    -- Notices name one order each; those that are being looked into say so, so that one look answers for all before it.
    alter table provider_events
      add column order_id uuid references orders on delete cascade,
      add column claimed_at timestamptz(3);
    update provider_events e set order_id = (
      select o.id from orders o where o.order_number = e.order_number or o.toss_payment_key = e.payment_key
      order by o.order_number = e.order_number desc nulls last limit 1)
      where e.processed_at is null;
    create index provider_events_order on provider_events (order_id);

    -- Orders that were cancelled there while only a person was called: looked into anew.
    insert into provider_events (dedupe_key, event_type, payment_key, order_number, order_id, body)
      select 'alert:' || a.id, 'PAYMENT_STATUS_CHANGED', o.toss_payment_key, o.order_number, o.id, '{"status": null}'
      from alerts a join orders o on o.order_number = a.subject
      where a.kind = 'PAID_ORDER_CANCELLED' and o.status = 'paid';
    update alerts set resolved_at = app_now(), note = '결제사 기록을 다시 확인해 자동으로 처리해요.'
      where kind = 'PAID_ORDER_CANCELLED' and resolved_at is null;
  `);

export const down = (knex: Knex): Promise<unknown> =>
  knex.raw(/* sql */ `
    drop index provider_events_order;
    alter table provider_events drop column claimed_at, drop column order_id;
    drop table provider_cancels;
    alter table orders drop column part_cancelled_at, drop column part_cancelled;
    drop table settlement_decisions;
    drop table seller_holds;
    drop index settlements_newest;
    alter table settlements drop column cleared_at, drop column manual_hold;
  `);
