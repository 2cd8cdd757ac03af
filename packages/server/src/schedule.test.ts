import { createServer, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { once } from "node:events";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { raiseAlert } from "./features/alerts/alerts.ts";
import { reconcileDue } from "./features/orders/reconcile.ts";
import { startTestApp, type TestApp } from "../testing/app.ts";
import { createContent, createSeller, createUser } from "../testing/factories.ts";
import { createOrder } from "../testing/payments.ts";
import { runAlone } from "./database/runAlone.ts";

/** A provider that answers every question late, or not until it is released. */
const startSlowProvider = async () => {
  const asked: string[] = [];
  const waiting = new Set<ServerResponse>();
  let delayMs: number | undefined;
  const answer = (response: ServerResponse) => {
    waiting.delete(response);
    response.writeHead(404, { "content-type": "application/json" });
    response.end(JSON.stringify({ code: "NOT_FOUND_PAYMENT", message: "존재하지 않는 결제 정보 입니다." }));
  };
  const server: Server = createServer((request, response) => {
    asked.push(request.url ?? "");
    waiting.add(response);
    if (delayMs !== undefined) setTimeout(answer, delayMs, response);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  // A server that listens on a port has an address with one.
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    asked,
    answerAfter(ms: number) {
      delayMs = ms;
      for (const response of waiting) answer(response);
    },
    hang() {
      delayMs = undefined;
    },
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
};

describe("what runs by itself, with a provider that hangs", () => {
  let provider: Awaited<ReturnType<typeof startSlowProvider>>;
  let app: TestApp;

  beforeAll(async () => {
    provider = await startSlowProvider();
    app = await startTestApp({ TOSS_API_BASE: provider.url });
  });
  afterEach(() => {
    provider.answerAfter(0);
  });
  afterAll(async () => {
    await app.stop();
    provider.close();
  });

  /** Pending orders whose time is over. */
  const overdue = async (howMany: number): Promise<string[]> => {
    const content = await createContent(app.deps, (await createSeller(app.deps)).id);
    const numbers: string[] = [];
    for (let index = 0; index < howMany; index += 1) {
      const buyer = await app.as(await createUser(app.deps));
      numbers.push((await createOrder(buyer, content)).orderNumber);
    }
    return numbers;
  };
  const askedAbout = (numbers: readonly string[]) =>
    numbers.map((number) => provider.asked.filter((path) => path.endsWith(number)).length);

  it("keeps the other jobs going, however many rounds are due", async () => {
    provider.hang();
    await overdue(6);
    await app.moveClock(41 * 60_000);
    await app.deps.pool.query("select graphile_worker.add_job('reconcile') from generate_series(1, 8)");
    await expect.poll(() => provider.asked.length).toBeGreaterThan(0);
    // A notice that tells nothing new about an order whose time was over long ago.
    const [ended] = await overdue(1);
    const { rows } = await app.deps.pool.query<{ id: string }>(
      `with o as (update orders set status = 'expired' where order_number = $1 returning id)
       insert into provider_events (dedupe_key, event_type, order_id, body)
       select 'no news', 'X', id, '{"status": "EXPIRED"}' from o returning id`,
      [ended],
    );
    await app.deps.addJob(app.deps.knex, "providerEvent", { eventId: rows[0]?.id ?? "" });
    await expect
      .poll(
        async () =>
          (await app.deps.pool.query("select from provider_events where processed_at is not null")).rowCount,
        { timeout: 5_000 },
      )
      .toBe(1);
    // One round at a time, so a few questions at a time.
    expect(provider.asked.length).toBeLessThanOrEqual(4);
  });

  it("asks about each overdue order once, whoever asks at the same time", async () => {
    provider.answerAfter(100);
    const numbers = await overdue(4);
    await app.moveClock(41 * 60_000);
    await Promise.all([reconcileDue(app.deps), reconcileDue(app.deps), reconcileDue(app.deps)]);
    expect(askedAbout(numbers)).toEqual([1, 1, 1, 1]);
    const { rows } = await app.deps.pool.query<{ status: string }>(
      "select distinct status from orders where order_number = any($1)",
      [numbers],
    );
    expect(rows).toEqual([{ status: "expired" }]);
  });

  it("ends a round when its time is over, and takes up the rest in the next", async () => {
    provider.answerAfter(200);
    const numbers = await overdue(12);
    await app.moveClock(41 * 60_000);
    await runAlone(app.deps.directPool, "reconcile", async () => {
      await reconcileDue(app.deps, { roundMs: 300 });
      const first = askedAbout(numbers).reduce((sum, times) => sum + times, 0);
      expect(first).toBeGreaterThan(0);
      expect(first).toBeLessThanOrEqual(8);
      await reconcileDue(app.deps);
      expect(askedAbout(numbers)).toEqual(Array.from(numbers, () => 1));
    });
  });

  it("calls a person for a job that failed for good", async () => {
    await app.deps.pool.query(
      `select graphile_worker.add_job('cashReceipt', '{"orderId": "no uuid"}'::json, max_attempts => 1)`,
    );
    await expect
      .poll(async () => {
        const { rows } = await app.deps.pool.query<{ task: string }>(
          "select detail->>'task' as task from alerts where kind = 'JOB_FAILED'",
        );
        return rows;
      })
      .toEqual([{ task: "cashReceipt" }]);
  });
});

describe("work that one process does alone", () => {
  let app: TestApp;

  beforeAll(async () => {
    app = await startTestApp();
  });
  afterAll(() => app.stop());

  it("is not begun twice, and can be begun again afterwards", async () => {
    const { directPool } = app.deps;
    let others: boolean[] = [];
    const first = await runAlone(directPool, "test", async () => {
      others = await Promise.all([
        runAlone(directPool, "test", () => Promise.resolve()),
        runAlone(directPool, "another", () => Promise.resolve()),
      ]);
    });
    expect([first, ...others]).toEqual([true, false, true]);
    await expect(runAlone(directPool, "test", () => Promise.reject(new Error("broken")))).rejects.toThrow(
      "broken",
    );
    expect(await runAlone(directPool, "test", () => Promise.resolve())).toBe(true);
  });

  it("is free when the connection of whoever was at it is gone", async () => {
    const { directPool } = app.deps;
    let again: boolean | undefined;
    await runAlone(directPool, "test", async () => {
      await directPool.query(
        `select pg_terminate_backend(pid) from pg_locks
         where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())
           and pid <> pg_backend_pid()
           and ((classid::bigint << 32) | objid::bigint) = hashtextextended('alone:test', 0)`,
      );
      await expect
        .poll(async () => {
          again = await runAlone(directPool, "test", () => Promise.resolve());
          return again;
        })
        .toBe(true);
    });
    expect(again).toBe(true);
  });

  it("says an alert once, while nobody has dealt with it", async () => {
    const said: unknown[] = [];
    const log = { warn: (fields: unknown) => said.push(fields) } as unknown as TestApp["deps"]["log"]; // the one method used
    const raise = () => raiseAlert({ knex: app.deps.knex, log }, "BOOKS_UNCHECKED", "one", {});
    await raise();
    await raise();
    expect(said).toHaveLength(1);
    await app.deps.pool.query("update alerts set resolved_at = app_now() where kind = 'BOOKS_UNCHECKED'");
    await raise();
    expect(said).toHaveLength(2);
  });
});
