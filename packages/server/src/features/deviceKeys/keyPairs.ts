import type { DeviceKey, PublicDeviceKey } from "@knowhow/shared";
import { Model } from "objection";
import { generateKeyPair } from "node:crypto";
import { promisify } from "node:util";
import type { Knex } from "knex";
import type { Deps } from "../../deps.ts";
import { lockActiveUser } from "../users/lockActiveUser.ts";

type KeyDeps = Pick<Deps, "knex" | "cipher">;
type Row = DeviceKey & { id: string; user_id: string; retired_at: Date | null };

/** The public half of an account's current pair; none before its first sign-in, or after its user has left. */
export const readPublicKey = (knex: Knex, userId: string): Promise<PublicDeviceKey | undefined> =>
  knex<Row>("device_keys").where({ user_id: userId, retired_at: null }).first("id", "x", "y");

/** Tells whether an account's user has left, so that it has no pair any more. */
export const hasLeft = async (knex: Knex, userId: string): Promise<boolean> => {
  const user = await knex<{ id: string; left_at: Date | null }>("users")
    .where({ id: userId })
    .first("left_at");
  return (user?.left_at ?? null) !== null;
};

/** Makes a pair for an account that has no current one. */
export const ensureKeyPair = async ({ knex, cipher }: KeyDeps, userId: string): Promise<void> => {
  if (await readPublicKey(knex, userId)) return;
  const { privateKey } = await promisify(generateKeyPair)("ec", { namedCurve: "P-256" });
  const { x = "", y = "", d = "" } = privateKey.export({ format: "jwk" });
  // Of two simultaneous sign-ins one makes the pair.
  await knex("device_keys")
    .insert({ user_id: userId, x, y, d: cipher.encrypt(d, userId) })
    .onConflict(knex.raw("(user_id) where retired_at is null"))
    .ignore();
};

/**
 * Returns the whole of one of a user's pairs, and retires a current one: a private part once handed out opens nothing
 * that is sealed later.
 */
export const giveKeyPair = ({ knex, cipher }: KeyDeps, userId: string, id: string) =>
  Model.transaction(knex, async (trx): Promise<DeviceKey | undefined> => {
    // The lock keeps a user who leaves at this moment from getting a new pair.
    await lockActiveUser(trx, userId);
    const row = await trx<Row>("device_keys")
      .where({ id, user_id: userId })
      .first("x", "y", "d", "retired_at");
    if (!row) return undefined;
    if (row.retired_at === null) {
      await trx("device_keys")
        .where({ id })
        .update({ retired_at: trx.raw("app_now()") });
      await ensureKeyPair({ knex: trx, cipher }, userId);
    }
    return { x: row.x, y: row.y, d: cipher.decrypt(row.d, userId) };
  });
