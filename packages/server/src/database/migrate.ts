import type { Knex } from "knex";
import pg from "pg";

const migrationLock = 727_001;

/** Brings the schema up to date: one process at a time, and a killed one leaves nothing locked. */
export const migrate = async (db: Knex, url: string): Promise<void> => {
  const client = new pg.Client({ connectionString: url, application_name: "knowhow-migrate" });
  client.on("error", () => undefined); // A lost connection fails the query below; it must not end the process.
  await client.connect();
  try {
    await client.query("select pg_advisory_lock($1)", [migrationLock]);
    // We hold the lock, so nobody else migrates: a lock row that still stands is a killed process's.
    await db.migrate.forceFreeMigrationsLock();
    await db.migrate.latest();
  } finally {
    await client.end();
  }
};
