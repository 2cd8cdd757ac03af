import type { Knex } from "knex";
import unhomoglyph from "unhomoglyph";

/** As names are compared; see accounts/skeleton.ts. */
const skeletonOf = (name: string): string =>
  unhomoglyph(name.normalize("NFKC").normalize("NFD")).normalize("NFD").toLowerCase();

interface Names {
  id: string;
  user_id: string;
  nickname: string;
}

/** Names that look alike, what recovery goes by after a change, what happens to an account, and its sessions one by one. */
export const up = async (knex: Knex): Promise<void> => {
  await knex.raw(/* sql */ `
    alter table users
      add column user_id_skeleton text, add column nickname_skeleton text,
      -- Name, nickname, address and number as they were before the changes of the last days.
      add column recovery_identity jsonb, add column identity_changed_at timestamptz(3);
    create index users_recovery_email on users (lower(recovery_identity ->> 'email'))
      where recovery_identity is not null;

    alter table sessions
      add column id uuid not null default uuidv7() unique,
      add column used_at timestamptz(3) not null default app_now(),
      add column device jsonb,
      add column address text;

    create table security_events (
      id uuid primary key default uuidv7(),
      user_id uuid not null references users on delete cascade,
      kind text not null,
      fields text[] not null default '{}',
      device jsonb,
      address text,
      created_at timestamptz(3) not null default app_now()
    );
    create index security_events_user on security_events (user_id, created_at desc, id desc);
    create index security_events_age on security_events (created_at);

    alter table admin_chat_rooms drop constraint if exists admin_chat_rooms_type_check;
    alter table admin_chat_rooms add constraint admin_chat_rooms_type_check
      check (type in ('general', 'report_result', 'penalty_notice', 'refund_notice', 'account_notice'));
  `);
  // Of two who look alike already the older has the name; the newer keeps theirs, and nobody else gets either.
  const { rows } = await knex.raw<{ rows: Names[] }>(
    "select id, user_id, nickname from users where left_at is null order by created_at, id",
  );
  const taken = { userId: new Set<string>(), nickname: new Set<string>() };
  const first = (seen: Set<string>, skeleton: string): string | null => {
    if (seen.has(skeleton)) return null;
    seen.add(skeleton);
    return skeleton;
  };
  for (const { id, user_id, nickname } of rows)
    await knex.raw("update users set user_id_skeleton = ?, nickname_skeleton = ? where id = ?", [
      first(taken.userId, skeletonOf(user_id)),
      first(taken.nickname, skeletonOf(nickname)),
      id,
    ]);
  await knex.raw(/* sql */ `
    create unique index users_user_id_skeleton on users (user_id_skeleton) where left_at is null;
    create unique index users_nickname_skeleton on users (nickname_skeleton) where left_at is null;
  `);
};

export const down = (knex: Knex): Promise<unknown> =>
  knex.raw(/* sql */ `
    update admin_chat_rooms set type = 'general', status = 'inactive' where type = 'account_notice';
    alter table admin_chat_rooms drop constraint admin_chat_rooms_type_check;
    alter table admin_chat_rooms add constraint admin_chat_rooms_type_check
      check (type in ('general', 'report_result', 'penalty_notice', 'refund_notice'));
    drop table security_events;
    alter table sessions drop column address, drop column device, drop column used_at, drop column id;
    drop index users_nickname_skeleton, users_user_id_skeleton, users_recovery_email;
    alter table users drop column identity_changed_at, drop column recovery_identity,
      drop column nickname_skeleton, drop column user_id_skeleton;
  `);
