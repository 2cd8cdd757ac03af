import type { AdminSettlement, Settlement } from "@knowhow/shared";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { startTestApp, type TestApp } from "../../../testing/app.ts";
import { createUser, type TestUser } from "../../../testing/factories.ts";
import { makeSale, saleState, type TestSale } from "../../../testing/refunds.ts";
import { payOut } from "./payOut.ts";

describe("payouts by a provider that pays on working days", () => {
  let app: TestApp;
  let adminUser: TestUser;
  let sale: TestSale;
  /** Due on an ordinary day a month later. */
  let bystander: TestSale;
  let config: TestApp["deps"]["config"];

  beforeAll(async () => {
    app = await startTestApp();
    adminUser = await createUser(app.deps, { userId: "admin1" });
  });
  afterAll(() => app.stop());
  const moveTo = (time: string) =>
    app.deps.pool.query("update app_clock set shift = shift + ($1::timestamptz - app_now())", [time]);
  beforeEach(async () => {
    [sale, bystander] = [await makeSale(app), await makeSale(app)];
    const due = (at: string, { orderNumber }: TestSale) =>
      app.deps.pool.query(
        "update settlements s set payable_at = $1 from orders o where o.id = s.order_id and o.order_number = $2",
        [at, orderNumber],
      );
    // Christmas of 2026 is a Friday.
    await due("2026-12-24 15:30+09", sale);
    await due("2027-01-26 10:00+09", bystander);
    await moveTo("2026-12-24 16:00+09");
    ({ config } = app.deps);
    app.deps.config = { ...config, toss: { ...config.toss, standin: false } };
  });
  afterEach(async () => {
    app.deps.config = config;
    for (let round = 0; round < 2; round += 1) await payOut(app.deps);
  });

  const rounds = async (count = 2) => {
    for (let at = 0; at < count; at += 1) await payOut(app.deps);
  };
  const settlement = async (one: TestSale) => (await saleState(app, one))?.settlement;

  it("are not tried on a public holiday, nor at night and at the weekend after it", async () => {
    for (const time of ["2026-12-25 10:00+09", "2026-12-26 10:00+09", "2026-12-28 07:59+09"]) {
      await moveTo(time);
      await rounds();
      expect(await settlement(sale), time).toBe("pending");
    }
    await moveTo("2026-12-28 08:01+09");
    await rounds();
    expect([await settlement(sale), await settlement(bystander)]).toEqual(["completed", "pending"]);
  });

  it("are shown with the day on which the provider pays, to seller and administrators, and in the table", async () => {
    const days = async (one: TestSale) => {
      const seller = await app.as(one.seller);
      const [own] = (await seller.get("/api/seller/settlements")).body as unknown as Settlement[]; // checked by the server
      const admin = await app.as(adminUser);
      const { body } = await admin.get(`/api/admin/settlements?q=${one.orderNumber}`);
      const [seen] = body["settlements"] as unknown as AdminSettlement[]; // checked by the server
      const csv = (await seller.get("/api/seller/settlements.csv")).bytes.toString();
      return [own?.payoutDay, seen?.payoutDay, /정산 예정,[^,]*,([^,]*),/.exec(csv)?.[1]];
    };
    expect(await days(sale)).toEqual(Array(3).fill("2026-12-28"));
    expect(await days(bystander)).toEqual(Array(3).fill("2027-01-26"));
    await moveTo("2026-12-28 10:00+09");
    await rounds();
    expect((await days(sale)).slice(0, 2)).toEqual([null, null]);
  });
});
