/**
 * `npm run bench`: every target of speed beside a limit server in the same run; `npm run bench:full` with a million
 * contents and ten million messages. Settings: ROWS, MESSAGES, SECONDS (of each measurement), ROUNDS, RUNS (of each
 * statement), and BENCH_DATA, a folder whose filled database is kept and used again. `npm run bench:search` is the part
 * about the search alone: what it finds, and how fast.
 */
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { contents } from "@knowhow/shared";
import { startEmbeddedDatabase } from "../packages/server/dev-database/embedded.ts";
import { openPool } from "../packages/server/src/database/knex.ts";
import { migrate } from "../packages/server/src/database/migrate.ts";
import { buildProduct, startServerProcess, type ServerProcess } from "../packages/server/testing/process.ts";
import { measureConsole } from "./console.ts";
import { measurePolls, measureStreams } from "./chats.ts";
import { fill, type Size } from "./fill.ts";
import { findingCount } from "./finding/data.ts";
import { fillFindings, measureFinding } from "./finding/measure.ts";
import { measureHttpReads, measureHttpWrites } from "./http.ts";
import { startLimitServer } from "./limitServer.ts";
import { sessionSecret } from "./people.ts";
import { judge, median, say, sumUp } from "./report.ts";
import { measureSeller } from "./seller.ts";
import { measureGrowth, measureReads, measureSearch } from "./sql.ts";

const isSearchOnly = process.argv.includes("--search");
const isFull = process.argv.includes("--full");
const setting = (name: string, usual: number): number => Number(process.env[name] ?? usual);
const size: Size = {
  contents: setting("ROWS", isFull ? 1_000_000 : 10_000),
  messages: setting("MESSAGES", isSearchOnly ? 6_000 : isFull ? 10_000_000 : 100_000),
};
const few: Size = {
  contents: Math.min(10_000, size.contents / 10),
  messages: Math.min(100_000, size.messages / 10),
};
const seconds = setting("SECONDS", isFull ? 5 : 1);
const rounds = setting("ROUNDS", 3);
const times = setting("RUNS", isFull ? 200 : 50);

const kept = process.env["BENCH_DATA"];
const dataDir = kept ?? (await mkdtemp(join(tmpdir(), "knowhow-bench-")));
const database = await startEmbeddedDatabase({ dataDir, log: () => undefined });

/** A database of this cluster, filled unless it is already, read with the settings of the product. */
const openFilled = async (
  url: string,
  wanted: Size,
  fillDatabase = (filling: pg.Pool) => fill(filling, wanted),
): Promise<pg.Pool> => {
  await migrate(url);
  const filling = new pg.Pool({ connectionString: url });
  const started = performance.now();
  const { rowCount } = await filling.query("select from contents limit 1");
  if (rowCount === 0) await fillDatabase(filling);
  await filling.end();
  const took = ((performance.now() - started) / 1_000).toFixed(0);
  say(`${wanted.contents} contents, ${wanted.messages} messages ready after ${took} s`);
  return openPool(url, (error) => say(error.message));
};

// Measured is the build that `npm start` runs.
if (!isSearchOnly) await buildProduct();
const startProduct = (): Promise<ServerProcess> =>
  startServerProcess(
    { databaseUrl: database.url, dataDir },
    { NODE_ENV: "local", SESSION_SECRET: sessionSecret },
  );

const memoryOf = async (pid = 0): Promise<number> => {
  const status = await readFile(`/proc/${pid}/status`, "utf8").catch(() => "");
  return Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1] ?? Number.NaN) / 1024;
};

/** From the command to the first answer, with the database running; one start before, which fills the caches. */
const measureStart = async (): Promise<void> => {
  const found: { seconds: number; memory: number }[] = [];
  for (let round = 0; round <= rounds; round += 1) {
    const started = performance.now();
    const server = await startProduct();
    await (await globalThis.fetch(server.url + contents.list.path)).arrayBuffer();
    const took = (performance.now() - started) / 1_000;
    if (round > 0) found.push({ seconds: took, memory: await memoryOf(server.child.pid) });
    await server.kill();
  }
  judge("start to first answer", median(found.map((one) => one.seconds)), { max: 1, unit: " s" });
  judge("memory after the first answer", median(found.map(({ memory }) => memory)), {
    max: 120,
    unit: " MB",
  });
};

const pools: pg.Pool[] = [];
/** Opens a further database beside the first. */
const openBeside = async (name: string, ...how: [Size, ((filling: pg.Pool) => Promise<void>)?]) => {
  const url = new URL(database.url);
  url.pathname = `/${name}`;
  const first = pools[0];
  const { rowCount } = (await first?.query("select from pg_database where datname = $1", [name])) ?? {};
  if (rowCount === 0) await first?.query(`create database ${name}`);
  const pool = await openFilled(url.toString(), ...how);
  pools.push(pool);
  return pool;
};

/** Everything but the search. */
const measureAll = async (pool: pg.Pool): Promise<void> => {
  const smallPool = await openBeside("bench_few", few);
  await measureReads(pool, times);
  await measureGrowth({ pool: smallPool, size: few }, { pool, size }, times);
  await measureStart();

  const server = await startProduct();
  const limit = await startLimitServer(pool, database.url);
  try {
    const sides = {
      pool,
      product: server.url.replace("localhost", "127.0.0.1"),
      limit: limit.url,
      seconds,
      rounds,
    };
    await measureHttpReads(sides);
    await measureHttpWrites(sides);
    await measurePolls(sides);
    await measureStreams({ ...sides, memoryOf: () => memoryOf(server.child.pid) });
  } finally {
    await limit.kill();
    await server.kill();
  }
};

try {
  const pool = await openFilled(database.url, size);
  pools.push(pool);
  const findings = await openBeside("bench_finding", { contents: findingCount, messages: 0 }, fillFindings);
  say(
    `load average ${loadavg()
      .map((load) => load.toFixed(1))
      .join(", ")}; ${seconds} s each, ${rounds} rounds in turn`,
  );

  await measureFinding(findings);
  await measureSearch(pool, times);
  if (!isSearchOnly) await measureAll(pool);
} finally {
  for (const pool of pools) await pool.end();
  await database.stop();
  if (kept === undefined) await rm(dataDir, { recursive: true, force: true });
}
if (!isSearchOnly) {
  // Drawing needs the processor for itself.
  await measureSeller();
  await measureConsole();
}
sumUp();
