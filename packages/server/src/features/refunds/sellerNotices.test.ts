import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestApp, type TestApp } from "../../../testing/app.ts";
import type { TestClient } from "../../../testing/client.ts";
import { createSeller, createUser } from "../../../testing/factories.ts";
import { cancelAtProvider, muteWebhooks } from "../../../testing/providerSide.ts";
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

const price = 10_000;

describe("what a seller reads of a refund, by where the money of the settlement is", () => {
  let app: TestApp;
  let admin: TestClient;

  beforeAll(async () => {
    app = await startTestApp();
    admin = await app.as(await createUser(app.deps, { userId: "admin1" }));
  });
  afterAll(() => app.stop());

  const settlementOf = async ({ orderNumber }: Pick<TestSale, "orderNumber">): Promise<string> => {
    const { rows } = await app.deps.pool.query<{ id: string }>(
      "select s.id from settlements s join orders o on o.id = s.order_id where o.order_number = $1",
      [orderNumber],
    );
    return rows[0]?.id ?? "";
  };
  const keyOf = async ({ orderNumber }: TestSale): Promise<string> => {
    const { rows } = await app.deps.pool.query<{ key: string }>(
      "select toss_payment_key as key from orders where order_number = $1",
      [orderNumber],
    );
    return rows[0]?.key ?? "";
  };
  const makePayable = async (sale: TestSale): Promise<void> => {
    await app.deps.pool.query("update settlements set payable_at = app_now() where id = $1", [
      await settlementOf(sale),
    ]);
  };
  const reaching = (sale: TestSale, settlement: string, work: () => Promise<unknown>) =>
    expect
      .poll(async () => {
        await work();
        return saleState(app, sale);
      })
      .toMatchObject({ settlement });

  /** Brings a sale's settlement into each state. */
  const bring = {
    waiting: () => Promise.resolve(),
    held: async (sale: TestSale) => {
      const body = { status: "held", reason: "구매자와 확인 중" };
      expect((await admin.put(`/api/admin/settlements/${await settlementOf(sale)}`, body)).status).toBe(200);
    },
    /** As a claim leaves it before its money is asked for. */
    claimed: async (sale: TestSale) => {
      await makePayable(sale);
      await app.deps.pool.query(
        `update settlements s set status = 'processing', claimed_at = app_now(), attempts = 1,
           bank_name = u.bank_name, account_number = u.account_number, account_holder = coalesce(u.account_holder, u.name)
         from users u where u.id = s.seller_id and s.id = $1`,
        [await settlementOf(sale)],
      );
    },
    /** As a claim leaves it whose request may have arrived. */
    underWay: async (sale: TestSale) => {
      await bring.claimed(sale);
      await app.deps.pool.query("update settlements set sent_at = app_now() where id = $1", [
        await settlementOf(sale),
      ]);
    },
    /** As a hold leaves it after a request that may arrive late. */
    maybeLeft: async (sale: TestSale) => {
      await bring.underWay(sale);
      await app.deps.pool.query("update settlements set status = 'pending' where id = $1", [
        await settlementOf(sale),
      ]);
    },
    paid: async (sale: TestSale) => {
      await makePayable(sale);
      await reaching(sale, "completed", () => payOut(app.deps));
    },
  };

  const waiting = {
    asked: "그때까지 이 주문의 정산은 보류됩니다",
    kept: "이 주문의 정산은 환불 요청 전과 같은 상태로 돌아갑니다",
    approved: "환불되면 이 주문의 정산은 입금하지 않고 취소합니다",
    completed: "이 주문의 정산 9,500원은 입금하지 않고 취소했습니다",
    part: "이 주문의 정산은 보류되며, 입금일은 미정입니다",
  };
  const underWay = {
    asked:
      "이 주문의 정산은 이미 입금을 요청했습니다. 환불되면 입금 여부를 확인해, 입금되었으면 다음 정산에서 공제하고 아니면 취소합니다",
    kept: "이 주문의 정산은 이미 입금을 요청했으며, 입금되었는지 확인하고 있습니다",
    approved:
      "이 주문의 정산은 이미 입금을 요청했습니다. 환불되면 입금 여부를 확인해, 입금되었으면 다음 정산에서 공제하고 아니면 취소합니다",
    completed:
      "이미 입금을 요청한 이 주문의 정산 9,500원은 입금된 것으로 확인되면 다음 정산에서 공제하고, 아니면 취소합니다",
    part: "이 주문의 정산은 이미 입금을 요청했으며, 입금되지 않은 것으로 확인되면 관리자가 결정할 때까지 보류됩니다",
  };
  const sentences = {
    waiting,
    claimed: waiting,
    held: {
      asked: "이 주문의 정산은 이미 다른 사유로 보류되어 있습니다",
      kept: "이 주문의 정산은 보류되어 있으며, 보류가 풀릴 때까지 입금일은 미정입니다",
      approved: "보류한 이 주문의 정산은 환불되면 입금하지 않고 취소합니다",
      completed: "이 주문의 정산 9,500원은 입금하지 않고 취소했습니다",
      part: "이 주문의 정산은 보류되며, 입금일은 미정입니다",
    },
    underWay,
    maybeLeft: underWay,
    paid: {
      asked: "이미 입금한 이 주문의 정산은 환불되면 다음 정산에서 공제합니다",
      kept: "이미 입금한 이 주문의 정산은 그대로입니다",
      approved: "이미 입금한 이 주문의 정산은 환불되면 다음 정산에서 공제합니다",
      completed: "이미 입금한 이 주문의 정산 9,500원은 다음 정산에서 공제합니다",
      part: "이미 입금한 이 주문의 정산은 그대로입니다",
    },
  } as const;
  type State = keyof typeof sentences;

  it.each<State>(["waiting", "held", "claimed", "underWay", "maybeLeft", "paid"])("%s", async (state) => {
    const seller = await createSeller(app.deps);
    const bystander = await makeSale(app);
    const told = async () => (await refundMessages(app, seller)).at(-1);
    const saleIn = async (): Promise<TestSale> => {
      const sale = await makeSale(app, { seller, price });
      await openLink(sale);
      await bring[state](sale);
      return sale;
    };
    const sale = await saleIn();
    const { asked, kept, approved, completed, part } = sentences[state];

    expect((await askBack(sale)).status).toBe(201);
    expect(await told()).toContain(asked);
    expect((await sale.client.delete(`/api/orders/${sale.orderNumber}/refund-request`)).status).toBe(200);
    expect(await told()).toContain(kept);
    await askBack(sale);
    const path = `/api/admin/refunds/${sale.orderNumber}`;
    expect((await admin.put(path, { decision: "deny", reason: "설명과 같습니다" })).status).toBe(200);
    expect(await told()).toContain(kept);
    expect((await admin.post(path, { reason: "다시 확인했습니다" })).status).toBe(201);
    expect(await told()).toContain(approved);
    await expect.poll(() => saleState(app, sale)).toMatchObject({ status: "refunded" });

    const partly = await saleIn();
    await cancelAtProvider(app, await keyOf(partly), 5_000);
    await expect.poll(told).toContain(part);
    const whole = await saleIn();
    await cancelAtProvider(app, await keyOf(whole));
    await expect.poll(told).toContain(completed);

    const all = await refundMessages(app, seller);
    expect(all).toHaveLength(7);
    // None of the sentences that are true in another state alone.
    const own = Object.values<string>(sentences[state]);
    for (const other of Object.values(sentences).flatMap((words) => Object.values<string>(words)))
      if (!own.some((words) => words.includes(other))) expect(all.join("\n")).not.toContain(other);
    expect(await refundMessages(app, bystander.seller)).toEqual([]);
    expect(await saleState(app, bystander)).toMatchObject(untouched);
  });

  const salesOf = async (count: number) => {
    const seller = await createSeller(app.deps);
    const sales: TestSale[] = [];
    for (let at = 0; at < count; at += 1) {
      const sale = await makeSale(app, { seller, price });
      await makePayable(sale);
      sales.push(sale);
    }
    const told = async ({ orderNumber }: TestSale) =>
      (await refundMessages(app, seller)).filter((text) => text.includes(orderNumber));
    const owed = async () =>
      (
        await app.deps.pool.query("select from clawbacks where seller_id = $1 and voided_at is null", [
          seller.id,
        ])
      ).rowCount;
    return { sales, told, owed };
  };

  it("is held or cancelled when the cancel is seen right before the payout leaves", async () => {
    const { sales, told, owed } = await salesOf(3);
    const [partly, whole, bystander] = sales;
    if (!partly || !whole || !bystander) throw new Error("three sales");
    await muteWebhooks(app, async () => {
      await cancelAtProvider(app, await keyOf(partly), 5_000);
      await cancelAtProvider(app, await keyOf(whole));
    });
    await reaching(bystander, "completed", () => payOut(app.deps));
    expect(await saleState(app, partly)).toMatchObject({ settlement: "held" });
    expect(await saleState(app, whole)).toMatchObject({ status: "refunded", settlement: "cancelled" });
    expect(await owed()).toBe(0);
    expect(await told(partly)).toEqual([expect.stringContaining(sentences.claimed.part)]);
    expect(await told(whole)).toEqual([expect.stringContaining(sentences.claimed.completed)]);
    expect(await told(bystander)).toEqual([]);
  });

  it("is cancelled at once when an administrator refunds between a claim and its request", async () => {
    const { sales, told, owed } = await salesOf(2);
    const [sale, bystander] = sales;
    if (!sale || !bystander) throw new Error("two sales");
    const { toss } = app.deps;
    app.deps.toss = { ...toss, paymentByKey: () => Promise.resolve({ kind: "unknown", reason: "down" }) };
    await reaching(bystander, "processing", () => payOut(app.deps));
    app.deps.toss = toss;
    expect(await saleState(app, sale)).toMatchObject({ settlement: "processing" });
    await admin.post(`/api/admin/refunds/${sale.orderNumber}`, { reason: "저작권 침해" });
    await expect
      .poll(() => saleState(app, sale))
      .toMatchObject({ status: "refunded", settlement: "cancelled" });
    expect(await owed()).toBe(0);
    expect(await told(sale)).toEqual([expect.stringContaining(sentences.claimed.approved)]);
    await reaching(bystander, "completed", () => payOut(app.deps));
    expect(await saleState(app, sale)).toMatchObject({ settlement: "cancelled" });
    expect(await told(bystander)).toEqual([]);
  });
});
