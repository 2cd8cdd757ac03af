import type { Knex } from "knex";

/** What everyone may read of a content's file before paying; made when it is first asked for. */
export const up = async (knex: Knex): Promise<void> => {
  await knex.raw(/* sql */ `
    create table content_trials (
      content_id uuid not null references contents on delete cascade,
      object_id uuid not null references objects on delete cascade,
      unit text not null check (unit in ('page', 'slide', 'text', 'none')),
      -- Pages, slides or characters of the whole file.
      total integer not null check (total >= 0),
      pages integer[] not null default '{}',
      characters integer not null default 0 check (characters >= 0),
      -- By the seller; else as proposed.
      is_chosen boolean not null default false,
      -- Of slides, or the beginning of the text: a list of {page, text}.
      texts jsonb not null default '[]',
      primary key (content_id, object_id)
    );
    create index content_trials_object on content_trials (object_id);
  `);
};

export const down = async (knex: Knex): Promise<void> => {
  await knex.raw("drop table content_trials");
};
