import type { Knex } from "knex";
import { skeletonOf } from "../src/features/accounts/skeleton.ts";

interface Person {
  id: string;
  user_id: string;
  nickname: string;
}

/** The skeletons of names, the oldest first; of two people who look alike the later gets one that nobody else can have. */
const tellSkeletonsApart = (people: readonly { id: string; name: string }[]): string[] => {
  const given = new Set<string>();
  return people.map(({ id, name }) => {
    const skeleton = skeletonOf(name);
    if (given.has(skeleton)) return `${skeleton} ${id}`;
    given.add(skeleton);
    return skeleton;
  });
};

/** Every member's names are compared: by the rule as it is now, whichever way the account was made. */
export const up = async (knex: Knex): Promise<void> => {
  const people = await knex<Person>("users")
    .whereNull("left_at")
    .orderBy(["created_at", "id"])
    .select("id", "user_id", "nickname");
  const ids = tellSkeletonsApart(people.map(({ id, user_id: name }) => ({ id, name })));
  const nicknames = tellSkeletonsApart(people.map(({ id, nickname: name }) => ({ id, name })));
  // Emptied first: the index looks at each row, and one may get what another still has.
  await knex("users").update({ user_id_skeleton: null, nickname_skeleton: null });
  await knex.raw(
    `update users u set user_id_skeleton = s.user_id, nickname_skeleton = s.nickname
     from unnest(?::uuid[], ?::text[], ?::text[]) s (id, user_id, nickname) where u.id = s.id`,
    [people.map(({ id }) => id), ids, nicknames],
  );
  await knex.raw(`
    alter table users add constraint users_skeletons check (left_at is not null
      or (user_id_skeleton is not null and nickname_skeleton is not null));
  `);
};

export const down = async (knex: Knex): Promise<void> => {
  await knex.raw("alter table users drop constraint users_skeletons");
};
