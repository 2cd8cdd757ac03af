import type { Section } from "./section.ts";

/** Alerts for people, and the workers that are alive. */
export const operations: Section = {
  create: /* sql */ `
    -- Never deleted, resolved with a note.
    create table alerts (
      id uuid primary key default uuidv7(),
      kind text not null,
      subject text not null,
      detail jsonb not null default '{}',
      created_at timestamptz(3) not null default app_now(),
      resolved_at timestamptz(3),
      note text,
      resolved_by uuid references users
    );
    create unique index alerts_open on alerts (kind, subject) where resolved_at is null;
    create index alerts_newest on alerts (created_at desc, id desc);
    create index alerts_resolved_by on alerts (resolved_by) where resolved_by is not null;

    -- A job that is locked by a worker without a fresh row here was left by a process that is gone. Real time, not
    -- the product's: it is about processes.
    create table job_workers (
      worker_id text primary key,
      seen_at timestamptz not null default now()
    );
  `,
  drop: /* sql */ `
    drop table job_workers, alerts;
  `,
};
