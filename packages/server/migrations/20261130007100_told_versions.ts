import type { Knex } from "knex";

/** When the buyers of a content were told of a version: not more than once a day. */
export const up = async (knex: Knex): Promise<void> => {
  await knex.raw("alter table content_versions add column told_at timestamptz");
};

export const down = async (knex: Knex): Promise<void> => {
  await knex.raw("alter table content_versions drop column told_at");
};
