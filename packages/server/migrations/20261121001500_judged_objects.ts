import type { Knex } from "knex";

/** What was found in an upload's bytes, kept with it, and the name of the copy that was judged. */
export const up = (knex: Knex): Promise<unknown> =>
  knex.raw(/* sql */ `
    alter table objects add column judged jsonb, add column copy text;
    comment on column objects.judged is 'what was found in bytes that may still be replaced: which ones, and the verdict';
    comment on column objects.copy is 'name of the copy in use; null of those taken into use when copies had no names';
  `);

export const down = (knex: Knex): Promise<unknown> =>
  knex.raw("alter table objects drop column judged, drop column copy");
