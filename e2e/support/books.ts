import { startEmbeddedDatabase } from "../../packages/server/dev-database/embedded.ts";
import { openPool } from "../../packages/server/src/database/knex.ts";
import { brokenInvariants } from "../../packages/server/testing/invariants.ts";

/** Fails when a product's data folder holds what must never be true, whether its server runs or not. */
export const expectSoundBooks = async (dataDir: string): Promise<void> => {
  // A database that a server uses is joined, and left to it.
  const database = await startEmbeddedDatabase({ dataDir, log: () => undefined });
  const pool = openPool(database.url, console.error);
  try {
    const broken = await brokenInvariants(pool);
    if (broken.length > 0) throw new Error(`invariants broken: ${JSON.stringify(broken)}`);
  } finally {
    await pool.end();
    await database.stop();
  }
};
