import type { Knex } from "knex";

/**
 * A queue of contents whose trials are to be read for search, at first all that are there. Its rows refer to no content, so
 * that the table of contents is not locked while many come: a content that has gone is forgotten when its turn comes.
 */
export const up = async (knex: Knex): Promise<void> => {
  await knex.raw(/* sql */ `
    create table trial_readings (
      content_id uuid primary key,
      due_at timestamptz not null default app_now(),
      attempts integer not null default 0 check (attempts >= 0)
    );
    insert into trial_readings (content_id)
      select id from contents
      where deleted_at is null and array_to_string(file_urls, ' ') ~ '/objects/uploads/[0-9a-f]{8}-';
    create index trial_readings_due on trial_readings (due_at);
  `);
};

export const down = async (knex: Knex): Promise<void> => {
  await knex.raw("drop table trial_readings");
};
