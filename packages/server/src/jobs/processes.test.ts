import { setTimeout as sleep } from "node:timers/promises";
import { register } from "tsx/esm/api";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { migrate, migrationState, rollback } from "../database/migrate.ts";
import { openPool } from "../database/knex.ts";
import { startTestApp, type TestApp } from "../../testing/app.ts";
import { TestClient } from "../../testing/client.ts";
import { createTestDatabase } from "../../testing/database.ts";
import { createContent, createSeller, createUser, type TestUser } from "../../testing/factories.ts";
import { authorise, confirm, createOrder } from "../../testing/payments.ts";
import { startServerProcess, type ServerProcess } from "../../testing/process.ts";
import { migrateJobs } from "./worker.ts";

/** For how long processes are killed, one every two seconds: only in the soak. */
const killSeconds = Number(process.env["KILL_SECONDS"] ?? 0);
const killEveryMs = 2_000;
/** The lease of a job whose process is gone, and the time until it is checked. */
const leaseMs = 90_000;

describe("processes that start together", () => {
  // Knex imports migrations by itself, past the test runner's own loader.
  let unregister: () => Promise<void>;
  beforeAll(() => {
    unregister = register();
  });
  afterAll(() => unregister());

  it("make the schema once", async () => {
    const database = await createTestDatabase();
    const pool = openPool(database.url, () => undefined);
    try {
      const before = await migrationState(database.url);
      await rollback(database.url, before.done);
      await pool.query("drop schema graphile_worker cascade");
      await Promise.all([1, 2, 3].map(() => migrate(database.url)));
      await Promise.all([1, 2, 3].map(() => migrateJobs(pool)));
      expect(await migrationState(database.url)).toEqual(before);
      const { rows } = await pool.query("select name from knex_migrations group by name having count(*) > 1");
      expect(rows).toEqual([]);
    } finally {
      await pool.end();
      await database.drop();
    }
  });
});

describe.runIf(killSeconds > 0)("three processes on one database, one killed every two seconds", () => {
  let app: TestApp;
  let seller: TestUser;
  const living = new Set<ServerProcess>();

  beforeAll(async () => {
    app = await startTestApp();
    seller = await createSeller(app.deps);
    // Each job that is queued leaves a line, so that a tick that came twice shows.
    await app.deps.pool.query(`
      create table queued (task text, tick text);
      create function note_job() returns trigger language plpgsql as $$ begin
        insert into queued select identifier, new.payload->'_cron'->>'ts'
        from graphile_worker._private_tasks where id = new.task_id;
        return null; end $$;
      create trigger note_job after insert on graphile_worker._private_jobs for each row execute function note_job()`);
    for (const server of await Promise.all([1, 2, 3].map(() => startServerProcess(app)))) living.add(server);
  });
  afterAll(async () => {
    await Promise.all([...living].map((server) => server.kill()));
    await app.stop();
  });

  const count = async (sql: string): Promise<number> =>
    (await app.deps.pool.query<{ n: number }>(`select count(*)::int as n from ${sql}`)).rows[0]?.n ?? 0;

  /** A buyer's call after a payment without a good answer. */
  const again: (() => Promise<unknown>)[] = [];

  /** Buys for cash, which has a job issue a receipt, at any process. */
  const buyOnce = async (): Promise<void> => {
    const own = await app.as(await createUser(app.deps));
    const order = await createOrder(own, await createContent(app.deps, seller.id, { price: 100_000 }));
    const payment = await authorise(app.url, order, "easy-pay");
    const places = [...living].map(({ url }) => url);
    const elsewhere = new TestClient(places[Math.floor(Math.random() * places.length)] ?? app.url);
    for (const [name, value] of own.cookies) elsewhere.cookies.set(name, value);
    const answer = await confirm(elsewhere, payment).catch(() => undefined);
    expect([undefined, 200, 409, 502]).toContain(answer?.status);
    if (answer?.status !== 200) again.push(() => confirm(own, payment));
  };

  it("lose no job and do none twice", { timeout: (killSeconds + 300) * 1_000 }, async () => {
    const until = performance.now() + killSeconds * 1_000;
    let bought = 0;
    let killed = 0;
    const kill = async () => {
      const starting: Promise<unknown>[] = [];
      while (performance.now() < until) {
        await sleep(killEveryMs);
        const [victim] = living;
        if (!victim) continue;
        living.delete(victim);
        expect(await victim.kill("SIGKILL")).toBe("SIGKILL");
        killed += 1;
        starting.push(startServerProcess(app).then((server) => living.add(server)));
      }
      await Promise.all(starting);
    };
    const buy = async () => {
      while (performance.now() < until) {
        await buyOnce();
        bought += 1;
      }
    };
    await Promise.all([kill(), buy(), buy()]);

    await app.moveClock(61_000);
    for (const retry of again) await retry();
    await expect
      .poll(
        async () => {
          await app.reconcile();
          return {
            unpaid: await count("orders where status <> 'paid'"),
            withoutReceipt: await count("orders where receipt_key is null"),
            notices: await count("provider_events where processed_at is null"),
            jobs: await count(
              "graphile_worker.jobs where run_at < now() and attempts < max_attempts and task_identifier <> 'reconcile'",
            ),
          };
        },
        { timeout: leaseMs + 60_000, interval: 1_000 },
      )
      .toEqual({ unpaid: 0, withoutReceipt: 0, notices: 0, jobs: 0 });
    expect(await count("standin_toss.charge_log where event = 'DONE'")).toBe(bought);
    expect(await count("standin_toss.cash_receipts")).toBe(bought);
    expect(await count("chat_rooms")).toBe(bought);
    expect(
      await count("(select from queued where tick is not null group by task, tick having count(*) > 1) t"),
    ).toBe(0);
    const ticks = await count("(select distinct tick from queued where task = 'reconcileHalf') t");
    expect(ticks).toBeGreaterThanOrEqual(Math.floor(killSeconds / 60));
    process.stdout.write(
      `${killed} processes killed in ${killSeconds} s, ${bought} purchases (${again.length} had to be paid again), ${ticks} ticks, no job lost or done twice\n`,
    );
  });
});
