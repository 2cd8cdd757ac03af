import type { Knex } from "knex";

/** What administrators do: tables of allowed moves, the newest message of a conversation, who read private talk. */
export const up = (knex: Knex): Promise<unknown> =>
  knex.raw(/* sql */ `
    create table report_moves (from_status text not null, to_status text not null, primary key (from_status, to_status));
    insert into report_moves values
      ('pending', 'reviewed'), ('pending', 'resolved'), ('pending', 'dismissed'),
      ('reviewed', 'resolved'), ('reviewed', 'dismissed');

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
    create index reports_newest on reports (created_at desc, id desc);
    create index reports_reporter on reports (reporter_id);

    create function guard_penalty() returns trigger language plpgsql as $$
    begin
      if (new.user_id, new.report_id, new.admin_id, new.penalty_type, new.duration, new.reason, new.start_date, new.end_date)
         is distinct from
         (old.user_id, old.report_id, old.admin_id, old.penalty_type, old.duration, old.reason, old.start_date, old.end_date) then
        raise exception 'what was imposed does not change' using errcode = 'check_violation';
      end if;
      if new.is_active = 1 and old.is_active = 0 then
        raise exception 'a penalty that was lifted stays lifted' using errcode = 'check_violation';
      end if;
      return new;
    end $$;
    create trigger user_penalties_guard before update on user_penalties for each row execute function guard_penalty();

    alter table admin_chat_rooms add column last_message_id uuid references admin_chat_messages;
    update admin_chat_rooms r set last_message_id =
      (select id from admin_chat_messages m where m.chat_room_id = r.id order by id desc limit 1);
    create unique index admin_chat_rooms_open on admin_chat_rooms (user_id, type) where status = 'active';
    create index admin_chat_rooms_type on admin_chat_rooms (type, last_message_at desc, id desc);
    create index admin_chat_messages_unread on admin_chat_messages (chat_room_id, id) where is_read = 0;

    create table chat_audits (
      id uuid primary key default uuidv7(),
      admin_id uuid not null references users,
      chat_room_id uuid not null references chat_rooms,
      report_id uuid references reports,
      -- A look that goes on is one line, from its first to its last request.
      read_at timestamptz(3) not null default app_now(),
      last_read_at timestamptz(3) not null default app_now()
    );
    create index chat_audits_admin on chat_audits (admin_id, chat_room_id, last_read_at desc);
    create index chat_audits_room on chat_audits (chat_room_id);
  `);

export const down = (knex: Knex): Promise<unknown> =>
  knex.raw(/* sql */ `
    drop table chat_audits;
    drop index admin_chat_messages_unread, admin_chat_rooms_type, admin_chat_rooms_open, reports_reporter, reports_newest;
    alter table admin_chat_rooms drop column last_message_id;
    drop trigger user_penalties_guard on user_penalties;
    drop function guard_penalty();
    drop trigger reports_guard on reports;
    drop function guard_report();
    drop table report_moves;
  `);
