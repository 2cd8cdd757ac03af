import type { Section } from "./section.ts";

/** People, their sessions, their bank accounts, the keys of their devices, and the limits on their calls. */
export const accounts: Section = {
  create: /* sql */ `
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
      -- A temporary password that was signed in with has no end any more: it only proves the change of the password.
      temp_password text,
      temp_password_expires_at timestamptz(3),
      temp_login_at timestamptz(3),
      left_at timestamptz(3),
      -- When name, e-mail address or phone number were changed; registering changes nothing.
      account_changed_at timestamptz(3),
      -- As names are compared: of two that look alike the second is refused (accounts/skeleton.ts).
      user_id_skeleton text,
      nickname_skeleton text,
      -- Name, nickname, address and number as they were before the changes of the last days.
      recovery_identity jsonb,
      identity_changed_at timestamptz(3),
      check (num_nulls(bank_name, account_number, account_holder) in (0, 3)),
      -- Nicknames that look the same are the same: several spaces in one are one.
      constraint users_nickname_spaces check (nickname = regexp_replace(nickname, '\\s+', ' ', 'g'))
    );
    comment on column users.account_number is 'AES-256-GCM with the user id as associated data';
    create unique index users_user_id_folded on users (lower(user_id));
    create unique index users_user_id_skeleton on users (user_id_skeleton) where left_at is null;
    create unique index users_email_folded on users (lower(email));
    -- Everybody who has left is called the same; only members have a nickname of their own.
    create unique index users_nickname_folded on users (lower(nickname)) where left_at is null;
    create unique index users_nickname_skeleton on users (nickname_skeleton) where left_at is null;
    create index users_recovery_email on users (lower(recovery_identity ->> 'email'))
      where recovery_identity is not null;
    create index users_left on users (left_at) where left_at is not null;

    create table sessions (
      id_hash text primary key,
      user_id uuid references users on delete cascade,
      data jsonb not null,
      created_at timestamptz(3) not null default app_now(),
      expires_at timestamptz(3) not null,
      -- When its password was entered. Not in the data, which are written as a whole by the request that ends last.
      password_at timestamptz(3),
      id uuid not null default uuidv7() unique,
      used_at timestamptz(3) not null default app_now(),
      device jsonb,
      address text
    );
    create index sessions_user on sessions (user_id);
    create index sessions_expiry on sessions (expires_at);

    -- The end of a session is told to all processes, whatever ended it: its open streams end with it.
    create function tell_ended_sessions() returns trigger language plpgsql as $$
    begin
      perform pg_notify('knowhow_sessions', user_id::text) from (
        select distinct user_id from gone where user_id is not null and expires_at > app_now()) ended;
      return null;
    end $$;
    create trigger sessions_ended after delete on sessions referencing old table as gone
      for each statement execute function tell_ended_sessions();

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

    -- What happens to an account, for its owner to look through.
    create table security_events (
      id uuid primary key default uuidv7(),
      user_id uuid not null references users on delete cascade,
      kind text not null,
      fields text[] not null default '{}',
      device jsonb,
      address text,
      created_at timestamptz(3) not null default app_now()
    );
    create index security_events_user on security_events (user_id, created_at desc, id desc);
    create index security_events_age on security_events (created_at);

    -- Key pairs under which the devices of an account keep what was not sent when a session had ended. One is current:
    -- a private part is given away only as its pair is retired.
    create table device_keys (
      id uuid primary key default gen_random_uuid(),
      user_id uuid not null references users (id) on delete cascade,
      -- The members of a JSON Web Key of P-256; the private one enciphered.
      x text not null,
      y text not null,
      d text not null,
      retired_at timestamptz
    );
    create unique index device_keys_current on device_keys (user_id) where retired_at is null;
    create index device_keys_user on device_keys (user_id);
    create index device_keys_retired on device_keys (retired_at) where retired_at is not null;

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
  `,
  drop: /* sql */ `
    drop table idempotency_keys, rate_limits, device_keys, security_events, account_verifications, login_attempts,
      sessions, users;
    drop function tell_ended_sessions();
  `,
};
