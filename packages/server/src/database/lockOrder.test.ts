import { randomUUID } from "node:crypto";
import { Model } from "objection";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestApp, type TestApp } from "../../testing/app.ts";
import { createContent, createSeller, createUser, type TestUser } from "../../testing/factories.ts";
import { countWaiting } from "../../testing/meanwhile.ts";
import { buy } from "../../testing/payments.ts";
import { decide, fileReport } from "../../testing/reports.ts";
import { leaveIn } from "../features/accounts/leave.ts";
import { cleanUp } from "../features/retention/cleanUp.ts";

const threeIds = () =>
  Array.from({ length: 3 }, () => randomUUID()).sort() as [first: string, between: string, last: string];

describe("several rows", () => {
  let app: TestApp;
  let adminUser: TestUser;
  beforeAll(async () => {
    app = await startTestApp();
    adminUser = await createUser(app.deps, { userId: "admin1" });
  });
  afterAll(() => app.stop());

  /** Locks the first row, begins the change, and locks the last row while that waits. */
  const lockAround = async (
    table: string,
    [first, last]: [string, string],
    change: () => Promise<unknown>,
  ) => {
    const lock = `select from ${table} where id = ? for no key update`;
    const { changed } = await Model.transaction(app.deps.knex, async (trx) => {
      await trx.raw(lock, [first]);
      const begun = change();
      await expect.poll(() => countWaiting(app.deps)).toBe(1);
      await trx.raw(lock, [last]);
      return { changed: begun };
    });
    await changed;
  };
  const rowOf = async (table: string, id: string) =>
    // Of a row that is written as it was, the transaction tells.
    (await app.deps.pool.query<object>(`select xmin::text as written, * from ${table} where id = $1`, [id]))
      .rows;

  interface Sold {
    seller: TestUser;
    reportId: string;
  }
  it.each<[string, (sold: Sold) => Promise<unknown>]>([
    [
      "a ban",
      async ({ reportId }) => {
        const ban = { status: "resolved", penaltyType: "ban", reason: "광고" };
        expect((await decide(await app.as(adminUser), reportId, ban)).status).toBe(200);
      },
    ],
    [
      "another nickname",
      ({ seller: { id } }) =>
        app.deps.pool.query("update users set nickname = nickname || '둘' where id = $1", [id]),
    ],
    ["leaving", ({ seller }) => Model.transaction(app.deps.knex, (trx) => leaveIn(trx, seller.id))],
  ])("of contents are locked by their ids, as the views do it: %s", async (_name, change) => {
    const [seller, bystander] = [await createSeller(app.deps), await createSeller(app.deps)];
    const buyerClient = await app.as(await createUser(app.deps));
    const [first, between, last] = threeIds();
    for (const id of [first, last])
      await buy(app.url, buyerClient, await createContent(app.deps, seller.id, { id, price: 0 }));
    const content = await createContent(app.deps, bystander.id, { id: between, price: 0 });
    await buy(app.url, await app.as(await createUser(app.deps)), content);
    const reportId = await fileReport({ buyerClient, content: { ...content, id: last } });
    // The row that was written last is found last.
    await app.deps.pool.query("update contents set title = title || '!' where id = $1", [first]);
    const [before, own] = [await rowOf("contents", between), await rowOf("contents", last)];
    await lockAround("contents", [first, last], () => change({ seller, reportId }));
    expect(await rowOf("contents", between)).toEqual(before);
    expect(await rowOf("contents", last)).not.toEqual(own);
  });

  it("of people are locked by their ids, as decisions do it: what recovery no longer goes by", async () => {
    const [first, between, last] = threeIds();
    for (const id of [first, between, last]) await createUser(app.deps, { id });
    const change = (id: string, days: number) =>
      app.deps.pool.query(
        `update users set recovery_identity = '{}', identity_changed_at = app_now() - $2 * interval '1 day' where id = $1`,
        [id, days],
      );
    for (const id of [last, between, first]) await change(id, id === between ? 0 : 30);
    await lockAround("users", [first, last], () => cleanUp(app.deps));
    const { rows } = await app.deps.pool.query<{ id: string }>(
      "select id from users where recovery_identity is not null",
    );
    expect(rows).toEqual([{ id: between }]);
  });
});
