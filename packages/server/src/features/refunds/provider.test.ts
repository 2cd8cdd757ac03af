import type { AdminSettlement } from "@knowhow/shared";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { payOut } from "../payouts/payOut.ts";
import { startTestApp, type TestApp } from "../../../testing/app.ts";
import type { TestClient } from "../../../testing/client.ts";
import { createUser, type TestUser } from "../../../testing/factories.ts";
import { chargeLog, control } from "../../../testing/payments.ts";
import { buildProduct, startServerProcess } from "../../../testing/process.ts";
import { cancelAtProvider } from "../../../testing/providerSide.ts";
import {
  askBack,
  makeSale,
  openLink,
  refundMessages,
  saleState,
  type TestSale,
} from "../../../testing/refunds.ts";

const day = 24 * 60 * 60 * 1_000;
/** Held by an administrator, with the decision's reason. */
const byHand = {
  settlement: "held",
  held_reason: "관리자가 정산을 보류했습니다. 사유: 결제사와 확인했습니다",
};
const done = { status: "refunded", settlement: "cancelled", room: "inactive", purchases: 0, refunds: 1 };

describe("the provider's part in giving money back", () => {
  let app: TestApp;
  let adminUser: TestUser;
  let admin: TestClient;

  beforeAll(async () => {
    app = await startTestApp();
    adminUser = await createUser(app.deps, { userId: "admin1" });
    admin = await app.as(adminUser);
  });
  afterAll(() => app.stop());

  const cancels = async ({ orderNumber }: Pick<TestSale, "orderNumber">) =>
    (await chargeLog(app.url, orderNumber)).filter((event) => event === "CANCELED").length;
  const row = async ({ orderNumber }: Pick<TestSale, "orderNumber">) => {
    const { rows } = await app.deps.pool.query<{ status: string; round: number; attempts: number }>(
      "select status, provider_round as round, attempts from orders where order_number = $1",
      [orderNumber],
    );
    return rows[0];
  };
  const keyOf = async ({ orderNumber }: TestSale): Promise<string> => {
    const { rows } = await app.deps.pool.query<{ key: string }>(
      "select toss_payment_key as key from orders where order_number = $1",
      [orderNumber],
    );
    return rows[0]?.key ?? "";
  };
  /** Advances the clock to the next try, and runs it. */
  const nextTry = async () => {
    await app.moveClock(61_000);
    await app.reconcile();
  };

  it.each<[string, object, number]>([
    ["an answer that was lost", { drop: true }, 1],
    ["a failure inside the provider", { code: "FAILED_REFUND_PROCESS" }, 1],
    ["an error that means later", { code: "PROVIDER_ERROR" }, 2],
    ["a slow answer", { delayMs: 300 }, 1],
  ])("ends with one cancel after %s", async (_name, rule, round) => {
    const sale = await makeSale(app);
    await control(app.url, "next", rule);
    expect((await askBack(sale)).status).toBe(201);
    await expect
      .poll(async () => {
        const now = await row(sale);
        return now?.status === "refunded" || (now?.attempts ?? 0) > 0;
      })
      .toBe(true);
    if ((await row(sale))?.status !== "refunded") await nextTry();
    await expect.poll(() => saleState(app, sale)).toMatchObject(done);
    expect(await row(sale)).toMatchObject({ round });
    expect(await cancels(sale)).toBe(1);
  });

  it("refused in an earlier round, counts for none of the present one", async () => {
    const sale = await makeSale(app);
    const { toss } = app.deps;
    const { cancel } = toss;
    toss.cancel = async () => {
      toss.cancel = cancel;
      // A second process asks anew while the first, paused for longer than its lease, gets its answer.
      await app.deps.pool.query(
        "update orders set provider_round = provider_round + 1 where order_number = $1",
        [sale.orderNumber],
      );
      return { kind: "refused", status: 403, code: "NOT_CANCELABLE_PAYMENT", message: "취소할 수 없습니다." };
    };
    expect((await askBack(sale)).status).toBe(201);
    await expect.poll(() => toss.cancel === cancel).toBe(true);
    await expect
      .poll(async () => {
        await nextTry();
        return saleState(app, sale);
      })
      .toMatchObject(done);
    expect(await cancels(sale)).toBe(1);
    expect((await refundMessages(app, sale.buyer)).join()).not.toContain("취소하지 못했습니다");
  });

  it("refused for good, leaves the order its buyer's and the settlement held, until an administrator decides", async () => {
    const sale = await makeSale(app);
    const bystander = await makeSale(app, { seller: sale.seller });
    await control(app.url, "next", { code: "NOT_CANCELABLE_PAYMENT" });
    await askBack(sale);
    await expect.poll(() => row(sale)).toMatchObject({ status: "paid" });
    expect(await saleState(app, sale)).toMatchObject({ settlement: "held", room: "active", purchases: 1 });
    expect(await saleState(app, bystander)).toMatchObject({ settlement: "pending" });
    expect((await sale.client.get(`/api/orders/${sale.orderNumber}`)).body).toMatchObject({
      status: "paid",
      refundState: "requested",
    });
    expect((await askBack(sale)).status).toBe(409);
    const queue = (await admin.get("/api/admin/refunds?status=requested")).body;
    expect(queue["refunds"]).toMatchObject([
      { orderNumber: sale.orderNumber, state: "requested", refusalCode: "NOT_CANCELABLE_PAYMENT" },
    ]);
    const open = async () =>
      (
        await app.deps.pool.query<{ kind: string }>(
          "select kind from alerts where subject = $1 and resolved_at is null",
          [sale.orderNumber],
        )
      ).rows;
    expect(await open()).toEqual([{ kind: "REFUND_REFUSED" }]);
    for (const person of [sale.buyer, sale.seller])
      expect((await refundMessages(app, person)).at(-1)).toContain("취소하지 못했습니다");
    // Still held after every release, and after its time.
    await app.moveClock(8 * 24 * 60 * 60 * 1_000);
    await expect
      .poll(async () => {
        await payOut(app.deps);
        return saleState(app, bystander);
      })
      .toMatchObject({ settlement: "completed" });
    expect(await saleState(app, sale)).toMatchObject({ settlement: "held" });
    // Now the provider does it, under another key.
    const again = await app.as({
      id:
        (await app.deps.pool.query<{ id: string }>("select id from users where user_id = 'admin1'")).rows[0]
          ?.id ?? "",
    });
    const body = { decision: "approve", reason: "결제사와 확인했습니다" };
    expect((await again.put(`/api/admin/refunds/${sale.orderNumber}`, body)).status).toBe(200);
    await expect.poll(() => saleState(app, sale)).toMatchObject(done);
    expect(await cancels(sale)).toBe(1);
    expect(await open()).toEqual([]);
  });

  const refuse = async (sale: TestSale, begin: () => Promise<{ status: number }>) => {
    await control(app.url, "next", { code: "NOT_CANCELABLE_PAYMENT" });
    expect((await begin()).status).toBe(201);
    const isRefused = async () => (await admin.get(`/api/admin/refunds/${sale.orderNumber}`)).body["refund"];
    await expect.poll(isRefused).toMatchObject({ refusalCode: "NOT_CANCELABLE_PAYMENT" });
  };
  const askOpened = async (sale: TestSale) => {
    await openLink(sale);
    expect((await askBack(sale)).status).toBe(201);
  };
  const decideOn = ({ orderNumber }: TestSale, decision: string) =>
    admin.put(`/api/admin/refunds/${orderNumber}`, { decision, reason: "결제사와 확인했습니다" });
  const giveBack = ({ orderNumber }: TestSale) =>
    admin.post(`/api/admin/refunds/${orderNumber}`, { reason: "열리지 않는 파일" });
  const readReceipt = async ({ client, orderNumber }: TestSale) =>
    (await client.get(`/api/orders/${orderNumber}`)).body;

  it("refused for what nobody asked, ends by a denial that leaves the buyer the right to ask, as another has it", async () => {
    admin = await app.as(adminUser);
    const sale = await makeSale(app);
    const bystander = await makeSale(app, { seller: sale.seller });
    await refuse(sale, () => giveBack(sale));
    await refuse(bystander, () => giveBack(bystander));
    expect((await decideOn(sale, "deny")).status).toBe(200);
    expect(await saleState(app, sale)).toMatchObject({ status: "paid", ...byHand, refunds: 0 });
    expect(await saleState(app, bystander)).toMatchObject({ settlement: "held", refunds: 1 });
    expect(await readReceipt(sale)).toMatchObject({ refundState: "available" });
    expect((await refundMessages(app, sale.buyer)).join()).not.toContain("거절");
    expect((await refundMessages(app, sale.seller)).join()).not.toContain("거절");
    const { rows } = await app.deps.pool.query<{ kind: string }>(
      "select e.kind from refund_events e join orders o on o.id = e.order_id where o.order_number = $1 order by e.id",
      [sale.orderNumber],
    );
    expect(rows.map(({ kind }) => kind)).toEqual(["approved", "refused", "denied"]);
    expect(await decideOn(sale, "deny")).toMatchObject({ status: 409, body: { code: "NOT_REFUNDABLE" } });
    expect((await askBack(sale)).status).toBe(201);
    await expect.poll(() => saleState(app, sale)).toMatchObject(done);
  });

  const requestOf = async ({ orderNumber }: TestSale) => {
    const { body } = await admin.get(`/api/admin/refunds/${orderNumber}`);
    return (body["refund"] as unknown as { requestedAt: string }).requestedAt; // checked by the server
  };

  it("refused after an earlier denial, is due from the day on which an administrator began it", async () => {
    admin = await app.as(adminUser);
    const sale = await makeSale(app);
    const bystander = await makeSale(app, { seller: sale.seller });
    for (const one of [sale, bystander]) await askOpened(one);
    expect((await decideOn(sale, "deny")).status).toBe(200);
    await app.moveClock(20 * day);
    admin = await app.as(adminUser);
    const asked = await requestOf(sale);
    await refuse(sale, () => giveBack(sale));
    // What the buyer wrote stays of the day on which they wrote it.
    expect(await requestOf(sale)).toBe(asked);
    const { refunds } = (await admin.get("/api/admin/refunds?status=requested")).body as unknown as {
      refunds: { orderNumber: string; isOverdue: boolean }[];
    };
    const isOverdue = new Map(refunds.map((one) => [one.orderNumber, one.isOverdue]));
    expect([sale, bystander].map(({ orderNumber }) => isOverdue.get(orderNumber))).toEqual([false, true]);
    // The money then goes back at the provider: the approval stays the administrator's, with its time.
    const { body } = await admin.get(`/api/admin/refunds/${sale.orderNumber}`);
    const approved = (body["refund"] as unknown as { decidedAt: string }).decidedAt;
    await app.moveClock(3 * day);
    admin = await app.as(adminUser);
    await cancelAtProvider(app, await keyOf(sale));
    await expect.poll(() => saleState(app, sale)).toMatchObject(done);
    expect((await admin.get(`/api/admin/refunds/${sale.orderNumber}`)).body["refund"]).toMatchObject({
      decidedAt: approved,
      decidedBy: { id: adminUser.id },
      denial: { by: { id: adminUser.id }, reason: "결제사와 확인했습니다" },
    });
    expect((await admin.get(`/api/admin/refunds/${bystander.orderNumber}`)).body["refund"]).toMatchObject({
      denial: null,
    });
    expect((await decideOn(bystander, "deny")).status).toBe(200);
  });

  it("refused, keeps the day of the buyer's request, however an administrator tries it again", async () => {
    admin = await app.as(adminUser);
    const sale = await makeSale(app);
    await refuse(sale, () => askBack(sale));
    const dueOf = async () => {
      const { body } = await admin.get(`/api/admin/refunds/${sale.orderNumber}`);
      const { requestedAt, dueAt } = body["refund"] as unknown as { requestedAt: string; dueAt: string };
      return [requestedAt, dueAt];
    };
    const before = await dueOf();
    await app.moveClock(2 * day);
    admin = await app.as(adminUser);
    await refuse(sale, () => giveBack(sale));
    expect(await dueOf()).toEqual(before);
    await app.moveClock(3_000);
    expect((await decideOn(sale, "approve")).status).toBe(200);
    await expect.poll(() => saleState(app, sale)).toMatchObject(done);
  });

  it("refused for what was never opened, is denied with its payout held, until an administrator lets that go", async () => {
    admin = await app.as(adminUser);
    const sale = await makeSale(app);
    const bystander = await makeSale(app, { seller: sale.seller });
    const untouchedSale = await makeSale(app, { seller: sale.seller });
    await refuse(sale, () => askBack(sale));
    await refuse(bystander, () => askBack(bystander));
    // Nothing of it is delivered before the end: the right to a refund by rule would go with it.
    for (const answer of [
      await openLink(sale),
      await sale.client.request("HEAD", `/api/download/${sale.content.id}/0`),
    ])
      expect(answer.status).toBe(403);
    expect(await saleState(app, sale)).toMatchObject({ deliveries: 0 });
    expect((await openLink(untouchedSale)).status).toBe(302);
    expect((await decideOn(sale, "deny")).status).toBe(200);
    expect(await readReceipt(sale)).toMatchObject({ refundState: "denied" });
    expect([(await openLink(sale)).status, (await openLink(bystander)).status]).toEqual([302, 403]);
    expect(await saleState(app, sale)).toMatchObject({ status: "paid", ...byHand, refunds: 1 });
    expect((await refundMessages(app, sale.seller)).at(-1)).toContain("입금일은 미정입니다");
    expect(await readReceipt(bystander)).toMatchObject({ refundState: "requested" });
    // However much time passes, nothing is paid for it before an administrator has judged where the money is.
    await app.moveClock(8 * day);
    await expect
      .poll(async () => {
        await payOut(app.deps);
        return saleState(app, untouchedSale);
      })
      .toMatchObject({ settlement: "completed" });
    expect(await saleState(app, sale)).toMatchObject(byHand);
    admin = await app.as(adminUser);
    const listed = await admin.get(`/api/admin/settlements?q=${sale.orderNumber}`);
    const [payout] = listed.body["settlements"] as unknown as AdminSettlement[]; // the contract's answer was checked by the server
    expect(payout).toMatchObject({
      isHeldByHand: true,
      isReleasable: true,
      decisions: [{ decision: "hold", scope: "settlement", reason: "결제사와 확인했습니다" }],
    });
    const release = {
      status: "pending",
      reason: "돌려준 돈이 없음",
      expected: { holds: payout?.holds.map(({ id }) => id) },
    };
    expect((await admin.put(`/api/admin/settlements/${payout?.id ?? ""}`, release)).status).toBe(200);
    expect(await saleState(app, sale)).toMatchObject({ settlement: "pending" });
    expect(await saleState(app, bystander)).toMatchObject({ settlement: "held", refunds: 1 });
    // Two cancels of one payment within a second are kept apart.
    expect((await decideOn(bystander, "approve")).status).toBe(200);
    await expect.poll(() => saleState(app, bystander)).toMatchObject(done);
  });

  it("refused, is taken back by nobody: its money may be on its way by bank transfer", async () => {
    admin = await app.as(adminUser);
    const withdraw = ({ client, orderNumber }: TestSale) =>
      client.delete(`/api/orders/${orderNumber}/refund-request`);
    const sale = await makeSale(app);
    const bystander = await makeSale(app, { seller: sale.seller });
    const unasked = await makeSale(app, { seller: sale.seller });
    await refuse(sale, () => askBack(sale));
    await refuse(bystander, () => askBack(bystander));
    await refuse(unasked, () => giveBack(unasked));
    expect(await withdraw({ ...sale, client: bystander.client })).toMatchObject({ status: 404 });
    for (const one of [sale, unasked])
      expect(await withdraw(one)).toMatchObject({ status: 409, body: { code: "NOT_REFUNDABLE" } });
    expect(await readReceipt(sale)).toMatchObject({ status: "paid", refundState: "requested" });
    const { rows } = await app.deps.pool.query<{ subject: string }>(
      "select subject from alerts where kind = 'REFUND_REFUSED' and resolved_at is null and subject = any($1) order by id",
      [[sale, bystander, unasked].map(({ orderNumber }) => orderNumber)],
    );
    expect(rows.map(({ subject }) => subject)).toEqual(
      [sale, bystander, unasked].map(({ orderNumber }) => orderNumber),
    );
    for (const one of [sale, bystander, unasked])
      expect(await saleState(app, one)).toMatchObject({ settlement: "held", refunds: 1 });
    await app.moveClock(3_000);
    expect((await decideOn(sale, "approve")).status).toBe(200);
    await expect.poll(() => saleState(app, sale)).toMatchObject(done);
  });

  it("is denied where the provider cancels no more, with its payout held, and no other thereby", async () => {
    admin = await app.as(adminUser);
    const sale = await makeSale(app);
    const bystander = await makeSale(app, { seller: sale.seller });
    for (const one of [sale, bystander]) await askOpened(one);
    expect((await decideOn(bystander, "deny")).status).toBe(200);
    expect(await saleState(app, bystander)).toMatchObject({ settlement: "pending", held_reason: null });
    const year = 366 * day;
    await app.moveClock(year);
    admin = await app.as(adminUser);
    expect((await admin.get(`/api/admin/refunds/${sale.orderNumber}`)).body).toMatchObject({
      refund: { state: "requested", isCancellable: false, refusalCode: null },
    });
    expect(await decideOn(sale, "approve")).toMatchObject({ status: 409, body: { code: "NOT_REFUNDABLE" } });
    expect((await decideOn(sale, "deny")).status).toBe(200);
    expect(await readReceipt({ ...sale, client: await app.as(sale.buyer) })).toMatchObject({
      status: "paid",
      refundState: "denied",
      refund: { decision: "deny", decisionReason: "결제사와 확인했습니다" },
    });
    expect(await saleState(app, sale)).toMatchObject({ status: "paid", ...byHand, refunds: 1 });
    expect(await saleState(app, bystander)).toMatchObject({ settlement: "pending" });
    await app.moveClock(-year);
    admin = await app.as(adminUser);
  });

  it("is told who wanted the money back", async () => {
    admin = await app.as(adminUser);
    const [asked, decided] = [await makeSale(app), await makeSale(app)];
    expect((await askBack(asked)).status).toBe(201);
    expect((await giveBack(decided)).status).toBe(201);
    const reasonOf = async (sale: TestSale) => {
      await expect.poll(() => saleState(app, sale)).toMatchObject(done);
      const { rows } = await app.deps.pool.query<{ payment_key: string }>(
        "select toss_payment_key as payment_key from orders where order_number = $1",
        [sale.orderNumber],
      );
      const read = await app.deps.toss.paymentByKey(rows[0]?.payment_key ?? "");
      return JSON.stringify(read);
    };
    expect(await reasonOf(asked)).toContain("구매자의 환불 요청");
    expect(await reasonOf(decided)).toContain("관리자의 결정");
  });

  it("takes a cash receipt back that was issued, once", async () => {
    const sale = await makeSale(app);
    await app.deps.pool.query("update orders set receipt_key = 'standin_receipt' where order_number = $1", [
      sale.orderNumber,
    ]);
    await app.deps.pool.query(
      `insert into standin_toss.cash_receipts (receipt_key, receipt)
       values ('standin_receipt', '{"receiptKey": "standin_receipt", "transactionType": "CONFIRM", "amount": 10500}')`,
    );
    await askBack(sale);
    const receipts = async () =>
      (
        await app.deps.pool.query<{ amount: number }>(
          `select (receipt->>'amount')::int as amount from standin_toss.cash_receipts
           where receipt->>'originalReceiptKey' = 'standin_receipt'`,
        )
      ).rows;
    await expect.poll(receipts).toEqual([{ amount: 10_500 }]);
    await expect
      .poll(
        async () =>
          (
            await app.deps.pool.query(
              `select from refunds f join orders o on o.id = f.order_id
               where o.order_number = $1 and f.receipt_cancelled_at is not null`,
              [sale.orderNumber],
            )
          ).rowCount,
      )
      .toBe(1);
    await app.deps.pool.query(
      "select graphile_worker.add_job('cancelCashReceipt', json_build_object('orderId', id)) from orders where order_number = $1",
      [sale.orderNumber],
    );
    expect(await receipts()).toHaveLength(1);
  });

  describe("killed", () => {
    beforeAll(buildProduct, 120_000);

    it.each([
      ["refundClaimed", "before the provider was asked", 0],
      ["providerCancelled", "after it had answered", 1],
    ] as const)(
      "at %s, %s, is brought to its end by another process",
      async (failpoint, _when, cancelled) => {
        const delivered = await makeSale(app);
        await openLink(delivered);
        await askBack(delivered);
        const dying = await startServerProcess(app, { FAILPOINT: failpoint });
        const sales: TestSale[] = [];
        // Any free process takes a request's job: sooner or later it is this one.
        while (dying.child.signalCode === null) {
          const sale = await makeSale(app);
          sales.push(sale);
          expect((await askBack(sale)).status).toBe(201);
          await expect
            .poll(async () => {
              const now = await saleState(app, sale);
              return now?.status === "refunded" || dying.child.signalCode !== null;
            })
            .toBe(true);
        }
        expect(await dying.ended).toBe("SIGKILL");
        const states = await Promise.all(sales.map((sale) => row(sale)));
        const struck = sales.filter((_, index) => states[index]?.status === "refunding");
        expect(struck).toHaveLength(1);
        for (const sale of struck) {
          expect(await cancels(sale)).toBe(cancelled);
          // A purchase whose refund is under way can not be opened.
          expect((await openLink(sale)).status).toBe(403);
        }
        await nextTry();
        for (const sale of sales) {
          await expect.poll(() => saleState(app, sale)).toMatchObject(done);
          expect(await cancels(sale)).toBe(1);
          // Their buyers hear of each end once; of the late one its seller too: for the others the approval was enough.
          const told = async (person: TestUser) =>
            (await refundMessages(app, person)).filter((text) => /환불이 완료|주문이 환불되었/.test(text))
              .length;
          expect([await told(sale.buyer), await told(sale.seller)]).toEqual([
            1,
            struck.includes(sale) ? 1 : 0,
          ]);
        }
        expect(await saleState(app, delivered)).toMatchObject({
          status: "refund_requested",
          settlement: "held",
        });
      },
      120_000,
    );
  });
});
