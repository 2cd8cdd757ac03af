import type { Knex } from "knex";

/** Forms that are not published yet, as typed. */
export const up = (knex: Knex): Promise<unknown> =>
  knex.raw(/* sql */ `
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
  `);

export const down = (knex: Knex): Promise<unknown> => knex.raw("drop table drafts");
