import type { Knex } from "knex";

/** Whether a mentor shows how much they have sold. */
export const up = async (knex: Knex): Promise<void> => {
  await knex.raw(/* sql */ `alter table users add shows_sales boolean not null default false`);
};

export const down = async (knex: Knex): Promise<void> => {
  await knex.raw(/* sql */ `alter table users drop shows_sales`);
};
