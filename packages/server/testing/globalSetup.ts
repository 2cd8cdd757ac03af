import { chmod, mkdtemp, readFile, rm, statfs } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { register } from "tsx/esm/api";
import type { TestProject } from "vitest/node";
import { startEmbeddedDatabase } from "../dev-database/embedded.ts";
import { openPool } from "../src/database/knex.ts";
import { migrate } from "../src/database/migrate.ts";
import { migrateJobs } from "../src/jobs/worker.ts";
import { startPooler } from "./pooler.ts";
import { buildProduct } from "./process.ts";

const template = "knowhow_template";

const memoryFolder = "/dev/shm";
/** Free bytes with which the databases of a run, and what PostgreSQL logs of them, stay in memory. */
const minMemoryBytes = 4 * 1024 ** 3;

/**
 * Files in memory, where the machine has room for them. On a disk with ext4 a database takes 560 ms instead of 33:
 * for each of its 800 files the inodes are searched past those that the last databases left.
 */
const chooseFolder = async (): Promise<string> => {
  const mounts = await readFile("/proc/mounts", "utf8").catch(() => "");
  // PostgreSQL's programs may have to be copied there.
  const isMemory = new RegExp(`^\\S+ ${memoryFolder} tmpfs (?!\\S*noexec)`, "m").test(mounts);
  if (!isMemory) return tmpdir();
  const { bavail, bsize } = await statfs(memoryFolder);
  return bavail * bsize < minMemoryBytes ? tmpdir() : memoryFolder;
};

/**
 * Starts one PostgreSQL for the whole run, prepares the database that every test file copies, and builds the server
 * that tests start as a process of its own. With PGBOUNCER, a path, the product is reached by its databases through it.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  await buildProduct();
  // Knex imports migrations by itself, past the test runner's own loader.
  const unregister = register();
  const dataDir = await mkdtemp(join(await chooseFolder(), "knowhow-test-"));
  // Where this is root, PostgreSQL's own user has to pass.
  await chmod(dataDir, 0o711);
  const database = await startEmbeddedDatabase({
    dataDir,
    log: () => undefined,
    // Nothing here outlives the run.
    settings: { fsync: "off", synchronous_commit: "off", full_page_writes: "off", max_connections: "300" },
  });
  const url = new URL(database.url);
  const admin = new pg.Client({ connectionString: database.url });
  await admin.connect();
  await admin.query(`create database ${template}`);
  await admin.end();
  url.pathname = `/${template}`;
  await migrate(url.toString());
  await unregister();
  const pool = openPool(url.toString(), () => undefined);
  await migrateJobs(pool);
  await pool.end();
  const program = process.env["PGBOUNCER"];
  const pooler =
    program === undefined
      ? undefined
      : await startPooler({
          program,
          databaseUrl: database.url,
          port: Number(url.port) + 1,
          also: ["set knowhow.test = on"],
        });
  project.provide("poolerUrl", pooler?.through(database.url));
  project.provide("databaseUrl", database.url);
  project.provide("templateDatabase", template);
  return async () => {
    await pooler?.stop();
    await database.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
}
