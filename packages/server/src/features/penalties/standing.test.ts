import { afterAll, beforeAll, expect, it } from "vitest";
import { leave } from "../accounts/leave.ts";
import { processReports } from "../reports/process.ts";
import { startTestApp, type TestApp } from "../../../testing/app.ts";
import type { TestClient } from "../../../testing/client.ts";
import { createContent, createUser, type TestUser } from "../../../testing/factories.ts";
import { meanwhile } from "../../../testing/meanwhile.ts";
import { buy } from "../../../testing/payments.ts";
import { decide, fileReport, makeDeal, unconditional } from "../../../testing/reports.ts";

let app: TestApp;
let admin: TestClient;
let adminUser: TestUser;
beforeAll(async () => {
  app = await startTestApp();
  adminUser = await createUser(app.deps, { userId: "admin1" });
  admin = await app.as(adminUser);
});
afterAll(() => app.stop());

it("a room stays closed when one party is banned at the moment in which the other is pardoned", async () => {
  const deal = await makeDeal(app);
  const ban = { status: "resolved", penaltyType: "ban", reason: "사기" } as const;
  await decide(admin, await fileReport(deal), ban);
  const { rows: penalties } = await app.deps.pool.query<{ id: string }>(
    "select id from user_penalties where user_id = $1",
    [deal.seller.id],
  );
  const { rows: reports } = await app.deps.pool.query<{ id: string }>(
    `insert into reports (report_type, reporter_id, reported_user_id, chat_room_id, report_reason, report_details)
     values ('chat', $1, $2, $3, 'spam', '광고') returning id`,
    [deal.seller.id, deal.buyer.id, deal.chatRoomId],
  );
  const lifted = await meanwhile(
    app.deps,
    (trx) =>
      processReports(trx, app.deps, {
        ...unconditional,
        ...ban,
        reportIds: [reports[0]?.id ?? ""],
        adminId: adminUser.id,
        reviewNotes: null,
        duration: null,
      }),
    () => admin.put(`/api/admin/penalties/${penalties[0]?.id ?? ""}`, { isActive: false, reason: "소명" }),
  );
  expect(lifted.status).toBe(200);
  const { rows } = await app.deps.pool.query("select status from chat_rooms where id = $1", [
    deal.chatRoomId,
  ]);
  expect(rows).toEqual([{ status: "inactive" }]);
});

it("a room opens again for nobody who has left, and stays open while a refund is only on its way", async () => {
  const deal = await makeDeal(app);
  const [leaving, staying] = [await createUser(app.deps), deal.buyer];
  const other = await createContent(app.deps, deal.seller.id, { price: 0 });
  await buy(app.url, await app.as(leaving), other);
  await leave(app.deps, leaving.id);
  for (const status of ["refund_requested", "refunding"])
    await app.deps.pool.query("update orders set status = $2 where buyer_id = $1", [staying.id, status]);
  const warning = { status: "resolved", penaltyType: "warning", reason: "광고" };
  expect((await decide(admin, await fileReport(deal), warning)).status).toBe(200);
  const { rows } = await app.deps.pool.query(
    "select buyer_id, status from chat_rooms where seller_id = $1 order by created_at",
    [deal.seller.id],
  );
  expect(rows).toEqual([
    { buyer_id: staying.id, status: "active" },
    { buyer_id: leaving.id, status: "inactive" },
  ]);
  await app.deps.pool.query("update orders set status = 'paid' where buyer_id = $1", [staying.id]);
});
