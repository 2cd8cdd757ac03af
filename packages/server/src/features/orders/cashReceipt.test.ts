import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestApp, type TestApp } from "../../../testing/app.ts";
import type { TestClient } from "../../../testing/client.ts";
import { createContent, createSeller, createUser, type TestUser } from "../../../testing/factories.ts";
import { authorise, confirm, control, createOrder, type CreatedOrder } from "../../../testing/payments.ts";
import { down, up } from "../../../migrations/20261124000100_receipt_round.ts";
import { askBack } from "../../../testing/refunds.ts";
import { issueCashReceipt } from "./cashReceipt.ts";

/** The lowest price whose total is 100,000 won. */
const price = 95_239;

describe("cash receipts", () => {
  let app: TestApp;
  let seller: TestUser;

  beforeAll(async () => {
    app = await startTestApp();
    seller = await createSeller(app.deps);
  });
  afterAll(() => app.stop());

  /** Pays in full, then sets the outcomes of the provider's next calls. */
  const pay = async (
    given: { price: number; outcome: "approve" | "easy-pay" },
    ...codes: string[]
  ): Promise<CreatedOrder> => {
    const buyer: TestClient = await app.as(await createUser(app.deps, { phoneNumber: "010-1234-5678" }));
    const order = await createOrder(buyer, await createContent(app.deps, seller.id, { price: given.price }));
    const payment = await authorise(app.url, order, given.outcome);
    // The first rule is used up by the confirm.
    await control(app.url, "next", { delayMs: 1 });
    for (const code of codes) await control(app.url, "next", { code });
    expect((await confirm(buyer, payment)).status).toBe(200);
    return order;
  };
  const issued = async ({ orderNumber }: CreatedOrder): Promise<Record<string, unknown>[]> => {
    const { rows } = await app.deps.pool.query<{ receipt: Record<string, unknown> }>(
      "select receipt from standin_toss.cash_receipts where receipt->>'orderId' = $1",
      [orderNumber],
    );
    return rows.map(({ receipt }) => receipt);
  };
  const keyOf = async ({ id }: CreatedOrder) => {
    const { rows } = await app.deps.pool.query<{ receipt_key: string | null }>(
      "select receipt_key from orders where id = $1",
      [id],
    );
    return rows[0]?.receipt_key;
  };
  const alerts = async ({ orderNumber }: CreatedOrder) => {
    const { rows } = await app.deps.pool.query<{ kind: string; detail: { code?: string } }>(
      "select kind, detail from alerts where subject = $1",
      [orderNumber],
    );
    return rows;
  };

  it("are issued from 100,000 won on for what was not paid by card, once", async () => {
    const order = await pay({ price, outcome: "easy-pay" });
    expect(order.amount).toBe(100_000);
    await expect.poll(() => keyOf(order)).toEqual(expect.stringMatching(/^standin_/));
    await issueCashReceipt(app.deps, order.id);
    expect(await issued(order)).toMatchObject([
      { type: "소득공제", amount: 100_000, customerIdentityNumber: "0101234****" },
    ]);
  });

  it.each([
    ["a card, which has a slip of its own", { price, outcome: "approve" }],
    ["one won less", { price: price - 1, outcome: "easy-pay" }],
  ] as const)("are not issued for %s", async (_name, how) => {
    const order = await pay(how);
    // The purchase would have queued the receipt's job.
    const { rowCount } = await app.deps.pool.query(
      `select from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
       where t.identifier = 'cashReceipt' and j.payload->>'orderId' = $1`,
      [order.id],
    );
    expect(rowCount).toBe(0);
    expect(await keyOf(order)).toBeNull();
    expect(await issued(order)).toEqual([]);
  });

  it("are asked for again under another key when the provider wants that", async () => {
    const order = await pay({ price, outcome: "easy-pay" }, "PROVIDER_ERROR");
    await expect.poll(() => keyOf(order)).toEqual(expect.stringMatching(/^standin_/));
    expect(await issued(order)).toHaveLength(1);
    expect(await alerts(order)).toEqual([]);
  });

  it("are asked for again under the same key when the answer was lost", async () => {
    const order = await pay({ price, outcome: "easy-pay" }, "COMMON_ERROR");
    await expect.poll(() => keyOf(order)).toEqual(expect.stringMatching(/^standin_/));
    expect(await issued(order)).toHaveLength(1);
  });

  it("are taken back after a refund though the answer was lost, also where the refund took a second key", async () => {
    // By card: so no job asks for a receipt beside the test.
    const sale = async () => {
      const client = await app.as(await createUser(app.deps, { phoneNumber: "010-1234-5678" }));
      const order = await createOrder(client, await createContent(app.deps, seller.id, { price }));
      expect((await confirm(client, await authorise(app.url, order))).status).toBe(200);
      return { client, ...order };
    };
    const [refunded, kept, unasked] = [await sale(), await sale(), await sale()];
    for (const { id } of [refunded, kept]) {
      await control(app.url, "next", { drop: true });
      await expect(issueCashReceipt(app.deps, id)).rejects.toThrow("not issued");
    }
    const stateOf = async ({ id }: CreatedOrder) =>
      (
        await app.deps.pool.query<{ status: string; provider_round: number }>(
          "select status, provider_round from orders where id = $1",
          [id],
        )
      ).rows;
    await control(app.url, "next", { code: "PROVIDER_ERROR" });
    await askBack(refunded);
    await expect.poll(() => stateOf(refunded)).toMatchObject([{ provider_round: 2 }]);
    await app.moveClock(61_000);
    await app.reconcile();
    await askBack(unasked);
    for (const order of [refunded, unasked])
      await expect.poll(() => stateOf(order)).toMatchObject([{ status: "refunded" }]);
    for (const { id } of [refunded, kept, unasked]) await issueCashReceipt(app.deps, id);
    await expect
      .poll(() => issued(refunded))
      .toMatchObject([
        { transactionType: "CONFIRM", amount: 100_000 },
        { transactionType: "CANCEL", amount: 100_000 },
      ]);
    expect(await issued(kept)).toMatchObject([{ transactionType: "CONFIRM" }]);
    expect(await keyOf(kept)).not.toBeNull();
    expect(await issued(unasked)).toEqual([]);
  });

  it("call a person when the provider refuses, and do not go on asking", async () => {
    const order = await pay({ price, outcome: "easy-pay" }, "INVALID_REQUEST");
    await expect
      .poll(() => alerts(order))
      .toEqual([{ kind: "CASH_RECEIPT_REFUSED", detail: { code: "INVALID_REQUEST" } }]);
    expect(await keyOf(order)).toBeNull();
    await expect
      .poll(async () => {
        const { rowCount } = await app.deps.pool.query(
          "select from graphile_worker._private_jobs where payload->>'orderId' = $1",
          [order.id],
        );
        return rowCount;
      })
      .toBe(0);
  });

  it("keep the key that they were asked for under when it gets a count of its own, and no other order gets one", async () => {
    const [counted, small] = [
      await pay({ price, outcome: "easy-pay" }),
      await pay({ price: 10_000, outcome: "easy-pay" }),
    ];
    const buyer = await app.as(await createUser(app.deps));
    const unpaid = await createOrder(buyer, await createContent(app.deps, seller.id, { price }));
    await app.deps.pool.query("update orders set provider_round = 3 where id = any($1)", [
      [counted, small, unpaid].map(({ id }) => id),
    ]);
    const trx = await app.deps.knex.transaction();
    await down(trx);
    await up(trx);
    const { rows } = await trx.raw<{ rows: { id: string; receipt_round: number }[] }>(
      "select id, receipt_round from orders where provider_round = 3",
    );
    await trx.rollback();
    const roundOf = ({ id }: CreatedOrder) => rows.find((row) => row.id === id)?.receipt_round;
    expect([roundOf(counted), roundOf(small), roundOf(unpaid)]).toEqual([3, 0, 0]);
  });
});
