import { spawn } from "node:child_process";
import { once } from "node:events";
import { register } from "tsx/esm/api";
import createKnex, { type Knex } from "knex";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { createTestDatabase } from "../../testing/database.ts";
import { createContent, createUser, type TestUser } from "../../testing/factories.ts";
import { countWaiting } from "../../testing/meanwhile.ts";
import { migrationConfig, openKnex, openPool } from "./knex.ts";
import { inServer } from "../places.ts";
import { migrate, migrateTo, migrationState, rollback } from "./migrate.ts";
import { connectPatiently } from "./patience.ts";

// Knex imports migrations by itself, past the test runner's own loader.
let unregister: () => Promise<void>;
beforeAll(() => {
  unregister = register();
});
afterAll(() => unregister());

const settings =
  "select current_setting('statement_timeout') as statement, current_setting('lock_timeout') as lock, current_setting('knowhow.test', true) as test";

describe("connections", () => {
  it("never hang where people are answered, and may take their time where the schema changes", async () => {
    const database = await createTestDatabase();
    const serving = openKnex(database.url);
    const pool = openPool(database.url, () => undefined);
    const changing = createKnex(migrationConfig(database.url));
    const moving = openKnex(database.url, { movesClock: true });
    try {
      const hurried = [{ statement: "30s", lock: "0", test: null }];
      expect((await serving.raw(settings)).rows).toEqual(hurried);
      expect((await pool.query(settings)).rows).toEqual(hurried);
      expect((await changing.raw(settings)).rows).toEqual([{ statement: "0", lock: "3s", test: null }]);
      await expect(serving.raw("update app_clock set shift = interval '1 hour'")).rejects.toThrow(
        /tests only/,
      );
      await moving.raw("update app_clock set shift = interval '1 hour'");
    } finally {
      await Promise.all([serving.destroy(), changing.destroy(), moving.destroy(), pool.end()]);
      await database.drop();
    }
  });
});

describe("limits of a second, for all connections of a database and in the address too", () => {
  let address: string;
  let drop: () => Promise<void>;
  beforeAll(async () => {
    const database = await createTestDatabase();
    ({ drop } = database);
    const url = new URL(database.url);
    const pool = openPool(database.url, () => undefined);
    for (const limit of ["statement_timeout", "idle_in_transaction_session_timeout"])
      await pool.query(`alter database ${url.pathname.slice(1)} set ${limit} = 1000`);
    await pool.end();
    url.searchParams.set("options", "-c statement_timeout=1000 -c lock_timeout=1000");
    address = url.toString();
  });
  afterAll(() => drop());

  it("hold for no connection that waits, copies or changes the schema", async () => {
    const limits = `select current_setting('statement_timeout') as statement, current_setting('lock_timeout') as lock,
      current_setting('idle_in_transaction_session_timeout') as idle`;
    const changing = createKnex(migrationConfig(address));
    const waiting = await connectPatiently(address, "knowhow-test");
    try {
      expect((await changing.raw(limits)).rows).toEqual([{ statement: "0", lock: "3s", idle: "0" }]);
      expect((await waiting.query(limits)).rows).toEqual([{ statement: "0", lock: "0", idle: "0" }]);
    } finally {
      await Promise.all([changing.destroy(), waiting.end()]);
    }
  });

  it("keep no process from waiting for one that migrates", async () => {
    const pool = openPool(address, () => undefined);
    const other = await connectPatiently(address, "knowhow-test");
    try {
      await other.query("select pg_advisory_lock(727001)");
      const goOn = async () => {
        await vi.waitFor(async () => expect(await countWaiting({ pool })).toBe(1), { timeout: 30_000 });
        await other.query("select pg_sleep(1.3), pg_advisory_unlock(727001)");
      };
      await Promise.all([migrate(address), goOn()]);
    } finally {
      await Promise.all([pool.end(), other.end()]);
    }
  });
});

describe("a migration that meets a table in use", () => {
  it("gives up after three seconds, changes nothing, and works the next time", async () => {
    const database = await createTestDatabase();
    const reader = openPool(database.url, () => undefined);
    const client = await reader.connect();
    try {
      // Later ones may change rows alone, and wait for no table.
      const { rowCount: later } = await reader.query(
        "select from knex_migrations where name > '20261130030000_evidence_versions.ts'",
      );
      await rollback(database.url, Number(later));
      const before = await migrationState(database.url);
      expect(before).toMatchObject({ open: later });
      const { rows } = await reader.query<{ tables: string }>(
        "select string_agg(quote_ident(tablename), ', ') as tables from pg_tables where schemaname = 'public' and tablename not like 'knex%'",
      );
      await client.query(`begin; lock table ${rows[0]?.tables} in access share mode`);
      await expect(rollback(database.url)).rejects.toThrow(/in use/);
      expect(await migrationState(database.url)).toEqual(before);
      await client.query("commit");
      // One, although one run has made them all.
      await rollback(database.url);
      expect(await migrationState(database.url)).toEqual({ done: before.done - 1, open: before.open + 1 });
      await migrate(database.url);
      expect(await migrationState(database.url)).toEqual({ done: before.done + before.open, open: 0 });
    } finally {
      client.release();
      await reader.end();
      await database.drop();
    }
  });
});

