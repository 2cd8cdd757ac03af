import { execFile } from "node:child_process";
import { appendFile, chmod, chown, mkdir, mkdtemp, readdir, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import pg from "pg";
import { startEmbeddedDatabase, type EmbeddedDatabase } from "../dev-database/embedded.ts";

const run = promisify(execFile);
const settings = { fsync: "off", max_connections: "100" };

/** A PostgreSQL of its own with a streaming standby. */
export interface ReplicatedDatabase {
  primaryUrl: string;
  standbyUrl: string;
  /** Stops the standby's replay, or lets it go on. */
  pause(): Promise<void>;
  resume(): Promise<void>;
  /** Makes the standby a primary of its own. */
  promote(): Promise<void>;
  stop(): Promise<void>;
}

const withClient = async <T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
};

/** Copies a running cluster as the standby of it; both passwords are the same. */
const copyCluster = (primaryUrl: string, streamUrl: string, dataDir: string): Promise<void> =>
  withClient(primaryUrl, async (client) => {
    const { rows } = await client.query<{ folder: string }>(
      "select current_setting('data_directory') as folder",
    );
    const source = rows[0]?.folder ?? "";
    const [home, cluster] = [join(dataDir, "postgres"), join(dataDir, "postgres/cluster")];
    // Where this is root, the database's user has to enter both.
    await mkdir(home);
    for (const folder of [dataDir, home]) await chmod(folder, 0o711);
    await client.query("select pg_create_physical_replication_slot('standby', true)");
    await client.query("select pg_backup_start('standby', true)");
    await run("cp", ["-a", source, cluster]);
    await run("cp", ["-a", join(dirname(source), "password"), home]);
    const stopped = await client.query<{ label: string }>(
      "select labelfile as label from pg_backup_stop(false)",
    );
    for (const name of ["postmaster.pid", "postmaster.opts"]) await rm(join(cluster, name), { force: true });
    for (const name of await readdir(join(cluster, "pg_replslot")))
      await rm(join(cluster, "pg_replslot", name), { recursive: true });
    const { hostname, port, username, password } = new URL(streamUrl);
    await appendFile(
      join(cluster, "postgresql.auto.conf"),
      `primary_conninfo = 'host=${hostname} port=${port} user=${username} password=${password}'\n` +
        "primary_slot_name = 'standby'\n",
    );
    const { uid, gid } = await stat(source);
    for (const [name, text] of [
      ["backup_label", stopped.rows[0]?.label ?? ""],
      ["standby.signal", ""],
    ] as const) {
      await writeFile(join(cluster, name), text, { mode: 0o600 });
      await chown(join(cluster, name), uid, gid);
    }
  });

/** Starts a PostgreSQL and a standby that streams from it, at the address that `lead` makes of the primary's. */
export const startReplicatedDatabase = async (
  lead: (primaryUrl: string) => Promise<string> = (url) => Promise.resolve(url),
): Promise<ReplicatedDatabase> => {
  const folders: string[] = [];
  const running: EmbeddedDatabase[] = [];
  const start = async (prepare: (dataDir: string) => Promise<void> = () => Promise.resolve()) => {
    const dataDir = await mkdtemp(join(tmpdir(), "knowhow-replicated-"));
    folders.push(dataDir);
    await prepare(dataDir);
    const started = await startEmbeddedDatabase({ dataDir, log: () => undefined, settings });
    running.push(started);
    return started.url;
  };
  const stop = async () => {
    for (const database of running.reverse()) await database.stop();
    for (const folder of folders) await rm(folder, { recursive: true, force: true });
  };
  try {
    const primaryUrl = await start();
    const streamUrl = await lead(primaryUrl);
    const standbyUrl = await start((dataDir) => copyCluster(primaryUrl, streamUrl, dataDir));
    const onStandby = (sql: string) =>
      withClient(standbyUrl, async (client) => {
        await client.query(sql);
      });
    return {
      primaryUrl,
      standbyUrl,
      pause: () => onStandby("select pg_wal_replay_pause()"),
      resume: () => onStandby("select pg_wal_replay_resume()"),
      promote: () => onStandby("select pg_promote()"),
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
};
