import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, vi } from "vitest";
import { createTestDatabase, databaseEnv } from "../testing/database.ts";
import { readConfig } from "./config.ts";
import { openPool } from "./database/knex.ts";
import { startServer } from "./server.ts";

it("ends answers beside jobs, and waits for a job that hangs for its time alone, without failing it", async () => {
  const database = await createTestDatabase();
  const dataDir = await mkdtemp(join(tmpdir(), "knowhow-stop-"));
  const server = await startServer(
    readConfig({
      ...{ NODE_ENV: "test", PORT: "0", ...databaseEnv(database.url), DATA_DIR: dataDir },
      ...{ SEED_DEMO: "false", LOG_LEVEL: process.env["TEST_LOG"] ?? "silent" },
    }),
    { byClock: false, jobsMs: 5_000 },
  );
  const pool = openPool(database.url, () => undefined);
  /** Keeps everyone from a table until it is called. */
  const lock = async (table: string) => {
    const client = await pool.connect();
    await client.query(`begin; lock table ${table} in access exclusive mode`);
    return async () => {
      await client.query("commit");
      client.release();
    };
  };
  const jobs = async () =>
    (
      await pool.query<{ task: string; is_taken: boolean; error: string | null }>(
        `select task_identifier as task, locked_at is not null as is_taken, last_error as error
         from graphile_worker.jobs`,
      )
    ).rows;
  const waiting = async () =>
    (
      await pool.query(
        `select from pg_locks where not granted
         and database = (select oid from pg_database where datname = current_database())`,
      )
    ).rowCount;
  const [releaseContents, releaseEvents] = [await lock("contents"), await lock("provider_events")];
  // The one hangs, the other ends in time, as does the answer.
  await server.deps.addJob(server.deps.knex, "providerEvent", { eventId: randomUUID() });
  await server.deps.addJob(server.deps.knex, "newVersion", { contentId: randomUUID(), number: 1 });
  const answer = fetch(`${server.url}/api/contents`);
  await expect.poll(waiting).toBe(3);

  const warn = vi.spyOn(server.deps.log, "warn");
  const stopping = server.stop();
  const connect = () =>
    fetch(`${server.url}/healthz`).then(
      () => "taken",
      () => "refused",
    );
  await expect.poll(connect).toBe("refused");
  expect(warn).not.toHaveBeenCalled();
  await releaseContents();
  expect((await answer).status).toBe(200);
  await stopping;
  expect(warn.mock.calls).toEqual([[expect.stringContaining("jobs go on")]]);

  // Until its process ends it has all that it needs.
  expect(await jobs()).toEqual([{ task: "providerEvent", is_taken: true, error: null }]);
  expect(await waiting()).toBe(1);
  await releaseEvents();
  await expect.poll(jobs).toEqual([]);
  expect((await pool.query("select from alerts")).rowCount).toBe(0);

  const { knex, directPool } = server.deps;
  await knex.destroy();
  for (const one of new Set([server.deps.pool, directPool, pool])) await one.end();
  await database.drop();
  await rm(dataDir, { recursive: true, force: true });
});
