import type { OrderRefund, Receipt } from "@knowhow/shared";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { startTestApp, type TestApp } from "../../../testing/app.ts";
import { failing, type Answer, type TestClient } from "../../../testing/client.ts";
import { createUser, type TestUser } from "../../../testing/factories.ts";
import { chargeLog, control } from "../../../testing/payments.ts";
import { cancelAtProvider } from "../../../testing/providerSide.ts";
import {
  askBack,
  makeSale,
  openLink,
  refundMessages,
  saleState,
  untouched,
  type TestSale,
} from "../../../testing/refunds.ts";
import { payOut } from "../payouts/payOut.ts";
import { reconcileLedger } from "../payouts/reconcileLedger.ts";

const day = 24 * 3_600_000;
const patient = { timeout: 30_000 };
const code = "NOT_CANCELABLE_PAYMENT";

describe("money that went back by bank transfer", () => {
  let app: TestApp;
  let adminUser: TestUser;
  let colleague: TestUser;
  let admin: TestClient;
  let second: TestClient;
  /** Waits like the others, and is decided by nobody. */
  let bystander: TestSale;

  beforeAll(async () => {
    app = await startTestApp({ ADMIN_USER_IDS: "admin1,admin2" });
    adminUser = await createUser(app.deps, { userId: "admin1" });
    colleague = await createUser(app.deps, { userId: "admin2" });
    admin = await app.as(adminUser);
    bystander = await makeRefused();
  });
  beforeEach(async () => {
    // The clock goes on: the last test's password is no longer fresh.
    admin = await app.as(adminUser);
    second = await app.as(colleague);
  });
  afterAll(async () => {
    expect(await saleState(app, bystander)).toMatchObject({
      status: "paid",
      settlement: "held",
      room: "active",
      purchases: 1,
      refunds: 1,
    });
    await app.stop();
  });

  const refundOf = async ({ orderNumber }: TestSale) =>
    (await admin.get(`/api/admin/refunds/${orderNumber}`)).body["refund"] as unknown as OrderRefund; // checked by the server
  const keyOf = async ({ orderNumber }: TestSale): Promise<string> => {
    const { rows } = await app.deps.pool.query<{ key: string }>(
      "select toss_payment_key as key from orders where order_number = $1",
      [orderNumber],
    );
    return rows[0]?.key ?? "";
  };
  /** A sale whose approved refund the provider refused. */
  const makeRefused = async (sale?: TestSale) => {
    const made = sale ?? (await makeSale(app));
    await control(app.url, "next", { code });
    expect((await askBack(made)).status).toBe(201);
    await vi.waitFor(async () => expect(await refundOf(made)).toMatchObject({ refusalCode: code }), patient);
    return made;
  };
  const transfer = ({ orderNumber }: TestSale, viewer = admin, more: object = {}): Promise<Answer> =>
    viewer.put(`/api/admin/refunds/${orderNumber}`, {
      decision: "approve",
      reason: "우리은행으로 이체",
      transferred: true,
      transferredAmount: 10_500,
      ...more,
    });
  const booked = async ({ orderNumber }: TestSale) =>
    (
      await app.deps.pool.query<{ account: string; won: number }>(
        `select e.account, sum(e.debit - e.credit)::int as won from ledger_entries e
         join ledger_transactions t on t.id = e.transaction_id join orders o on o.id = t.order_id
         where o.order_number = $1 group by e.account having sum(e.debit - e.credit) <> 0 order by e.account`,
        [orderNumber],
      )
    ).rows.map(({ account, won }) => [account, won]);
  const cancelsOf = async ({ orderNumber }: TestSale) =>
    (await chargeLog(app.url, orderNumber)).filter((event) => /CANCELED/.test(event));
  const alertsOf = async ({ orderNumber }: TestSale, kind: string) =>
    (
      await app.deps.pool.query<{ open: boolean }>(
        "select resolved_at is null as open from alerts where kind = $2 and subject = $1 order by created_at",
        [orderNumber, kind],
      )
    ).rows.map(({ open }) => open);

  it("ends the refund without the provider, with all consequences and one message to each", async () => {
    const sale = await makeRefused();
    const told = async (person: TestUser) => (await refundMessages(app, person)).length;
    const before = [await told(sale.buyer), await told(sale.seller)];
    const answer = await transfer(sale);
    expect(answer.status).toBe(200);
    const receipt = answer.body["order"] as unknown as Receipt; // checked by the server
    expect(receipt).toMatchObject({ status: "refunded", refundState: "refunded", partCancels: [] });
    expect(receipt.refund).toMatchObject({ decision: "approve", isTransferred: true });
    expect(await saleState(app, sale)).toMatchObject({
      status: "refunded",
      settlement: "cancelled",
      held_reason: null,
      room: "inactive",
      purchases: 0,
    });
    expect(await refundOf(sale)).toMatchObject({
      state: "refunded",
      refusalCode: null,
      transferredAmount: 10_500,
      decisionReason: "우리은행으로 이체",
    });
    // What the provider has kept is what went out another way.
    expect(await booked(sale)).toEqual([
      ["provider", 10_500],
      ["transfer", -10_500],
    ]);
    expect(await cancelsOf(sale)).toEqual([]);
    expect(await alertsOf(sale, "REFUND_REFUSED")).toEqual([false]);
    const [buyer, seller] = [await refundMessages(app, sale.buyer), await refundMessages(app, sale.seller)];
    expect([buyer.length, seller.length]).toEqual(before.map((count) => count + 1));
    for (const words of ["계좌 이체로", "10,500원", "우리은행으로 이체"])
      expect(buyer.at(-1)).toContain(words);
    for (const words of ["계좌 이체로", "9,500원은 입금하지 않고 취소"])
      expect(seller.at(-1)).toContain(words);
    // Nothing is asked of the provider later, nor given a second time.
    await app.moveClock(60_000);
    await app.reconcile();
    expect(await cancelsOf(sale)).toEqual([]);
    expect(failing(await askBack(sale))).toBe("409 NOT_REFUNDABLE");
    expect(failing(await admin.post(`/api/admin/refunds/${sale.orderNumber}`, { reason: "또" }))).toBe(
      "409 NOT_REFUNDABLE",
    );
  });

  it("is recorded with a fresh password, a reason and an approval, after the provider's refusal alone", async () => {
    const [sale, waiting, sold] = [await makeRefused(), await makeSale(app), await makeSale(app)];
    await openLink(waiting);
    expect((await askBack(waiting)).status).toBe(201);
    expect(failing(await transfer(sale, admin, { decision: "deny" }))).toBe("400 VALIDATION");
    expect(failing(await transfer(sale, admin, { reason: " " }))).toBe("400 VALIDATION");
    for (const one of [waiting, sold]) expect(failing(await transfer(one))).toBe("409 NOT_REFUNDABLE");
    expect(failing(await transfer(sale, sale.client))).toBe("403 ADMIN_ONLY");
    await app.moveClock(11 * 60_000);
    expect(failing(await transfer(sale))).toBe("403 PASSWORD_REQUIRED");
    await app.moveClock(-11 * 60_000);
    expect(await saleState(app, sale)).toMatchObject({ status: "paid", settlement: "held" });
    expect(await saleState(app, waiting)).toMatchObject({ status: "refund_requested", settlement: "held" });
    expect(await saleState(app, sold)).toMatchObject(untouched);
  });

  it("is the rest where the provider gave a part back before", async () => {
    const sale = await makeSale(app);
    await cancelAtProvider(app, await keyOf(sale), 3_000);
    await expect.poll(() => alertsOf(sale, "PAID_ORDER_PART_CANCELLED")).toEqual([true]);
    await app.moveClock(3_000);
    await control(app.url, "clock", { advanceMs: 3_000 });
    await makeRefused(sale);
    expect((await transfer(sale, admin, { transferredAmount: 7_500 })).status).toBe(200);
    expect(await refundOf(sale)).toMatchObject({
      transferredAmount: 7_500,
      partCancels: [{ amount: 3_000 }],
    });
    expect(await booked(sale)).toEqual([
      ["provider", 7_500],
      ["transfer", -7_500],
    ]);
    expect(await alertsOf(sale, "PAID_ORDER_PART_CANCELLED")).toEqual([false]);
    expect((await refundMessages(app, sale.buyer)).at(-1)).toContain("7,500원");
  });

  it("is recorded for the request that was seen, or for none where none is left", async () => {
    const [sale, asked] = [await makeSale(app), await makeRefused()];
    await control(app.url, "next", { code });
    expect((await admin.post(`/api/admin/refunds/${sale.orderNumber}`, { reason: "침해" })).status).toBe(201);
    await expect.poll(() => refundOf(sale)).toMatchObject({ refusalCode: code });
    const { requestedAt } = await refundOf(sale);
    const deny = { decision: "deny", reason: "다시 확인" };
    expect((await second.put(`/api/admin/refunds/${sale.orderNumber}`, deny)).status).toBe(200);
    const late = await transfer(sale, admin, { expected: { requestedAt, deliveries: 0 } });
    expect(late).toMatchObject({ status: 409, body: { code: "STANDING_CHANGED", requestedAt: null } });
    const none = { expected: { requestedAt: null, deliveries: 0 } };
    expect(failing(await transfer(asked, admin, none))).toBe("409 STANDING_CHANGED");
    expect((await transfer(sale, admin, none)).status).toBe(200);
    expect(await saleState(app, sale)).toMatchObject({ status: "refunded" });
    expect(await saleState(app, asked)).toMatchObject({ status: "paid", settlement: "held" });
  });

  it("takes back from the seller what was paid out before", async () => {
    const sale = await makeSale(app);
    await app.moveClock(8 * day);
    for (let round = 0; round < 2; round += 1) await payOut(app.deps);
    admin = await app.as(adminUser);
    expect(await saleState(app, sale)).toMatchObject({ settlement: "completed" });
    await control(app.url, "next", { code });
    expect((await admin.post(`/api/admin/refunds/${sale.orderNumber}`, { reason: "침해" })).status).toBe(201);
    await expect.poll(() => refundOf(sale)).toMatchObject({ refusalCode: code });
    expect((await transfer(sale)).status).toBe(200);
    const { rows } = await app.deps.pool.query(
      "select c.amount from clawbacks c join orders o on o.id = c.order_id where o.order_number = $1",
      [sale.orderNumber],
    );
    expect(rows).toEqual([{ amount: 9_500 }]);
    expect(await saleState(app, sale)).toMatchObject({ status: "refunded", settlement: "completed" });
  });

  it("recorded twice at once, by two administrators, counts once", async () => {
    const sale = await makeRefused();
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) => transfer(sale, index % 2 ? second : admin)),
    );
    const statuses = answers.map((answer) => (answer.status === 200 ? "200" : failing(answer)));
    expect(statuses.sort()).toEqual(["200", ...Array<string>(9).fill("409 ALREADY_PROCESSED")]);
    expect(await booked(sale)).toEqual([
      ["provider", 10_500],
      ["transfer", -10_500],
    ]);
  });

  it("recorded beside a second try at the provider, goes one way", async () => {
    for (let round = 0; round < 4; round += 1) {
      const sale = await makeRefused();
      // The provider makes one cancel of a payment in two seconds.
      await app.moveClock(3_000);
      await control(app.url, "clock", { advanceMs: 3_000 });
      const again = () =>
        second.put(`/api/admin/refunds/${sale.orderNumber}`, { decision: "approve", reason: "다시" });
      const calls = [() => transfer(sale), again];
      const [one, two] = await Promise.all((round % 2 ? calls.reverse() : calls).map((call) => call()));
      expect([one?.status, two?.status].sort()).toEqual([200, 409]);
      await expect.poll(() => saleState(app, sale)).toMatchObject({ status: "refunded" });
      const { transferredAmount } = await refundOf(sale);
      expect(await cancelsOf(sale)).toEqual(transferredAmount === null ? ["CANCELED"] : []);
    }
  });

  it("recorded beside the provider's notice of a cancel, goes one way, or calls a person for both", async () => {
    for (let round = 0; round < 6; round += 1) {
      const sale = await makeRefused();
      await control(app.url, "clock", { advanceMs: 3_000 });
      const key = await keyOf(sale);
      const record = async () => expect([200, 409]).toContain((await transfer(sale)).status);
      const cancel = () => cancelAtProvider(app, key);
      await Promise.all(round % 2 ? [record(), cancel()] : [cancel(), record()]);
      await expect.poll(() => saleState(app, sale)).toMatchObject({ status: "refunded" });
      const { transferredAmount } = await refundOf(sale);
      if (transferredAmount === null) {
        expect(await alertsOf(sale, "REFUNDED_TWICE")).toEqual([]);
        expect(await booked(sale)).toEqual([]);
      } else {
        await expect.poll(() => alertsOf(sale, "REFUNDED_TWICE")).toEqual([true]);
        // The service bears it until the buyer has paid it back.
        expect(await booked(sale)).toEqual([
          ["platform", 10_500],
          ["transfer", -10_500],
        ]);
        expect((await refundOf(sale)).partCancels).toEqual([]);
      }
      expect(await cancelsOf(sale)).toEqual(["CANCELED"]);
    }
  });

  it("is no difference of a day's books, and a cancel after it calls a person", async () => {
    const [sale, twice] = [await makeRefused(), await makeRefused()];
    for (const one of [sale, twice]) expect((await transfer(one)).status).toBe(200);
    await control(app.url, "clock", { advanceMs: 3_000 });
    await cancelAtProvider(app, await keyOf(twice));
    await expect.poll(() => alertsOf(twice, "REFUNDED_TWICE")).toEqual([true]);
    await app.moveClock(2 * day);
    await control(app.url, "clock", { advanceMs: 2 * day });
    await reconcileLedger(app.deps);
    const { rows } = await app.deps.pool.query(
      "select detail from alerts where kind = 'BOOKS_DIFFER' and detail->>'orderNumber' = any($1)",
      [[sale.orderNumber, twice.orderNumber]],
    );
    expect(rows).toEqual([]);
    const { rowCount } = await app.deps.pool.query(
      "select from book_comparisons where finished_at is not null and charges > 0",
    );
    expect(rowCount).toBeGreaterThan(0);
    expect(await alertsOf(sale, "REFUNDED_TWICE")).toEqual([]);
  });
});
