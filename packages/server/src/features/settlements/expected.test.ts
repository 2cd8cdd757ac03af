import type { AdminSettlement } from "@knowhow/shared";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { startTestApp, type TestApp } from "../../../testing/app.ts";
import { failing, type Answer, type TestClient } from "../../../testing/client.ts";
import { createContent, createUser, type TestUser } from "../../../testing/factories.ts";
import { authorise, buy, confirm, control, createOrder } from "../../../testing/payments.ts";
import { cancelAtProvider } from "../../../testing/providerSide.ts";
import { decide, fileReport, makeDeal, type Deal } from "../../../testing/reports.ts";
import { payOut } from "../payouts/payOut.ts";

const week = 7 * 24 * 3_600_000;

/** The server checked the responses against the contract. */
const settlementsIn = ({ body }: Answer) => body["settlements"] as unknown as AdminSettlement[];
const settlementIn = ({ body }: Answer) => body["settlement"] as unknown as AdminSettlement;
const idsOf = ({ holds }: Pick<AdminSettlement, "holds">) => holds.map(({ id }) => id);

describe("a release of payouts by what its administrator saw", () => {
  let app: TestApp;
  let adminUser: TestUser;
  let admin: TestClient;
  let deal: Deal;

  beforeAll(async () => {
    app = await startTestApp();
    adminUser = await createUser(app.deps, { userId: "admin1" });
  });
  afterAll(() => app.stop());
  beforeEach(async () => {
    admin = await app.as(adminUser);
    deal = await makeDeal(app, { price: 10_000 });
  });

  /** Another buyer of the same content, who may report it too. */
  const anotherBuyer = async () => {
    const buyerClient = await app.as(await createUser(app.deps));
    const { orderNumber } = await buy(app.url, buyerClient, deal.content);
    return { buyerClient, content: deal.content, orderNumber };
  };
  /** The seller's payouts as the screen has them, the oldest first. */
  const read = async () =>
    settlementsIn(await admin.get(`/api/admin/settlements?q=${deal.seller.id}`)).toReversed();
  const readFirst = async () => {
    const [first] = await read();
    if (!first) throw new Error("nothing is owed");
    return first;
  };
  const release = (seen: AdminSettlement, more: object = {}) =>
    admin.put(`/api/admin/settlements/${seen.id}`, {
      status: "pending",
      reason: "확인 완료",
      expected: { holds: idsOf(seen) },
      ...more,
    });
  const hold = (seen: AdminSettlement, reason: string, more: object = {}) =>
    admin.put(`/api/admin/settlements/${seen.id}`, { status: "held", reason, ...more });
  const statuses = async () => (await read()).map(({ status }) => status);

  /** Another sale of the seller's, for 21,000 won, parts of which the provider gives back. */
  const sellDear = async () => {
    const buyer = await app.as(await createUser(app.deps));
    const content = await createContent(app.deps, deal.seller.id, { price: 20_000 });
    const order = await createOrder(buyer, content);
    const authorised = await authorise(app.url, order);
    await confirm(buyer, authorised);
    const sold = async () => {
      const found = (await read()).find(({ orderNumber }) => orderNumber === order.orderNumber);
      if (!found) throw new Error("nothing is owed");
      return found;
    };
    const cancel = async (won: number, all: number) => {
      await control(app.url, "clock", { advanceMs: 2_000 });
      await cancelAtProvider(app, authorised.paymentKey, won);
      await expect.poll(async () => (await sold()).partCancelled).toBe(all);
    };
    return { sold, cancel };
  };

  it("names what holds one: reports that count, parts given back, and administrators' own words", async () => {
    const other = await anotherBuyer();
    expect((await read()).map(idsOf)).toEqual([[], []]);
    const reportId = await fileReport(deal, "fraud");
    await hold(await readFirst(), "확인 중");
    await hold(await readFirst(), "모두 확인 중", { scope: "seller" });
    const [first, second] = await read();
    expect(first?.holds).toMatchObject([
      { kind: "manual", reason: "확인 중" },
      { kind: "seller", reason: "모두 확인 중" },
      { kind: "report", id: `report:${reportId}`, reason: null },
    ]);
    // A hold of one settlement is listed under that one alone.
    expect(second?.holds).toMatchObject([{ kind: "seller" }, { kind: "report" }]);
    expect(other.orderNumber).toBe(second?.orderNumber);
  });

  it("is refused when a report came after the screen was read, and changes nothing, of it or another", async () => {
    const other = await anotherBuyer();
    await fileReport(deal, "fraud");
    const seen = await readFirst();
    await app.moveClock(1_000);
    const later = await fileReport(other, "fraud");
    const before = await read();
    const refused = await release(seen);
    expect(failing(refused)).toBe("409 STANDING_CHANGED");
    expect(refused.body["message"]).toContain("보류");
    expect((refused.body["holds"] as unknown as AdminSettlement["holds"]).map(({ id }) => id)).toContain(
      `report:${later}`,
    );
    expect(await read()).toEqual(before);
    expect(await statuses()).toEqual(["held", "held"]);
    // Having read it, the administrator may; the other sale is not released by that.
    expect(settlementIn(await release(await readFirst()))).toMatchObject({ status: "pending", holds: [] });
    expect(await statuses()).toEqual(["pending", "held"]);
  });

  it("is refused when the provider gave a further part back", async () => {
    const { sold, cancel } = await sellDear();
    await cancel(3_000, 3_000);
    const seen = await sold();
    expect(seen.holds).toMatchObject([{ kind: "partCancel", id: "partCancel:3000" }]);
    await cancel(2_000, 5_000);
    expect(failing(await release(seen))).toBe("409 STANDING_CHANGED");
    expect((await sold()).status).toBe("held");
    expect((await release(await sold())).status).toBe(200);
    expect(await statuses()).toEqual(["pending", "pending"]);
  });

  it("is refused when a colleague held it meanwhile, this one or all of the seller's", async () => {
    await anotherBuyer();
    await hold(await readFirst(), "처음 사유");
    const seen = await readFirst();
    await release(seen);
    await hold(seen, "새로 알게 된 사유");
    expect(failing(await release(seen))).toBe("409 STANDING_CHANGED");
    await hold(seen, "모두", { scope: "seller" });
    const wide = await readFirst();
    await release(wide, { scope: "seller" });
    await app.moveClock(1_000);
    await hold(wide, "다시 모두", { scope: "seller" });
    expect(failing(await release(wide, { scope: "seller" }))).toBe("409 STANDING_CHANGED");
    expect(await statuses()).toEqual(["held", "held"]);
    // A seller-wide release ignores this settlement's own holds.
    expect((await release(await readFirst(), { scope: "seller" })).status).toBe(200);
    expect(await statuses()).toEqual(["held", "pending"]);
  });

  it("lets nothing go by a second try whose first answer was lost, of a payout with a report about it", async () => {
    await anotherBuyer();
    const failed = await readFirst();
    for (const status of ["processing", "failed"])
      await app.deps.pool.query("update settlements set status = $2 where id = $1", [failed.id, status]);
    await fileReport(deal, "fraud");
    expect(await statuses()).toEqual(["failed", "held"]);
    const tryAgain = () => release(failed, { expected: { holds: [] } });
    expect((await tryAgain()).status).toBe(200);
    expect(await statuses()).toEqual(["held", "held"]);
    expect(failing(await tryAgain())).toBe("409 STANDING_CHANGED");
    await app.moveClock(week + 60_000);
    for (let round = 0; round < 2; round += 1) await payOut(app.deps);
    admin = await app.as(adminUser);
    expect(await statuses()).toEqual(["held", "held"]);
  });

  it("of all that a seller is owed is by the hold that was seen, whatever the state of the payout on the screen", async () => {
    const bystander = await makeDeal(app, { price: 10_000 });
    await app.moveClock(week + 60_000);
    for (let round = 0; round < 2; round += 1) await payOut(app.deps);
    admin = await app.as(adminUser);
    await anotherBuyer();
    expect(await statuses()).toEqual(["completed", "pending"]);
    const paidOut = await readFirst();
    const all = { scope: "seller" };
    const [beside] = settlementsIn(await admin.get(`/api/admin/settlements?q=${bystander.seller.id}`));
    if (!beside) throw new Error("nothing is owed");
    await hold(beside, "다른 멘토", all);
    await hold(paidOut, "처음 사유", all);
    // A settlement released from it goes on, and lists it too.
    const [, released] = await read();
    if (!released) throw new Error("nothing is owed");
    expect((await release(released)).status).toBe(200);
    expect(await statuses()).toEqual(["completed", "pending"]);
    const seen = await read();
    for (const { holds } of seen) expect(holds).toMatchObject([{ kind: "seller", reason: "처음 사유" }]);
    expect((await release(paidOut, { ...all, expected: undefined })).status).toBe(200);
    expect((await read()).map(idsOf)).toEqual([[], []]);
    await app.moveClock(1_000);
    await hold(paidOut, "새로 알게 된 사유", all);
    for (const payout of seen) {
      const refused = await release(payout, all);
      expect(failing(refused)).toBe("409 STANDING_CHANGED");
      expect(refused.body["holds"]).toMatchObject([{ kind: "seller", reason: "새로 알게 된 사유" }]);
    }
    expect(await statuses()).toEqual(["completed", "held"]);
    expect((await release(await readFirst(), all)).status).toBe(200);
    expect(await statuses()).toEqual(["completed", "pending"]);
    const still = settlementsIn(await admin.get(`/api/admin/settlements?q=${bystander.seller.id}`));
    expect(still).toMatchObject([{ isSellerHeld: true, holds: [{ reason: "다른 멘토" }] }]);
  });

  it("is not hindered by what has ended meanwhile, and without `expected` is judged by what is", async () => {
    const other = await anotherBuyer();
    const reportId = await fileReport(deal, "fraud");
    const second = await fileReport(other, "fraud");
    const seen = await readFirst();
    expect(seen.holds).toHaveLength(2);
    await admin.put(`/api/admin/reports/${second}`, { status: "dismissed" });
    expect((await release(seen)).status).toBe(200);
    const [, bystander] = await read();
    if (!bystander) throw new Error("nothing is owed");
    expect(idsOf(bystander)).toEqual([`report:${reportId}`]);
    expect((await release(bystander, { expected: undefined })).status).toBe(200);
    expect(await statuses()).toEqual(["pending", "pending"]);
  });

  it("is refused when a report was taken up again, which holds after any release, that sale alone", async () => {
    const other = await anotherBuyer();
    const reportId = await fileReport(deal, "fraud");
    const reported = await readFirst();
    expect((await decide(admin, reportId, { status: "dismissed" })).status).toBe(200);
    await hold(await readFirst(), "확인 중");
    expect((await release(await readFirst())).status).toBe(200);
    expect(await statuses()).toEqual(["pending", "pending"]);
    const reopening = { reason: "다시 확인" };
    expect((await admin.post(`/api/admin/reports/${reportId}/reopen`, reopening)).status).toBe(200);
    expect(await statuses()).toEqual(["held", "held"]);
    expect(failing(await release(reported))).toBe("409 STANDING_CHANGED");
    const again = await readFirst();
    expect((await release(again)).status).toBe(200);
    expect(await statuses()).toEqual(["pending", "held"]);
    expect((await read())[1]?.orderNumber).toBe(other.orderNumber);
    // A second time, after a release from this very report.
    expect((await decide(admin, reportId, { status: "dismissed" })).status).toBe(200);
    expect(await statuses()).toEqual(["pending", "pending"]);
    expect((await admin.post(`/api/admin/reports/${reportId}/reopen`, reopening)).status).toBe(200);
    expect(await statuses()).toEqual(["held", "held"]);
    expect(failing(await release(again))).toBe("409 STANDING_CHANGED");
  });

  it("covers the reports that were there, whatever time another one bears", async () => {
    const other = await anotherBuyer();
    await app.moveClock(60_000);
    await fileReport(deal, "fraud");
    expect((await release(await readFirst())).status).toBe(200);
    // Like a report whose transaction began before that release, and ended after it.
    await app.moveClock(-60_000);
    const late = await fileReport(other, "fraud");
    expect(await statuses()).toEqual(["held", "held"]);
    expect(idsOf(await readFirst())).toEqual([`report:${late}`]);
  });

  it("covers a hold of all that was there, whatever time a cancelled part bears", async () => {
    const { sold, cancel } = await sellDear();
    await app.moveClock(60_000);
    await hold(await readFirst(), "모두", { scope: "seller" });
    expect((await release(await sold())).status).toBe(200);
    expect(await statuses()).toEqual(["held", "pending"]);
    await app.moveClock(-60_000);
    await cancel(3_000, 3_000);
    expect(await statuses()).toEqual(["held", "held"]);
    expect((await sold()).holds).toMatchObject([{ kind: "seller" }, { kind: "partCancel" }]);
    // The next seller-wide hold covers both, whatever was judged of either.
    expect((await release(await sold())).status).toBe(200);
    expect(await statuses()).toEqual(["held", "pending"]);
    await release(await readFirst(), { scope: "seller" });
    await hold(await readFirst(), "다시 모두", { scope: "seller" });
    expect(await statuses()).toEqual(["held", "held"]);
  });

  it("is refused when it was held anew in the same words", async () => {
    await anotherBuyer();
    await hold(await readFirst(), "확인 중");
    const seen = await readFirst();
    expect((await release(seen)).status).toBe(200);
    expect((await hold(seen, "확인 중")).status).toBe(200);
    expect(failing(await release(seen))).toBe("409 STANDING_CHANGED");
    expect(await statuses()).toEqual(["held", "pending"]);
    expect((await release(await readFirst())).status).toBe(200);
  });

  it("is possible from any number of reports, and refused after a further one", async () => {
    const other = await anotherBuyer();
    await fileReport(deal, "fraud");
    // A user reports a thing once; without the index one user can make so many reports.
    await app.deps.pool.query("drop index reports_open_content");
    const copies = async (count: number) => {
      const { rows } = await app.deps.pool.query<{ column_name: string }>(
        "select column_name from information_schema.columns where table_name = 'reports' and column_name not in ('id', 'created_at')",
      );
      const columns = rows.map(({ column_name }) => `"${column_name}"`).join(", ");
      await app.deps.pool.query(
        `insert into reports (${columns}) select ${columns} from (
           select * from reports where reported_user_id = $1 order by created_at limit 1) r, generate_series(1, $2)`,
        [deal.seller.id, count],
      );
    };
    await copies(104);
    const seen = await readFirst();
    expect(seen.holds).toHaveLength(51);
    expect(seen.holds.at(-1)).toMatchObject({ kind: "report", reason: "그 밖의 신고 55건" });
    await copies(1);
    expect(failing(await release(seen))).toBe("409 STANDING_CHANGED");
    expect((await release(await readFirst())).status).toBe(200);
    expect(await statuses()).toEqual(["pending", "held"]);
    expect((await read())[1]?.orderNumber).toBe(other.orderNumber);
  });

  it("takes nothing but a list of them, and what was judged once is named no more", async () => {
    await fileReport(deal, "fraud");
    const seen = await readFirst();
    for (const expected of [{}, { holds: "report" }, { holds: [7] }, "x", []])
      expect(failing(await release(seen, { expected }))).toBe("400 VALIDATION");
    await release(seen);
    await app.moveClock(week / 7);
    expect(await readFirst()).toMatchObject({ status: "pending", holds: [] });
  });
});
