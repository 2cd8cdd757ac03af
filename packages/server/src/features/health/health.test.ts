import { rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, inject, it, vi, type MockInstance } from "vitest";
import { createApp } from "../../app.ts";
import { TestClient } from "../../../testing/client.ts";
import { listen } from "../../http/listen.ts";
import { startTestApp, type TestApp } from "../../../testing/app.ts";

describe("health", () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp();
  });
  afterAll(() => app.stop());

  const now = performance.now.bind(performance);
  /** Milliseconds by which the clock that ages answers has been put forward. */
  let aheadMs = 0;
  let clock: MockInstance<typeof performance.now>;
  const stopClock = () => {
    const stoppedAt = now();
    clock.mockImplementation(() => stoppedAt + aheadMs);
  };
  const runClock = () => {
    clock.mockImplementation(() => now() + aheadMs);
  };
  const pass = (ms: number) => {
    aheadMs += ms;
  };
  beforeAll(() => {
    clock = vi.spyOn(performance, "now").mockImplementation(now);
    runClock();
  });
  afterAll(() => {
    clock.mockRestore();
  });

  const live = async () => (await app.visitor().get("/healthz")).body;
  const ready = async (): Promise<[number, unknown]> => {
    const { status, body } = await app.visitor().get("/readyz");
    return [status, status === 200 ? body : { code: body["code"], part: body["part"] }];
  };
  const isWell = [200, { status: "ok" }];

  it("is fine when every part answers", async () => {
    expect(await live()).toEqual({ status: "ok" });
    expect(await ready()).toEqual(isWell);
  });

  it("asks the parts once for all who ask at once, and once a second of who goes on asking", async () => {
    const database = vi.spyOn(app.deps.pool, "query");
    const storage = vi.spyOn(app.deps.storage, "check");
    const asked = () => database.mock.calls.filter(([sql]) => sql === "select 1").length;
    try {
      pass(1_000);
      stopClock();
      for (let round = 0; round < 10; round += 1)
        for (const answer of await Promise.all(Array.from({ length: 10 }, ready)))
          expect(answer).toEqual(isWell);
      expect([asked(), storage.mock.calls.length]).toEqual([1, 1]);
      pass(999);
      await ready();
      expect(storage.mock.calls.length).toBe(1);
      pass(1);
      await ready();
      expect([asked(), storage.mock.calls.length]).toEqual([2, 2]);
    } finally {
      runClock();
      database.mockRestore();
      storage.mockRestore();
    }
  });

  it("asks a storage that fails or hangs one at a time, and once more as soon as that has ended", async () => {
    const storage = vi.spyOn(app.deps.storage, "check");
    let fail: (error: Error) => void = () => undefined;
    try {
      pass(1_000);
      storage.mockImplementationOnce(() => new Promise((_, reject) => (fail = reject)));
      const answers = Array.from({ length: 20 }, ready);
      await expect.poll(() => storage.mock.calls.length).toBe(1);
      fail(new Error("no space"));
      // A call that came only after the failure found all well.
      const failed = (await Promise.all(answers)).filter(([status]) => status === 503);
      expect(failed.length).toBeGreaterThan(0);
      for (const answer of failed) expect(answer).toEqual([503, { code: "UNAVAILABLE", part: "storage" }]);
      expect(await ready()).toEqual(isWell);
      expect(storage.mock.calls.length).toBeLessThanOrEqual(3);
    } finally {
      storage.mockRestore();
    }
  });

  it("names the database while it is away, lives on, and recovers", async () => {
    const outside = new pg.Client({ connectionString: inject("databaseUrl") });
    await outside.connect();
    const name = new URL(app.databaseUrl).pathname.slice(1);
    try {
      await outside.query(`alter database ${name} allow_connections false`);
      await outside.query("select pg_terminate_backend(pid) from pg_stat_activity where datname = $1", [
        name,
      ]);
      pass(1_000);
      await expect.poll(ready).toEqual([503, { code: "UNAVAILABLE", part: "database" }]);
      expect((await app.visitor().get("/readyz")).headers.get("retry-after")).toBe("2");
      expect(await live()).toEqual({ status: "ok" });
      expect((await app.visitor().get("/readyz?part=process")).status).toBe(200);
      expect((await app.visitor().get("/readyz?part=storage")).status).toBe(400);
      expect((await app.visitor().get("/api/contents")).status).toBe(503);
    } finally {
      await outside.query(`alter database ${name} allow_connections true`);
      await outside.end();
    }
    await expect.poll(ready).toEqual(isWell);
  });

  it("names the storage when nothing can be written there", async () => {
    // By a file in the folder's place: permissions would not stop the machine's administrator.
    const folder = join(app.dataDir, "objects");
    await rename(folder, `${folder}.away`);
    await writeFile(folder, "");
    try {
      pass(1_000);
      expect(await ready()).toEqual([503, { code: "UNAVAILABLE", part: "storage" }]);
      expect((await app.visitor().get("/readyz?part=process")).status).toBe(200);
      expect(await live()).toEqual({ status: "ok" });
    } finally {
      await rm(folder);
      await rename(`${folder}.away`, folder);
    }
    expect(await ready()).toEqual(isWell);
  });

  it("says of a process that ends that it takes no requests, whatever is asked about", async () => {
    const server = await listen(createApp(app.deps, { isReady: () => false }), 0, "127.0.0.1");
    const client = new TestClient(`http://127.0.0.1:${server.port}`);
    for (const path of ["/readyz", "/readyz?part=process"]) {
      const { status, body } = await client.get(path);
      expect([status, body["part"]]).toEqual([503, "process"]);
    }
    await server.close();
  });
});
