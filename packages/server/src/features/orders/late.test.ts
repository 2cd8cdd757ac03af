import { afterAll, beforeAll, expect, it } from "vitest";
import { startTestApp, type TestApp } from "../../../testing/app.ts";
import { createContent, createSeller, createUser } from "../../../testing/factories.ts";
import { authorise, chargesDoneOf, createOrder } from "../../../testing/payments.ts";
import { cancelAtProvider, muteWebhooks } from "../../../testing/providerSide.ts";
import { finishRefund } from "./finishRefund.ts";
import { checkEnded } from "./late.ts";
import { settleCharge } from "./outcome.ts";

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

interface Charge {
  id: string;
  orderNumber: string;
  amount: number;
  paymentKey: string;
}

/** Charged after its order had ended, or while its content was taken off: the ways of a charge that goes back. */
const kinds = {
  late: {
    begin: async ({ id }: Charge) => {
      await app.deps.pool.query("update orders set status = 'expired' where id = $1", [id]);
    },
    giveBack: ({ id }: Charge) => checkEnded(app.deps, id).catch(() => undefined),
  },
  unsold: {
    begin: async ({ id, paymentKey }: Charge) => {
      await app.deps.pool.query(
        "update contents set deleted_at = app_now() where id = (select content_id from orders where id = $1)",
        [id],
      );
      const read = await app.deps.toss.paymentByKey(paymentKey);
      if (read.kind === "ok") await settleCharge(app.deps, id, read.value);
    },
    giveBack: ({ id }: Charge) => finishRefund(app.deps, id),
  },
} as const;

const charge = async (): Promise<Charge> => {
  const content = await createContent(app.deps, (await createSeller(app.deps)).id);
  const order = await createOrder(await app.as(await createUser(app.deps)), content);
  const { paymentKey, orderId, amount } = await authorise(app.url, order);
  await muteWebhooks(app, async () => {
    await app.deps.toss.confirm({ paymentKey, orderId, amount }, `elsewhere:${orderId}`);
  });
  return { ...order, paymentKey };
};
/** Lets the provider refuse these charges' first keys, and whatever is asked under the same keys again. */
const refusing = async (refused: readonly Charge[], work: () => Promise<void>): Promise<string[]> => {
  const { toss } = app.deps;
  const keys: string[] = [];
  app.deps.toss = {
    ...toss,
    cancel: (paymentKey, reason, key) => {
      keys.push(key);
      const isRefused = refused.some((one) => key === `refund:${one.orderNumber}:1`);
      return isRefused
        ? Promise.resolve({ kind: "refused", code: "NOT_CANCELABLE_PAYMENT", message: "", status: 403 })
        : toss.cancel(paymentKey, reason, key);
    },
  };
  try {
    await muteWebhooks(app, work);
  } finally {
    app.deps.toss = toss;
  }
  return keys;
};
const chargesOf = (one: Charge) => chargesDoneOf(app.url, one);

it.each(Object.entries(kinds))(
  "a charge whose return was refused is asked for under another key, and another's under its first: %s",
  async (_kind, { begin, giveBack }) => {
    const [refused, bystander] = [await charge(), await charge()];
    const keys = await refusing([refused], async () => {
      for (const one of [refused, bystander]) await begin(one);
      for (let attempt = 0; attempt < 2; attempt += 1) {
        for (const one of [refused, bystander]) await giveBack(one);
        await app.moveClock(2_000);
      }
    });
    const keysOf = ({ orderNumber }: Charge) => keys.filter((key) => key.includes(orderNumber));
    expect(keysOf(refused)).toEqual([1, 2].map((round) => `refund:${refused.orderNumber}:${round}`));
    expect(keysOf(bystander)).toEqual([`refund:${bystander.orderNumber}:1`]);
    for (const one of [refused, bystander]) expect(await chargesOf(one)).toEqual(["DONE", "CANCELED"]);
  },
);

it("a refused cancel of a charge without a purchase is repeated two seconds later, not before", async () => {
  const [refused, bystander] = [await charge(), await charge()];
  const { begin, giveBack } = kinds.unsold;
  await refusing([refused], async () => {
    await begin(refused);
    await giveBack(refused);
    await begin(bystander);
    for (const one of [refused, bystander])
      expect(await chargesOf(one)).toEqual(one === bystander ? ["DONE", "CANCELED"] : ["DONE"]);
    await app.moveClock(2_000);
    await giveBack(refused);
  });
  expect(await chargesOf(refused)).toEqual(["DONE", "CANCELED"]);
});

it.each(Object.entries(kinds))(
  "the call about a refused return is closed when the charge is back, also by the provider itself; no other is: %s",
  async (_kind, { begin, giveBack }) => {
    const [asked, elsewhere, bystander] = [await charge(), await charge(), await charge()];
    const all = [asked, elsewhere, bystander];
    const called = async () => {
      const { rows } = await app.deps.pool.query<{ subject: string }>(
        `select subject from alerts where kind = 'REFUND_REFUSED' and resolved_at is null and subject = any($1)
         order by id`,
        [all.map(({ orderNumber }) => orderNumber)],
      );
      return rows.map(({ subject }) => subject);
    };
    await refusing(all, async () => {
      for (const one of all) {
        await begin(one);
        if ((await called()).at(-1) !== one.orderNumber) await giveBack(one);
      }
      expect(await called()).toEqual(all.map(({ orderNumber }) => orderNumber));
      await app.moveClock(2_000);
      await giveBack(asked);
      await cancelAtProvider(app, elsewhere.paymentKey);
      await giveBack(elsewhere);
      expect(await called()).toEqual([bystander.orderNumber]);
      await giveBack(bystander);
    });
    expect(await called()).toEqual([]);
    for (const one of all) expect(await chargesOf(one)).toEqual(["DONE", "CANCELED"]);
  },
);

it("a charge without a purchase goes back with its own reason", async () => {
  const [late, unsold, double, suspended] = [await charge(), await charge(), await charge(), await charge()];
  await kinds.late.begin(late);
  await kinds.late.giveBack(late);
  await kinds.unsold.begin(unsold);
  // Another order of the same buyer has come first.
  await app.deps.pool.query(
    `insert into orders (buyer_id, content_id, seller_id, order_number, price, amount, platform_fee, seller_amount,
       title, category, mentor_nickname, status)
     select buyer_id, content_id, seller_id, order_number || 'F', price, amount, platform_fee, seller_amount,
       title, category, mentor_nickname, 'confirming' from orders where id = $1`,
    [double.id],
  );
  await app.deps.pool.query(
    `update users set suspended_until = app_now() + interval '7 days'
     where id = (select buyer_id from orders where id = $1)`,
    [suspended.id],
  );
  for (const { id, paymentKey } of [double, suspended]) {
    const read = await app.deps.toss.paymentByKey(paymentKey);
    if (read.kind === "ok") await settleCharge(app.deps, id, read.value);
  }
  const { rows } = await app.deps.pool.query<{ reason: string }>(
    "select reason from refunds where order_id = any($1::uuid[]) order by array_position($1::uuid[], order_id)",
    [[late.id, unsold.id, double.id, suspended.id]],
  );
  expect(rows.map(({ reason }) => reason)).toEqual([
    "주문이 완료되지 않아 결제를 취소합니다.",
    "판매가 종료되어 결제를 취소합니다.",
    "이미 구매한 콘텐츠라 결제를 취소합니다.",
    "구매를 완료할 수 없어 결제를 취소합니다.",
  ]);
});
