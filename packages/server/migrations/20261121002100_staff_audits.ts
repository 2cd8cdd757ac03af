import type { Knex } from "knex";

/** Who of the administrators decided, took back, and looked at people and their conversations. */
export const up = (knex: Knex): Promise<unknown> =>
  knex.raw(/* sql */ `
    alter table reports add column reviewed_by uuid references users;
    alter table user_penalties add column lifted_by uuid references users;

    create table staff_audits (
      id uuid primary key default uuidv7(),
      admin_id uuid not null references users,
      kind text not null check (kind in ('history', 'inquiry')),
      -- Whose history or conversation it was.
      user_id uuid not null references users,
      -- A look that goes on is one line, from its first to its last request.
      read_at timestamptz(3) not null default app_now(),
      last_read_at timestamptz(3) not null default app_now()
    );
    create index staff_audits_admin on staff_audits (admin_id, user_id, kind, last_read_at desc);
    create index staff_audits_user on staff_audits (user_id);
  `);

export const down = (knex: Knex): Promise<unknown> =>
  knex.raw(/* sql */ `
    drop table staff_audits;
    alter table user_penalties drop column lifted_by;
    alter table reports drop column reviewed_by;
  `);
