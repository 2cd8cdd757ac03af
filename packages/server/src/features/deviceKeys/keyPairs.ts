import type { DeviceKey, PublicDeviceKey } from "@knowhow/shared";
import { Model } from "objection";
import { generateKeyPair } from "node:crypto";
import { promisify } from "node:util";
import type { Knex } from "knex";
import type { Deps } from "../../deps.ts";
import { lockActiveUser } from "../users/lockActiveUser.ts";

type KeyDeps = Pick<Deps, "knex" | "cipher">;
type Row = DeviceKey & { id: string; user_id: string; retired_at: Date | null };

/** The public half of an account's current pair; none before its first sign-in, or after its person has left. */
export const readPublicKey = (knex: Knex, userId: string): Promise<PublicDeviceKey | undefined> =>
  knex<Row>("device_keys").where({ user_id: userId, retired_at: null }).first("id", "x", "y");

/** Tells whether an account's person has left, so that it has no pair any more. */
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
  // Two sign-ins at once: one pair is enough.
  await knex("device_keys")
    .insert({ user_id: userId, x, y, d: cipher.encrypt(d, userId) })
    .onConflict(knex.raw("(user_id) where retired_at is null"))
    .ignore();
};

/**
 * Gives the whole of one of a person's pairs and retires it where it was current: whoever has a private part can open
 * nothing that is sealed later.
 */
export const giveKeyPair = ({ knex, cipher }: KeyDeps, userId: string, id: string) =>
  Model.transaction(knex, async (trx): Promise<DeviceKey | undefined> => {
    // Nobody who leaves at this moment is left with a new pair.
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
