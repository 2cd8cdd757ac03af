import type { Knex } from "knex";

/** Whoever looks at a report that somebody looked at already is in its record too, with notes of their own. */
export const up = async (knex: Knex): Promise<void> => {
  await knex.raw(/* sql */ `
    drop trigger reports_acts on reports;
    create trigger reports_acts after update on reports for each row
      when (new.status is distinct from old.status
            or new.status = 'reviewed' and (new.reviewed_by, new.reviewed_at, new.review_notes)
               is distinct from (old.reviewed_by, old.reviewed_at, old.review_notes))
      execute function note_report_act();
  `);
};

export const down = async (knex: Knex): Promise<void> => {
  await knex.raw(/* sql */ `
    drop trigger reports_acts on reports;
    create trigger reports_acts after update on reports for each row
      when (new.status is distinct from old.status) execute function note_report_act();
  `);
};
