import type { Knex } from "knex";

/** A second look at a report is in its record too, with notes of its own. */
export const up = async (knex: Knex): Promise<void> => {
  await knex.raw(/* sql */ `
    drop trigger reports_acts on reports;
    create trigger reports_acts after update on reports for each row
      when (new.status is distinct from old.status
            or new.status = 'reviewed' and (new.reviewed_by, new.reviewed_at, new.review_notes)
               is distinct from (old.reviewed_by, old.reviewed_at, old.review_notes))
      execute function note_report_act();
    -- Of several looks only the first was noted, and the report itself has the last one.
    insert into report_acts (report_id, admin_id, kind, notes, created_at)
    select r.id, r.reviewed_by, r.status, r.review_notes, r.reviewed_at
    from reports r
    left join lateral (select a.* from report_acts a where a.report_id = r.id order by a.id desc limit 1) a on true
    where r.status = 'reviewed' and r.reviewed_at is not null
      and (r.reviewed_at is distinct from a.created_at
           or a.kind = 'reviewed' and r.review_notes is distinct from a.notes);
  `);
};

export const down = async (knex: Knex): Promise<void> => {
  await knex.raw(/* sql */ `
    drop trigger reports_acts on reports;
    create trigger reports_acts after update on reports for each row
      when (new.status is distinct from old.status) execute function note_report_act();
  `);
};
