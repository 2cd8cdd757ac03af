import { seoulDay, type Balance, type ContentSales, type DaySales, type MonthSales, type Settlement, type Statement } from "@knowhow/shared"; // oxfmt-ignore
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { askBack, saleState } from "../../../testing/refunds.ts";
import { payOut } from "../payouts/payOut.ts";
import { startTestApp, type TestApp } from "../../../testing/app.ts";
import { failing, type Answer, type TestClient } from "../../../testing/client.ts";
import {
  createContent,
  createSeller,
  createUser,
  type TestContent,
  type TestUser,
} from "../../../testing/factories.ts";
import { buy } from "../../../testing/payments.ts";
import { readBalance } from "./balance.ts";
import { parseCsv } from "./testing.ts";

const day = 86_400_000;
const bodyOf = <T>({ body }: Answer): T => body as unknown as T; // The contract's answer was checked by the server.

describe("a seller's money", () => {
  let app: TestApp;
  let seller: TestUser;
  let other: TestUser;
  let admin: TestUser;
  let client: TestClient;

  beforeAll(async () => {
    app = await startTestApp();
    seller = await createSeller(app.deps);
    other = await createSeller(app.deps);
    admin = await createUser(app.deps, { userId: "admin1" });
  });
  afterAll(() => app.stop());

  const sell = async (of: TestUser, overrides: Partial<TestContent> = {}) => {
    const content = await createContent(app.deps, of.id, overrides);
    const buyer = await app.as(await createUser(app.deps));
    const { orderNumber } = await buy(app.url, buyer, content);
    return { content, buyer, orderNumber };
  };
  const sessionOf = async (user: TestUser) => {
    client = await app.as(user);
  };
  const walk = async <T>(path: string): Promise<T[]> => {
    const walked: T[] = [];
    let next: string | undefined = path;
    while (next !== undefined) {
      const answer: Answer = await client.get(next);
      walked.push(...bodyOf<T[]>(answer));
      next = /<([^>]+)>; rel="next"/.exec(answer.headers.get("link") ?? "")?.[1];
    }
    return walked;
  };
  const today = async (): Promise<string> => {
    const { rows } = await app.deps.pool.query<{ now: Date }>("select app_now() as now");
    return seoulDay(rows[0]?.now ?? new Date(0));
  };
  const ledgerOf = async ({ id }: TestUser) => {
    const { rows } = await app.deps.pool.query<{ earned: number; out: number }>(
      `select coalesce(sum(case when exists (select from ledger_entries x where x.transaction_id = e.transaction_id and x.account = 'cash')
                       then 0 else credit - debit end), 0)::int as earned,
              coalesce(sum(case when exists (select from ledger_entries x where x.transaction_id = e.transaction_id and x.account = 'cash')
                       then debit - credit else 0 end), 0)::int as out
       from ledger_entries e where seller_id = $1`,
      [id],
    );
    return rows[0] ?? { earned: 0, out: 0 };
  };
  const takenBackOf = async ({ id }: TestUser): Promise<number> => {
    const { rows } = await app.deps.pool.query<{ won: number }>(
      `select coalesce(sum(debit), 0)::int as won from ledger_entries
       where seller_id = $1 and transaction_id like 'refund:%'`,
      [id],
    );
    return rows[0]?.won ?? 0;
  };
  /** Sums of the table's columns, by their headings. */
  const sumsOf = (table: string[][]) => {
    const [header = [], ...lines] = table;
    return Object.fromEntries(
      header.map((name, at) => [name, lines.reduce((sum, line) => sum + (Number(line[at]) || 0), 0)]),
    );
  };
  const download = async (query = "") => {
    const answer = await client.get(`/api/seller/settlements.csv${query}`);
    expect(answer.status).toBe(200);
    return { answer, table: parseCsv(answer.bytes.toString("utf8")) };
  };

  it("agrees with the ledger in balance, statements and table, whatever became of the orders", async () => {
    const sold: Awaited<ReturnType<typeof sell>>[] = [];
    for (const price of [10_000, 0, 33_333, 1_500]) sold.push(await sell(seller, { price }));
    await sell(other, { price: 70_000 });
    await app.moveClock(8 * day);
    await payOut(app.deps);
    await payOut(app.deps);
    for (const price of [20_000, 9_999]) await sell(seller, { price });
    // One is refunded before its payout, one after it, and the next payout is cut by that.
    const [before, after] = [await sell(seller, { price: 5_000 }), sold[0]];
    await askBack({ client: before.buyer, orderNumber: before.orderNumber });
    const administrator = await app.as(admin);
    const given = await administrator.post(`/api/admin/refunds/${after?.orderNumber ?? ""}`, {
      reason: "파일 손상",
    });
    expect(given.status).toBe(201);
    const statusOf = async (sale: { orderNumber: string }) => (await saleState(app, sale))?.status;
    for (const sale of [before, after]) if (sale) await expect.poll(() => statusOf(sale)).toBe("refunded");
    await app.moveClock(8 * day);
    await sell(seller, { price: 1_500 });
    await payOut(app.deps);
    await payOut(app.deps);
    await sell(seller, { price: 1_600 });
    await app.deps.pool.query(
      `update settlements set status = 'held', held_reason = '=확인, "중"' where id = (
         select id from settlements where seller_id = $1 and status = 'pending' order by id limit 1)`,
      [seller.id],
    );
    for (const of of [seller, other]) {
      await sessionOf(of);
      const { earned, out } = await ledgerOf(of);
      const balance = bodyOf<Balance>(await client.get("/api/seller/balance"));
      expect(balance.paidAmount).toBe(out);
      expect(
        balance.pendingAmount + balance.heldAmount + balance.processingAmount + balance.failedAmount,
      ).toBe(earned - out);
      expect(balance.clawbackAmount).toBe(0);
      expect(balance.upcoming.reduce((sum, { amount }) => sum + amount, 0)).toBe(balance.pendingAmount);

      const sums = sumsOf((await download()).table);
      expect([sums["받을 금액"], sums["입금액"]]).toEqual([earned, out]);
      // The seller's share alone, as the ledger took it: the buyer got more back.
      expect(0 - (sums["환불 차감(내 몫)"] ?? NaN)).toBe(await takenBackOf(of));

      const months = (await walk<MonthSales>("/api/seller/sales?by=month")).map(({ month }) => month);
      const all = [...new Set([...months, (await today()).slice(0, 7)])].sort();
      let closing = 0;
      const kinds = new Set<string>();
      for (const month of all) {
        const statement = bodyOf<Statement>(await client.get(`/api/seller/statement?month=${month}`));
        expect(statement.openingBalance).toBe(closing);
        const moved = statement.lines.reduce((sum, { amount }) => sum + amount, 0);
        expect(statement.totals.reduce((sum, { amount }) => sum + amount, 0)).toBe(moved);
        expect(statement.days.reduce((sum, { amount }) => sum + amount, 0)).toBe(moved);
        expect(statement.closingBalance).toBe(closing + moved);
        expect(statement.linesCount).toBe(statement.lines.length);
        closing = statement.closingBalance;
        for (const { kind } of statement.lines) kinds.add(kind);
      }
      expect(closing).toBe(earned - out);
      expect([...kinds].sort()).toEqual(
        of === seller ? ["clawback", "payout", "refund", "sale"] : ["payout", "sale"],
      );
    }
    await sessionOf(seller);
    // Only a payout on its way has a promised day; states are named as on the screen.
    const [header = [], ...lines] = (await download()).table;
    const [state, due] = [header.indexOf("상태"), header.indexOf("입금 예정일")];
    const promised = new Map(lines.map((line) => [line[state], line[due] !== ""]));
    expect([...promised].sort()).toEqual([
      ["보류", false],
      ["입금 완료", true],
      ["정산 예정", true],
      ["취소(환불)", false],
    ]);
    // The day of a refund is beside its money.
    const [refundedOn, returned] = [header.indexOf("환불일"), header.indexOf("환불 차감(내 몫)")];
    expect(lines.map((line) => (line[refundedOn] === "") === (line[returned] === "0"))).toEqual(
      lines.map(() => true),
    );
    expect(lines.filter((line) => /^\d{4}-\d{2}-\d{2}$/.test(line[refundedOn] ?? ""))).toHaveLength(2);
    const rows = await walk<Settlement>("/api/seller/settlements?limit=2");
    expect(
      rows.map(({ paidAmount, amount, status, orderStatus, clawbackAmount, withheldAmount }) => [
        paidAmount, amount, status, orderStatus, clawbackAmount, withheldAmount,
      ]),
    ).toEqual([
      [1_680, 1_520, "pending", "paid", 0, 0],
      [1_575, 1_425, "held", "paid", 0, 0],
      [5_250, 4_750, "cancelled", "refunded", 0, 0],
      [10_498, 9_500, "completed", "paid", 0, 0],
      [21_000, 19_000, "completed", "paid", 0, 9_500],
      [1_575, 1_425, "completed", "paid", 0, 0],
      [34_999, 31_667, "completed", "paid", 0, 0],
      [10_500, 9_500, "completed", "refunded", 9_500, 0],
    ]); // oxfmt-ignore
    expect(new Set(rows.map(({ id }) => id)).size).toBe(8);
  });

  it("adds sales up by day, month and content, in Korea's days, for the seller alone", async () => {
    const fresh = await createSeller(app.deps);
    await sessionOf(fresh);
    expect(bodyOf(await client.get("/api/seller/sales"))).toEqual([]);
    const first = await sell(fresh, { price: 10_000, title: "먼저" });
    await sell(fresh, { price: 0, title: "거저" });
    // One minute before midnight in Korea, and one after it: two days, the same in UTC.
    const toMidnight = Date.parse(`${await today()}T15:00:00Z`) - (await now());
    await app.moveClock(toMidnight - 60_000);
    const buyer = await app.as(await createUser(app.deps));
    await buy(app.url, buyer, first.content);
    await app.moveClock(2 * 60_000);
    await sell(fresh, { price: 2_000, title: "다음 날" });
    await sell(other, { price: 50_000 });
    await sessionOf(fresh);
    const days = await walk<DaySales>("/api/seller/sales?by=day&limit=1");
    expect(days.map(({ salesCount, freeCount, paidAmount, sellerAmount }) => [salesCount, freeCount, paidAmount, sellerAmount])).toEqual([
      [1, 0, 2_100, 1_900],
      [2, 1, 21_000, 19_000],
    ]); // oxfmt-ignore
    expect(days).toEqual(bodyOf<DaySales[]>(await client.get("/api/seller/sales")));
    const [last, before] = days.map((entry) => entry.day);
    expect(last).toBe(await today());
    for (const [query, expected] of [
      [`from=${last}`, [last]],
      [`to=${before}`, [before]],
      [`from=${before}&to=${last}`, [last, before]],
      ["from=2020-01-01&to=2020-02-01", []],
    ] as const)
      expect(
        (await walk<DaySales>(`/api/seller/sales?by=day&limit=1&${query}`)).map((entry) => entry.day),
      ).toEqual(expected);
    const contents = await walk<ContentSales>("/api/seller/sales?by=content&limit=2");
    expect(contents.map(({ contentTitle, sellerAmount, purchasesCount }) => [contentTitle, sellerAmount, purchasesCount])).toEqual([
      ["먼저", 19_000, 2],
      ["다음 날", 1_900, 1],
      ["거저", 0, 1],
    ]); // oxfmt-ignore
    const months = await walk<MonthSales>("/api/seller/sales?by=month&limit=1");
    expect(months.reduce((sum, { sellerAmount }) => sum + sellerAmount, 0)).toBe(20_900);
    const stats = await client.get("/api/seller/stats");
    expect(stats.body).toMatchObject({ totalRevenue: 20_900 });
    const settled = async (query: string) =>
      (await walk<Settlement>(`/api/seller/settlements?limit=1&${query}`)).map(({ amount }) => amount);
    expect(await settled(`from=${last}`)).toEqual([1_900]);
    expect(await settled(`to=${before}`)).toEqual([9_500, 9_500]);
    const { answer, table } = await download(`?from=${last}&to=${last}`);
    expect(table.map(([, title]) => title)).toEqual(["콘텐츠", "다음 날"]);
    expect(answer.headers.get("content-disposition")).toMatch(/^attachment; filename=.*filename\*=UTF-8''/);
  });

  const now = async (): Promise<number> => {
    const { rows } = await app.deps.pool.query<{ now: Date }>("select app_now() as now");
    return rows[0]?.now.getTime() ?? 0;
  };

  it("makes a table that spreadsheets show and never run", async () => {
    const fresh = await createSeller(app.deps);
    const titles = ["=1+1", "+82", "-1", "@SUM(A1)", "\t=1", '쉼표, "따옴표"', "여러\n줄", "＝전각", "보통"];
    for (const title of titles) await sell(fresh, { price: 2_000, title });
    await sessionOf(fresh);
    const { answer, table } = await download();
    expect([...answer.bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
    expect(answer.headers.get("content-type")).toBe("text/csv; charset=utf-8");
    // A client that reads no UTF-8 name gets one that says something.
    expect(answer.headers.get("content-disposition")).toContain('filename="settlements.csv"');
    const lines = answer.bytes.toString("utf8").split("\r\n");
    expect(lines[0]).toMatch(/^\uFEFF주문번호,콘텐츠,/);
    const [header = [], ...rows] = table;
    expect(rows.map((row) => row[1])).toEqual(
      titles.map((title) => (/^[=+\-@\t＝]/.test(title) ? `'${title}` : title)),
    );
    // An amount stays a number.
    expect(rows.map((row) => row[header.indexOf("환불 차감(내 몫)")])).toEqual(titles.map(() => "0"));
    for (const row of rows) expect(row).toHaveLength(header.length);
  });

  it("refuses days and months that are none", async () => {
    await sessionOf(seller);
    for (const path of [
      "sales?by=year",
      "sales?from=2026-13-01",
      "sales?from=2026-02-30",
      "sales?to=now",
      "sales?from=2026-11-02&to=2026-11-01",
      "sales?by=day&cursor=x",
      "sales?limit=101",
      "settlements?from=x",
      "settlements.csv?to=1",
      "statement",
      "statement?month=2026-13",
      "statement?month=abc",
      "statement?month=2099-01",
      `sales?by=day&cursor=${Buffer.from('["2026-99-99"]').toString("base64url")}`,
      `sales?by=content&cursor=${Buffer.from('["much","x"]').toString("base64url")}`,
    ])
      // oxfmt-ignore
      expect(failing(await client.get(`/api/seller/${path}`)), path).toBe("400 VALIDATION");
  });

  it("names the days on which the provider pays: not at night, not at weekends, not on holidays", async () => {
    const [owner, bystander] = [await createSeller(app.deps), await createSeller(app.deps)];
    for (let sale = 0; sale < 2; sale += 1) await sell(owner, { price: 10_000 });
    await sell(bystander, { price: 10_000 });
    // The Friday before three days of Seollal, a minute before and after the provider's last hour.
    const due = ["2027-02-05 14:49+09", "2027-02-05 14:51+09"];
    const { rows } = await app.deps.pool.query<{ id: string; shift: number }>(
      `select id, extract(epoch from timestamptz '2027-02-01' - app_now())::float8 * 1000 as shift
       from settlements where seller_id = $1 order by id`,
      [owner.id],
    );
    for (const [at, { id }] of rows.entries())
      await app.deps.pool.query("update settlements set payable_at = $2 where id = $1", [id, due[at]]);
    const shift = rows[0]?.shift ?? 0;
    await app.moveClock(shift);
    try {
      const { config, pool } = app.deps;
      const upcoming = async (standin: boolean) =>
        (await readBalance({ pool, config: { ...config, toss: { ...config.toss, standin } } }, owner.id))
          .upcoming;
      expect(await upcoming(false)).toEqual([
        { day: "2027-02-05", amount: 9_500, ordersCount: 1 },
        { day: "2027-02-10", amount: 9_500, ordersCount: 1 },
      ]);
      expect(await upcoming(true)).toEqual([{ day: "2027-02-05", amount: 19_000, ordersCount: 2 }]);
    } finally {
      await app.moveClock(-shift);
    }
  });

  it("counts a held payout whose hold time alone ends on its day, and no other", async () => {
    const owner = await createSeller(app.deps);
    for (const price of [7_000, 10_000]) await sell(owner, { price });
    const balanceOf = async () => bodyOf<Balance>(await client.get("/api/seller/balance"));
    const hold = (settlements: string) =>
      app.deps.pool.query(
        `update settlements set status = 'held', held_reason = '확인' where seller_id = $1 ${settlements}`,
        [owner.id],
      );
    const suspend = (until: string) =>
      app.deps.pool.query(`update users set suspended_until = ${until} where id = $1`, [owner.id]);
    await sessionOf(owner);
    await hold("and amount = 6650");
    const waiting = await balanceOf();
    expect(waiting).toMatchObject({ heldAmount: 6_650, undatedAmount: 6_650, pendingAmount: 9_500 });
    expect(waiting.upcoming).toMatchObject([{ amount: 9_500, ordersCount: 1 }]);
    await hold("");
    await suspend("app_now() + interval '30 days'");
    const ending = await balanceOf();
    expect(ending).toMatchObject({ heldAmount: 16_150, undatedAmount: 0 });
    const days = bodyOf<Settlement[]>(await client.get("/api/seller/settlements")).map(
      ({ payoutDay }) => payoutDay,
    );
    expect(ending.upcoming).toEqual([{ day: days[0], amount: 16_150, ordersCount: 2 }]);
    await app.deps.pool.query(
      "update settlements set manual_hold = '확인' where seller_id = $1 and amount = 6650",
      [owner.id],
    );
    const judged = await balanceOf();
    expect(judged).toMatchObject({ heldAmount: 16_150, undatedAmount: 6_650 });
    expect(judged.upcoming).toEqual([{ day: days[0], amount: 9_500, ordersCount: 1 }]);
    await suspend("null");
    await app.deps.pool.query(
      "update settlements set status = 'pending', manual_hold = null, held_reason = null where seller_id = $1",
      [owner.id],
    );
  });
});
