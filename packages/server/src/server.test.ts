import { chmod, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startEmbeddedDatabase } from "../dev-database/embedded.ts";
import { startTestApp, type TestApp } from "../testing/app.ts";
import { TestClient } from "../testing/client.ts";
import { createTestDatabase } from "../testing/database.ts";
import { createContent, createSeller, createUser } from "../testing/factories.ts";
import { authorise, confirm, control, createOrder } from "../testing/payments.ts";
import { shiftClock, startServerProcess } from "../testing/process.ts";
import { buildRegistration } from "../testing/registration.ts";

describe("a server process", () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp();
  });
  afterAll(() => app.stop());

  it("finishes what runs when it is told to stop", async () => {
    const victim = await startServerProcess(app);
    const content = await createContent(app.deps, (await createSeller(app.deps)).id);
    const buyer = await app.as(await createUser(app.deps));
    const payment = await authorise(app.url, await createOrder(buyer, content));
    const caller = new TestClient(victim.url);
    for (const [name, value] of buyer.cookies) caller.cookies.set(name, value);
    await control(app.url, "next", { delayMs: 1_500 });
    const running = confirm(caller, payment);
    await expect
      .poll(
        async () => (await app.deps.pool.query("select from orders where status = 'confirming'")).rowCount,
      )
      .toBe(1);
    const ended = victim.kill("SIGTERM");
    expect((await running).status).toBe(200);
    expect(await ended).toBe("0");
    await expect(caller.get("/readyz")).rejects.toThrow();
  });

  it("whose clock is an hour ahead or behind keeps the others' ticks coming", async () => {
    const ticks = async () => {
      const { rows } = await app.deps.pool.query<{ known: number; ahead: number }>(
        `select count(*)::int as known, count(*) filter (where last_execution > now() + interval '1 minute')::int as ahead
         from graphile_worker._private_known_crontabs`,
      );
      return rows[0];
    };
    await app.deps.pool.query("delete from graphile_worker._private_known_crontabs");
    for (const aheadMs of [3_600_000, -3_600_000]) {
      const wrong = await startServerProcess(app, { ...shiftClock(aheadMs), LOG_LEVEL: "error" });
      expect(wrong.output()).toMatch(/"skewMs":-?3[56]\d{5}[.\d]*,.*nothing runs here by the clock/);
      expect(await wrong.kill()).toBe("0");
    }
    expect(await ticks()).toEqual({ known: 0, ahead: 0 });
    const right = await startServerProcess(app);
    await expect.poll(async () => (await ticks())?.known).toBeGreaterThan(0);
    expect((await ticks())?.ahead).toBe(0);
    expect(await right.kill()).toBe("0");
  });

  it("outlives the loss of every database connection", async () => {
    const server = await startServerProcess(app);
    const client = new TestClient(server.url);
    const name = new URL(app.databaseUrl).pathname.slice(1);
    const statuses = new Set<number>();
    // Jobs that end, well or not, in the very moment.
    const keepBusy = `select graphile_worker.add_job('providerEvent', json_build_object('eventId',
      case when i % 2 = 0 then gen_random_uuid()::text else 'no uuid' end), max_attempts => 1) from generate_series(1, 60) i`;
    for (let round = 0; round < 8; round += 1) {
      await app.deps.pool.query(keepBusy).catch(() => undefined);
      const calls = Array.from({ length: 6 }, () => client.get("/api/contents"));
      await app.deps.pool
        .query(
          "select pg_terminate_backend(pid) from pg_stat_activity where datname = $1 and pid <> pg_backend_pid()",
          [name],
        )
        .catch(() => undefined); // Our own pool loses connections too.
      for (const { status } of await Promise.all(calls)) statuses.add(status);
    }
    for (const status of statuses) expect([200, 503]).toContain(status);
    await expect.poll(async () => (await client.get("/readyz")).status).toBe(200);
    expect((await client.get("/api/contents")).status).toBe(200);
    expect(server.child.exitCode).toBeNull();
    await app.deps.pool.query("delete from graphile_worker._private_jobs");
    expect(await server.kill()).toBe("0");
  });

  it("refuses to start with one clear line", async () => {
    await expect(startServerProcess(app, { SETTLEMENT_HOLD_DAYS: "soon" })).rejects.toThrow(
      /knowhow: SETTLEMENT_HOLD_DAYS: /,
    );
    await expect(startServerProcess(app, { PORT: new URL(app.url).port })).rejects.toThrow(
      /another program uses this port/,
    );
    await expect(
      startServerProcess(app, { DATABASE_URL: "postgres://nobody@127.0.0.1:9/nothing" }),
    ).rejects.toThrow(/knowhow: DATABASE_URL: connect ECONNREFUSED/);
    const foreign = await createTestDatabase();
    await expect(startServerProcess(app, { DATABASE_DIRECT_URL: foreign.url })).rejects.toThrow(
      /knowhow: DATABASE_DIRECT_URL: leads to another database/,
    );
    await foreign.drop();
  });
});

