import type { AdminSettlement } from "@knowhow/shared";
import { Model } from "objection";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { up as callUnjudged } from "../../../migrations/20261124005200_unjudged_refusals.ts";
import { startTestApp, type TestApp } from "../../../testing/app.ts";
import type { TestClient } from "../../../testing/client.ts";
import { createSeller, createUser, type TestUser } from "../../../testing/factories.ts";
import { control } from "../../../testing/payments.ts";
import { countWaiting } from "../../../testing/meanwhile.ts";
import { failingPayouts } from "../../../testing/providerSide.ts";
import {
  askBack,
  makeSale,
  openLink,
  refundMessages,
  saleState,
  type TestSale,
} from "../../../testing/refunds.ts";
import { payOut } from "../payouts/payOut.ts";
import { Settlement } from "../settlements/Settlement.ts";

const day = 24 * 60 * 60 * 1_000;
const byHand = "관리자가 정산을 보류했습니다. 사유: 결제사와 확인";
const paidNote = "정산이 이미 입금되어 자동으로 확인했어요.";
const heldWords = "보류가 풀릴 때까지 입금일은 미정";

describe("a sale whose money the provider would not give back", () => {
  let app: TestApp;
  let adminUser: TestUser;
  let admin: TestClient;
  let seller: TestUser;

  beforeAll(async () => {
    app = await startTestApp();
    adminUser = await createUser(app.deps, { userId: "admin1" });
  });
  afterAll(() => app.stop());
  beforeEach(async () => {
    seller = await createSeller(app.deps);
    admin = await app.as(adminUser);
  });

  const refuse = async (begin: () => Promise<{ status: number }>, { orderNumber }: TestSale) => {
    await control(app.url, "next", { code: "NOT_CANCELABLE_PAYMENT" });
    expect((await begin()).status).toBeLessThan(300);
    await expect
      .poll(async () => (await admin.get(`/api/admin/refunds/${orderNumber}`)).body["refund"])
      .toMatchObject({ refusalCode: "NOT_CANCELABLE_PAYMENT" });
  };
  const withdraw = ({ client, orderNumber }: TestSale) =>
    client.delete(`/api/orders/${orderNumber}/refund-request`);
  const decide = ({ orderNumber }: TestSale, decision: string) =>
    admin.put(`/api/admin/refunds/${orderNumber}`, { decision, reason: "결제사와 확인" });
  const calls = async ({ orderNumber }: TestSale) =>
    (
      await app.deps.pool.query<{ note: string | null }>(
        "select note from alerts where kind = 'REFUND_REFUSED' and subject = $1 order by id",
        [orderNumber],
      )
    ).rows.map(({ note }) => note);
  const payoutOf = async ({ orderNumber }: TestSale) => {
    const { body } = await admin.get(`/api/admin/settlements?q=${orderNumber}`);
    const [found] = body["settlements"] as unknown as AdminSettlement[]; // the contract's answer was checked by the server
    if (!found) throw new Error("no such settlement");
    return found;
  };
  const release = async (sale: TestSale) => {
    const { id, holds } = await payoutOf(sale);
    return admin.put(`/api/admin/settlements/${id}`, {
      status: "pending",
      reason: "돌려준 돈이 없음",
      expected: { holds: holds.map((hold) => hold.id) },
    });
  };
  const staysHeldPast = async (sale: TestSale, paid: TestSale) => {
    await app.moveClock(8 * day);
    await expect
      .poll(async () => {
        await payOut(app.deps);
        return saleState(app, paid);
      })
      .toMatchObject({ settlement: "completed" });
    expect(await saleState(app, sale)).toMatchObject({ status: "paid", settlement: "held" });
    admin = await app.as(adminUser);
  };

  const begin = ({ orderNumber }: TestSale) =>
    admin.post(`/api/admin/refunds/${orderNumber}`, { reason: "저작권 침해" });

  it.each<
    [string, (sale: TestSale) => Promise<{ status: number }>, (sale: TestSale) => Promise<unknown>, number]
  >([
    ["is denied", askBack, (sale) => decide(sale, "deny"), 1],
    [
      "is approved and refused again, and denied",
      askBack,
      async (sale) => {
        await app.moveClock(3_000);
        await refuse(() => decide(sale, "approve"), sale);
        await decide(sale, "deny");
      },
      1,
    ],
    ["has not asked, and it is ended", begin, (sale) => decide(sale, "deny"), 0],
    [
      "opens the content after that, asks and takes it back",
      begin,
      async (sale) => {
        await decide(sale, "deny");
        await openLink(sale);
        await askBack(sale);
        await withdraw(sale);
      },
      0,
    ],
    [
      "opens the content after that, asks and is denied",
      begin,
      async (sale) => {
        await decide(sale, "deny");
        await openLink(sale);
        await askBack(sale);
        await decide(sale, "deny");
      },
      1,
    ],
  ])(
    "waits for an administrator's release though its buyer %s, and no other sale does",
    async (_name, ask, end, refunds) => {
      const sale = await makeSale(app, { seller });
      const others = [
        await makeSale(app, { seller, buyer: sale.buyer }),
        await makeSale(app, { seller }),
      ] as const;
      await refuse(() => ask(sale), sale);
      await refuse(() => askBack(others[1]), others[1]);
      await end(sale);
      expect(await saleState(app, sale)).toMatchObject({
        status: "paid",
        settlement: "held",
        held_reason: byHand,
        refunds,
      });
      expect((await calls(sale)).at(-1)).toBeNull();
      expect((await refundMessages(app, seller)).at(-1)).toContain(heldWords);
      expect(await saleState(app, others[0])).toMatchObject({ settlement: "pending", held_reason: null });
      await staysHeldPast(sale, others[0]);
      expect((await calls(sale)).at(-1)).toBeNull();
      expect((await payoutOf(sale)).holds.map(({ kind }) => kind)).toContain("refusedRefund");
      // A request in the refund queue can not be bypassed by a release.
      expect((await release(others[1])).body).toMatchObject({ code: "NOT_RELEASABLE" });

      expect((await release(sale)).status).toBe(200);
      expect(await saleState(app, sale)).toMatchObject({ settlement: "pending", held_reason: null });
      expect((await calls(sale)).at(-1)).toBe("돌려준 돈이 없음");
      expect(await calls(others[1])).toEqual([null]);
      expect(await saleState(app, others[1])).toMatchObject({ settlement: "held", refunds: 1 });
      await expect
        .poll(async () => {
          await payOut(app.deps);
          return saleState(app, sale);
        })
        .toMatchObject({ settlement: "completed" });
    },
    60_000,
  );

  it("is held anew by a later refusal, not by a request that is taken back without one", async () => {
    const sale = await makeSale(app, { seller });
    await refuse(() => begin(sale), sale);
    await decide(sale, "deny");
    expect((await release(sale)).status).toBe(200);
    await openLink(sale);
    await askBack(sale);
    await withdraw(sale);
    expect(await saleState(app, sale)).toMatchObject({ settlement: "pending" });
    await askBack(sale);
    await app.moveClock(3_000);
    await refuse(() => decide(sale, "approve"), sale);
    expect((await withdraw(sale)).status).toBe(409);
    await decide(sale, "deny");
    expect(await saleState(app, sale)).toMatchObject({ settlement: "held", held_reason: byHand });
    expect((await payoutOf(sale)).holds.map(({ kind }) => kind)).toContain("refusedRefund");
    expect(await calls(sale)).toEqual(["돌려준 돈이 없음", null]);
  });

  it("and whose payout is on its way is called held nowhere, and has no hold when it was paid", async () => {
    const sale = await makeSale(app, { seller });
    const held = await makeSale(app, { seller });
    await app.deps.pool.query(
      "update settlements s set payable_at = s.payable_at + interval '60 days' from orders o where o.id = s.order_id and o.order_number = $1",
      [held.orderNumber],
    );
    await app.moveClock(8 * day);
    admin = await app.as(adminUser);
    // The provider pays, and its answer is lost.
    await failingPayouts(app, { drop: true }, () => payOut(app.deps));
    expect(await saleState(app, sale)).toMatchObject({ settlement: "processing" });
    for (const one of [sale, held]) await refuse(() => begin(one), one);
    for (const one of [sale, held]) expect((await decide(one, "deny")).status).toBe(200);
    const told = (await refundMessages(app, seller)).filter((text) => text.includes(sale.orderNumber));
    expect(told).toHaveLength(3);
    expect(told.filter((text) => text.includes("보류"))).toEqual([]);
    expect(told.filter((text) => !text.includes("이미 입금을 요청"))).toEqual([]);
    const toldHeld = (await refundMessages(app, seller)).filter((text) => text.includes(held.orderNumber));
    expect(toldHeld.at(-1)).toContain(heldWords);
    const sellerClient = await app.as(seller);
    const listed = async () =>
      (await sellerClient.get("/api/seller/settlements")).body as unknown as object[];
    expect(await listed()).toMatchObject([
      { orderNumber: held.orderNumber, status: "held" },
      { orderNumber: sale.orderNumber, status: "processing", heldReason: null },
    ]);
    // Until it is paid it may still be held.
    expect(await calls(sale)).toEqual([null]);
    await payOut(app.deps);
    expect(await saleState(app, sale)).toMatchObject({ settlement: "completed", held_reason: null });
    expect([await calls(sale), await calls(held)]).toEqual([[paidNote], [null]]);
    expect(await payoutOf(sale)).toMatchObject({ isHeldByHand: false });
    expect(await saleState(app, held)).toMatchObject({ settlement: "held" });
  });

  it("and is refunded again as its payout arrives: both come to their end", async () => {
    const [sale, other] = [await makeSale(app, { seller }), await makeSale(app, { seller })];
    await app.moveClock(8 * day);
    admin = await app.as(adminUser);
    await failingPayouts(app, { drop: true }, () => payOut(app.deps));
    for (const one of [sale, other]) {
      await refuse(() => begin(one), one);
      expect((await decide(one, "deny")).status).toBe(200);
    }
    const { begun } = await Model.transaction(app.deps.knex, async (trx) => {
      // As a payout that arrives: its settlement, then the call.
      const { id } = await payoutOf(sale);
      await Settlement.query(trx).findById(id).forNoKeyUpdate();
      const refunding = begin(sale);
      await expect.poll(() => countWaiting(app.deps)).toBe(1);
      await trx.raw("select from alerts where kind = 'REFUND_REFUSED' and subject = ? for no key update", [
        sale.orderNumber,
      ]);
      return { begun: refunding };
    });
    expect((await begun).status).toBe(201);
    await expect.poll(() => saleState(app, sale)).toMatchObject({ status: "refunded" });
    expect([await calls(sale), await calls(other)]).toEqual([
      ["관리자가 다시 환불해 자동으로 확인했어요."],
      [null],
    ]);
    await payOut(app.deps);
    expect(await calls(other)).toEqual([paidNote]);
  });

  it("and was paid to its seller before has nothing to be let go: the call ends with the request", async () => {
    const sale = await makeSale(app, { seller });
    const other = await makeSale(app, { seller });
    await openLink(sale);
    await openLink(other);
    await app.deps.pool.query("update settlements set payable_at = app_now() where seller_id = $1", [
      seller.id,
    ]);
    for (const one of [sale, other])
      await expect
        .poll(async () => {
          await payOut(app.deps);
          return saleState(app, one);
        })
        .toMatchObject({ settlement: "completed" });
    for (const one of [sale, other]) {
      await askBack(one);
      await refuse(() => decide(one, "approve"), one);
    }
    expect([await calls(sale), await calls(other)]).toEqual([[null], [null]]);
    expect((await decide(sale, "deny")).status).toBe(200);
    // The other one still waits in the queue of refunds.
    expect([await calls(sale), await calls(other)]).toEqual([[paidNote], [null]]);
    expect((await decide(other, "deny")).status).toBe(200);
    expect(await calls(other)).toEqual([paidNote]);
  });

  it("calls an administrator where a withdrawal, possible once, had ended the call and nothing was paid yet", async () => {
    const [unpaid, waiting, released, paid] = [
      await makeSale(app, { seller }),
      await makeSale(app, { seller }),
      await makeSale(app, { seller }),
      await makeSale(app, { seller }),
    ];
    for (const one of [unpaid, waiting, released, paid]) await refuse(() => askBack(one), one);
    await app.deps.pool.query(
      "delete from refunds f using orders o where o.id = f.order_id and o.order_number = any($1)",
      [[unpaid, released, paid].map(({ orderNumber }) => orderNumber)],
    );
    for (const one of [released, paid]) expect((await release(one)).status).toBe(200);
    await app.moveClock(8 * day);
    await expect
      .poll(async () => {
        await payOut(app.deps);
        return saleState(app, paid);
      })
      .toMatchObject({ settlement: "completed" });
    admin = await app.as(adminUser);
    await app.deps.pool.query(
      "update settlements s set judged_refusals = 0 from orders o where o.id = s.order_id and o.order_number = $1",
      [paid.orderNumber],
    );
    await app.deps.pool.query(
      "update alerts set resolved_at = app_now(), note = '요청 취소' where kind = 'REFUND_REFUSED' and subject = any($1) and resolved_at is null",
      [[unpaid.orderNumber, waiting.orderNumber]],
    );
    const before = await Promise.all([waiting, released, paid].map(calls));
    await callUnjudged(app.deps.knex);
    await callUnjudged(app.deps.knex);
    expect(await calls(unpaid)).toEqual(["요청 취소", null]);
    expect(await Promise.all([waiting, released, paid].map(calls))).toEqual(before);
    const { rows } = await app.deps.pool.query<{ detail: object }>(
      "select detail from alerts where kind = 'REFUND_REFUSED' and subject = $1 and resolved_at is null",
      [unpaid.orderNumber],
    );
    expect(rows).toEqual([{ detail: { code: "NOT_CANCELABLE_PAYMENT" } }]);
    await app.deps.pool.query(
      "update settlements s set judged_refusals = 1 from orders o where o.id = s.order_id and o.order_number = $1",
      [paid.orderNumber],
    );
    expect((await release(unpaid)).status).toBe(200);
    expect(await calls(unpaid)).toEqual(["요청 취소", "돌려준 돈이 없음"]);
  });
});
