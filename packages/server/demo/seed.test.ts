import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { api, categoryCodes, type BoughtContent, type Content, type Report } from "@knowhow/shared";
import { readConfig } from "../src/config.ts";
import { startServer } from "../src/server.ts";
import { reconcileLedger } from "../src/features/payouts/reconcileLedger.ts";
import { startTestApp, type TestApp } from "../testing/app.ts";
import { demoPassword, demoUserIds } from "./password.ts";
import { seedDemo } from "./seed.ts";

describe("a product that starts with the demo data", () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp({ SEED_DEMO: "true" });
  });
  // The money invariants are checked here, the provider's log among them.
  afterAll(() => app.stop());

  const count = async (table: string): Promise<number> => {
    const { rows } = await app.deps.pool.query<{ n: number }>(`select count(*)::int as n from ${table}`);
    return rows[0]?.n ?? 0;
  };

  it("lets nobody look like one of its members, in a nickname or a login id, and lets others in", async () => {
    const check = async (path: string): Promise<unknown> => (await app.visitor().get(path)).body["available"];
    for (const nickname of ["빵순이З65", "빵순이365"])
      expect(await check(`/api/check-nickname/${encodeURIComponent(nickname)}`)).toBe(false);
    expect(await check(`/api/check-nickname/${encodeURIComponent("빵순이364")}`)).toBe(true);
    for (const userId of ["ment0r1", "mentorI1", "BUYER1"])
      expect([userId, await check(`/api/check-userid/${userId}`)]).toEqual([userId, userId === "mentorI1"]);
  });

  it("sells in every category", async () => {
    expect(await count("contents where is_listed")).toBe(120);
    const visitor = app.visitor();
    for (const category of categoryCodes) {
      const { body } = await visitor.get(api.contents.category.path.replace(":category", category));
      // Kept to the contract by the server itself.
      expect((body as unknown as Content[]).length, category).toBeGreaterThanOrEqual(5);
    }
    for (const table of [
      "orders",
      "content_likes",
      "content_comments",
      "content_ratings",
      "chat_rooms",
      "settlements",
    ]) {
      expect(await count(table), table).toBeGreaterThan(100);
    }
    expect(await count("content_comments where parent_id is not null")).toBeGreaterThan(5);
    expect(await count("content_questions where answer is not null")).toBe(1);
    expect(await count("content_questions where answer is null")).toBe(1);
  });

  it("waits as long as another process takes to put it in", async () => {
    const directPool = new pg.Pool({ connectionString: app.databaseUrl, statement_timeout: 1_000 });
    const other = await app.deps.pool.connect();
    try {
      await other.query("select pg_advisory_lock(727002)");
      await Promise.all([
        seedDemo({ ...app.deps, directPool }),
        other.query("select pg_sleep(1.3), pg_advisory_unlock(727002)"),
      ]);
    } finally {
      other.release();
      await directPool.end();
    }
  });

  it("has books that agree with the stand-in's on every day of the last month", async () => {
    await reconcileLedger(app.deps);
    const { rows } = await app.deps.pool.query<object>(
      "select count(*)::int as days, sum(charges)::int > 10 as sold, sum(differences)::int as wrong from book_comparisons",
    );
    expect(rows).toEqual([{ days: 32, sold: true, wrong: 0 }]);
  });

  it.each(demoUserIds)("lets %s in with the password that is told", async (emailOrUserId) => {
    const answer = await app
      .visitor()
      .post(api.accounts.login.path, { emailOrUserId, password: demoPassword });
    expect(answer.status).toBe(200);
  });

  it("has something to decide and to answer, and tells the sanctioned why", async () => {
    const as = async (emailOrUserId: string) => {
      const client = app.visitor();
      await client.post(api.accounts.login.path, { emailOrUserId, password: demoPassword });
      return client;
    };
    const admin = await as("admin1");
    const { body } = await admin.get(`${api.reports.list.path}?status=pending`);
    const reports = body["reports"] as unknown as Report[];
    expect(reports.map(({ reportType }) => reportType).sort()).toEqual([
      "comment",
      "content",
      "content",
      "content",
    ]);
    for (const { id } of reports) {
      const evidence = await admin.get(api.evidences.get.path.replace(":reportId", id));
      expect(evidence.body["evidence"]).not.toBeNull();
    }
    const { refunds } = (await admin.get(`${api.refunds.list.path}?status=requested`)).body;
    expect(refunds).toMatchObject([
      { state: "requested", isOverdue: false, deliveries: [{ kind: "download" }], decision: null },
    ]);
    const { rows: held } = await app.deps.pool.query(
      "select s.status from settlements s join refunds f on f.order_id = s.order_id",
    );
    expect(held).toEqual([{ status: "held" }]);
    const inbox = await admin.get(api.inquiries.inbox.path);
    const rooms = inbox.body["chatRooms"] as unknown as { type: string; unreadCount: number }[];
    expect(rooms.filter(({ type, unreadCount }) => type === "general" && unreadCount === 1)).toHaveLength(2);
    for (const [userId, count] of [
      ["warned1", 1],
      ["suspended1", 2],
      ["banned1", 3],
    ] as const) {
      const client = await as(userId);
      const { body: inquiries } = await client.get(api.inquiries.mine.path);
      const [room] = inquiries["chatRooms"] as unknown as { id: string; type: string; unreadCount: number }[];
      expect([userId, room?.type, room?.unreadCount]).toEqual([userId, "penalty_notice", count]);
    }
  });

  it("has a suspended person with a content on sale, whose payouts wait, and a purchase", async () => {
    const client = app.visitor();
    await client.post(api.accounts.login.path, { emailOrUserId: "suspended1", password: demoPassword });
    const sold = (await client.get(api.contents.mine.path)).body as unknown as Content[];
    expect(sold).toMatchObject([{ price: 3_500, purchasesCount: 3 }]);
    expect((await app.visitor().get(`/api/contents/${sold[0]?.id ?? ""}`)).status).toBe(200);
    expect((await client.get(api.contents.bought.path)).body).toHaveLength(1);
    const { rows } = await app.deps.pool.query(
      `select distinct s.status from settlements s join users u on u.id = s.seller_id
       where u.user_id = 'suspended1' and s.status <> 'completed'`,
    );
    expect(rows).toEqual([{ status: "held" }]);
  });

  it("gives a buyer the bytes of what was bought", async () => {
    const buyer = app.visitor();
    await buyer.post(api.accounts.login.path, { emailOrUserId: "buyer1", password: demoPassword });
    const { body } = await buyer.get(api.contents.bought.path);
    const [bought] = body as unknown as BoughtContent[];
    const { rows } = await app.deps.pool.query<{ size: number }>(
      "select o.size from contents c join objects o on c.file_urls[1] like '%' || o.id where c.id = $1",
      [bought?.id],
    );
    const answer = await buyer.get(`/api/download/${bought?.id ?? ""}/0`);
    expect(answer.status).toBe(200);
    expect(answer.headers.get("content-length")).toBe(String(rows[0]?.size));
  });

  it("is put in once, however often and by however many servers it is started", async () => {
    const before = await count("contents");
    const dataDir = await mkdtemp(join(tmpdir(), "knowhow-seed-"));
    const config = readConfig({
      NODE_ENV: "test", PORT: "0", DATABASE_URL: app.databaseUrl, DATA_DIR: dataDir, LOG_LEVEL: "silent",
    }); // oxfmt-ignore
    const servers = await Promise.all([startServer(config), startServer(config)]);
    expect(await count("contents")).toBe(before);
    for (const server of servers) await server.stop();
    await rm(dataDir, { recursive: true, force: true });
  });
});
