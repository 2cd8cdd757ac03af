import type { Knex } from "knex";

/** What people say of themselves, whom they follow, and what the popular of a week are found by. */
export const up = async (knex: Knex): Promise<void> => {
  await knex.raw(/* sql */ `
    alter table users add introduction text check (length(introduction) between 1 and 500);

    create table follows (
      follower_id uuid not null references users on delete cascade,
      mentor_id uuid not null references users on delete cascade,
      created_at timestamptz(3) not null default app_now(),
      primary key (follower_id, mentor_id),
      check (follower_id <> mentor_id)
    );
    create index follows_latest on follows (follower_id, created_at desc, mentor_id desc);
    create index follows_mentor on follows (mentor_id);

    create index orders_paid on orders (paid_at) include (content_id, status) where paid_at is not null;
    create index content_likes_age on content_likes (created_at) include (content_id);
  `);
};

export const down = async (knex: Knex): Promise<void> => {
  await knex.raw(/* sql */ `
    drop index content_likes_age, orders_paid;
    drop table follows;
    alter table users drop introduction;
  `);
};
