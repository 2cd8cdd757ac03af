import type { Knex } from "knex";

/** Alerts stay for good, and a lasting fact is looked up among the closed ones too, every minute. */
export const up = async (knex: Knex): Promise<void> => {
  await knex.raw("create index alerts_subject on alerts (kind, subject)");
};

export const down = async (knex: Knex): Promise<void> => {
  await knex.raw("drop index alerts_subject");
};
