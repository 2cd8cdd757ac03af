import type { Knex } from "knex";

/** Every member's names are compared, however the account was made; the start makes skeletons of the placeholders. */
export const up = async (knex: Knex): Promise<void> => {
  await knex.raw(`
    update users set user_id_skeleton = coalesce(user_id_skeleton, id::text),
                     nickname_skeleton = coalesce(nickname_skeleton, id::text)
    where left_at is null;
    alter table users add constraint users_skeletons check (left_at is not null
      or (user_id_skeleton is not null and nickname_skeleton is not null));
  `);
};

export const down = async (knex: Knex): Promise<void> => {
  await knex.raw("alter table users drop constraint users_skeletons");
};
