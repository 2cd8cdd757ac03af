import { createReadStream } from "node:fs";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGunzip } from "node:zlib";
import pLimit from "p-limit";
import pg from "pg";
import { from as copyFrom } from "pg-copy-streams";
import type { Config } from "../config.ts";
import { migrate, migrateTo } from "../database/migrate.ts";
import { connectPatiently } from "../database/patience.ts";
import { migrateJobs } from "../jobs/worker.ts";
import { objectFolders } from "../storage/StoredObject.ts";
import type { Storage } from "../storage/storage.ts";
import { createFileSum, keyMarkOf, objectPath, readManifest, tablePath, type Manifest } from "./manifest.ts";
import { listTables, quote, quoteName } from "./tables.ts";

const copiesAtOnce = 8;

interface Target {
  databaseUrl: string;
  storage: Pick<Storage, "list" | "direct">;
  config: Pick<Config, "encryptionKey">;
  /** Makes what the payment stand-in keeps in the database, where a backup has it. */
  prepareStandin: (pool: pg.Pool) => Promise<void>;
}

/** Fails for a target that can not take a backup, before anything is written there. */
const refuseUnfit = async (pool: pg.Pool, storage: Target["storage"]): Promise<void> => {
  const { rows } = await pool.query(
    "select from pg_class where relnamespace = 'public'::regnamespace limit 1",
  );
  if (rows.length > 0) throw new Error("the database is not empty: a restore needs a new one");
  const { rows: rights } = await pool.query<{ has: boolean }>(
    "select has_parameter_privilege('session_replication_role', 'SET') as has",
  );
  if (rights[0]?.has !== true)
    throw new Error("the database's role may not set session_replication_role: grant it for the restore");
  for (const name of objectFolders)
    for await (const { key } of storage.list(name))
      throw new Error(`the storage is not empty (${key}): a restore needs a new one`);
};

const damaged = (path: string): Error => new Error(`${path} is damaged: its hash is not that of the backup`);

const restoreObject = async (
  storage: Target["storage"],
  folder: string,
  { key, size, sha256 }: Manifest["objects"][number],
): Promise<void> => {
  const path = objectPath(folder, key);
  const sum = createFileSum();
  const staged = await storage.direct.stage(Readable.from(sum.pass(createReadStream(path))), size);
  if (sum.size() !== size || sum.sha256() !== sha256) {
    await staged.discard();
    throw damaged(path);
  }
  await staged.commit(key);
};

const restoreTables = async (client: pg.ClientBase, folder: string, manifest: Manifest): Promise<void> => {
  await client.query("begin");
  // Triggers and references rest: what they do is in the rows already.
  await client.query("set local session_replication_role = replica");
  const made = await listTables(client);
  await client.query(`truncate ${made.map(quote).join(", ")} restart identity`);
  for (const table of manifest.tables) {
    const path = tablePath(folder, table);
    const sum = createFileSum();
    const columns = table.columns.map(quoteName).join(", ");
    const rows = client.query(copyFrom(`copy ${quote(table)} (${columns}) from stdin`));
    await pipeline(createReadStream(path), sum.pass, createGunzip(), rows);
    if (sum.sha256() !== table.sha256 || rows.rowCount !== table.rows) throw damaged(path);
  }
  for (const sequence of manifest.sequences)
    await client.query("select setval($1, $2::bigint)", [quote(sequence), sequence.value]);
  await client.query("commit");
};

/**
 * Puts a backup into an empty database and an empty storage, then brings the schema up to date. Nothing of the database
 * is there before all of it is. Fails where either is not empty, where a file is damaged, and with another encryption
 * key.
 */
export const restore = async (
  { databaseUrl, storage, config, prepareStandin }: Target,
  folder: string,
): Promise<Manifest> => {
  const manifest = await readManifest(folder);
  if (manifest.keyMark !== keyMarkOf(config))
    throw new Error("the encryption key is not that of the backup: account numbers could not be read");
  const pool = new pg.Pool({ connectionString: databaseUrl, application_name: "knowhow-restore", max: 2 });
  // A lost connection fails the statement; it must not end the process.
  const ignoreLoss = () => undefined;
  pool.on("error", ignoreLoss).on("connect", (client) => client.on("error", ignoreLoss));
  try {
    await refuseUnfit(pool, storage);
    await pLimit(copiesAtOnce).map(manifest.objects, (object) => restoreObject(storage, folder, object));
    await migrateTo(databaseUrl, manifest.migrations);
    await migrateJobs(pool);
    if (manifest.tables.some(({ schema }) => schema === "standin_toss")) await prepareStandin(pool);
    const client = await connectPatiently(databaseUrl, "knowhow-restore");
    try {
      await restoreTables(client, folder, manifest);
    } finally {
      // Closing the connection ends its settings and whatever it holds.
      await client.end();
    }
    await migrate(databaseUrl);
    return manifest;
  } finally {
    await pool.end();
  }
};
