import type { Section } from "./section.ts";

/** Money back: requests, decisions, and sellers' debts after a late one. */
export const refunds: Section = {
  create: /* sql */ `
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
      completed_at timestamptz(3),
      -- Until when an administrator decides; null where a rule did, or nobody asked.
      due_at timestamptz(3),
      -- When the cancel last left for the provider.
      cancel_sent_at timestamptz(3),
      -- The provider's definite no to an approved refund.
      refusal_code text,
      receipt_cancelled_at timestamptz(3)
    );
    create index refunds_due on refunds (due_at) where decision is null and completed_at is null;
    create index refunds_newest on refunds (created_at desc, id desc);

    create table refund_events (
      id uuid primary key default uuidv7(),
      order_id uuid not null references orders,
      kind text not null check (kind in ('requested', 'withdrawn', 'approved', 'denied', 'refused', 'completed')),
      -- Null where a rule or the provider did it.
      actor_id uuid references users,
      reason text,
      created_at timestamptz(3) not null default app_now()
    );
    create index refund_events_order on refund_events (order_id, created_at);
    create index refund_events_actor on refund_events (actor_id) where actor_id is not null;
    create trigger refund_events_frozen before update or delete on refund_events
      for each row execute function refuse_change();

    -- Owed by a seller whose payout was on its way or had arrived when the order was given back.
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
  `,
  drop: /* sql */ `
    drop table clawbacks, refund_events, refunds;
  `,
};
