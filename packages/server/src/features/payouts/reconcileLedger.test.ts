import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { startTestApp, type TestApp } from "../../../testing/app.ts";
import { createContent, createSeller, createUser, type TestUser } from "../../../testing/factories.ts";
import { authorise, confirm, control, createOrder, type CreatedOrder } from "../../../testing/payments.ts";
import { cancelAtProvider, muteWebhooks } from "../../../testing/providerSide.ts";
import { proxyProvider, recoverProvider, type Proxy } from "../../../testing/proxy.ts";
import { reconcileLedger } from "./reconcileLedger.ts";

const hour = 3_600_000;

describe("our books and the provider's", () => {
  let app: TestApp;
  let proxy: Proxy;
  let seller: TestUser;
  /** The Korean day of a test's business. */
  let day: string;

  beforeAll(async () => {
    app = await startTestApp();
    proxy = await proxyProvider(app);
    seller = await createSeller(app.deps);
  });
  afterAll(async () => {
    await app.stop();
    await proxy.close();
  });

  const one = async <T extends object>(sql: string, values: unknown[] = []): Promise<T | undefined> =>
    (await app.deps.pool.query<T>(sql, values)).rows[0];
  const pass = async (ms: number) => {
    await app.moveClock(ms);
    await control(app.url, "clock", { advanceMs: ms });
  };
  /** Noon in Korea, on a day without any movements. */
  beforeEach(async () => {
    proxy.turn("fine");
    await control(app.url, "next", {});
    const now = await one<{ day: string; until_noon: number }>(
      `select to_char(noon, 'YYYY-MM-DD') as day, extract(epoch from noon - local) * 1000 as until_noon
       from (select local, local::date + 1 + time '12:00' as noon
             from (select app_now() at time zone 'Asia/Seoul' as local) t) t`,
    );
    day = now?.day ?? "";
    await pass(Math.round(Number(now?.until_noon)));
    // Clears the days before this test.
    await reconcileLedger(app.deps);
    await app.deps.pool.query("update alerts set resolved_at = app_now() where resolved_at is null");
  });

  const order = async (price = 10_000): Promise<CreatedOrder> =>
    createOrder(
      await app.as(await createUser(app.deps)),
      await createContent(app.deps, seller.id, { price }),
    );
  const buy = async (price = 10_000): Promise<CreatedOrder> => {
    const buyer = await app.as(await createUser(app.deps));
    const made = await createOrder(buyer, await createContent(app.deps, seller.id, { price }));
    expect((await confirm(buyer, await authorise(app.url, made))).status).toBe(200);
    return made;
  };
  /** The provider's own console, for changes made outside of the product. */
  const atProvider = (path: string, body: object) =>
    app.visitor().post(`/standin/toss/v1/payments${path}`, body, {
      headers: {
        authorization: `Basic ${Buffer.from(`${app.deps.config.toss.secretKey}:`).toString("base64")}`,
      },
    });
  const tomorrow = () => pass(13 * hour);
  const result = () =>
    one<{ attempts: number; difference: number | null; differences: number | null }>(
      "select attempts, differences, difference, charges, charged, cancels, cancelled from book_comparisons where day = $1",
      [day],
    );
  const open = async () => {
    const { rows } = await app.deps.pool.query<{ kind: string; detail: Record<string, unknown> }>(
      "select kind, detail from alerts where resolved_at is null and kind like 'BOOKS%' order by kind, detail->>'won'",
    );
    return rows;
  };

  it("agree to the won: sales, an order that was given back, nothing", async () => {
    await buy(10_000);
    await buy(33_333);
    const gone = await order();
    const payment = await authorise(app.url, gone);
    // Charged, and no longer for sale by the time that is known.
    await app.deps.pool.query(
      `update orders set status = 'confirming', toss_payment_key = $2, toss_order_id = order_number,
         claimed_at = app_now(), confirm_lease_until = app_now() where id = $1`,
      [gone.id, payment.paymentKey],
    );
    await app.deps.pool.query(
      "update contents set deleted_at = app_now() where id = (select content_id from orders where id = $1)",
      [gone.id],
    );
    await atProvider("/confirm", payment);
    await expect
      .poll(async () => {
        await app.reconcile();
        return (await one<{ status: string }>("select status from orders where id = $1", [gone.id]))?.status;
      })
      .toBe("refunded");
    await reconcileLedger(app.deps);
    // The day is not over.
    expect(await result()).toBeUndefined();

    await tomorrow();
    await Promise.all([reconcileLedger(app.deps), reconcileLedger(app.deps)]);
    await reconcileLedger(app.deps);
    expect(await result()).toEqual({
      attempts: 1,
      charges: 3,
      charged: 10_500 + 34_999 + 10_500,
      cancels: 1,
      cancelled: 10_500,
      differences: 0,
      difference: 0,
    });
    expect(await open()).toEqual([]);
  });

  it("differ by a charge without an order of ours, and by a cancel of it; a cancel of a sale is followed", async () => {
    const stranger = await authorise(app.url, { orderNumber: `stranger-${day}`, amount: 7_000 });
    expect((await atProvider("/confirm", stranger)).status).toBe(200);
    await cancelAtProvider(app, stranger.paymentKey, 2_000);
    const sold = await buy();
    const key = await one<{ toss_payment_key: string }>("select toss_payment_key from orders where id = $1", [
      sold.id,
    ]);
    await muteWebhooks(app, () => cancelAtProvider(app, key?.toss_payment_key ?? ""));
    await tomorrow();
    await reconcileLedger(app.deps);
    expect(await result()).toMatchObject({ cancels: 2, differences: 2, difference: 7_000 - 2_000 });
    const facts = { kind: "BOOKS_DIFFER" };
    const detail = { day, problem: "missing here", orderNumber: stranger.orderId };
    expect(await open()).toMatchObject([
      { ...facts, detail: { ...detail, what: "cancel", won: -2_000 } },
      { ...facts, detail: { ...detail, what: "charge", won: 7_000 } },
    ]);
    expect(await one("select status from orders where id = $1", [sold.id])).toEqual({ status: "refunded" });
  });

  it("differ by a sale that was never charged, and by another amount; one that can not be asked about waits", async () => {
    const [unlisted, uncharged, other] = [await buy(20_000), await buy(30_000), await buy(10_000)];
    const inLog = (set: string, { orderNumber }: CreatedOrder) =>
      app.deps.pool.query(
        `update standin_toss.charge_log set ${set} where order_id = $1 and event like 'DONE%'`,
        [orderNumber],
      );
    const rename = (key: string) =>
      app.deps.pool.query(`update standin_toss.payments set payment_key = ${key} where order_id = $1`, [
        uncharged.orderNumber,
      ]);
    // The list lacks them, and only one of the two payments exists.
    for (const each of [unlisted, uncharged]) await inLog("event = 'DONE, hidden'", each);
    await rename("payment_key || '-hidden'");
    await inLog("amount = 9000", other);
    await tomorrow();
    // The list is answered; questions about single payments fail.
    await control(app.url, "next", { delayMs: 1 });
    for (let question = 0; question < 2; question += 1)
      await control(app.url, "next", { code: "COMMON_ERROR" });
    await reconcileLedger(app.deps);
    expect(await result()).toMatchObject({ attempts: 1, difference: null });
    const found = [
      { orderNumber: uncharged.orderNumber, problem: "missing at the provider", theirs: null, won: -31_500 },
      { orderNumber: other.orderNumber, problem: "another amount", theirs: 9_000, won: -1_500 },
    ];
    const bySize = async () =>
      (await open()).map(({ detail }) => detail).sort((a, b) => Number(a["won"]) - Number(b["won"]));
    expect(await bySize()).toMatchObject(found);
    await reconcileLedger(app.deps);
    expect(await result()).toMatchObject({ attempts: 2, differences: 2, difference: -33_000 });
    expect(await bySize()).toMatchObject(found);
    expect(await bySize()).toHaveLength(2);

    for (const each of [unlisted, uncharged]) await inLog("event = 'DONE'", each);
    await rename("replace(payment_key, '-hidden', '')");
    await inLog("amount = 10500", other);
  });

  it.each([
    ["refused", { kind: "refused", code: "UNAUTHORIZED_KEY", message: "인증되지 않은 키", status: 401 }],
    ["unanswered", { kind: "unknown", reason: "timeout" }],
  ] as const)("wait for a cancel whose payment's reading is %s, and for no other", async (_how, answer) => {
    const [sale, beside, bystander] = [await buy(), await buy(), await buy()];
    const keyOf = async ({ id }: CreatedOrder) =>
      (await one<{ key: string }>("select toss_payment_key as key from orders where id = $1", [id]))?.key ??
      "";
    const keys = [await keyOf(sale), await keyOf(beside)];
    await muteWebhooks(app, async () => {
      for (const key of keys) await cancelAtProvider(app, key);
    });
    await tomorrow();
    const { toss } = app.deps;
    app.deps.toss = {
      ...toss,
      paymentByKey: (key) => (key === keys[0] ? Promise.resolve(answer) : toss.paymentByKey(key)),
    };
    const statuses = async () => {
      const { rows } = await app.deps.pool.query<{ status: string }>(
        "select status from orders where id = any($1) order by created_at",
        [[sale, beside, bystander].map(({ id }) => id)],
      );
      return rows.map(({ status }) => status);
    };
    try {
      await reconcileLedger(app.deps);
    } finally {
      app.deps.toss = toss;
    }
    expect(await result()).toMatchObject({ attempts: 1, differences: null });
    expect(await statuses()).toEqual(["paid", "refunded", "paid"]);
    await reconcileLedger(app.deps);
    expect(await result()).toMatchObject({ attempts: 2, differences: 0 });
    expect(await statuses()).toEqual(["refunded", "refunded", "paid"]);
    expect(await open()).toEqual([]);
  });

  it("agree on a sale that was charged on one day and known on the next", async () => {
    const late = await order();
    const payment = await authorise(app.url, late);
    // Charged without a notice, which would tell at once.
    await app.deps.pool.query(
      `with charged as (update standin_toss.payments set status = 'DONE', approved_at = standin_toss.clock_now()
                        where payment_key = $1 returning *)
       insert into standin_toss.charge_log (event, order_id, payment_key, amount)
       select status, order_id, payment_key, amount from charged`,
      [payment.paymentKey],
    );
    await pass(13 * hour);
    await expect
      .poll(async () => {
        await app.reconcile();
        return (await one<{ status: string }>("select status from orders where id = $1", [late.id]))?.status;
      })
      .toBe("paid");
    const paid = await one<{ on: string }>(
      "select to_char(paid_at at time zone 'Asia/Seoul', 'YYYY-MM-DD') as on from orders where id = $1",
      [late.id],
    );
    expect(paid?.on).not.toBe(day);
    await pass(24 * hour);
    await reconcileLedger(app.deps);
    expect((await open()).filter(({ detail }) => detail["orderNumber"] === late.orderNumber)).toEqual([]);
  });

  it("are compared later when the provider is down, and a person is called after a day of that", async () => {
    await buy();
    await tomorrow();
    proxy.turn("refusing");
    await reconcileLedger(app.deps);
    expect(await result()).toMatchObject({ attempts: 1, difference: null });
    expect(await open()).toEqual([]);
    await pass(22 * hour);
    await reconcileLedger(app.deps);
    expect(await open()).toEqual([]);
    await pass(2 * hour);
    await reconcileLedger(app.deps);
    await reconcileLedger(app.deps);
    expect(await open()).toEqual([{ kind: "BOOKS_UNCHECKED", detail: {} }]);
    await recoverProvider(app, proxy);
    await reconcileLedger(app.deps);
    expect(await result()).toMatchObject({ differences: 0, difference: 0 });
    expect(await open()).toEqual([]);
  });

  it("are compared page by page: 2,100 sales, and two differences among them", async () => {
    const sales = 2_100;
    const buyer = await createUser(app.deps);
    await app.deps.pool.query(
      `with goods as (
         insert into contents (title, description, category, price, file_urls, file_names, preview_image_urls, seller_id,
           purchases_count, is_listed)
         select '강의 ' || i, '설명', 'stock', 10000, '{https://drive.google.com/file/d/1/view}', '{a}', '{}', $1, 1, true
         from generate_series(1, $3::int) i returning id, title)
       insert into orders (buyer_id, content_id, seller_id, order_number, price, amount, platform_fee, seller_amount, title,
         category, mentor_nickname, status, payment_method, toss_payment_key, toss_order_id, paid_at)
       select $2, id, $1, 'MANY-' || id, 10000, 10500, 500, 9500, title, 'stock', '멘토', 'paid', '카드', 'many_' || id, 'MANY-' || id,
         app_now() from goods`,
      [seller.id, buyer.id, sales],
    );
    const many = "order_number like 'MANY-%'";
    await app.deps.pool.query(
      `insert into ledger_transactions (id, order_id) select 'paid:' || id, id from orders where ${many}`,
    );
    await app.deps.pool.query(
      `insert into ledger_entries (transaction_id, account, seller_id, debit, credit)
       select 'paid:' || o.id, e.account, case when e.account = 'seller' then seller_id end, e.debit, e.credit
       from orders o cross join (values ('provider', 10500, 0), ('seller', 0, 9500), ('platform', 0, 1000))
         as e(account, debit, credit) where ${many}`,
    );
    await app.deps.pool.query(
      `insert into settlements (order_id, seller_id, amount, payable_at)
       select id, seller_id, 9500, app_now() + interval '7 days' from orders where ${many}`,
    );
    await app.deps.pool.query(
      `insert into chat_rooms (order_id, buyer_id, seller_id, content_id)
       select id, buyer_id, seller_id, content_id from orders where ${many}`,
    );
    await app.deps.pool.query(
      `with charged as (
         insert into standin_toss.payments (session_id, payment_key, order_id, order_name, amount, balance_amount, status,
           success_url, fail_url, origin, approved_at)
         select toss_payment_key, toss_payment_key, order_number, title, 10500, 10500, 'DONE', '', '', '', app_now()
         from orders where ${many} returning order_id, payment_key)
       insert into standin_toss.charge_log (event, order_id, payment_key, amount, transaction_key)
       select 'DONE', order_id, payment_key, 10500, 'tx_' || payment_key from charged`,
    );
    const setAmounts = (amount: number) =>
      app.deps.pool.query(
        `update standin_toss.charge_log set amount = $1 where id in (
           (select min(id) from standin_toss.charge_log where order_id like 'MANY-%'),
           (select max(id) from standin_toss.charge_log where order_id like 'MANY-%'))`,
        [amount],
      );
    await setAmounts(10_000);
    await tomorrow();
    await reconcileLedger(app.deps);
    expect(await result()).toMatchObject({
      charges: sales,
      charged: sales * 10_500 - 1_000,
      differences: 2,
      difference: -1_000,
    });
    await setAmounts(10_500);
  });
});
