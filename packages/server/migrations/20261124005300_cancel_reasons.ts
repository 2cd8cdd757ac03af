import type { Knex } from "knex";

/** Both people of an order read why the provider gave a part of its payment back. */
export const up = async (knex: Knex): Promise<void> => {
  await knex.raw(/* sql */ `
    alter table provider_cancels add column reason text;
    comment on column provider_cancels.reason is 'As it was given to the provider; null where it told none';
  `);
};

export const down = async (knex: Knex): Promise<void> => {
  await knex.raw("alter table provider_cancels drop column reason");
};
