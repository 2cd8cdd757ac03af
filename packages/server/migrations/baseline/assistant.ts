import type { Section } from "./section.ts";

/** The helper: calls per person and day, what it cost per day, summaries that were made. Days are those of Korea. */
export const assistant: Section = {
  create: /* sql */ `
    create function seoul_today() returns date language sql stable
      as $$ select (app_now() at time zone 'Asia/Seoul')::date $$;

    create table assistant_calls (
      user_id uuid not null references users,
      day date not null,
      calls integer not null check (calls >= 0),
      primary key (user_id, day)
    );
    create index assistant_calls_day on assistant_calls (day);

    create table assistant_spending (
      day date primary key,
      won integer not null check (won >= 0)
    );
    comment on column assistant_spending.won is 'spent, with what running calls may still cost';

    create table content_summaries (
      content_id uuid not null references contents on delete cascade,
      version text not null,
      claim uuid,
      claimed_until timestamptz(3),
      engine text,
      summary text,
      sources jsonb,
      made_at timestamptz(3),
      primary key (content_id, version),
      check ((summary is null) = (made_at is null) and (summary is null) = (engine is null)),
      check (summary is not null or claim is not null)
    );
    comment on column content_summaries.claim is 'who is making it; another may take over after claimed_until';
  `,
  drop: /* sql */ `
    drop table content_summaries, assistant_spending, assistant_calls;
    drop function seoul_today();
  `,
};
