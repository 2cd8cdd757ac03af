import type { Knex } from "knex";

/** A draft names its files; which draft an upload was begun for, nobody asks. */
export const up = (knex: Knex): Promise<unknown> => knex.raw("alter table uploads drop column draft_id");

export const down = (knex: Knex): Promise<unknown> =>
  knex.raw("alter table uploads add column draft_id uuid");
