import type { Knex } from "knex";

/** Answers to comments, comments that were edited, and questions before buying. */
export const up = async (knex: Knex): Promise<void> => {
  await knex.raw(/* sql */ `
    alter table content_comments
      add column parent_id uuid references content_comments on delete cascade,
      add column edited_at timestamptz(3);
    create index content_comments_answers on content_comments (parent_id, created_at, id)
      where parent_id is not null;

    create table content_questions (
      id uuid primary key default uuidv7(),
      content_id uuid not null references contents,
      user_id uuid not null references users,
      question text not null check (length(question) between 1 and 500),
      created_at timestamptz(3) not null default app_now(),
      -- By the seller.
      answer text check (length(answer) between 1 and 2000),
      answered_at timestamptz(3),
      check ((answer is null) = (answered_at is null))
    );
    create index content_questions_newest on content_questions (content_id, created_at desc, id desc);
    create index content_questions_open on content_questions (user_id, content_id) where answer is null;
  `);
};

/** Answers to comments stay, as comments. */
export const down = async (knex: Knex): Promise<void> => {
  await knex.raw("drop table content_questions");
  await knex.raw("alter table content_comments drop column parent_id, drop column edited_at");
};
