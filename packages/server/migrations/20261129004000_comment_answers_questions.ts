import type { Knex } from "knex";

/** Answers to comments, and comments that were edited. */
export const up = async (knex: Knex): Promise<void> => {
  await knex.raw(/* sql */ `
    alter table content_comments
      add column parent_id uuid references content_comments on delete cascade,
      add column edited_at timestamptz(3);
    create index content_comments_answers on content_comments (parent_id, created_at, id)
      where parent_id is not null;
  `);
};

/** Answers stay, as comments. */
export const down = async (knex: Knex): Promise<void> => {
  await knex.raw("alter table content_comments drop column parent_id, drop column edited_at");
};