describe("with the embedded database", () => {
  it("keeps everything over kills and restarts, and stops the database it started", async () => {
    const dataDir = await mkdtemp(join(tmpdir(), "knowhow-server-"));
    await chmod(dataDir, 0o755); // As root, a private folder would keep the database elsewhere.
    const env = { DATA_DIR: dataDir };
    const postmaster = async () =>
      Number((await readFile(join(dataDir, "postgres/cluster/postmaster.pid"), "utf8")).split("\n")[0]);
    const person = buildRegistration();
    const first = await startServerProcess(undefined, env);
    expect((await new TestClient(first.url).post("/api/register", person)).status).toBe(201);
    const pid = await postmaster();
    expect(await first.kill("SIGKILL")).toBe("SIGKILL");
    process.kill(pid, 0); // Throws when it is gone: the database goes on alone.

    const second = await startServerProcess(undefined, env);
    const client = new TestClient(second.url);
    const login = { emailOrUserId: person.userId, password: person.password };
    expect((await client.post("/api/login", login)).status).toBe(200);
    expect(await postmaster()).toBe(pid);
    process.kill(pid, "SIGKILL");
    // Backends may answer for a moment longer than their postmaster.
    await expect.poll(postmaster).not.toBe(pid);
    await expect.poll(async () => (await client.get("/readyz")).status).toBe(200);
    await expect.poll(async () => (await client.get("/api/auth/me")).status).toBe(200);
    const last = await postmaster();
    expect(await second.kill("SIGTERM")).toBe("0");
    // The process outlives its database by a moment.
    await expect
      .poll(() => {
        try {
          return process.kill(last, 0);
        } catch {
          return false;
        }
      })
      .toBe(false);
    await rm(dataDir, { recursive: true, force: true });
  });

  it("refuses a data folder of before the first release with one line, and leaves what it holds", async () => {
    const dataDir = await mkdtemp(join(tmpdir(), "knowhow-server-"));
    await chmod(dataDir, 0o755); // As root, a private folder would keep the database elsewhere.
    const former = await startEmbeddedDatabase({
      dataDir,
      log: () => undefined,
      settings: { fsync: "off" },
    });
    const client = new pg.Client({ connectionString: former.url });
    try {
      await client.connect();
      await client.query(`
          create table knex_migrations (id serial primary key, name text, batch integer, migration_time timestamptz);
          insert into knex_migrations (name, batch) values ('20261121000100_accounts.ts', 1);
          create table users (nickname text not null);
          insert into users values ('산책'), ('달빛')`);
      await expect(startServerProcess(undefined, { DATA_DIR: dataDir })).rejects.toThrow(
        /^the server ended \(1\): knowhow: the database was made before the first release.*DATA_DIR.*\n$/,
      );
      const { rows } = await client.query("select nickname from users");
      expect(rows).toEqual([{ nickname: "산책" }, { nickname: "달빛" }]);
    } finally {
      await client.end();
      await former.stop();
      await rm(dataDir, { recursive: true, force: true });
    }
  });
});
