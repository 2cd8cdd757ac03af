import type { Knex } from "knex";

/** Ratings by buyers, the votes that one was helpful, and the counters that contents have of them. */
export const up = async (knex: Knex): Promise<void> => {
  await knex.raw(/* sql */ `
    create table content_ratings (
      id uuid primary key default uuidv7(),
      content_id uuid not null references contents,
      user_id uuid not null references users,
      score smallint not null check (score between 1 and 5),
      text text check (length(text) between 1 and 2000),
      created_at timestamptz(3) not null default app_now(),
      updated_at timestamptz(3) not null default app_now(),
      -- Of the content's seller.
      answer text check (length(answer) between 1 and 2000),
      answered_at timestamptz(3),
      helpful_count integer not null default 0 check (helpful_count >= 0),
      -- The distribution of a content's scores is counted in this index alone.
      unique (content_id, user_id) include (score),
      check ((answer is null) = (answered_at is null))
    );
    create index content_ratings_helpful on content_ratings
      (content_id, helpful_count desc, created_at desc, id desc);
    create index content_ratings_user on content_ratings (user_id);

    create table rating_votes (
      rating_id uuid not null references content_ratings on delete cascade,
      user_id uuid not null references users,
      created_at timestamptz(3) not null default app_now(),
      primary key (rating_id, user_id)
    );
    create index rating_votes_user on rating_votes (user_id);

    alter table contents
      add rating_count integer not null default 0,
      add rating_sum integer not null default 0,
      add constraint contents_ratings check (rating_sum between rating_count and 5 * rating_count);

    -- How good a content is at least, from 0 to 1, with a certainty of 95 %: the lower bound of Wilson's interval of the
    -- share of points above the worst. A function and not a column, which would have all contents written anew.
    create function rating_floor(count integer, sum integer) returns double precision
      language sql immutable parallel safe return coalesce(
        ((sum - count) / nullif(4.0 * count, 0) + 1.9208 / nullif(count, 0)
          - 1.96 * sqrt(((sum - count) * (5.0 * count - sum) / nullif(16.0 * count * count, 0) + 0.9604 / nullif(count, 0))
                        / nullif(count, 0)))
        / (1 + 3.8416 / nullif(count, 0)), 0);
  `);
};

export const down = async (knex: Knex): Promise<void> => {
  await knex.raw(/* sql */ `
    drop function rating_floor(integer, integer);
    alter table contents drop rating_count, drop rating_sum;
    drop table rating_votes, content_ratings;
  `);
};
