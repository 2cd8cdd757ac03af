import type { Knex } from "knex";

/** The product's clock, people, their sessions and limits. */
export const up = (knex: Knex): Promise<unknown> =>
  knex.raw(/* sql */ `
    -- Every lock, window and expiry asks this clock. Tests move it; nothing else may.
    create table app_clock (
      id boolean primary key default true check (id),
      shift interval not null default interval '0'
    );
    insert into app_clock default values;
    create function app_now() returns timestamptz language sql stable parallel safe
      as $$ select now() + coalesce((select shift from app_clock), interval '0') $$;
    create function guard_app_clock() returns trigger language plpgsql as $$
    begin
      if coalesce(current_setting('knowhow.test', true), '') <> 'on' then
        raise exception 'the clock moves in tests only';
      end if;
      return new;
    end $$;
    create trigger app_clock_guard before insert or update or delete on app_clock
      for each row execute function guard_app_clock();

    create table users (
      id uuid primary key default uuidv7(),
      name varchar(100) not null,
      user_id varchar(50) not null,
      nickname varchar(50) not null,
      email varchar(255) not null,
      password text not null,
      phone_number text not null,
      is_phone_verified smallint not null default 0 check (is_phone_verified in (0, 1)),
      profile_image_url text,
      bank_name varchar(50),
      account_number text,
      account_holder varchar(100),
      warning_count integer not null default 0 check (warning_count >= 0),
      suspended_until timestamptz(3),
      is_banned smallint not null default 0 check (is_banned in (0, 1)),
      ban_reason text,
      created_at timestamptz(3) not null default app_now(),
      bank_changed_at timestamptz(3),
      temp_password text,
      temp_password_expires_at timestamptz(3),
      check (num_nulls(bank_name, account_number, account_holder) in (0, 3))
    );
    comment on column users.account_number is 'AES-256-GCM with the user id as associated data';
    create unique index users_user_id_folded on users (lower(user_id));
    create unique index users_nickname_folded on users (lower(nickname));
    create unique index users_email_folded on users (lower(email));

    create table sessions (
      id_hash text primary key,
      user_id uuid references users on delete cascade,
      data jsonb not null,
      created_at timestamptz(3) not null default app_now(),
      expires_at timestamptz(3) not null
    );
    create index sessions_user on sessions (user_id);
    create index sessions_expiry on sessions (expires_at);

    create table login_attempts (
      id uuid primary key default uuidv7(),
      identifier text not null unique,
      attempt_count integer not null default 0 check (attempt_count >= 0),
      last_attempt timestamptz(3),
      locked_until timestamptz(3),
      verification_code varchar(10),
      verification_expiry timestamptz(3),
      created_at timestamptz(3) not null default app_now()
    );

    create table account_verifications (
      id uuid primary key default uuidv7(),
      user_id uuid not null references users,
      order_id text not null unique,
      payment_key text,
      bank_name varchar(50) not null,
      account_number text not null,
      account_holder varchar(100) not null,
      status text not null default 'pending' check (status in ('pending', 'verified', 'failed', 'expired')),
      verified_at timestamptz(3),
      created_at timestamptz(3) not null default app_now(),
      number_hmac text not null,
      one_won smallint not null default 0 check (one_won in (0, 1)),
      failure_message text,
      check ((status = 'verified') = (verified_at is not null))
    );
    create index account_verifications_user on account_verifications (user_id, created_at desc);
    create index account_verifications_pending on account_verifications (created_at) where status = 'pending';

    -- The shape that rate-limiter-flexible expects.
    create table rate_limits (
      key varchar(255) primary key,
      points integer not null default 0,
      expire bigint
    );
    create index rate_limits_expire on rate_limits (expire);

    create table idempotency_keys (
      user_id uuid not null references users on delete cascade,
      key text not null check (length(key) <= 64),
      request_hash text not null,
      status integer not null,
      -- Not jsonb, which orders keys its own way: a repeated answer is the first one to the byte.
      body json not null,
      created_at timestamptz(3) not null default app_now(),
      primary key (user_id, key)
    );
    create index idempotency_keys_age on idempotency_keys (created_at);

    -- What a person has to look at: never deleted, resolved with a note.
    create table alerts (
      id uuid primary key default uuidv7(),
      kind text not null,
      subject text not null,
      detail jsonb not null default '{}',
      created_at timestamptz(3) not null default app_now(),
      resolved_at timestamptz(3),
      note text
    );
    create unique index alerts_open on alerts (kind, subject) where resolved_at is null;
  `);

export const down = (knex: Knex): Promise<unknown> =>
  knex.raw(/* sql */ `
    drop table alerts, idempotency_keys, rate_limits, account_verifications, login_attempts, sessions, users;
    drop table app_clock;
    drop function guard_app_clock();
    drop function app_now();
  `);
