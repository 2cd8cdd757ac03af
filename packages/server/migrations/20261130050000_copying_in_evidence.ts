import type { Knex } from "knex";

/** Reports keep whether the text of a content could be copied; evidence from before the column has null. */
export const up = async (knex: Knex): Promise<void> => {
  await knex.raw("alter table content_snapshots add column allows_copying boolean");
};

export const down = async (knex: Knex): Promise<void> => {
  await knex.raw("alter table content_snapshots drop column allows_copying");
};
