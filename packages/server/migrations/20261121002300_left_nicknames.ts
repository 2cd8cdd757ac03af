import type { Knex } from "knex";

/** Everybody who has left is called the same; only who is here has a nickname of their own. */
export const up = (knex: Knex): Promise<unknown> =>
  knex.raw(/* sql */ `
    drop index users_nickname_folded;
    create unique index users_nickname_folded on users (lower(nickname)) where left_at is null;
    update users set nickname = '탈퇴한 사용자' where left_at is not null;
  `);

export const down = (knex: Knex): Promise<unknown> =>
  knex.raw(/* sql */ `
    update users set nickname = nickname || ' ' || right(user_id, 12) where left_at is not null;
    drop index users_nickname_folded;
    create unique index users_nickname_folded on users (lower(nickname));
  `);
