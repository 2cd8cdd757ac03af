import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestApp, type TestApp } from "../../../testing/app.ts";
import { failing, type TestClient } from "../../../testing/client.ts";
import { createUser, type TestUser } from "../../../testing/factories.ts";
import { countWaiting } from "../../../testing/meanwhile.ts";
import { decide, fileReport, makeDeal, unconditional } from "../../../testing/reports.ts";
import { processReports } from "./process.ts";
import { Report } from "./Report.ts";
import { warnReporter } from "./warnReporter.ts";

const warning = { status: "resolved", penaltyType: "warning", reason: "광고를 반복했습니다." } as const;

describe("a decision beside calls that need the same rows", () => {
  let app: TestApp;
  let adminUser: TestUser;
  let admin: TestClient;
  let colleague: TestClient;

  beforeAll(async () => {
    app = await startTestApp({ ADMIN_USER_IDS: "admin1,admin2" });
    adminUser = await createUser(app.deps, { userId: "admin1" });
    admin = await app.as(adminUser);
    colleague = await app.as(await createUser(app.deps, { userId: "admin2" }));
  });
  afterAll(() => app.stop());

  const warningsOf = async (...users: TestUser[]) => {
    const counts = new Map(
      (
        await app.deps.pool.query<{ id: string; warning_count: number }>(
          "select id, warning_count from users",
        )
      ).rows.map(({ id, warning_count: count }) => [id, count]),
    );
    return users.map(({ id }) => counts.get(id));
  };

  it("lets a colleague look at the talk that it is about", async () => {
    const [deal, bystander] = [await makeDeal(app), await makeDeal(app)];
    const reportTalk = async ({ buyerClient, chatRoomId, seller }: typeof deal) => {
      const report = {
        chatRoomId,
        reportedUserId: seller.id,
        reportReason: "harassment",
        reportDetails: "욕설",
      };
      const { body } = await buyerClient.post("/api/chat/reports", report);
      return (body["report"] as unknown as { id: string }).id;
    };
    const [id, other] = [await reportTalk(deal), await reportTalk(bystander)];
    const look = async (reportId: string) =>
      failing(await colleague.get(`/api/admin/chat-messages?reportId=${reportId}`));
    await Report.transaction(app.deps.knex, async (trx) => {
      await processReports(trx, app.deps, {
        ...unconditional,
        ...warning,
        reportIds: [id],
        adminId: adminUser.id,
        reviewNotes: null,
        duration: null,
      });
      expect([await look(id), await look(other)]).toEqual(["200 undefined", "200 undefined"]);
    });
    expect(await warningsOf(deal.seller, bystander.seller)).toEqual([1, 0]);
  });

  it("about several users leaves their rooms to the warning of a reporter that came first", async () => {
    const [deal, bystander] = [await makeDeal(app), await makeDeal(app)];
    const [id, other] = [await fileReport(deal), await fileReport(bystander)];
    expect((await decide(admin, id, { status: "dismissed" })).status).toBe(200);
    const { batch } = await Report.transaction(app.deps.knex, async (trx) => {
      await Report.query(trx).findById(id).forNoKeyUpdate();
      const begun = admin.post("/api/admin/reports/batch", { ids: [id, other], ...warning });
      await expect.poll(() => countWaiting(app.deps)).toBe(1);
      await warnReporter(trx, app.deps, {
        ...unconditional,
        reportId: id,
        adminId: adminUser.id,
        reason: "허위 신고를 했습니다.",
      });
      return { batch: begun };
    });
    expect(failing(await batch)).toBe("409 ALREADY_PROCESSED");
    expect(await warningsOf(deal.buyer, deal.seller, bystander.buyer, bystander.seller)).toEqual([
      1, 0, 0, 0,
    ]);
    // The same two, once nothing stands in the way.
    const ids = [await fileReport(deal), other];
    expect((await admin.post("/api/admin/reports/batch", { ids, ...warning })).status).toBe(200);
    expect(await warningsOf(deal.buyer, deal.seller, bystander.buyer, bystander.seller)).toEqual([
      1, 1, 0, 1,
    ]);
  });
});
