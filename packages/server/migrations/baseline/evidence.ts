import type { Section } from "./section.ts";

/** What reports are about, as it was when they were made. */
export const evidence: Section = {
  create: /* sql */ `
    -- One row for each version of a content that was reported: it keeps the text, and refers to the stored objects.
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
    create trigger content_snapshots_keep before update on content_snapshots
      for each row execute function refuse_update();

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
    create trigger report_evidence_keep before update on report_evidence
      for each row execute function refuse_update();
  `,
  drop: /* sql */ `
    drop table report_evidence, snapshot_objects, content_snapshots;
  `,
};
