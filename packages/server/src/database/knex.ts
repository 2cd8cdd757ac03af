import knex, { type Knex } from "knex";
import { readdir } from "node:fs/promises";
import { pathToFileURL } from "node:url";
import pg from "pg";
import { inServer, isBuilt } from "../places.ts";
import { patience } from "./patience.ts";

// Sums and sizes fit a double: no amount of the product reaches 2^53.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);
pg.types.setTypeParser(pg.types.builtins.NUMERIC, Number);

/** Nothing that answers people hangs for ever; hot pages are in memory, so that reading one costs the same anywhere. */
const servingOptions = [
  "-c statement_timeout=30000",
  "-c idle_in_transaction_session_timeout=60000",
  "-c random_page_cost=1.1",
];

/** The options of prepared reads: each is planned once for a connection, whatever it is asked for (decision 0065). */
export const readingOptions = [...servingOptions, "-c plan_cache_mode=force_generic_plan"];

/** An abandoned statement ends there too: the primary is doing it again. */
const replicaOptions = [...readingOptions, "-c statement_timeout=1000"];
const replicaLimits = { connectionTimeoutMillis: 500, query_timeout: 1_500 };

/** A migration may take its time, but never lets everyone wait behind a lock that it waits for. */
const migrationSql = `${patience}; set lock_timeout = 3000`;

/** What the opener of connections decides. */
export interface Opening {
  /** Lets this connection move the product's clock: in tests only. */
  movesClock?: boolean;
  /** The class of connections, where they are not the driver's own. */
  Client?: typeof pg.Client | undefined;
  /** Connections lead to a pooler in transaction mode, which has the settings of each connection itself. */
  isPooled?: boolean;
  /** Number of connections at most. */
  max?: number;
  /** Connections lead to a replica: statements wait two seconds at most, since the primary can answer them too. */
  isReplica?: boolean;
}

const connection = (
  url: string,
  options: readonly string[],
  { movesClock = false, isPooled = false }: Opening = {},
) => ({
  connectionString: url,
  application_name: "knowhow",
  ...(isPooled
    ? {}
    : { options: [...options, "-c timezone=UTC", ...(movesClock ? ["-c knowhow.test=on"] : [])].join(" ") }),
  connectionTimeoutMillis: 5_000,
  keepAlive: true,
});

/** The built migrations under the names of their sources, by which databases remember them. */
const builtMigrations: Knex.MigrationSource<string> = {
  getMigrations: async () =>
    (await readdir(inServer("dist/migrations"))).map((name) => name.replace(/js$/, "ts")).sort(),
  getMigrationName: (name) => name,
  getMigration: (name) => {
    const path = inServer("dist/migrations", name.replace(/ts$/, "js"));
    return import(pathToFileURL(path).href) as Promise<Knex.Migration>; // Each file has both ways.
  },
};

/** Knex settings for changing the schema of one database; also what the knex command line uses. */
export const migrationConfig = (url: string): Knex.Config => ({
  client: "pg",
  connection: connection(url, []),
  pool: {
    min: 0,
    max: 2,
    afterCreate: (client: pg.Client, done: (error: Error | null) => void) => {
      client.query(migrationSql, done);
    },
  },
  migrations: isBuilt
    ? { migrationSource: builtMigrations }
    : { directory: inServer("migrations"), extension: "ts", loadExtensions: [".ts"] },
});

/** Connections of each side of the database at most. */
export const maxConnections = 12;

/** Connections of one server process at most: both sides, the one that hears of news, and those of the worker. */
const processConnections = 2 * maxConnections + 6;

/** Connections past a pooler of one server process at most. */
export const maxDirectConnections = 8;

/** Connections to the database itself that all processes of a port may open, with room for maintenance. */
export const neededConnections = (
  processes: number,
  { isPooled = false }: Pick<Opening, "isPooled"> = {},
): number => processes * (isPooled ? maxDirectConnections + 1 : processConnections) + 10;

/** Name of a database among all of all servers; a physical copy has its original's. */
export const readIdentity = async (pool: pg.Pool): Promise<string> => {
  const { rows } = await pool.query<{ identity: string }>(
    `select concat_ws('/', system_identifier, (select oid from pg_database where datname = current_database())) as identity
     from pg_control_system()`,
  );
  return rows[0]?.identity ?? "";
};

/** The database's `max_connections`. */
export const readConnectionLimit = async (pool: pg.Pool): Promise<number> => {
  const { rows } = await pool.query<{ limit: number }>(
    "select current_setting('max_connections')::int as limit",
  );
  return rows[0]?.limit ?? 0;
};

/** Opens the transactional side of the database. */
export const openKnex = (url: string, opening: Opening = {}): Knex => {
  const opened = knex({
    client: "pg",
    connection: connection(url, servingOptions, opening),
    pool: { min: 0, max: maxConnections },
    acquireConnectionTimeout: 10_000,
  });
  // Knex makes each connection by its driver.
  if (opening.Client) Reflect.set(opened.client as object, "driver", { ...pg, Client: opening.Client });
  return opened;
};

/** Opens the plain pool: prepared reads, jobs, limits. Lost idle connections are logged, never fatal. */
export const openPool = (url: string, onError: (error: Error) => void, opening: Opening = {}): pg.Pool => {
  const pool = new pg.Pool({
    ...connection(url, opening.isReplica ? replicaOptions : readingOptions, opening),
    max: opening.max ?? maxConnections,
    idleTimeoutMillis: 30_000,
    ...(opening.isReplica ? replicaLimits : {}),
    ...(opening.Client ? { Client: opening.Client } : {}),
  });
  pool.on("error", onError);
  // A client that is checked out while the database goes away reports here; its query fails on its own.
  pool.on("connect", (client) => client.on("error", onError));
  return pool;
};
