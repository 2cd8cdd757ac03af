import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { hashPassword } from "../accounts/passwords.ts";
import { payOut } from "../settlements/payOut.ts";
import { startTestApp, type TestApp } from "../testing/app.ts";
import { createContent, createUser } from "../testing/factories.ts";
import { buy } from "../testing/payments.ts";
import { decide, fileReport, makeDeal } from "../testing/reports.ts";
import { deleteExpired } from "./retention.ts";

const day = 24 * 3_600_000;

describe("records whose time is over", () => {
  let app: TestApp;
  let hashed: string;
  beforeAll(async () => {
    app = await startTestApp();
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
  /** Goes to the day before a record has been kept for so many years, and then to the day after. */
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
    const admin = await app.as(await createUser(app.deps, { userId: "admin1" }));
    const deal = await makeDeal(app);
    const id = await fileReport(deal);
    await decide(admin, id, { status: "resolved", penaltyType: "warning", reason: "광고" });
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

  it("are nothing else: the ledger of everybody who is here stays append-only", async () => {
    const seller = await makeDeal(app, { price: 3_000 });
    await createContent(app.deps, seller.seller.id);
    await expect(app.deps.pool.query("delete from ledger_entries")).rejects.toThrow("append-only");
  });
});
