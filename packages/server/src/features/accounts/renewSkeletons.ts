import type { Knex } from "knex";
import { Model } from "objection";
import type { Trx } from "../../database/BaseModel.ts";
import { skeletonRule, storedSkeletonOf } from "./skeleton.ts";

interface Person {
  id: string;
  user_id: string;
  nickname: string;
}

/** The skeletons of names, oldest first; of two users who look alike the later gets one that no other can have. */
const tellSkeletonsApart = (people: readonly { id: string; name: string }[]): string[] => {
  const given = new Set<string>();
  return people.map(({ id, name }) => {
    const skeleton = storedSkeletonOf(name);
    if (given.has(skeleton)) return `${skeleton} ${id}`;
    given.add(skeleton);
    return skeleton;
  });
};

const isOfThisRule = `${skeletonRule}:%`;

/** Renews the skeletons of given-up nicknames; several users may have given up the same. */
const renewReservations = async (trx: Trx): Promise<void> => {
  const names = await trx<{ id: string; nickname: string }>("nickname_reservations").select("id", "nickname");
  await trx.raw(
    `update nickname_reservations r set skeleton = s.skeleton
     from unnest(?::uuid[], ?::text[]) s (id, skeleton) where r.id = s.id`,
    [names.map(({ id }) => id), names.map(({ nickname }) => storedSkeletonOf(nickname))],
  );
};

/** Renews all skeletons when one of them was made by another rule. */
export const renewSkeletons = async (knex: Knex): Promise<void> => {
  const unlike: unknown = await knex("users")
    .whereNull("left_at")
    .whereRaw("not (user_id_skeleton like :isOfThisRule and nickname_skeleton like :isOfThisRule)", {
      isOfThisRule,
    })
    .first("id");
  const unlikeReservation: unknown = await knex("nickname_reservations")
    .whereNot("skeleton", "like", isOfThisRule)
    .first("id");
  if (!unlike && !unlikeReservation) return;
  await Model.transaction(knex, async (trx) => {
    // The lock keeps names from being taken meanwhile; a second process at the same point repeats the renewal.
    await trx.raw("lock table users in share row exclusive mode");
    await trx.raw("set local statement_timeout = 0");
    await renewReservations(trx);
    const people = await trx<Person>("users")
      .whereNull("left_at")
      .orderBy(["created_at", "id"])
      .select("id", "user_id", "nickname");
    const ids = tellSkeletonsApart(people.map(({ id, user_id: name }) => ({ id, name })));
    const nicknames = tellSkeletonsApart(people.map(({ id, nickname: name }) => ({ id, name })));
    // Unique placeholders first: the index checks row by row, and a new skeleton may equal another row's old one.
    await trx.raw(
      "update users set user_id_skeleton = id::text, nickname_skeleton = id::text where left_at is null",
    );
    await trx.raw(
      `update users u set user_id_skeleton = s.user_id, nickname_skeleton = s.nickname
       from unnest(?::uuid[], ?::text[], ?::text[]) s (id, user_id, nickname) where u.id = s.id`,
      [people.map(({ id }) => id), ids, nicknames],
    );
  });
};
