import type { Section } from "./section.ts";

/** Administrators' looks at private talk, at evidence, and at people and their conversations. */
export const audits: Section = {
  create: /* sql */ `
    -- A look that goes on is one line, from its first to its last request.
    create table chat_audits (
      id uuid primary key default uuidv7(),
      admin_id uuid not null references users,
      chat_room_id uuid not null references chat_rooms,
      report_id uuid references reports,
      read_at timestamptz(3) not null default app_now(),
      last_read_at timestamptz(3) not null default app_now()
    );
    create index chat_audits_admin on chat_audits (admin_id, chat_room_id, last_read_at desc);
    create index chat_audits_room on chat_audits (chat_room_id);
    create index chat_audits_report on chat_audits (report_id) where report_id is not null;

    create table evidence_audits (
      id uuid primary key default uuidv7(),
      admin_id uuid not null references users,
      report_id uuid not null references reports on delete cascade,
      -- The case itself, or one of its pictures or files.
      part text not null,
      read_at timestamptz(3) not null default app_now(),
      last_read_at timestamptz(3) not null default app_now()
    );
    create index evidence_audits_admin on evidence_audits (admin_id, report_id, part, last_read_at desc);
    create index evidence_audits_report on evidence_audits (report_id);

    create table staff_audits (
      id uuid primary key default uuidv7(),
      admin_id uuid not null references users,
      kind text not null check (kind in ('history', 'inquiry')),
      -- Whose history or conversation it was.
      user_id uuid not null references users,
      read_at timestamptz(3) not null default app_now(),
      last_read_at timestamptz(3) not null default app_now()
    );
    create index staff_audits_admin on staff_audits (admin_id, user_id, kind, last_read_at desc);
    create index staff_audits_user on staff_audits (user_id);
  `,
  drop: /* sql */ `
    drop table staff_audits, evidence_audits, chat_audits;
  `,
};
