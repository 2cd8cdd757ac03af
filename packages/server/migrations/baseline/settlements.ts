import type { Section } from "./section.ts";

/** Settlements, the sellers whom they are paid to, and what administrators hold and release of them. */
export const settlements: Section = {
  create: /* sql */ `
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
      claimed_at timestamptz(3),
      payout_id text unique,
      -- After a refusal: not before then.
      next_try_at timestamptz(3),
      asked_at timestamptz(3),
      -- When the request for money last left for the provider.
      sent_at timestamptz(3),
      -- The part of a payout that is kept back for earlier ones.
      clawback_amount integer not null default 0,
      -- An administrator's words, shown to the seller; null unless held by hand.
      manual_hold text,
      -- Each thing that a payout was let go from is named by itself, reports in released_reports: a mark of time would
      -- cover what bears an earlier one and came later.
      -- Won that the provider gave back, as they were when an administrator judged them.
      judged_cancel integer not null default 0,
      -- When the hold of all that the seller is owed began, from which this one was let go.
      judged_hold timestamptz(3),
      check (status <> 'held' or held_reason is not null),
      check (clawback_amount between 0 and amount)
    );
    create index settlements_seller on settlements (seller_id, created_at desc, id desc);
    create index settlements_newest on settlements (created_at desc, id desc);
    create index settlements_open on settlements (seller_id) where status in ('pending', 'held');
    create index settlements_due on settlements (payable_at) where status in ('pending', 'processing');
    create index settlements_asked on settlements (asked_at nulls first) where status = 'processing';
    -- A seller's balance is added up from this index alone.
    create index settlements_balance on settlements (seller_id, status)
      include (amount, payable_at, next_try_at, clawback_amount);

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

    -- Sellers hear of what becomes of their money from the database itself: a settlement is changed in a dozen places, by
    -- sanctions and by time. At the commit, when the counters of news are locked last; once for each seller and
    -- transaction, since a new bank account may change ten thousand of them at once.
    create function tell_settlement() returns trigger language plpgsql as $$
    declare
      told text := coalesce(current_setting('knowhow.told_sellers', true), '');
      number bigint;
    begin
      if strpos(told, new.seller_id::text) > 0 then return null; end if;
      perform set_config('knowhow.told_sellers', told || ' ' || new.seller_id::text, true);
      insert into event_cursors as c (user_id, last) values (new.seller_id, 1)
        on conflict (user_id) do update set last = c.last + 1 returning c.last into number;
      insert into events (user_id, seq, name, data)
        select new.seller_id, number, 'settlement', jsonb_build_object('orderNumber', o.order_number, 'status', s.status)
        from settlements s join orders o on o.id = s.order_id where s.id = new.id;
      perform pg_notify('knowhow_events', new.seller_id::text);
      return null;
    end $$;
    create constraint trigger settlements_made after insert on settlements
      deferrable initially deferred for each row execute function tell_settlement();
    create constraint trigger settlements_changed after update on settlements
      deferrable initially deferred for each row
      when ((old.status, old.held_reason, old.amount) is distinct from (new.status, new.held_reason, new.amount))
      execute function tell_settlement();

    -- They are told behind everybody whom the transaction told itself. Their names are noted at once, so that the
    -- counters of both are locked together, in one order for all transactions.
    create function note_settlement() returns trigger language plpgsql as $$
    declare
      noted text := coalesce(current_setting('knowhow.changed_sellers', true), '');
    begin
      if strpos(noted, new.seller_id::text) = 0 then
        perform set_config('knowhow.changed_sellers', ltrim(noted || ' ' || new.seller_id::text), true);
      end if;
      return null;
    end $$;
    create trigger settlements_noted_made after insert on settlements
      for each row execute function note_settlement();
    create trigger settlements_noted_changed after update on settlements
      for each row
      when ((old.status, old.held_reason, old.amount) is distinct from (new.status, new.held_reason, new.amount))
      execute function note_settlement();

    -- Sellers as the provider knows them.
    create table payout_sellers (
      user_id uuid primary key references users,
      -- Ours, given to the provider once and never again.
      ref_seller_id text not null unique,
      -- The provider's, once it has answered.
      seller_id text unique,
      account_digest text,
      -- The provider gives the same answer to the same key.
      round integer not null default 1,
      created_at timestamptz(3) not null default app_now(),
      -- The provider's word for a seller whom it pays nothing for now; null for everybody else.
      waits_for text,
      next_check_at timestamptz(3),
      constraint payout_sellers_checked check (waits_for is null or next_check_at is not null)
    );
    comment on column payout_sellers.account_digest is
      'of bank, number and holder as the provider surely has them; null while that is not known';
    comment on column payout_sellers.round is
      'part of the idempotency key: raised before every call that changes something';
    create index payout_sellers_waiting on payout_sellers (next_check_at) where waits_for is not null;

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
  `,
  drop: /* sql */ `
    drop table settlement_decisions, seller_holds, payout_sellers, settlements, settlement_moves;
    drop function note_settlement(), tell_settlement(), guard_settlement();
  `,
};