/** Every column, index, constraint and trigger of the product, in one order. */
const schemaOf = async (knex: Knex): Promise<unknown[]> => {
  const { rows } = await knex.raw<{ rows: unknown[] }>(`
    select table_name, column_name, data_type, is_nullable, column_default from information_schema.columns
    where table_schema = 'public' and table_name not like 'knex%'
    union all select tablename, indexname, indexdef, '', '' from pg_indexes
    where schemaname = 'public' and tablename not like 'knex%'
    union all select conrelid::regclass::text, conname, pg_get_constraintdef(oid), '', '' from pg_constraint
    where connamespace = 'public'::regnamespace and conrelid <> 0 and conname not like 'knex%'
    union all select tgrelid::regclass::text, tgname, pg_get_triggerdef(oid), '', '' from pg_trigger where not tgisinternal
    order by 1, 2, 3`);
  return rows;
};

it("migrates down to nothing and up again to the same schema", async () => {
  const database = await createTestDatabase();
  const knex = openKnex(database.url);
  try {
    const before = await schemaOf(knex);
    expect(before.length).toBeGreaterThan(200);
    const { done } = await migrationState(database.url);
    await rollback(database.url, done);
    const left = await knex.raw<{ rows: unknown[] }>(
      "select tablename from pg_tables where schemaname = 'public' and tablename not like 'knex%'",
    );
    expect(left.rows).toEqual([]);
    await migrate(database.url);
    expect(await schemaOf(knex)).toEqual(before);
  } finally {
    await knex.destroy();
    await database.drop();
  }
});

it("goes on where a killed process was, to the same schema", async () => {
  const whole = await createTestDatabase();
  const killed = await createTestDatabase("template0");
  const [knex, reference] = [openKnex(killed.url), openKnex(whole.url)];
  const pool = openPool(killed.url, () => undefined);
  /** Kills a process in the middle of the migration that needs a table. */
  const killAt = async (table: string): Promise<void> => {
    const client = await pool.connect();
    await client.query(`begin; lock table ${table} in access exclusive mode`);
    const child = spawn(process.execPath, ["--import", "tsx", inServer("../../scripts/database.ts"), "up"], {
      env: { PATH: process.env["PATH"], DATABASE_URL: killed.url },
      stdio: "ignore",
    });
    const ended = once(child, "exit");
    const waits = `select from pg_locks where not granted and relation = '${table}'::regclass`;
    await vi.waitFor(
      async () => {
        if ((await client.query(waits)).rowCount === 0) throw new Error("it does not wait yet");
      },
      { timeout: 60_000 },
    );
    child.kill("SIGKILL");
    expect(await ended).toEqual([null, "SIGKILL"]);
    await client.query("commit");
    client.release();
  };
  try {
    const names = await reference("knex_migrations").orderBy("id").pluck<string[]>("name");
    await killAt("pg_trigger");
    expect(await migrationState(killed.url)).toEqual({ done: 0, open: names.length });
    await migrateTo(killed.url, names.slice(0, 3));
    await killAt("alerts");
    // What was begun together is done together, or not at all.
    expect(await migrationState(killed.url)).toEqual({ done: 3, open: names.length - 3 });
    await migrate(killed.url);
    expect(await migrationState(killed.url)).toEqual({ done: names.length, open: 0 });
    expect(await schemaOf(knex)).toEqual(await schemaOf(reference));
  } finally {
    await Promise.all([knex.destroy(), reference.destroy(), pool.end()]);
    await Promise.all([whole.drop(), killed.drop()]);
  }
});

