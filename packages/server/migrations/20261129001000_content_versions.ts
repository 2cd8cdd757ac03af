import type { Knex } from "knex";

/** The versions of sold contents: the files that buyers keep, and what changed with each. */
export const up = async (knex: Knex): Promise<void> => {
  await knex.raw(/* sql */ `
    create table content_versions (
      id uuid primary key default uuidv7(),
      content_id uuid not null references contents on delete cascade,
      number integer not null check (number > 0),
      note varchar(500),
      file_urls text[] not null check (cardinality(file_urls) between 1 and 5),
      file_names text[] not null,
      -- After the purchases of the version before: who paid earlier has that one too.
      created_at timestamptz(3) not null,
      unique (content_id, number)
    );

    -- The newest version that the buyer has seen since their purchase; 0 before.
    alter table orders add column seen_version integer not null default 0;
    -- What changed, as its seller is typing it.
    alter table drafts add column version_note text not null default '';
  `);
};

export const down = async (knex: Knex): Promise<void> => {
  await knex.raw(/* sql */ `
    alter table drafts drop column version_note;
    alter table orders drop column seen_version;
    drop table content_versions;
  `);
};
