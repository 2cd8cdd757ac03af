import type { Knex } from "knex";

/** What reports are about, as it was when they were made, and who of the administrators looked at it. */
export const up = (knex: Knex): Promise<unknown> =>
  knex.raw(/* sql */ `
    -- One row for each version of a content that somebody reported: it keeps the text, and refers to the stored objects.
    create table content_snapshots (
      id uuid primary key default uuidv7(),
      content_id uuid not null references contents,
      fingerprint text not null,
      title text not null,
      description text not null,
      category text not null,
      price integer not null,
      file_urls text[] not null,
      file_names text[] not null,
      preview_image_urls text[] not null,
      created_at timestamptz(3) not null default app_now(),
      unique (content_id, fingerprint)
    );
    create table snapshot_objects (
      snapshot_id uuid not null references content_snapshots on delete cascade,
      object_id uuid not null references objects,
      primary key (snapshot_id, object_id)
    );
    create index snapshot_objects_object on snapshot_objects (object_id);

    create table report_evidence (
      report_id uuid primary key references reports on delete cascade,
      reported_nickname text not null,
      reporter_nickname text not null,
      snapshot_id uuid references content_snapshots,
      comment text,
      commented_at timestamptz(3),
      -- The talk up to this message, whose words never change.
      chat_room_id uuid references chat_rooms,
      last_message_id uuid references chat_messages,
      taken_at timestamptz(3) not null default app_now(),
      check ((comment is null) = (commented_at is null))
    );
    create index report_evidence_snapshot on report_evidence (snapshot_id);
    create index report_evidence_message on report_evidence (last_message_id) where last_message_id is not null;
    create index report_evidence_room on report_evidence (chat_room_id) where chat_room_id is not null;

    create function refuse_update() returns trigger language plpgsql as $$
    begin
      raise exception '% never changes', tg_table_name using errcode = 'check_violation';
    end $$;
    create trigger content_snapshots_keep before update on content_snapshots
      for each row execute function refuse_update();
    create trigger report_evidence_keep before update on report_evidence
      for each row execute function refuse_update();
    create trigger chat_messages_keep before update on chat_messages for each row
      when ((new.chat_room_id, new.sender_id, new.message, new.message_type, new.created_at)
            is distinct from (old.chat_room_id, old.sender_id, old.message, old.message_type, old.created_at))
      execute function refuse_update();

    create table evidence_audits (
      id uuid primary key default uuidv7(),
      admin_id uuid not null references users,
      report_id uuid not null references reports on delete cascade,
      -- The case itself, or one of its pictures or files.
      part text not null,
      -- A look that goes on is one line, from its first to its last request.
      read_at timestamptz(3) not null default app_now(),
      last_read_at timestamptz(3) not null default app_now()
    );
    create index evidence_audits_admin on evidence_audits (admin_id, report_id, part, last_read_at desc);
    create index evidence_audits_report on evidence_audits (report_id);
  `);

export const down = (knex: Knex): Promise<unknown> =>
  knex.raw(/* sql */ `
    drop trigger chat_messages_keep on chat_messages;
    drop table evidence_audits, report_evidence, snapshot_objects, content_snapshots;
    drop function refuse_update();
  `);
