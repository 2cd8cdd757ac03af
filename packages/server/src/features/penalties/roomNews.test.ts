import { afterAll, beforeAll, expect, it } from "vitest";
import { leave } from "../accounts/leave.ts";
import { startTestApp, type TestApp } from "../../../testing/app.ts";
import type { TestClient } from "../../../testing/client.ts";
import { createUser } from "../../../testing/factories.ts";
import { listenTo } from "../../../testing/news.ts";
import { decide, fileReport, makeDeal, type Deal } from "../../../testing/reports.ts";

let app: TestApp;
let admin: TestClient;
beforeAll(async () => {
  app = await startTestApp();
  admin = await app.as(await createUser(app.deps, { userId: "admin1" }));
});
afterAll(() => app.stop());

const listen = async ({ buyerClient }: Deal) => {
  const stream = await listenTo(app.url, buyerClient);
  return {
    rooms: () => stream.told.filter(({ name }) => name === "room").map(({ data }) => data["roomId"]),
    leave: stream.leave,
  };
};

const roomOf = async ({ buyerClient, chatRoomId }: Deal) =>
  (await buyerClient.get(`/api/chat/rooms/${chatRoomId}`)).body;

it("the other party of a talk is told when a ban closes it and its end opens it, and nobody of another talk", async () => {
  const [deal, other] = [await makeDeal(app), await makeDeal(app)];
  const reportId = await fileReport(deal);
  const [buyer, bystander] = [await listen(deal), await listen(other)];
  expect(
    (await decide(admin, reportId, { status: "resolved", penaltyType: "ban", reason: "사기" })).status,
  ).toBe(200);
  await expect.poll(buyer.rooms).toEqual([deal.chatRoomId]);
  expect(await roomOf(deal)).toMatchObject({ chatRoom: { status: "inactive" } });
  const { rows } = await app.deps.pool.query<{ id: string }>(
    "select id from user_penalties where user_id = $1",
    [deal.seller.id],
  );
  const lifted = await admin.put(`/api/admin/penalties/${rows[0]?.id ?? ""}`, {
    isActive: false,
    reason: "소명",
  });
  expect(lifted.status).toBe(200);
  await expect.poll(buyer.rooms).toEqual([deal.chatRoomId, deal.chatRoomId]);
  expect(await roomOf(deal)).toMatchObject({ chatRoom: { status: "active" } });
  await leave(app.deps, other.seller.id);
  await expect.poll(bystander.rooms).toEqual([other.chatRoomId]);
  expect(buyer.rooms()).toHaveLength(2);
  buyer.leave();
  bystander.leave();
});

it("the other party of a talk is told when a person leaves, of whom no counter and no news stay", async () => {
  const [deal, other] = [await makeDeal(app), await makeDeal(app)];
  const [buyer, bystander] = [await listen(deal), await listen(other)];
  await leave(app.deps, deal.seller.id);
  await expect.poll(buyer.rooms).toEqual([deal.chatRoomId]);
  expect(await roomOf(deal)).toMatchObject({ chatRoom: { status: "inactive" } });
  for (const table of ["event_cursors", "events"]) {
    const { rowCount } = await app.deps.pool.query(`select from ${table} where user_id = $1`, [
      deal.seller.id,
    ]);
    expect(rowCount).toBe(0);
  }
  await leave(app.deps, other.seller.id);
  await expect.poll(bystander.rooms).toEqual([other.chatRoomId]);
  expect(buyer.rooms()).toHaveLength(1);
  buyer.leave();
  bystander.leave();
});
