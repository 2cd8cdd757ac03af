import pg from "pg";
import { setTimeout as sleep } from "node:timers/promises";
import { NAME } from "./cluster.ts";
import type { Cluster, ClusterSettings } from "./cluster.ts";
import {
  clearEmptyPidFile,
  findPostmaster,
  freePort,
  lastPort,
  launch,
  setPidFileAside,
  shutDown,
} from "./postmaster.ts";
import { codeOf, reasonOf } from "./process.ts";

// Every server that uses a cluster holds a shared advisory lock in the database `postgres`, where the
// product's own locks can not meet it. A killed server's lock goes with its connection.
const LOCK = "(52036, 1)";
const UNREAPED_MS = 2_000;
const PATIENCE_MS = 120_000;

/** A server's hold on a running cluster. */
export interface Holding {
  readonly pid: number;
  readonly port: number;
  readonly client: pg.Client;
  /** Settles when either side has ended the connection. */
  readonly ended: Promise<void>;
}

/** How to get hold of a cluster. */
export interface HoldOptions {
  readonly settings: ClusterSettings;
  readonly log: (line: string) => void;
  /** The only port that will do: that of pools which are to reconnect. */
  readonly port?: number;
  readonly signal?: AbortSignal;
}

/** Joins the running postmaster of a cluster, or starts one; other servers may try the same at once. */
export async function hold(cluster: Cluster, options: HoldOptions): Promise<Holding> {
  const deadline = Date.now() + PATIENCE_MS;
  let wanted = options.port ?? (await lastPort(cluster));
  let staleSince: number | undefined;
  let reason = "no answer";
  for (let tries = 0; Date.now() < deadline; tries += 1) {
    if (tries > 0) await sleep(100);
    options.signal?.throwIfAborted();
    const found = await findPostmaster(cluster);
    if (found?.state === "running") {
      reason = "it is still starting or stopping";
      if (!found.ready) continue;
      if (options.port !== undefined && found.port !== options.port) {
        throw new Error(
          `the database runs on port ${found.port} now instead of ${options.port}: restart this server`,
        );
      }
      try {
        const holding = await connectShared(cluster, found.pid, found.port);
        options.log(`Joined the running database on port ${found.port}.`);
        return holding;
      } catch (error) {
        if (codeOf(error) === "28P01") throw error; // another password than that of the data folder
        reason = reasonOf(error);
        continue;
      }
    }
    if (found?.state === "ended" || found?.state === "other") {
      // A parent may collect the ended process yet, and PostgreSQL then clears up by itself.
      staleSince ??= Date.now();
      if (found.state === "other" || Date.now() - staleSince > UNREAPED_MS)
        await setPidFileAside(cluster, found);
      continue;
    }
    const port = options.port ?? (await freePort(wanted));
    const launched = await launch(cluster, port, options.settings, options.signal);
    if (launched.ready) {
      try {
        const holding = await connectShared(cluster, launched.pid, port);
        options.log(`Started the database on port ${port}.`);
        return holding;
      } catch (error) {
        reason = reasonOf(error);
        continue;
      }
    }
    reason = launched.reason;
    if (/lock file .* is empty/i.test(reason)) await clearEmptyPidFile(cluster);
    const portTaken = /address already in use|TCP\/IP sockets/i.test(reason);
    if (portTaken && options.port === undefined) wanted = undefined;
    // Another server is starting it, or the last backends of a killed postmaster are still leaving.
    else if (!/lock file|pre-existing shared memory/i.test(reason)) throw new Error(reason);
  }
  throw new Error(reason);
}

/**
 * Gives a hold up and shuts the cluster down unless another server holds it. Without a hold (its
 * connection was lost) a new connection finds out. Returns whether the cluster is down.
 */
export async function release(cluster: Cluster, holding: Holding | undefined): Promise<boolean> {
  const client = await lastHolder(cluster, holding);
  if (client === "others") return false;
  try {
    const found = await findPostmaster(cluster);
    if (found?.state === "running") await shutDown(cluster, found.pid);
    // Its files were deleted under it, but we are connected to it.
    else if (client && client === holding?.client) await shutDown(cluster, holding.pid);
    return true;
  } finally {
    void client?.end().catch(() => undefined);
  }
}

/**
 * A connection with the exclusive lock, under which no other server can join. Undefined when the cluster is down or
 * gives no answer; then the servers that may hold it have lost it too and start it again.
 */
async function lastHolder(
  cluster: Cluster,
  holding: Holding | undefined,
): Promise<pg.Client | "others" | undefined> {
  const deadline = Date.now() + 10_000;
  for (let client = holding?.client; Date.now() < deadline; client = undefined) {
    try {
      if (client) {
        keepAwake(client, true);
        // First given up, then tried for: of two that stop at once the second gets it.
        await client.query(`select pg_advisory_unlock_shared${LOCK}`);
      } else {
        const found = await findPostmaster(cluster);
        if (found?.state !== "running") return undefined;
        client = await connect(cluster, found.port);
      }
      const { rows } = await client.query<{ alone: boolean }>(`select pg_try_advisory_lock${LOCK} as alone`);
      if (rows[0]?.alone) return client;
      await client.end().catch(() => undefined);
      return "others";
    } catch {
      void client?.end().catch(() => undefined);
      await sleep(100);
    }
  }
  return undefined;
}

/** Makes the product's database where it is missing. */
export async function ensureDatabase(client: pg.Client): Promise<void> {
  const { rowCount } = await client.query("select from pg_database where datname = $1", [NAME]);
  if (rowCount) return;
  await client.query(`create database ${NAME}`).catch((error: unknown) => {
    // 42P04 and 23505: another server has made it meanwhile.
    if (!["42P04", "23505"].includes(codeOf(error) ?? "")) throw error;
  });
}

/** The address of a database of the cluster. */
export function addressOf(cluster: Cluster, port: number, database: string): string {
  return `postgresql://${NAME}:${cluster.password}@127.0.0.1:${port}/${database}`;
}

async function connectShared(cluster: Cluster, pid: number, port: number): Promise<Holding> {
  const client = await connect(cluster, port);
  const ended = new Promise<void>((resolve) => client.once("end", () => resolve()));
  try {
    await client.query(`select pg_advisory_lock_shared${LOCK}`);
  } catch (error) {
    void client.end().catch(() => undefined);
    throw error;
  }
  return { pid, port, client, ended };
}

async function connect(cluster: Cluster, port: number): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: addressOf(cluster, port, "postgres"),
    application_name: "knowhow holder",
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
  });
  // A lost connection is told by `end` as well; unheard, this event would end the process.
  client.on("error", () => undefined);
  await client.connect();
  return client;
}

/** Says whether a connection alone keeps the process alive. */
export function keepAwake(client: pg.Client, awake: boolean): void {
  // pg has these two methods; its type package does not know them.
  const refs = client as pg.Client & { ref(): void; unref(): void };
  if (awake) refs.ref();
  else refs.unref();
}
