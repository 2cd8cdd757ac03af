import type { Knex } from "knex";

/** Whether the reader lets buyers select and copy text, by content and in drafts. */
export const up = async (knex: Knex): Promise<void> => {
  await knex.raw("alter table contents add column allows_copying boolean not null default true");
  await knex.raw("alter table drafts add column allows_copying boolean not null default true");
};

export const down = async (knex: Knex): Promise<void> => {
  await knex.raw("alter table drafts drop column allows_copying");
  await knex.raw("alter table contents drop column allows_copying");
};
