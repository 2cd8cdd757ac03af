import knex, { type Knex } from "knex";
import { failureCode } from "./failure.ts";
import { migrationConfig } from "./knex.ts";
import { connectPatiently } from "./patience.ts";

const migrationLock = 727_001;

/** SQLSTATEs of statements that got no lock: after too long a wait, and in a deadlock. */
const lockFailures: readonly (string | undefined)[] = ["55P03", "40P01"];

/** The first migration of all: the schema of the first release. */
const baseline = "20261124000000_baseline.ts";

const quiet = (): void => undefined;

/** Stops at a database with the migrations that the baseline replaces: nothing leads from them to it. */
const refuseFormerSchema = async (db: Knex): Promise<void> => {
  // Knex's own look at the names speaks of missing files. It types the pair as any.
  const [done] = (await db.migrate.list({ disableMigrationsListValidation: true })) as [{ name: string }[]];
  if (!done.some(({ name }) => name < baseline)) return;
  throw new Error(
    "the database was made before the first release, and this version can not go on with it; nothing was deleted: " +
      "to begin anew, move the data folder away (DATA_DIR) or name an empty database (DATABASE_URL), " +
      "or restore a dump that this version made",
  );
};

/** Runs a change of the schema: one process at a time, and a killed one leaves nothing locked. */
const alone = async <T>(url: string, change: (db: Knex) => Promise<T>): Promise<T> => {
  const client = await connectPatiently(url, "knowhow-migrate");
  // A failure is thrown, for the caller to report once.
  const db = knex({ ...migrationConfig(url), log: { warn: quiet, error: quiet } });
  try {
    await client.query("select pg_advisory_lock($1)", [migrationLock]);
    await refuseFormerSchema(db);
    // Under this lock no other process migrates: a lock row that still stands is a killed process's.
    await db.migrate.forceFreeMigrationsLock();
    return await change(db);
  } catch (error) {
    if (!lockFailures.includes(failureCode(error))) throw error;
    throw new Error("a migration waited too long for a table in use and was undone: try again", {
      cause: error,
    });
  } finally {
    await db.destroy();
    await client.end();
  }
};

/** Brings the schema up to date. */
export const migrate = (url: string): Promise<void> =>
  alone(url, async (db) => {
    await db.migrate.latest();
  });

/** Brings an empty database to a schema of these migrations, in their order; fails where this version lacks one. */
export const migrateTo = (url: string, names: readonly string[]): Promise<void> =>
  alone(url, async (db) => {
    for (const name of names) await db.migrate.up({ name });
  });

/** Takes the last migration back, or so many, the last first. A batch would be all of a database that one release made. */
export const rollback = (url: string, steps = 1): Promise<void> =>
  alone(url, async (db) => {
    for (let step = 0; step < steps; step += 1) await db.migrate.down();
  });

/** How many migrations are done, and how many are open. */
export const migrationState = (url: string): Promise<{ done: number; open: number }> =>
  alone(url, async (db) => {
    const [done, open] = (await db.migrate.list()) as [unknown[], unknown[]]; // Knex types the pair as any.
    return { done: done.length, open: open.length };
  });