it("brings the last look at each report into its record, where only the first was noted", async () => {
  const database = await createTestDatabase();
  const knex = openKnex(database.url);
  const pool = openPool(database.url, () => undefined);
  const changing = createKnex(migrationConfig(database.url));
  try {
    await changing.migrate.down({ name: "20261124001400_review_acts.ts" });
    const [reporter, reported] = [await createUser({ pool }), await createUser({ pool })];
    const [admin, colleague] = [await createUser({ pool }), await createUser({ pool })];
    const fileReport = async (contentTitle: string) => {
      const content = await createContent({ pool }, reported.id, { title: contentTitle });
      const [report] = await knex("reports")
        .insert({
          ...{ report_type: "content", content_id: content.id, content_title: contentTitle },
          ...{ reporter_id: reporter.id, reported_user_id: reported.id },
          ...{ report_reason: "spam", report_details: "광고만 있습니다." },
        })
        .returning<{ id: string }[]>("id");
      return report?.id;
    };
    const change = (id: string | undefined, minute: number, { id: reviewed_by }: TestUser, columns: object) =>
      knex("reports")
        .where({ id })
        .update({ reviewed_by, reviewed_at: new Date(Date.UTC(2026, 10, 20, 5, minute)), ...columns });
    const look = (id: string | undefined, minute: number, by: TestUser, review_notes: string | null) =>
      change(id, minute, by, { status: "reviewed", review_notes });
    const twice = await fileReport("둘이 본 것");
    await look(twice, 1, admin, "광고로 보임");
    await look(twice, 2, colleague, "판매자에게 물어봄");
    await look(await fileReport("한 번 본 것"), 3, admin, "따로 볼 것");
    const reopened = await fileReport("다시 연 것");
    await change(reopened, 4, admin, { status: "dismissed", review_notes: "문제 없음" });
    const reopening = { review_notes: null, reopened_count: 1, reopen_reason: "새 증거" };
    await change(reopened, 5, colleague, { status: "reviewed", ...reopening });
    const decided = await fileReport("처리한 것");
    await look(decided, 6, admin, "볼 것");
    await change(decided, 7, admin, { status: "resolved", review_notes: null });
    await fileReport("아무도 안 본 것");
    const readActs = () =>
      knex("report_acts as a")
        .join("reports as r", "r.id", "a.report_id")
        .orderBy(["r.id", "a.id"])
        .select<{ notes: string | null; admin_id: string }[]>(
          ...["r.content_title", "a.kind", "a.admin_id", "a.notes", "a.created_at"],
        );
    const before = await readActs();
    await migrate(database.url);
    const missing = {
      ...{ content_title: "둘이 본 것", kind: "reviewed", admin_id: colleague.id },
      ...{ notes: "판매자에게 물어봄", created_at: new Date(Date.UTC(2026, 10, 20, 5, 2)) },
    };
    expect(before.map(({ notes }) => notes)).toEqual([
      ...["광고로 보임", "따로 볼 것", "문제 없음", "새 증거"],
      ...["볼 것", null],
    ]);
    expect(await readActs()).toEqual(before.toSpliced(1, 0, missing));
    // Done again, it finds nothing to bring.
    await changing.migrate.down({ name: "20261124001400_review_acts.ts" });
    await migrate(database.url);
    expect(await readActs()).toHaveLength(before.length + 1);
  } finally {
    await Promise.all([knex.destroy(), changing.destroy(), pool.end()]);
    await database.drop();
  }
});

it("has workbooks of before proposed anew, and keeps what a seller chose", async () => {
  const database = await createTestDatabase();
  const pool = openPool(database.url, () => undefined);
  const changing = createKnex(migrationConfig(database.url));
  try {
    const seller = await createUser({ pool });
    const content = await createContent({ pool }, seller.id, {});
    await changing.migrate.down({ name: "20261130008000_sheet_trials.ts" });
    for (const [name, isChosen] of [
      ["고른 표.xlsx", true],
      ["표.XLS", false],
      ["글.txt", false],
    ] as const) {
      const { rows } = await pool.query<{ id: string }>(
        "insert into objects (id, owner_id, kind, file_name) values (gen_random_uuid(), $1, 'file', $2) returning id",
        [seller.id, name],
      );
      await pool.query(
        `insert into content_trials (content_id, object_id, unit, total, characters, is_chosen)
         values ($1, $2, 'text', 3000, 1000, $3)`,
        [content.id, rows[0]?.id, isChosen],
      );
    }
    await migrate(database.url);
    const { rows } = await pool.query(
      "select file_name from content_trials t join objects o on o.id = t.object_id order by is_chosen desc",
    );
    expect(rows).toEqual([{ file_name: "고른 표.xlsx" }, { file_name: "글.txt" }]);
  } finally {
    await Promise.all([changing.destroy(), pool.end()]);
    await database.drop();
  }
});

