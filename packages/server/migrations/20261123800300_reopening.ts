import type { Knex } from "knex";

/** Decided reports that are taken up again, what was decided each time, and warnings of who reported falsely. */
export const up = (knex: Knex): Promise<unknown> =>
  knex.raw(/* sql */ `
    alter table reports
      add column reopened_count integer not null default 0 check (reopened_count >= 0),
      add column reopen_reason text,
      add check ((reopened_count = 0) = (reopen_reason is null));
    insert into report_moves values ('resolved', 'reviewed'), ('dismissed', 'reviewed');
    create function guard_reopening() returns trigger language plpgsql as $$
    begin
      if (old.status in ('resolved', 'dismissed') and new.status = 'reviewed')
         <> (new.reopened_count = old.reopened_count + 1) or new.reopened_count not between old.reopened_count and old.reopened_count + 1 then
        raise exception 'a report does not go from % to % without a reason', old.status, new.status using errcode = 'check_violation';
      end if;
      return new;
    end $$;
    create trigger reports_reopening before update on reports for each row execute function guard_reopening();

    create table report_acts (
      id uuid primary key default uuidv7(),
      report_id uuid not null references reports on delete cascade,
      admin_id uuid references users,
      kind text not null check (kind in ('reviewed', 'resolved', 'dismissed', 'reopened')),
      notes text,
      created_at timestamptz(3) not null
    );
    create index report_acts_report on report_acts (report_id, id);
    create index report_acts_admin on report_acts (admin_id) where admin_id is not null;
    insert into report_acts (report_id, admin_id, kind, notes, created_at)
      select id, reviewed_by, status, review_notes, coalesce(reviewed_at, created_at) from reports
      where status <> 'pending' order by reviewed_at, id;
    create function note_report_act() returns trigger language plpgsql as $$
    begin
      insert into report_acts (report_id, admin_id, kind, notes, created_at)
      values (new.id, new.reviewed_by,
              case when new.reopened_count > old.reopened_count then 'reopened' else new.status end,
              case when new.reopened_count > old.reopened_count then new.reopen_reason else new.review_notes end,
              coalesce(new.reviewed_at, app_now()));
      return null;
    end $$;
    create trigger reports_acts after update on reports for each row
      when (new.status is distinct from old.status) execute function note_report_act();

    -- One in force for each report and person: a case that is taken up again may end otherwise, and its reporter be warned.
    alter table user_penalties drop constraint user_penalties_report_id_key;
    create index user_penalties_report on user_penalties (report_id) where report_id is not null;
    create unique index user_penalties_in_force on user_penalties (report_id, user_id)
      where is_active = 1 and report_id is not null;
  `);

export const down = (knex: Knex): Promise<unknown> =>
  knex.raw(/* sql */ `
    drop index user_penalties_in_force, user_penalties_report;
    update user_penalties p set report_id = null where exists (
      select from user_penalties o where o.report_id = p.report_id and o.id < p.id);
    alter table user_penalties add constraint user_penalties_report_id_key unique (report_id);
    drop trigger reports_acts on reports;
    drop function note_report_act();
    drop table report_acts;
    drop trigger reports_reopening on reports;
    drop function guard_reopening();
    delete from report_moves where from_status in ('resolved', 'dismissed');
    alter table reports drop column reopened_count, drop column reopen_reason;
  `);
