import type { Knex } from "knex";

/** Uploads that arrive in pieces. */
export const up = (knex: Knex): Promise<unknown> =>
  knex.raw(/* sql */ `
    create table uploads (
      id uuid primary key,
      owner_id uuid not null references users,
      kind text check (kind in ('file', 'extra', 'preview', 'profile')),
      file_name text,
      content_type text,
      size bigint not null check (size > 0),
      received bigint not null default 0 check (received between 0 and size),
      draft_id uuid,
      object_id uuid unique references objects on delete cascade,
      created_at timestamptz(3) not null default app_now(),
      last_byte_at timestamptz(3) not null default app_now()
    );
    comment on column uploads.received is 'bytes at the end of the last call; what lies in the staging folder decides';
    comment on column uploads.object_id is 'what the finished upload became; it bears the same id';
    create index uploads_owner on uploads (owner_id);
    create index uploads_last_byte on uploads (last_byte_at);
  `);

export const down = (knex: Knex): Promise<unknown> => knex.raw("drop table uploads");
