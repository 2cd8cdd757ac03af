import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestApp, type TestApp } from "../../../testing/app.ts";
import type { Answer, TestClient } from "../../../testing/client.ts";
import { createUser } from "../../../testing/factories.ts";
import { buy, chargeLog } from "../../../testing/payments.ts";
import { askBack, makeSale, openLink, saleState, type TestSale } from "../../../testing/refunds.ts";

const times = <T>(count: number, make: (index: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, index) => make(index)));

describe("money back, by many hands at once", () => {
  let app: TestApp;
  let admins: TestClient[];
  let bystander: TestSale;

  beforeAll(async () => {
    app = await startTestApp({ ADMIN_USER_IDS: "admin1,admin2" });
    admins = [
      await app.as(await createUser(app.deps, { userId: "admin1" })),
      await app.as(await createUser(app.deps, { userId: "admin2" })),
    ];
    bystander = await makeSale(app);
  });
  afterAll(async () => {
    expect(await saleState(app, bystander)).toMatchObject({ status: "paid", refunds: 0, purchases: 1 });
    await app.stop();
  });

  const tally = (answers: Answer[]) => {
    const counts: Record<string, number> = {};
    for (const { status, body } of answers) {
      const key = status < 300 ? String(status) : `${status} ${String(body["code"])}`;
      counts[key] = (counts[key] ?? 0) + 1;
    }
    return counts;
  };
  const cancels = async ({ orderNumber }: TestSale) =>
    (await chargeLog(app.url, orderNumber)).filter((event) => event === "CANCELED").length;
  const ends = (sale: TestSale) =>
    expect
      .poll(() => saleState(app, sale))
      .toMatchObject({ status: "refunded", settlement: "cancelled", purchases: 0, refunds: 1 });
  const decide = (sale: TestSale, adminIndex: number, decision: "approve" | "deny") =>
    (admins[adminIndex] ?? sale.client).put(`/api/admin/refunds/${sale.orderNumber}`, {
      decision,
      reason: "확인",
    });
  const withdraw = ({ client, orderNumber }: TestSale) =>
    client.delete(`/api/orders/${orderNumber}/refund-request`);
  const opened = async () => {
    const sale = await makeSale(app);
    await openLink(sale);
    await askBack(sale);
    return sale;
  };

  it("asked a thousand times, gives it back once", async () => {
    const sales = await times(20, () => makeSale(app));
    for (const sale of sales) {
      const answers = await times(50, () => askBack(sale));
      expect(tally(answers)).toEqual({ "201": 1, "409 NOT_REFUNDABLE": 49 });
    }
    for (const sale of sales) {
      await ends(sale);
      expect(await cancels(sale)).toBe(1);
    }
  }, 120_000);

  it("asked many times under one key, is asked once", async () => {
    const sale = await makeSale(app);
    const headers = { "idempotency-key": sale.orderNumber };
    const answers = tally(await times(20, () => askBack(sale, "한 번", { headers })));
    expect(Object.keys(answers).filter((key) => !["201", "409 IN_PROGRESS"].includes(key))).toEqual([]);
    expect(answers["201"]).toBeGreaterThan(0);
    await ends(sale);
  });

  it("approved by two administrators twenty times, is given back once", async () => {
    const sale = await opened();
    const answers = await times(20, (index) => decide(sale, index % 2, "approve"));
    expect(tally(answers)).toEqual({ "200": 1, "409 ALREADY_PROCESSED": 19 });
    await ends(sale);
    expect(await cancels(sale)).toBe(1);
  });

  it("approved beside a denial, goes one way", async () => {
    for (let round = 0; round < 5; round += 1) {
      const sale = await opened();
      const [approved, denied] = await Promise.all([decide(sale, 0, "approve"), decide(sale, 1, "deny")]);
      expect(tally([approved, denied])).toEqual({ "200": 1, "409 ALREADY_PROCESSED": 1 });
      if (approved.status === 200) await ends(sale);
      else {
        expect(await saleState(app, sale)).toMatchObject({ status: "paid", settlement: "pending" });
        expect(await cancels(sale)).toBe(0);
      }
    }
  });

  it("approved beside being taken back, goes one way", async () => {
    for (let round = 0; round < 5; round += 1) {
      const sale = await opened();
      const [approved, taken] = await Promise.all([decide(sale, 0, "approve"), withdraw(sale)]);
      expect([approved.status, taken.status].filter((status) => status === 200)).toHaveLength(1);
      if (approved.status === 200) await ends(sale);
      else
        expect(await saleState(app, sale)).toMatchObject({
          status: "paid",
          settlement: "pending",
          refunds: 0,
        });
    }
  });

  it("asked, taken back and approved twenty times at once, goes one way, and no like order goes with it", async () => {
    for (let round = 0; round < 3; round += 1) {
      const sale = await opened();
      // The same buyer's other order, and another buyer's of the same content: both wait as well.
      const second = await makeSale(app, sale);
      const buyer = await createUser(app.deps);
      const client = await app.as(buyer);
      const { orderNumber } = await buy(app.url, client, sale.content);
      const peer: TestSale = { ...sale, buyer, client, orderNumber };
      for (const other of [second, peer]) {
        await openLink(other);
        expect((await askBack(other)).status).toBe(201);
      }
      const answers = await times(20, (index) =>
        index % 3 === 0
          ? askBack(sale)
          : index % 3 === 1
            ? withdraw(sale)
            : decide(sale, Math.floor(index / 3) % 2, "approve"),
      );
      expect(answers.filter(({ status }) => ![200, 201, 409].includes(status))).toEqual([]);
      const isApproved = answers.some(({ status }, index) => index % 3 === 2 && status === 200);
      if (isApproved)
        await expect
          .poll(() => saleState(app, sale))
          .toMatchObject({ status: "refunded", settlement: "cancelled", refunds: 1 });
      expect(await cancels(sale)).toBe(isApproved ? 1 : 0);
      for (const other of [second, peer]) {
        expect(await saleState(app, other)).toMatchObject({
          status: "refund_requested",
          settlement: "held",
          refunds: 1,
        });
        expect(await cancels(other)).toBe(0);
      }
    }
  });

  it("refunded by an administrator beside the buyer's own request, is given back once", async () => {
    for (let round = 0; round < 5; round += 1) {
      const sale = await makeSale(app);
      const path = `/api/admin/refunds/${sale.orderNumber}`;
      const answers = await Promise.all([
        askBack(sale),
        ...admins.map((admin) => admin.post(path, { reason: "확인" })),
      ]);
      expect(tally(answers)).toEqual({ "201": 1, "409 NOT_REFUNDABLE": 2 });
      await ends(sale);
      expect(await cancels(sale)).toBe(1);
    }
  });

  it("asked while the goods are being opened, is by rule only where nothing was given", async () => {
    for (let round = 0; round < 30; round += 1) {
      const sale = await makeSale(app);
      const [asked, ...gotten] = await Promise.all(
        round % 2 ? [askBack(sale), openLink(sale), openLink(sale)] : [askBack(sale), openLink(sale)],
      );
      const isGiven = gotten.some(({ status }) => status === 302);
      const status = (asked.body["order"] as { status: string } | undefined)?.status;
      expect(status).toBe(isGiven ? "refund_requested" : "refunding");
      if (!isGiven) expect((await openLink(sale)).status).toBe(403);
    }
  });
});
