import type { Knex } from "knex";

const allow = (table: string, units: string): string => /* sql */ `
  alter table ${table} drop constraint ${table}_unit_check,
    add constraint ${table}_unit_check check (unit in (${units}));`;

/** Extension of an upload: as its bytes have it, or as its name says until they are in use. */
const isTable = /* sql */ `coalesce(o.extension, lower(substring(o.file_name from '[^.]+$'))) in ('xls', 'xlsx')`;

/**
 * Rows of sheets are chosen like pages. Proposed trials of workbooks are proposed anew when they are asked for; those that
 * a seller has chosen for a content stay.
 */
export const up = async (knex: Knex): Promise<void> => {
  for (const table of ["content_trials", "upload_trials"])
    await knex.raw(/* sql */ `
      -- How each page of a sheet begins, for the seller alone.
      alter table ${table} add column tables jsonb not null default '[]';
      ${allow(table, "'page', 'slide', 'sheet', 'text', 'none'")}
    `);
  await knex.raw(/* sql */ `
    delete from content_trials t using objects o
    where o.id = t.object_id and t.unit = 'text' and not t.is_chosen and ${isTable};
    -- No content has these yet: the form shows the proposal.
    delete from upload_trials t using objects o where o.id = t.object_id and t.unit = 'text' and ${isTable};
  `);
};

export const down = async (knex: Knex): Promise<void> => {
  for (const table of ["content_trials", "upload_trials"])
    await knex.raw(/* sql */ `
      delete from ${table} where unit = 'sheet';
      ${allow(table, "'page', 'slide', 'text', 'none'")}
      alter table ${table} drop column tables;
    `);
};
