import type { Knex } from "knex";

/** What a seller opens of an uploaded file before a content has it; a content's trial begins with it. */
export const up = async (knex: Knex): Promise<void> => {
  await knex.raw(/* sql */ `
    create table upload_trials (
      object_id uuid primary key references objects on delete cascade,
      -- The judged bytes that were read; others are read anew.
      copy text,
      unit text not null check (unit in ('page', 'slide', 'text', 'none')),
      -- Pages, slides or characters of the whole file.
      total integer not null check (total >= 0),
      pages integer[] not null default '{}',
      characters integer not null default 0 check (characters >= 0),
      -- By the seller; else as proposed.
      is_chosen boolean not null default false
    );
  `);
};

export const down = async (knex: Knex): Promise<void> => {
  await knex.raw("drop table upload_trials");
};
