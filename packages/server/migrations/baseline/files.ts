import type { Section } from "./section.ts";

/** Stored objects, uploads that arrive in pieces, and forms that are not published yet. */
export const files: Section = {
  create: /* sql */ `
    create table objects (
      id uuid primary key,
      owner_id uuid not null references users,
      kind text check (kind in ('file', 'extra', 'preview', 'profile')),
      file_name text,
      declared_size bigint,
      declared_type text,
      size bigint,
      extension text,
      created_at timestamptz(3) not null default app_now(),
      uploaded_at timestamptz(3),
      attached_at timestamptz(3),
      judged jsonb,
      copy text,
      check ((size is null) = (uploaded_at is null)),
      check (attached_at is null or uploaded_at is not null)
    );
    comment on column objects.extension is 'type found in the bytes when the object was attached';
    comment on column objects.judged is 'what was found in bytes that may still be replaced: which ones, and the verdict';
    comment on column objects.copy is 'name of the copy in use; null of those taken into use when copies had no names';
    create index objects_owner on objects (owner_id);
    create index objects_loose on objects (created_at) where attached_at is null;

    create table uploads (
      id uuid primary key,
      owner_id uuid not null references users,
      kind text check (kind in ('file', 'extra', 'preview', 'profile')),
      file_name text,
      content_type text,
      size bigint not null check (size > 0),
      received bigint not null default 0 check (received between 0 and size),
      object_id uuid unique references objects on delete cascade,
      created_at timestamptz(3) not null default app_now(),
      last_byte_at timestamptz(3) not null default app_now()
    );
    comment on column uploads.received is 'bytes at the end of the last call; what lies in the staging folder decides';
    comment on column uploads.object_id is 'what the finished upload became; it bears the same id';
    create index uploads_owner on uploads (owner_id);
    create index uploads_last_byte on uploads (last_byte_at);

    -- As typed. A draft names its files; no upload names its draft.
    create table drafts (
      id uuid primary key,
      owner_id uuid not null references users,
      content_id uuid,
      content_version text,
      title text not null,
      description text not null,
      category text not null,
      price text,
      link text not null,
      files jsonb not null,
      previews jsonb not null,
      version integer not null default 1 check (version > 0),
      created_at timestamptz(3) not null default app_now(),
      updated_at timestamptz(3) not null default app_now()
    );
    create index drafts_owner on drafts (owner_id, updated_at desc, id desc);
    create index drafts_updated on drafts (updated_at);
  `,
  drop: /* sql */ `
    drop table drafts, uploads, objects;
  `,
};
