import type { Knex } from "knex";

/** Synonyms are edited by administrators, and each change is kept with its author. */
export const up = async (knex: Knex): Promise<void> => {
  await knex.raw(/* sql */ `
    alter table search_synonyms drop id, add id uuid primary key default uuidv7();
    create table synonym_acts (
      id uuid primary key default uuidv7(),
      admin_id uuid not null references users,
      -- The entry may be removed; what was done to it stays.
      synonym_id uuid not null,
      words_before text[],
      words_after text[],
      created_at timestamptz(3) not null default app_now(),
      check (words_before is distinct from words_after)
    );
    create index synonym_acts_admin on synonym_acts (admin_id);
    create index synonym_acts_synonym on synonym_acts (synonym_id, created_at);
  `);
};

export const down = async (knex: Knex): Promise<void> => {
  await knex.raw(/* sql */ `
    drop table synonym_acts;
    alter table search_synonyms drop id, add id smallint generated always as identity primary key;
  `);
};
