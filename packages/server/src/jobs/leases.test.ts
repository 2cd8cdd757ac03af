import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestApp, type TestApp } from "../../testing/app.ts";
import { renewLeases } from "./leases.ts";

describe("jobs of a process that is gone", () => {
  let app: TestApp;

  beforeAll(async () => {
    app = await startTestApp();
  });
  afterAll(() => app.stop());

  /** A job that was taken two minutes ago; it does nothing when it runs, so that it goes. */
  const taken = async (workerId: string): Promise<string> => {
    const { rows } = await app.deps.pool.query<{ id: string }>(
      `select id from graphile_worker.add_job('cashReceipt', json_build_object('orderId', $1::text),
                                              run_at => now() + interval '1 hour')`,
      [randomUUID()],
    );
    const id = rows[0]?.id ?? "";
    await app.deps.pool.query(
      `update graphile_worker._private_jobs set locked_by = $2, locked_at = now() - interval '2 minutes', attempts = 1,
         run_at = now() where id = $1`,
      [id, workerId],
    );
    return id;
  };
  const stateOf = async (id: string) => {
    const { rows } = await app.deps.pool.query<{ locked_by: string | null }>(
      "select locked_by from graphile_worker.jobs where id = $1",
      [id],
    );
    return rows[0]?.locked_by;
  };

  it("are run by another, and those of one that lives are left to it", async () => {
    // The product's own beat may come at any time: it has to know who lives.
    await renewLeases(app.deps.pool, ["worker-alive"]);
    const lost = await taken("worker-gone");
    const held = await taken("worker-alive");
    await renewLeases(app.deps.pool, ["worker-alive"]);
    await expect.poll(() => stateOf(lost)).toBeUndefined();
    expect(await stateOf(held)).toBe("worker-alive");

    // The live worker falls silent.
    await app.deps.pool.query(
      "update job_workers set seen_at = now() - interval '61 seconds' where worker_id = 'worker-alive'",
    );
    await renewLeases(app.deps.pool, []);
    await expect.poll(() => stateOf(held)).toBeUndefined();
  });

  it("are told by rows: one for each worker that lives", async () => {
    const workers = async () =>
      (await app.deps.pool.query("select from job_workers where seen_at > now() - interval '60 seconds'"))
        .rowCount;
    expect(await workers()).toBe(4);
  });
});
