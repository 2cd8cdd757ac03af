import knex, { type Knex } from "knex";
import { fileURLToPath } from "node:url";
import pg from "pg";

// Sums and sizes fit a double: no amount of the product reaches 2^53.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);
pg.types.setTypeParser(pg.types.builtins.NUMERIC, Number);

/** Settings of every connection: tests may move the clock, and nothing hangs for ever. */
const connectionOptions = [
  "-c statement_timeout=30000",
  "-c idle_in_transaction_session_timeout=60000",
  "-c timezone=UTC",
  ...(process.env["NODE_ENV"] === "test" ? ["-c knowhow.test=on"] : []),
].join(" ");

const connection = (url: string) => ({
  connectionString: url,
  application_name: "knowhow",
  options: connectionOptions,
  connectionTimeoutMillis: 5_000,
  keepAlive: true,
});

/** Knex settings for one database; also what the knex command line uses. */
export const knexConfig = (url: string): Knex.Config => ({
  client: "pg",
  connection: connection(url),
  pool: { min: 0, max: 12 },
  acquireConnectionTimeout: 10_000,
  migrations: {
    directory: fileURLToPath(new URL("../../migrations", import.meta.url)),
    extension: "ts",
    loadExtensions: [".ts"],
  },
});

/** Opens the transactional side of the database. */
export const openKnex = (url: string): Knex => knex(knexConfig(url));

/** Opens the plain pool: prepared reads, jobs, limits. Lost idle connections are logged, never fatal. */
export const openPool = (url: string, onError: (error: Error) => void): pg.Pool => {
  const pool = new pg.Pool({ ...connection(url), max: 12, idleTimeoutMillis: 30_000 });
  pool.on("error", onError);
  // A client that is checked out while the database goes away reports here; its query fails on its own.
  pool.on("connect", (client) => client.on("error", onError));
  return pool;
};
