import type { Knex } from "knex";

/** The digest of an object in use, taken when a device first wants it. */
export const up = async (knex: Knex): Promise<void> => {
  await knex.raw(/* sql */ `
    alter table objects add column sha256 bytea check (octet_length(sha256) = 32);
    comment on column objects.sha256 is 'digest of the bytes in use, null until a device has wanted it';
  `);
};

export const down = async (knex: Knex): Promise<void> => {
  await knex.raw("alter table objects drop column sha256");
};
