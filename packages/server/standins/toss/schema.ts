import { createHash } from "node:crypto";
import type pg from "pg";
import { inTransaction } from "./store.ts";

/** Any number that no other part of the database takes its advisory locks on. */
const schemaLock = 7_020_310_119;

const definition = `
create schema if not exists standin_toss;

create table if not exists standin_toss.clock (
  singleton boolean primary key default true check (singleton),
  offset_ms bigint not null default 0
);
insert into standin_toss.clock default values on conflict do nothing;

create or replace function standin_toss.clock_now() returns timestamptz language sql volatile as $$
  select clock_timestamp() + offset_ms * interval '1 millisecond' from standin_toss.clock
$$;

create table if not exists standin_toss.payments (
  id integer generated always as identity primary key,
  session_id text not null unique,
  payment_key text not null unique,
  order_id text not null,
  order_name text not null,
  amount integer not null check (amount > 0),
  status text not null default 'READY' check (status in
    ('READY', 'IN_PROGRESS', 'DONE', 'CANCELED', 'PARTIAL_CANCELED', 'ABORTED', 'EXPIRED')),
  success_url text not null,
  fail_url text not null,
  origin text not null,
  requested_at timestamptz not null default standin_toss.clock_now(),
  authenticated_at timestamptz,
  approved_at timestamptz,
  balance_amount integer not null check (balance_amount between 0 and amount),
  card jsonb,
  last_transaction_key text,
  failure jsonb,
  cancels jsonb not null default '[]'
);
-- Later additions, for a schema that is there already.
alter table standin_toss.payments
  add column if not exists method text not null default 'CARD' check (method in ('CARD', 'EASY_PAY')),
  add column if not exists hidden_until timestamptz,
  add column if not exists easy_pay jsonb;
create index if not exists payments_order_id on standin_toss.payments (order_id);
create unique index if not exists payments_charged_once on standin_toss.payments (order_id)
  where approved_at is not null;
create index if not exists payments_open on standin_toss.payments (requested_at)
  where status in ('READY', 'IN_PROGRESS');

create table if not exists standin_toss.charge_log (
  id integer generated always as identity primary key,
  at timestamptz not null default standin_toss.clock_now(),
  event text not null,
  order_id text not null,
  payment_key text not null,
  amount integer not null
);
-- A later addition too: which movement of money a line is.
alter table standin_toss.charge_log add column if not exists transaction_key text;
create index if not exists charge_log_order_id on standin_toss.charge_log (order_id, id);
create index if not exists charge_log_money on standin_toss.charge_log (at, id)
  where event in ('DONE', 'CANCELED', 'PARTIAL_CANCELED');

create table if not exists standin_toss.idempotent_answers (
  identity text primary key,
  created_at timestamptz not null default standin_toss.clock_now(),
  answered_at timestamptz not null,
  status integer not null,
  content_type text not null,
  body text not null
);

create table if not exists standin_toss.next_rules (
  id integer generated always as identity primary key,
  rule jsonb not null
);

create table if not exists standin_toss.webhooks (
  id integer generated always as identity primary key,
  transmission_id uuid not null unique default gen_random_uuid(),
  event_type text not null,
  signed boolean not null,
  body text not null,
  attempts integer not null default 0,
  due_at timestamptz default clock_timestamp(),
  claimed_until timestamptz,
  delivered_at timestamptz,
  last_failure text
);
create index if not exists webhooks_due on standin_toss.webhooks (due_at) where due_at is not null;

create table if not exists standin_toss.cash_receipts (
  id integer generated always as identity primary key,
  receipt_key text not null unique,
  requested_at timestamptz not null default standin_toss.clock_now(),
  receipt jsonb not null
);

create table if not exists standin_toss.sellers (
  id text primary key,
  ref_seller_id text not null unique,
  registered_at timestamptz not null default standin_toss.clock_now(),
  deleted_at timestamptz,
  status text not null check (status in ('APPROVAL_REQUIRED', 'PARTIALLY_APPROVED', 'KYC_REQUIRED', 'APPROVED')),
  status_since timestamptz not null default standin_toss.clock_now(),
  bank_reachable boolean not null,
  sealed_details text not null
);

create table if not exists standin_toss.payouts (
  id text primary key,
  ref_payout_id text not null unique,
  seller_id text not null references standin_toss.sellers (id),
  amount integer not null check (amount > 0),
  status text not null check (status in ('REQUESTED', 'IN_PROGRESS', 'COMPLETED', 'FAILED', 'CANCELED')),
  schedule_type text not null,
  payout_date date not null,
  description text not null,
  metadata jsonb,
  error jsonb,
  requested_at timestamptz not null default standin_toss.clock_now(),
  status_since timestamptz not null default standin_toss.clock_now()
);
create index if not exists payouts_open on standin_toss.payouts (requested_at)
  where status in ('REQUESTED', 'IN_PROGRESS');
`;

/** Names this definition. */
const version = createHash("sha256").update(definition).digest("hex");

/**
 * Creates the missing parts of the stand-in's own schema; processes that start together wait for each other. A complete
 * schema is not touched: running payments go on meanwhile, and neither waits for the other.
 */
export async function ensureSchema(pool: pg.Pool): Promise<void> {
  await inTransaction(pool, async (db) => {
    await db.query("select pg_advisory_xact_lock($1)", [schemaLock]);
    const { rows } = await db.query<{ version: string | null }>(
      "select obj_description(to_regnamespace('standin_toss'), 'pg_namespace') as version",
    );
    if (rows[0]?.version === version) return;
    await db.query(definition);
    await db.query(`comment on schema standin_toss is '${version}'`);
  });
}
