import type { DeviceKey, deviceKeys } from "@knowhow/shared";
import type { Knex } from "knex";
import { generateKeyPair } from "node:crypto";
import { promisify } from "node:util";
import type { Deps } from "../../deps.ts";
import type { Handlers } from "../../http/mount.ts";

const findKey = (knex: Knex, userId: string): Promise<DeviceKey | undefined> =>
  knex<DeviceKey & { user_id: string }>("device_keys").where({ user_id: userId }).first("x", "y", "d");

/** The key of an account, made when it is first asked for; none without the account. */
const readKey = async (knex: Knex, userId: string): Promise<DeviceKey | undefined> => {
  const known = await findKey(knex, userId);
  if (known) return known;
  const { privateKey } = await promisify(generateKeyPair)("ec", { namedCurve: "P-256" });
  const { x = "", y = "", d = "" } = privateKey.export({ format: "jwk" });
  // Two devices may ask at once: they are given the same.
  await knex.raw(
    `insert into device_keys (user_id, x, y, d) select id, :x, :y, :d from users where id = :userId
     on conflict (user_id) do nothing`,
    { userId, x, y, d },
  );
  return findKey(knex, userId);
};

/** Answers the calls about the keys of devices. */
export const createDeviceKeyHandlers = ({ knex }: Deps): Handlers<typeof deviceKeys> => ({
  get: async ({ params, fail }) => {
    const { x, y } = (await readKey(knex, params.userId)) ?? fail("NOT_FOUND");
    return { x, y };
  },
  open: async ({ viewer }) => {
    const key = await readKey(knex, viewer.id);
    if (!key) throw new Error("An account that is signed in has no row.");
    return key;
  },
});
