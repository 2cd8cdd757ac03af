import type { Knex } from "knex";

/**
 * Devices on which the app may be closed: each is told what its person's open apps hear as events. A subscription goes with
 * the session in which it was made.
 */
export const up = async (knex: Knex): Promise<void> => {
  await knex.raw(/* sql */ `
    create table push_subscriptions (
      id uuid primary key default uuidv7(),
      user_id uuid not null references users on delete cascade,
      session_hash text not null references sessions (id_hash) on delete cascade,
      endpoint text not null unique check (length(endpoint) between 1 and 2000),
      p256dh text not null,
      auth text not null,
      -- Number of the last event that the device was told of.
      told bigint not null,
      created_at timestamptz(3) not null default app_now()
    );
    create index push_subscriptions_user on push_subscriptions (user_id);
    create index push_subscriptions_session on push_subscriptions (session_hash);

    -- A person without a row wants all of them.
    create table push_topics (
      user_id uuid primary key references users on delete cascade,
      messages boolean not null,
      sales boolean not null,
      results boolean not null,
      inquiries boolean not null
    );

    -- A moment later, so that an app which is open can show the news first, and in one job for all of that moment. Jobs of
    -- several people are queued by one transaction at a time, since it holds the counters of their events.
    create function queue_push() returns trigger language plpgsql as $$
    begin
      if exists (select from push_subscriptions where user_id = new.user_id) then
        perform graphile_worker.add_job('pushNews', json_build_object('userId', new.user_id),
          run_at => now() + interval '3 seconds', priority => 10,
          job_key => 'push ' || new.user_id, job_key_mode => 'preserve_run_at');
      end if;
      return null;
    end $$;
    create trigger events_push after insert on events for each row
      when (new.name in ('message', 'question') or new.name = 'order' and new.data->>'status' = 'paid')
      execute function queue_push();
  `);
};

export const down = async (knex: Knex): Promise<void> => {
  await knex.raw(/* sql */ `
    drop trigger events_push on events;
    drop function queue_push();
    drop table push_topics, push_subscriptions;
  `);
};
