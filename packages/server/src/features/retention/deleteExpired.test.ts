import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { leave } from "../accounts/leave.ts";
import { hashPassword } from "../accounts/passwords.ts";
import { payOut } from "../payouts/payOut.ts";
import { startTestApp, type TestApp } from "../../../testing/app.ts";
import { createContent, createUser, type TestUser } from "../../../testing/factories.ts";
import { buy, control } from "../../../testing/payments.ts";
import { makeSale, saleState, type TestSale } from "../../../testing/refunds.ts";
import { decide, fileReport, makeDeal } from "../../../testing/reports.ts";
import { deleteExpired } from "./deleteExpired.ts";

const day = 24 * 3_600_000;

describe("records whose time is over", () => {
  let app: TestApp;
  let admin: TestUser;
  let hashed: string;
  beforeAll(async () => {
    app = await startTestApp();
    admin = await createUser(app.deps, { userId: "admin1" });
    hashed = await hashPassword("Knowhow!2026");
  });
  afterAll(() => app.stop());

  const count = async (table: string, column: string, id: string): Promise<number> => {
    const { rows } = await app.deps.pool.query<{ n: number }>(
      `select count(*) as n from ${table} where ${column} = $1`,
      [id],
    );
    return rows[0]?.n ?? 0;
  };
  /** Moves to the day before a record has been kept for so many years, then to the day after. */
  const beforeAndAfter = async (years: number, check: (isOver: boolean) => Promise<void>) => {
    const whole = async (sql: string) => {
      const { rows } = await app.deps.pool.query<{ ms: number }>(sql);
      return rows[0]?.ms ?? 0;
    };
    const length = await whole(
      `select extract(epoch from (app_now() + interval '${years} years') - app_now()) * 1000 as ms`,
    );
    await app.moveClock(length - day);
    await deleteExpired(app.deps);
    await check(false);
    await app.moveClock(2 * day);
    await deleteExpired(app.deps);
    await check(true);
  };

  it("are decided reports after three years; the penalty stays", async () => {
    const deal = await makeDeal(app);
    const id = await fileReport(deal);
    await decide(await app.as(admin), id, { status: "resolved", penaltyType: "warning", reason: "광고" });
    const open = await fileReport(await makeDeal(app));
    await beforeAndAfter(3, async (isOver) => {
      expect(await count("reports", "id", id)).toBe(isOver ? 0 : 1);
      expect(await count("user_penalties", "user_id", deal.seller.id)).toBe(1);
      expect(await count("reports", "id", open)).toBe(1);
    });
  });

  it("are the purchases of who left after five years, and nobody else's", async () => {
    const deal = await makeDeal(app, { price: 10_000 });
    const other = await createUser(app.deps);
    await buy(app.url, await app.as(other), deal.content);
    await deal.buyerClient.post(`/api/chat/rooms/${deal.chatRoomId}/messages`, { message: "안녕하세요" });
    await app.moveClock(8 * day);
    for (let round = 0; round < 2; round += 1) await payOut(app.deps);
    await app.deps.pool.query("update users set password = $2 where id = $1", [deal.buyer.id, hashed]);
    const buyer = await app.as(deal.buyer);
    expect((await buyer.delete("/api/user", { password: "Knowhow!2026" })).status).toBe(200);
    await app.moveClock(-8 * day);
    await beforeAndAfter(5, async (isOver) => {
      expect(await count("orders", "buyer_id", deal.buyer.id)).toBe(isOver ? 0 : 1);
      expect(await count("chat_messages", "chat_room_id", deal.chatRoomId)).toBe(isOver ? 0 : 2);
      expect(await count("orders", "buyer_id", other.id)).toBe(1);
      const { rows } = await app.deps.pool.query<{ purchases_count: number }>(
        "select purchases_count from contents where id = $1",
        [deal.content.id],
      );
      expect(rows[0]?.purchases_count).toBe(isOver ? 1 : 2);
    });
  });

  const statusesOf = async ({ id }: TestUser) =>
    (
      await app.deps.pool.query<{ status: string }>("select status from settlements where seller_id = $1", [
        id,
      ])
    ).rows.map(({ status }) => status);
  const years = (count: number) => app.moveClock(count * 366 * day);

  it("are no purchases whose seller was not paid yet", async () => {
    const deal = await makeDeal(app, { price: 10_000 });
    await app.deps.pool.query("update users set suspended_until = 'infinity' where id = $1", [
      deal.seller.id,
    ]);
    await app.moveClock(8 * day);
    await payOut(app.deps);
    expect(await statusesOf(deal.seller)).toEqual(["held"]);
    await leave(app.deps, deal.buyer.id);
    await years(5);
    await deleteExpired(app.deps);
    expect(await statusesOf(deal.seller)).toEqual(["held"]);
    await app.deps.pool.query("update users set suspended_until = null where id = $1", [deal.seller.id]);
    for (let round = 0; round < 2; round += 1) await payOut(app.deps);
    expect(await statusesOf(deal.seller)).toEqual(["completed"]);
    await deleteExpired(app.deps);
    expect(await statusesOf(deal.seller)).toEqual([]);
  });

  it("are no purchase given back after its payout, nor the one whose payout made up for it: the seller's books stay", async () => {
    const late = await makeSale(app, { price: 20_000 });
    const { seller } = late;
    const bystander = await makeSale(app, { seller });
    const paidOut = (sale: TestSale) =>
      expect
        .poll(async () => {
          await payOut(app.deps);
          return (await saleState(app, sale))?.settlement;
        })
        .toBe("completed");
    await app.moveClock(8 * day);
    for (const sale of [late, bystander]) await paidOut(sale);
    const path = `/api/admin/refunds/${late.orderNumber}`;
    expect((await (await app.as(admin)).post(path, { reason: "저작권 침해" })).status).toBe(201);
    await expect.poll(() => saleState(app, late)).toMatchObject({ status: "refunded" });
    const cut = await makeSale(app, { seller, price: 30_000 });
    await app.moveClock(8 * day);
    await paidOut(cut);
    const booked = async () =>
      (
        await app.deps.pool.query<{ won: number }>(
          "select coalesce(sum(credit - debit), 0)::int as won from ledger_entries where seller_id = $1",
          [seller.id],
        )
      ).rows;
    expect(await booked()).toEqual([{ won: 0 }]);
    for (const { buyer } of [late, bystander, cut]) await leave(app.deps, buyer.id);
    await years(5);
    await deleteExpired(app.deps);
    expect(await booked()).toEqual([{ won: 0 }]);
    const left = () =>
      Promise.all([late, bystander, cut].map(({ buyer }) => count("orders", "buyer_id", buyer.id)));
    expect(await left()).toEqual([1, 0, 1]);
    await leave(app.deps, seller.id);
    await deleteExpired(app.deps);
    expect(await left()).toEqual([0, 0, 0]);
  });

  it("are, of a seller who left: their name at the provider, penalties after three years, their account after five", async () => {
    const deal = await makeDeal(app, { price: 10_000 });
    await app.moveClock(8 * day);
    for (let round = 0; round < 2; round += 1) await payOut(app.deps);
    const warning = { status: "resolved", penaltyType: "warning", reason: "광고" };
    await decide(await app.as(admin), await fileReport(deal), warning);
    const there = async () => {
      const { rows } = await app.deps.pool.query<{ ref_seller_id: string }>(
        "select ref_seller_id from payout_sellers where user_id = $1",
        [deal.seller.id],
      );
      const found = await app.deps.toss.payouts.sellerByReference(rows[0]?.ref_seller_id ?? "");
      return found.kind === "ok" && found.value !== undefined;
    };
    await deleteExpired(app.deps);
    expect(await there()).toBe(true);
    await leave(app.deps, deal.seller.id);
    // The first time, the answer is lost.
    await control(app.url, "next", { drop: true });
    for (const left of [1, 0]) {
      await deleteExpired(app.deps);
      expect(await count("payout_sellers", "user_id", deal.seller.id)).toBe(left);
    }
    expect(await there()).toBe(false);
    const account = async () =>
      (
        await app.deps.pool.query<Record<string, unknown>>(
          "select status, amount, bank_name, account_number, account_holder from settlements where seller_id = $1",
          [deal.seller.id],
        )
      ).rows;
    await beforeAndAfter(3, async (isOver) => {
      expect(await count("user_penalties", "user_id", deal.seller.id)).toBe(isOver ? 0 : 1);
    });
    await app.moveClock(-day);
    await beforeAndAfter(2, async (isOver) => {
      const kept = { bank_name: expect.any(String), account_number: expect.any(String) };
      expect(await account()).toMatchObject([
        isOver
          ? { amount: 9_500, bank_name: null, account_number: null, account_holder: null }
          : { amount: 9_500, ...kept },
      ]);
    });
  });

  it("are deleted by every rule though one fails, which calls an administrator", async () => {
    const open = async () =>
      (
        await app.deps.pool.query<{ subject: string }>(
          "select subject from alerts where kind = 'RETENTION_FAILED' and resolved_at is null",
        )
      ).rows.map(({ subject }) => subject);
    const deal = await makeDeal(app);
    const id = await fileReport(deal);
    await decide(await app.as(admin), id, { status: "dismissed" });
    await leave(app.deps, deal.buyer.id);
    // The report is about a content: the purchase does not wait for it.
    await years(6);
    await app.deps.pool.query(`create function no() returns trigger language plpgsql as
      $$ begin raise exception 'no'; end $$;
      create trigger no before delete on reports for each row execute function no()`);
    await deleteExpired(app.deps);
    expect([await open(), await count("reports", "id", id)]).toEqual([["deleteReports"], 1]);
    expect(await count("orders", "buyer_id", deal.buyer.id)).toBe(0);
    await app.deps.pool.query("drop trigger no on reports; drop function no()");
    await deleteExpired(app.deps);
    expect([await open(), await count("reports", "id", id)]).toEqual([[], 0]);
  });

  it("are found by an index wherever something points at them", async () => {
    const { rows } = await app.deps.pool.query(
      `select c.conrelid::regclass::text as of, a.attname as column
       from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
       where c.contype = 'f' and c.confrelid = any($1::regclass[])
         and not exists (select from pg_index i where i.indrelid = c.conrelid and i.indkey[0] = c.conkey[1]
           and coalesce(pg_get_expr(i.indpred, i.indrelid), '') in ('', format('(%s IS NOT NULL)', a.attname)))`,
      ["reports orders chat_rooms chat_messages admin_chat_rooms admin_chat_messages settlements refunds user_penalties ledger_transactions".split(" ")], // oxfmt-ignore
    );
    expect(rows).toEqual([]);
  });

  it("are nothing else: the ledger of everybody who is here stays append-only", async () => {
    const seller = await makeDeal(app, { price: 3_000 });
    await createContent(app.deps, seller.seller.id);
    await expect(app.deps.pool.query("delete from ledger_entries")).rejects.toThrow("append-only");
  });
});
