import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { startEmbeddedDatabase } from "../packages/server/dev-database/embedded.ts";
import { migrate } from "../packages/server/src/database/migrate.ts";
import { fill } from "./fill.ts";

/** A bench's database with 10,000 contents and 100,000 messages; in BENCH_DATA, which is kept, where that is set. */
export const openFilledDatabase = async () => {
  const kept = process.env["BENCH_DATA"];
  const dataDir = kept ?? (await mkdtemp(join(tmpdir(), "knowhow-bench-")));
  const database = await startEmbeddedDatabase({ dataDir, log: () => undefined });
  await migrate(database.url);
  const pool = new pg.Pool({ connectionString: database.url });
  if ((await pool.query("select from contents limit 1")).rowCount === 0)
    await fill(pool, { contents: 10_000, messages: 100_000 });
  return {
    dataDir,
    url: database.url,
    pool,
    /** Ends the pool before it, and deletes a folder that is not kept. */
    close: async () => {
      await pool.end();
      await database.stop();
      if (kept === undefined) await rm(dataDir, { recursive: true, force: true });
    },
  };
};
