import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { inServer } from "../../places.ts";
import { startTestApp, type TestApp } from "../../../testing/app.ts";
import type { TestClient } from "../../../testing/client.ts";
import {
  createContent,
  createSeller,
  createUser,
  type TestContent,
  type TestUser,
} from "../../../testing/factories.ts";
import { buy, chargeLog, control } from "../../../testing/payments.ts";
import { startServerProcess } from "../../../testing/process.ts";
import { failingPayouts } from "../../../testing/providerSide.ts";
import { decide, fileReport } from "../../../testing/reports.ts";
import { payOut } from "./payOut.ts";

const hour = 3_600_000;
const week = 7 * 24 * hour + 60_000;
const ban = { status: "resolved", penaltyType: "ban", reason: "사기" };

describe("a payout that was claimed", () => {
  let app: TestApp;
  let adminUser: TestUser;
  let seller: TestUser;
  let sale: { buyerClient: TestClient; content: TestContent };

  beforeAll(async () => {
    app = await startTestApp();
    adminUser = await createUser(app.deps, { userId: "admin1" });
  });
  afterAll(() => app.stop());

  const sell = async () => {
    const buyer = await createUser(app.deps);
    const content = await createContent(app.deps, seller.id);
    await buy(app.url, await app.as(buyer), content);
    return { buyer, content };
  };
  /** A sale that may be paid out now. */
  beforeEach(async () => {
    await control(app.url, "next", {});
    seller = await createSeller(app.deps);
    const { buyer, content } = await sell();
    await app.moveClock(week);
    sale = { buyerClient: await app.as(buyer), content };
  });

  const rounds = async (count = 2) => {
    for (let at = 0; at < count; at += 1) await payOut(app.deps);
  };
  const rows = async () =>
    (
      await app.deps.pool.query<{ id: string; status: string; attempts: number; held_reason: string | null }>(
        "select id, status, attempts, held_reason from settlements where seller_id = $1 order by created_at",
        [seller.id],
      )
    ).rows;
  const statuses = async () => (await rows()).map(({ status }) => status);
  /** The number of requests that reached the provider for each settlement, under any of its references. */
  const sent = async () => {
    const counts: number[] = [];
    for (const { id } of await rows()) {
      const logs = await Promise.all([1, 2, 3].map((round) => chargeLog(app.url, `${id}-${round}`)));
      counts.push(logs.flat().filter((event) => event === "PAYOUT").length);
    }
    return counts;
  };
  const banSeller = async () => {
    const answer = await decide(await app.as(adminUser), await fileReport(sale), ban);
    expect(answer.status).toBe(200);
  };
  const pardon = async () => {
    const { rows: penalties } = await app.deps.pool.query<{ id: string }>(
      "select id from user_penalties where user_id = $1",
      [seller.id],
    );
    const id = penalties[0]?.id ?? "";
    await (await app.as(adminUser)).put(`/api/admin/penalties/${id}`, { isActive: false, reason: "소명" });
  };
  const outage = { code: "FAILED_INTERNAL_SYSTEM_PROCESSING" };

  it.each<[string, () => Promise<unknown>, string]>([
    ["a ban", banSeller, "제한"],
    ["a report of fraud", () => fileReport(sale, "fraud"), "신고"],
    [
      "a new bank account",
      () => app.deps.pool.query("update users set bank_changed_at = app_now() where id = $1", [seller.id]),
      "72시간",
    ],
  ])("before the provider was down goes back for %s", async (_name, hold, told) => {
    await control(app.url, "next", outage);
    await rounds(1);
    expect(await statuses()).toEqual(["processing"]);
    await hold();
    await rounds();
    expect(await rows()).toMatchObject([
      { status: "held", attempts: 0, held_reason: expect.stringContaining(told) },
    ]);
    expect(await sent()).toEqual([0]);
  });

  it("and may be under way is asked about, not sent again, while its seller is banned", async () => {
    await rounds();
    await sell();
    await app.moveClock(week);
    sale.buyerClient = await app.as(await createUser(app.deps));
    const latest = await sell();
    sale = { buyerClient: await app.as(latest.buyer), content: latest.content };
    await failingPayouts(app, outage, () => rounds(1));
    expect(await statuses()).toEqual(["completed", "processing", "pending"]);
    await banSeller();
    await rounds();
    expect(await statuses()).toEqual(["completed", "processing", "held"]);
    await app.moveClock(3 * 60_000);
    await rounds();
    expect(await statuses()).toEqual(["completed", "held", "held"]);
    expect(await sent()).toEqual([1, 0, 0]);
    await pardon();
    await app.moveClock(week);
    await rounds(3);
    expect(await statuses()).toEqual(["completed", "completed", "completed"]);
    expect(await sent()).toEqual([1, 1, 1]);
  });

  it("with others is looked at again for each of them", async () => {
    await sell();
    await app.moveClock(week);
    sale.buyerClient = await app.as({ id: (await buyerOf(sale.content)) ?? "" });
    const { payouts } = app.deps.toss;
    const { request } = payouts;
    payouts.request = async (...call) => {
      payouts.request = request;
      const answer = await request(...call);
      await banSeller();
      return answer;
    };
    await rounds();
    expect((await statuses()).sort()).toEqual(["completed", "held"]);
  });
  const buyerOf = async ({ id }: TestContent) =>
    (
      await app.deps.pool.query<{ buyer_id: string }>("select buyer_id from orders where content_id = $1", [
        id,
      ])
    ).rows[0]?.buyer_id;

  it("by a process that is killed then is paid once", async () => {
    await app.moveClock(-week);
    const file = (path: string) => JSON.stringify(pathToFileURL(inServer(path)).href);
    // The server with a payout round as often as it can, instead of once a minute.
    const program = `
      const [{ readConfig }, { startServer }, { payOut }] = await Promise.all(
        [import(${file("src/config.ts")}), import(${file("src/server.ts")}), import(${file("src/features/payouts/payOut.ts")})]);
      const { url, deps } = await startServer(readConfig(), { byClock: false });
      console.log("running at " + url);
      for (;;) await payOut(deps);`;
    const victim = await startServerProcess(app, { FAILPOINT: "payoutClaimed" }, [
      ...["--import", "tsx", "--input-type=module", "-e"],
      program,
    ]);
    await app.moveClock(week);
    expect(await victim.ended).toBe("SIGKILL");
    expect([await statuses(), await sent()]).toEqual([["processing"], [0]]);
    await rounds(3);
    expect([await statuses(), await sent()]).toEqual([["completed"], [1]]);
  });

  it("is asked about in turn, however many stay open", async () => {
    await control(app.url, "next", outage);
    await rounds(1);
    const client = await app.deps.directPool.connect();
    // Without a seller and an account: they stay open for ever.
    await client.query("set session_replication_role = replica");
    await client.query(`insert into settlements (order_id, seller_id, amount, status, payable_at, claimed_at, asked_at)
      select gen_random_uuid(), gen_random_uuid(), 1, 'processing', app_now(), app_now() - interval '1 minute',
             app_now() - interval '1 minute' from generate_series(1, 100)`);
    const settlementIds = (await rows()).map(({ id }) => id);
    const { payouts } = app.deps.toss;
    const { byReference } = payouts;
    payouts.byReference = (reference) =>
      settlementIds.some((id) => reference.startsWith(id))
        ? byReference(reference)
        : Promise.resolve({ kind: "unknown", reason: "lost" });
    await rounds(4);
    payouts.byReference = byReference;
    await client.query("delete from settlements where bank_name is null and status = 'processing'");
    await client.query("set session_replication_role = origin");
    client.release();
    expect(await statuses()).toEqual(["completed"]);
  });
});
