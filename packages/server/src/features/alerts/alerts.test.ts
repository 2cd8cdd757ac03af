import { readFile } from "node:fs/promises";
import type { Knex } from "knex";
import { pino } from "pino";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openKnex } from "../../database/knex.ts";
import { createTestDatabase } from "../../../testing/database.ts";
import { alertKinds } from "@knowhow/shared";
import { raiseAlert, resolveAlert } from "./alerts.ts";

describe("alerts", () => {
  let database: Awaited<ReturnType<typeof createTestDatabase>>;
  let knex: Knex;
  let manual: string;

  beforeAll(async () => {
    database = await createTestDatabase();
    knex = openKnex(database.url);
    manual = await readFile(new URL("../../../../../docs/OPERATIONS.md", import.meta.url), "utf8");
  });
  afterAll(async () => {
    await knex.destroy();
    await database.drop();
  });

  const rows = (kind: string) =>
    knex("alerts")
      .where({ kind })
      .orderBy([{ column: "created_at" }, { column: "subject", order: "desc" }])
      .select("subject", "note", "resolved_at");

  it("are found by what they are about though there are many, closed ones too", async () => {
    const trx = await knex.transaction();
    try {
      await trx.raw(
        `insert into alerts (kind, subject, detail, resolved_at)
         select 'JOB_FAILED', 'job ' || n, '{}', app_now() from generate_series(1, 2000) n`,
      );
      await trx.raw("analyze alerts");
      const { rows } = await trx.raw<{ rows: Record<string, string>[] }>(
        "explain select id from alerts where kind = 'JOB_FAILED' and subject = 'job 7' and detail = '{}'",
      );
      expect(JSON.stringify(rows)).toContain("alerts_subject");
    } finally {
      await trx.rollback();
    }
  });

  it.each(alertKinds)("%s is explained, raised once while it is open, and can be resolved", async (kind) => {
    expect(manual).toContain(`| \`${kind}\` |`);
    const deps = { knex, log: pino({ level: "silent" }) };
    await Promise.all([1, 2, 3].map(() => raiseAlert(deps, kind, "one", { times: 1 })));
    await raiseAlert(deps, kind, "another", {});
    expect(await rows(kind)).toHaveLength(2);
    await resolveAlert(deps, kind, "one", "mended");
    await resolveAlert(deps, kind, "nobody", "mended");
    expect(await rows(kind)).toMatchObject([
      { subject: "one", note: "mended", resolved_at: expect.any(Date) as Date },
      { subject: "another", note: null, resolved_at: null },
    ]);
    await raiseAlert(deps, kind, "one", { times: 2 });
    expect(await rows(kind)).toHaveLength(3);
  });
});
