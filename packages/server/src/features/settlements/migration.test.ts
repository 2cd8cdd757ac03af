import { expect, it } from "vitest";
import * as reports from "../../../migrations/20261123990000_released_reports.ts";
import * as holds from "../../../migrations/20261123990100_judged_holds.ts";
import { startTestApp } from "../../../testing/app.ts";
import { createUser } from "../../../testing/factories.ts";
import { buy } from "../../../testing/payments.ts";
import { decide, fileReport, makeDeal } from "../../../testing/reports.ts";
import { holdReason } from "./holds.ts";

it("keeps every payout as it was judged by a mark of time, and what was taken up again since held", async () => {
  const app = await startTestApp();
  try {
    const { knex } = app.deps;
    const admin = await app.as(await createUser(app.deps, { userId: "admin1" }));
    const settlementOf = async (buyerId: string): Promise<string> => {
      const { rows } = await app.deps.pool.query<{ id: string }>(
        "select s.id from settlements s join orders o on o.id = s.order_id where o.buyer_id = $1",
        [buyerId],
      );
      if (!rows[0]) throw new Error("nothing is owed");
      return rows[0].id;
    };
    const settle = async (id: string, more: object) =>
      expect((await admin.put(`/api/admin/settlements/${id}`, { reason: "확인", ...more })).status).toBe(200);
    const deals = [];
    for (let number = 0; number < 3; number += 1) deals.push(await makeDeal(app, { price: 10_000 }));
    const [reported, reopened, held] = deals;
    if (!reported || !reopened || !held) throw new Error("not prepared");
    const bystander = await createUser(app.deps);
    await buy(app.url, await app.as(bystander), reported.content);
    const ids: string[] = [];
    for (const id of [reported.buyer.id, reopened.buyer.id, held.buyer.id, bystander.id])
      ids.push(await settlementOf(id));
    const [ofReported = "", ofReopened = "", ofHeld = ""] = ids;

    await fileReport(reported, "fraud");
    await settle(ofReported, { status: "pending" });
    const reportId = await fileReport(reopened, "fraud");
    await settle(ofReopened, { status: "pending" });
    await decide(admin, reportId, { status: "dismissed" });
    await admin.post(`/api/admin/reports/${reportId}/reopen`, { reason: "다시 확인" });
    await settle(ofHeld, { status: "held", scope: "seller" });
    await settle(ofHeld, { status: "pending" });

    const reasons = () =>
      knex.transaction(async (trx) => {
        const found = [];
        for (const id of ids) found.push(await holdReason(trx, id));
        return found;
      });
    const fraud = "접수된 신고를 확인하고 있습니다.";
    expect(await reasons()).toEqual([null, fraud, null, fraud]);
    await holds.down(knex);
    await reports.down(knex);
    await reports.up(knex);
    await holds.up(knex);
    expect(await reasons()).toEqual([null, fraud, null, fraud]);
  } finally {
    await app.stop();
  }
});
