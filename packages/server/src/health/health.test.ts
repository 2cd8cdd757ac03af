import { rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { startTestApp, type TestApp } from "../testing/app.ts";

describe("health", () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp();
  });
  afterAll(() => app.stop());

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

  it("names the database while it is away, lives on, and recovers", async () => {
    const outside = new pg.Client({ connectionString: inject("databaseUrl") });
    await outside.connect();
    const name = new URL(app.databaseUrl).pathname.slice(1);
    try {
      await outside.query(`alter database ${name} allow_connections false`);
      await outside.query("select pg_terminate_backend(pid) from pg_stat_activity where datname = $1", [
        name,
      ]);
      expect(await ready()).toEqual([503, { code: "UNAVAILABLE", part: "database" }]);
      expect((await app.visitor().get("/readyz")).headers.get("retry-after")).toBe("2");
      expect(await live()).toEqual({ status: "ok" });
      expect((await app.visitor().get("/api/contents")).status).toBe(503);
    } finally {
      await outside.query(`alter database ${name} allow_connections true`);
      await outside.end();
    }
    await expect.poll(ready, { timeout: 10_000 }).toEqual(isWell);
  });

  it("names the storage when nothing can be written there", async () => {
    // Not by permissions, which do not stop the administrator of the machine: a file stands where the folder was.
    const folder = join(app.dataDir, "objects");
    await rename(folder, `${folder}.away`);
    await writeFile(folder, "");
    try {
      expect(await ready()).toEqual([503, { code: "UNAVAILABLE", part: "storage" }]);
      expect(await live()).toEqual({ status: "ok" });
    } finally {
      await rm(folder);
      await rename(`${folder}.away`, folder);
    }
    expect(await ready()).toEqual(isWell);
  });
});
