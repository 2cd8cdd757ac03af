import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { startTestApp, type TestApp } from "../../../testing/app.ts";
import { failing, type TestClient } from "../../../testing/client.ts";
import { createContent, createSeller, createUser, type TestUser } from "../../../testing/factories.ts";
import { buy, chargeLog, control } from "../../../testing/payments.ts";
import { decide, fileReport } from "../../../testing/reports.ts";
import { payOut } from "./payOut.ts";

interface Row {
  id: string;
  status: string;
  attempts: number;
  provider_round: number;
  held_reason: string | null;
  bank_name: string | null;
}

const week = 7 * 24 * 3_600_000 + 60_000;

describe("paying sellers", () => {
  let app: TestApp;
  let admin: TestClient;
  let adminUser: TestUser;

  beforeAll(async () => {
    app = await startTestApp();
    adminUser = await createUser(app.deps, { userId: "admin1" });
  });
  afterAll(() => app.stop());
  beforeEach(async () => {
    // The clock goes on by weeks: the session of the last test has ended.
    admin = await app.as(adminUser);
  });

  const sell = async (seller: TestUser, price = 10_000) => {
    const buyer = await app.as(await createUser(app.deps));
    const content = await createContent(app.deps, seller.id, { price });
    await buy(app.url, buyer, content);
    return { buyerClient: buyer, content };
  };
  const rowsOf = async ({ id }: TestUser): Promise<Row[]> =>
    (
      await app.deps.pool.query<Row>(
        `select id, status, attempts, provider_round, held_reason, bank_name from settlements
         where seller_id = $1 order by created_at`,
        [id],
      )
    ).rows;
  const statusesOf = async (seller: TestUser) => (await rowsOf(seller)).map(({ status }) => status);
  const paidOf = async (seller: TestUser): Promise<number> => {
    const { rows } = await app.deps.pool.query<{ won: number }>(
      `select coalesce(sum(e.debit), 0) as won from ledger_entries e
       where e.account = 'seller' and e.seller_id = $1 and e.transaction_id like 'payout:%'`,
      [seller.id],
    );
    return rows[0]?.won ?? 0;
  };
  /** The sum that the provider paid for these settlements, by its own log. */
  const sentOf = async (seller: TestUser): Promise<number> => {
    let count = 0;
    for (const { id, provider_round } of await rowsOf(seller))
      for (let round = 1; round <= provider_round; round += 1)
        count += (await chargeLog(app.url, `${id}-${round}`)).filter((event) => event === "PAYOUT").length;
    return count;
  };
  const rounds = async (count = 2) => {
    for (let at = 0; at < count; at += 1) await payOut(app.deps);
  };
  /** A seller whose account ends in 9 has an unreachable bank. */
  const sellerWith = async (accountNumber: string): Promise<TestUser> => {
    const seller = await createSeller(app.deps);
    await app.deps.pool.query("update users set account_number = $2 where id = $1", [
      seller.id,
      app.deps.cipher.encrypt(accountNumber, seller.id),
    ]);
    return seller;
  };

  /** A sale whose payout fails until no further try is made. */
  const sellInVain = async (seller: TestUser): Promise<void> => {
    await sell(seller);
    await app.moveClock(week);
    for (let at = 0; at < 8; at += 1) {
      await rounds();
      await app.moveClock(25 * 3_600_000);
    }
  };

  it("waits for the week in which a purchase can be returned, then pays each once", async () => {
    const seller = await createSeller(app.deps);
    for (const price of [10_000, 3_000, 0]) await sell(seller, price);
    await rounds();
    expect(await statusesOf(seller)).toEqual(["pending", "pending"]);
    await app.moveClock(week);
    await Promise.all([payOut(app.deps), payOut(app.deps)]);
    await rounds();
    expect(await statusesOf(seller)).toEqual(["completed", "completed"]);
    expect(await paidOf(seller)).toBe(9_500 + 2_850);
    expect(await sentOf(seller)).toBe(2);
    const { body } = await (await app.as(seller)).get("/api/seller/settlements");
    expect(body).toMatchObject([
      { status: "completed", amount: 2_850, bankName: "KB국민은행", settledAt: expect.any(String) },
      { status: "completed", amount: 9_500 },
    ]);
  });

  it.each([
    ["lost", { drop: true }],
    ["an error of the provider's", { code: "PROVIDER_ERROR" }],
    ["that the system is busy", { code: "FAILED_INTERNAL_SYSTEM_PROCESSING" }],
  ])("pays once though an answer is %s", async (_name, next) => {
    const seller = await createSeller(app.deps);
    await sell(seller);
    await app.moveClock(week);
    await control(app.url, "next", next);
    await payOut(app.deps);
    await control(app.url, "next", next);
    await payOut(app.deps);
    for (let at = 0; at < 3; at += 1) {
      await app.moveClock(25 * 3_600_000);
      await rounds();
    }
    expect(await statusesOf(seller)).toEqual(["completed"]);
    expect(await sentOf(seller)).toBe(1);
    expect(await paidOf(seller)).toBe(9_500);
  });

  it("tries five times at an account that takes nothing, then calls a person", async () => {
    const seller = await sellerWith("12345678909");
    await sellInVain(seller);
    const [row] = await rowsOf(seller);
    expect(row).toMatchObject({ status: "failed", attempts: 5 });
    expect([await sentOf(seller), await paidOf(seller)]).toEqual([0, 0]);
    const { rows } = await app.deps.pool.query(
      "select 1 from alerts where kind = 'PAYOUT_FAILED' and subject = $1",
      [row?.id],
    );
    expect(rows).toHaveLength(1);
  });

  it("is not given up before a person can be called, as another's is that can", async () => {
    const [seller, bystander] = [await sellerWith("12345678909"), await sellerWith("12345678909")];
    await app.deps.pool.query(
      `create function lose_alert() returns trigger language plpgsql as $$ begin raise exception 'lost'; end $$;
       create trigger lose_alert before insert on alerts for each row
         when (new.kind = 'PAYOUT_FAILED') execute function lose_alert()`,
    );
    try {
      await sell(seller);
      await app.moveClock(week);
      for (let at = 0; at < 8; at += 1) {
        await rounds().catch(() => undefined);
        await app.moveClock(25 * 3_600_000);
      }
      expect(await statusesOf(seller)).not.toEqual(["failed"]);
    } finally {
      await app.deps.pool.query("drop trigger lose_alert on alerts; drop function lose_alert()");
    }
    await sellInVain(bystander);
    const { rows } = await app.deps.pool.query(
      `select s.seller_id from alerts a join settlements s on a.subject = s.id::text
       where a.kind = 'PAYOUT_FAILED' and s.status = 'failed' and s.seller_id = any($1)`,
      [[seller.id, bystander.id]],
    );
    expect(rows).toHaveLength(2);
  });

  it("tries what has failed again when an administrator says so, once", async () => {
    const seller = await sellerWith("12345678909");
    await sellInVain(seller);
    const id = (await rowsOf(seller))[0]?.id ?? "";
    // Two weeks later.
    const again = await app.as(adminUser);
    const ask = (body: object, viewer = again) => viewer.put(`/api/admin/settlements/${id}`, body);
    const form = { status: "pending", reason: "계좌를 고쳤어요" };
    expect(failing(await ask(form, await app.as(seller)))).toBe("403 ADMIN_ONLY");
    for (const body of [
      { status: "completed", reason: "x" },
      { status: "pending", reason: " " },
    ])
      expect(failing(await ask(body))).toBe("400 VALIDATION");
    await app.deps.pool.query("update users set account_number = $2 where id = $1", [
      seller.id,
      app.deps.cipher.encrypt("12345678900", seller.id),
    ]);
    const answers = await Promise.all([ask(form), ask(form), ask(form)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    const settlement = { status: "pending", amount: expect.any(Number) };
    expect(answers.find(({ status }) => status === 200)?.body).toMatchObject({ settlement });
    expect(await rowsOf(seller)).toMatchObject([{ attempts: 0 }]);
    await rounds();
    expect(await statusesOf(seller)).toEqual(["completed"]);
    expect([await sentOf(seller), await paidOf(seller)]).toEqual([1, 9_500]);
    expect(failing(await ask(form))).toBe("409 NOT_FAILED");
    const { rows } = await app.deps.pool.query(
      "select note, resolved_by is not null as by from alerts where subject = $1 and resolved_at is not null",
      [id],
    );
    expect(rows).toEqual([{ note: "계좌를 고쳤어요", by: true }]);
  });

  it("pays the account that the seller has by now", async () => {
    const seller = await sellerWith("12345678909");
    await sell(seller);
    await app.moveClock(week);
    await rounds();
    await app.deps.pool.query("update users set account_number = $2 where id = $1", [
      seller.id,
      app.deps.cipher.encrypt("12345678900", seller.id),
    ]);
    await app.moveClock(25 * 3_600_000);
    await rounds();
    expect(await statusesOf(seller)).toEqual(["completed"]);
    expect(await sentOf(seller)).toBe(1);
  });

  it.each([
    ["banned", { penaltyType: "ban" }],
    ["suspended", { penaltyType: "suspension", duration: 30 }],
  ])("pays nobody who is %s, and goes on when that is taken back", async (_name, penalty) => {
    const seller = await createSeller(app.deps);
    const sale = await sell(seller);
    await decide(admin, await fileReport(sale), { status: "resolved", reason: "위반", ...penalty });
    await app.moveClock(week);
    await rounds();
    expect(await statusesOf(seller)).toEqual(["held"]);
    const { rows } = await app.deps.pool.query<{ id: string }>(
      "select id from user_penalties where user_id = $1",
      [seller.id],
    );
    await admin.put(`/api/admin/penalties/${rows[0]?.id ?? ""}`, { isActive: false, reason: "소명" });
    await rounds();
    expect(await statusesOf(seller)).toEqual(["completed"]);
  });

  it("lets go by itself what only time holds: a suspension's end, 72 hours after a new account", async () => {
    const seller = await createSeller(app.deps);
    const sale = await sell(seller);
    await app.moveClock(week);
    await decide(admin, await fileReport(sale), {
      status: "resolved",
      penaltyType: "suspension",
      duration: 1,
      reason: "위반",
    });
    await app.deps.pool.query("update users set bank_changed_at = app_now() where id = $1", [seller.id]);
    await rounds();
    expect((await rowsOf(seller))[0]?.held_reason).toContain("정지");
    await app.moveClock(25 * 3_600_000);
    await rounds();
    expect((await rowsOf(seller))[0]?.held_reason).toContain("72시간");
    await app.moveClock(48 * 3_600_000);
    await rounds();
    expect(await statusesOf(seller)).toEqual(["completed"]);
  });
});
