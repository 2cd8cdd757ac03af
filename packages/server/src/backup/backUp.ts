import { createWriteStream } from "node:fs";
import { mkdir, rm, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import pLimit from "p-limit";
import type pg from "pg";
import { to as copyTo } from "pg-copy-streams";
import type { Config } from "../config.ts";
import { connectPatiently } from "../database/patience.ts";
import { aloneKeySql } from "../database/runAlone.ts";
import { removalName } from "../features/files/orphaned.ts";
import { objectFolders } from "../storage/StoredObject.ts";
import { MissingObject, type Storage } from "../storage/storage.ts";
import { createFileSum, keyMarkOf, manifestPath, objectPath, tablePath, type Manifest } from "./manifest.ts";
import { listSequences, listTables, quote, quoteName } from "./tables.ts";

const copiesAtOnce = 8;

const openFile = async (path: string) => {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  return createWriteStream(path, { flags: "wx", mode: 0o600, flush: true });
};

/** Writes all tables as they are at one moment, and then the objects: what the tables name is there by then. */
const writeAll = async (
  client: pg.Client,
  storage: Pick<Storage, "list" | "open">,
  folder: string,
): Promise<Pick<Manifest, "migrations" | "tables" | "sequences" | "objects">> => {
  // Bytes that the tables name are not removed meanwhile; those of former contents wait an hour longer.
  await client.query(`select pg_advisory_lock(${aloneKeySql("$1")})`, [removalName]);
  await client.query("begin isolation level repeatable read, read only");
  const { rows: migrations } = await client.query<{ name: string }>(
    "select name from knex_migrations order by id",
  );
  const tables: Manifest["tables"] = [];
  for (const table of await listTables(client)) {
    const sum = createFileSum();
    const columns = table.columns.map(quoteName).join(", ");
    const rows = client.query(copyTo(`copy ${quote(table)} (${columns}) to stdout`));
    await pipeline(rows, createGzip(), sum.pass, await openFile(tablePath(folder, table)));
    tables.push({ ...table, rows: rows.rowCount, sha256: sum.sha256() });
  }
  // Numbers that were given out since leave gaps, no doubles.
  const sequences = await listSequences(client);
  // The lock is of the session and stays.
  await client.query("commit");
  const limit = pLimit(copiesAtOnce);
  let failure: { error: unknown } | undefined;
  const copyObject = async (key: string): Promise<Manifest["objects"]> => {
    if (failure) return [];
    const sum = createFileSum();
    try {
      await pipeline(await storage.open(key), sum.pass, await openFile(objectPath(folder, key)));
    } catch (error) {
      // Replaced or taken back since it was listed. Others are under way: what failed is thrown when they have ended.
      if (!(error instanceof MissingObject)) failure ??= { error };
      return [];
    }
    return [{ key, size: sum.size(), sha256: sum.sha256() }];
  };
  const objects: Manifest["objects"] = [];
  for (const name of objectFolders) {
    const keys: string[] = [];
    for await (const { key } of storage.list(name)) keys.push(key);
    objects.push(...(await limit.map(keys, copyObject)).flat());
    if (failure) throw failure.error;
  }
  // A connection that ended took the lock with it, and the clean-up may have removed bytes since.
  const isHeld = await client
    .query<{ held: boolean }>(`select pg_advisory_unlock(${aloneKeySql("$1")}) as held`, [removalName])
    .then(
      ({ rows }) => rows[0]?.held === true,
      () => false,
    );
  if (!isHeld)
    throw new Error(
      "the connection to the database ended while objects were copied, and with it the lock that keeps them: try again",
    );
  return { migrations: migrations.map(({ name }) => name), tables, sequences, objects };
};

/**
 * Writes a backup of a running product into a new folder: the database as it is at one moment, and all objects. Secrets
 * are not in it. A backup that fails leaves nothing, a killed one a folder without a manifest.
 */
export const backUp = async (
  {
    databaseUrl,
    storage,
    config,
  }: {
    databaseUrl: string;
    storage: Pick<Storage, "list" | "open">;
    config: Pick<Config, "encryptionKey">;
  },
  folder: string,
): Promise<Manifest> => {
  // A folder that is there already stays as it is.
  await mkdir(folder, { mode: 0o700 });
  let client: pg.Client | undefined;
  try {
    client = await connectPatiently(databaseUrl, "knowhow-backup");
    const createdAt = new Date().toISOString();
    const written = await writeAll(client, storage, folder);
    const manifest: Manifest = { format: 1, createdAt, keyMark: keyMarkOf(config), ...written };
    await writeFile(manifestPath(folder), JSON.stringify(manifest), { mode: 0o600, flush: true });
    return manifest;
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    throw error;
  } finally {
    await client?.end();
  }
};
