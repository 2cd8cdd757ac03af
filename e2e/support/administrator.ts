import { AppError } from "@knowhow/shared";
import { createAdmin } from "../../packages/server/src/features/accounts/createAdmin.ts";
import { readConfig } from "../../packages/server/src/config.ts";
import { startEmbeddedDatabase } from "../../packages/server/dev-database/embedded.ts";
import { openKnex } from "../../packages/server/src/database/knex.ts";

/** The administrator of a run, as the server's configuration names them. */
export const administrator = {
  userId: "keeper1",
  email: "keeper1@example.com",
  nickname: "지킴이",
  password: "Keeper!2026",
} as const;

/** The other one, for what two do at once. */
export const colleague = {
  userId: "keeper2",
  email: "keeper2@example.com",
  nickname: "돌봄이",
  password: "Keeper!2026",
} as const;

const isThere = (error: unknown): boolean => error instanceof AppError && error.code === "USER_ID_TAKEN";

/** Makes an administrator's account, which can not be registered; two tests that want it have the same one. */
export const makeAdministrator = async (
  person: typeof administrator | typeof colleague = administrator,
): Promise<void> => {
  const { E2E_DATA_DIR: dataDir = "" } = process.env;
  const config = readConfig({ ADMIN_USER_IDS: person.userId, DATA_DIR: dataDir });
  // The server's own database is joined, and left to it.
  const database = await startEmbeddedDatabase({ dataDir, log: () => undefined });
  const knex = openKnex(database.url);
  try {
    await createAdmin({ config, knex }, person);
  } catch (error) {
    if (!isThere(error)) throw error;
  } finally {
    await knex.destroy();
    await database.stop();
  }
};
