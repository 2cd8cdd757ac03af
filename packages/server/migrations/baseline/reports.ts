import type { Section } from "./section.ts";

/** Reports, the administrators' leases of them, each decision, and the targets. */
export const reports: Section = {
  create: /* sql */ `
    create table report_moves (from_status text not null, to_status text not null, primary key (from_status, to_status));
    insert into report_moves values
      ('pending', 'reviewed'), ('pending', 'resolved'), ('pending', 'dismissed'),
      ('reviewed', 'resolved'), ('reviewed', 'dismissed'),
      ('resolved', 'reviewed'), ('dismissed', 'reviewed');

    create table reports (
      id uuid primary key default uuidv7(),
      report_type text not null check (report_type in ('content', 'chat', 'comment')),
      reporter_id uuid not null references users,
      chat_room_id uuid references chat_rooms,
      reported_user_id uuid not null references users,
      content_id uuid references contents,
      content_title varchar(200),
      report_reason varchar(100) not null,
      report_details text not null check (length(report_details) between 1 and 500),
      status text not null default 'pending' check (status in ('pending', 'reviewed', 'resolved', 'dismissed')),
      review_notes text,
      created_at timestamptz(3) not null default app_now(),
      reviewed_at timestamptz(3),
      reviewed_by uuid references users,
      -- Its author may delete the comment: the report stays.
      comment_id uuid,
      reopened_count integer not null default 0 check (reopened_count >= 0),
      reopen_reason text,
      check (reporter_id <> reported_user_id),
      check ((reopened_count = 0) = (reopen_reason is null)),
      constraint reports_target_check check (
        (report_type = 'content' and content_id is not null) or (report_type = 'chat' and chat_room_id is not null)
        or (report_type = 'comment' and content_id is not null and comment_id is not null))
    );
    create unique index reports_open_content on reports (reporter_id, content_id)
      where report_type = 'content' and status in ('pending', 'reviewed');
    create unique index reports_open_chat on reports (reporter_id, chat_room_id, reported_user_id)
      where report_type = 'chat' and status in ('pending', 'reviewed');
    create unique index reports_open_comment on reports (reporter_id, comment_id)
      where report_type = 'comment' and status in ('pending', 'reviewed');
    -- The open reports about one target are found and counted together, the oldest first.
    create index reports_open_target
      on reports (coalesce(comment_id, content_id, chat_room_id), reported_user_id, created_at, id)
      where status in ('pending', 'reviewed');
    create index reports_status on reports (status, created_at desc, id desc);
    create index reports_newest on reports (created_at desc, id desc);
    create index reports_reporter on reports (reporter_id);
    create index reports_reported on reports (reported_user_id);
    create index reports_chat_room on reports (chat_room_id) where chat_room_id is not null;

    create function guard_report() returns trigger language plpgsql as $$
    begin
      if (new.report_type, new.reporter_id, new.reported_user_id, new.chat_room_id, new.content_id, new.content_title,
          new.report_reason, new.report_details, new.created_at)
         is distinct from
         (old.report_type, old.reporter_id, old.reported_user_id, old.chat_room_id, old.content_id, old.content_title,
          old.report_reason, old.report_details, old.created_at) then
        raise exception 'what was reported does not change' using errcode = 'check_violation';
      end if;
      if new.status = old.status and old.status not in ('pending', 'reviewed')
         or new.status <> old.status
            and not exists (select from report_moves where from_status = old.status and to_status = new.status) then
        raise exception 'a report does not go from % to %', old.status, new.status using errcode = 'check_violation';
      end if;
      return new;
    end $$;
    create trigger reports_guard before update on reports for each row execute function guard_report();

    create function guard_reported_comment() returns trigger language plpgsql as $$
    begin
      raise exception 'what was reported does not change' using errcode = 'check_violation';
    end $$;
    create trigger reports_comment before update on reports for each row
      when (new.comment_id is distinct from old.comment_id) execute function guard_reported_comment();

    create function guard_reopening() returns trigger language plpgsql as $$
    begin
      if (old.status in ('resolved', 'dismissed') and new.status = 'reviewed')
         <> (new.reopened_count = old.reopened_count + 1) or new.reopened_count not between old.reopened_count and old.reopened_count + 1 then
        raise exception 'a report does not go from % to % without a reason', old.status, new.status using errcode = 'check_violation';
      end if;
      return new;
    end $$;
    create trigger reports_reopening before update on reports for each row execute function guard_reopening();

    -- How many reports there are, kept where one comes or goes: the administrators' screens ask all the time.
    create table report_total (
      id boolean primary key default true check (id),
      total bigint not null check (total >= 0)
    );
    insert into report_total (total) values (0);
    create function count_reports() returns trigger language plpgsql as $$
    declare
      change bigint := (select count(*) from changed);
    begin
      if change > 0 then
        update report_total set total = total + case when tg_op = 'INSERT' then change else -change end;
      end if;
      return null;
    end $$;
    create trigger reports_came after insert on reports referencing new table as changed
      for each statement execute function count_reports();
    create trigger reports_went after delete on reports referencing old table as changed
      for each statement execute function count_reports();

    -- What was decided each time.
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

    -- Which administrator is at which report, and what was taken over from whom.
    create table report_leases (
      report_id uuid primary key references reports on delete cascade,
      admin_id uuid not null references users,
      until timestamptz(3) not null
    );
    create index report_leases_admin on report_leases (admin_id);

    create table report_takeovers (
      id uuid primary key default uuidv7(),
      report_id uuid not null references reports on delete cascade,
      from_admin_id uuid not null references users,
      to_admin_id uuid not null references users,
      reason text not null,
      created_at timestamptz(3) not null default app_now()
    );
    create index report_takeovers_report on report_takeovers (report_id);
    create index report_takeovers_from on report_takeovers (from_admin_id);
    create index report_takeovers_to on report_takeovers (to_admin_id);

    -- Which reports a payout was let go from, and as they stood: a mark of time covers others too, and what is taken up
    -- again.
    create table released_reports (
      settlement_id uuid not null references settlements on delete cascade,
      report_id uuid not null references reports on delete cascade,
      -- How often the report had been taken up again.
      reopened_count integer not null,
      primary key (settlement_id, report_id, reopened_count)
    );
    create index released_reports_report on released_reports (report_id);
  `,
  drop: /* sql */ `
    drop table released_reports, report_takeovers, report_leases, report_acts, report_total, reports, report_moves;
    drop function note_report_act(), count_reports(), guard_reopening(), guard_reported_comment(), guard_report();
  `,
};
