import type { deviceKeys } from "@knowhow/shared";
import type { Deps } from "../../deps.ts";
import type { Handlers } from "../../http/mount.ts";
import { giveKeyPair, hasLeft, readPublicKey } from "./keyPairs.ts";

/** Answers the calls about device keys. */
export const createDeviceKeyHandlers = (deps: Deps): Handlers<typeof deviceKeys> => ({
  get: async ({ params, fail }) =>
    (await readPublicKey(deps.knex, params.userId)) ??
    fail((await hasLeft(deps.knex, params.userId)) ? "DEVICE_KEY_GONE" : "NOT_FOUND"),
  open: async ({ viewer, body, fail }) =>
    (await giveKeyPair(deps, viewer.id, body.keyId)) ?? fail("DEVICE_KEY_GONE"),
});