it("has wishes of before start from the present price and version", async () => {
  const database = await createTestDatabase();
  const pool = openPool(database.url, () => undefined);
  const changing = createKnex(migrationConfig(database.url));
  try {
    const [owner, reader] = [await createUser({ pool }), await createUser({ pool })];
    const changed = await createContent({ pool }, owner.id, { price: 9_000 });
    const other = await createContent({ pool }, owner.id, { price: 12_000 });
    await pool.query(
      `insert into content_versions (content_id, number, file_urls, file_names, created_at)
       select $1, n, '{a}', '{a}', app_now() from generate_series(1, 3) n`,
      [changed.id],
    );
    await changing.migrate.down({ name: "20261130004000_wish_news.ts" });
    await pool.query(
      "insert into wishes (user_id, content_id, wished_at) select $1, unnest($2::uuid[]), '2026-01-01'",
      [reader.id, [changed.id, other.id]],
    );
    await migrate(database.url);
    const { rows } = await pool.query(
      "select content_id, told_price, told_version, fell_from, new_version from wishes order by told_price",
    );
    const unseen = { fell_from: null, new_version: null };
    expect(rows).toEqual([
      { content_id: changed.id, told_price: 9_000, told_version: 3, ...unseen },
      { content_id: other.id, told_price: 12_000, told_version: 1, ...unseen },
    ]);
  } finally {
    await Promise.all([changing.destroy(), pool.end()]);
    await database.drop();
  }
});

it("ends the likes that have outlived a refund, and no other", async () => {
  const database = await createTestDatabase();
  const pool = openPool(database.url, () => undefined);
  const changing = createKnex(migrationConfig(database.url));
  const liking = await pool.connect();
  try {
    const seller = await createUser({ pool });
    const [first, second] = [
      await createContent({ pool }, seller.id),
      await createContent({ pool }, seller.id),
    ];
    const buyers: TestUser[] = [];
    const acquire = async (content: { id: string }, ...statuses: string[]) => {
      const buyer = await createUser({ pool });
      for (const status of statuses)
        await liking.query(
          `insert into orders (buyer_id, content_id, seller_id, order_number, price, platform_fee, amount, seller_amount,
                               title, category, mentor_nickname, status, paid_at, refunded_at)
           select $1, id, seller_id, gen_random_uuid(), 10000, 500, 10500, 9500, title, category, '멘토', $3, app_now(),
                  case when $3 = 'refunded' then app_now() end
           from contents where id = $2`,
          [buyer.id, content.id, status],
        );
      await liking.query("insert into content_likes (user_id, content_id) values ($1, $2)", [
        buyer.id,
        content.id,
      ]);
      await liking.query("update contents set likes_count = likes_count + 1 where id = $1", [content.id]);
      buyers.push(buyer);
    };
    await acquire(first, "refunded", "refunded");
    await acquire(first, "refunded");
    await acquire(second, "refunded");
    // These stay: of a purchase, of one while its money is on the way back, and of one after a refund.
    const kept = buyers.length;
    await acquire(first, "paid");
    await acquire(first, "refunding");
    await acquire(first, "refunded", "paid");
    await changing.migrate.down({ name: "20261130040000_likes_of_refunds.ts" });
    // One more is given meanwhile.
    await liking.query("begin");
    await acquire(first, "paid");
    const migrating = migrate(database.url);
    await expect.poll(() => countWaiting({ pool })).toBe(1);
    await liking.query("commit");
    await migrating;
    const { rows: left } = await pool.query<{ user_id: string }>(
      "select user_id from content_likes order by id",
    );
    expect(left.map((like) => like.user_id)).toEqual(buyers.slice(kept).map(({ id }) => id));
    const { rows: counts } = await pool.query("select id, likes_count from contents where likes_count > 0");
    expect(counts).toEqual([{ id: first.id, likes_count: 4 }]);
  } finally {
    liking.release();
    await Promise.all([changing.destroy(), pool.end()]);
    await database.drop();
  }
});

it("refuses a database of before the first release, whatever was to be done, and leaves it as it is", async () => {
  const database = await createTestDatabase();
  const bystander = await createTestDatabase();
  const knex = openKnex(database.url);
  const former = /^the database was made before the first release.*nothing was deleted/;
  try {
    await knex("users").insert({
      ...{ name: "김산책", user_id: "walker1", nickname: "산책", email: "walker1@example.com" },
      ...{
        password: "-",
        phone_number: "01012345678",
        user_id_skeleton: "walker1",
        nickname_skeleton: "산책",
      },
    });
    const noted = [
      { name: "20261121000100_accounts.ts", batch: 1 },
      { name: "20261123990100_judged_holds.ts", batch: 2 },
    ];
    // Names of before are refused beside the baseline's too.
    for (const names of [noted, [...noted, { name: "20261124000000_baseline.ts", batch: 3 }]]) {
      await knex("knex_migrations").del();
      await knex("knex_migrations").insert(names);
      for (const change of [migrate, rollback, migrationState])
        await expect(change(database.url)).rejects.toThrow(former);
      expect(await knex("knex_migrations").select("name", "batch").orderBy("batch")).toEqual(names);
      expect(await knex("users").pluck("nickname")).toEqual(["산책"]);
    }
    expect(await migrationState(bystander.url)).toMatchObject({ open: 0 });
  } finally {
    await knex.destroy();
    await Promise.all([database.drop(), bystander.drop()]);
  }
});
