import { seoulDay, type Settlement } from "@knowhow/shared";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestApp, type TestApp } from "../../../testing/app.ts";
import { createSeller, createUser, type TestUser } from "../../../testing/factories.ts";
import { makeSale, saleState, type TestSale } from "../../../testing/refunds.ts";
import { payOut } from "../payouts/payOut.ts";

const hour = 3_600_000;
const week = 7 * 24 * hour + 60_000;
const held = "이름, 이메일 또는 전화번호를 바꾼 뒤 72시간 동안은 정산이 보류됩니다.";

let app: TestApp;
let adminUser: TestUser;
beforeAll(async () => {
  app = await startTestApp();
  adminUser = await createUser(app.deps, { userId: "admin1" });
});
afterAll(() => app.stop());

const rowOf = async ({ seller, orderNumber }: TestSale) => {
  const rows = (await (await app.as(seller)).get("/api/seller/settlements")).body as unknown as Settlement[]; // checked by the server
  return rows.find((row) => row.orderNumber === orderNumber);
};
const rounds = async (count = 2) => {
  for (let at = 0; at < count; at += 1) await payOut(app.deps);
};
/** A sale whose seller may change their data, and another seller's beside it. */
const makeSales = async () => {
  const seller = await createSeller(app.deps);
  const [sale, bystander] = [await makeSale(app, { seller }), await makeSale(app)];
  const change = async (fields: object) => {
    const form = { ...seller, name: "홍길동", phoneNumber: "01012345678", ...fields };
    const { status, body } = await (await app.as(seller)).put("/api/profile", form);
    expect([status, body["code"]]).toEqual([200, undefined]);
  };
  return { sale, bystander, change };
};
const stands = async (sale: TestSale, settlement: string, reason: string | null = null) =>
  expect(await saleState(app, sale)).toMatchObject({ settlement, held_reason: reason });

describe("a hold of payouts after changed account data", () => {
  it.each([
    ["name", { name: "임꺽정" }],
    ["e-mail address", { email: "changed@example.com" }],
    ["phone number", { phoneNumber: "01099998888" }],
  ])("after another %s lasts 72 hours, and holds no other seller's", async (_field, fields) => {
    const { sale, bystander, change } = await makeSales();
    await app.moveClock(week);
    await change(fields);
    await stands(sale, "held", held);
    await stands(bystander, "pending");
    await rounds();
    await stands(sale, "held", held);
    await stands(bystander, "completed");
    await app.moveClock(72 * hour - 60_000);
    await rounds();
    await stands(sale, "held", held);
    await app.moveClock(2 * 60_000);
    await rounds();
    await stands(sale, "completed");
  });

  it("does not come of another nickname, nor of a form that is saved as it was", async () => {
    const { sale, bystander, change } = await makeSales();
    await app.moveClock(week);
    await change({ nickname: "다른별명하나" });
    await change({ nickname: "다른별명하나" });
    await stands(sale, "pending");
    await rounds();
    await stands(sale, "completed");
    await stands(bystander, "completed");
  });

  it("begins anew with every change, also for what is sold meanwhile", async () => {
    const { sale, bystander, change } = await makeSales();
    await app.moveClock(week);
    await change({ name: "임꺽정" });
    await app.moveClock(48 * hour);
    await change({ name: "홍길동" });
    const meanwhile = await makeSale(app, { seller: sale.seller });
    await stands(meanwhile, "held", held);
    await app.moveClock(48 * hour);
    await rounds();
    await stands(sale, "held", held);
    await app.moveClock(25 * hour);
    await rounds();
    await stands(sale, "completed");
    await stands(meanwhile, "pending");
    await stands(bystander, "completed");
  });

  it("comes before one that was claimed, and not yet asked for", async () => {
    const { sale, bystander, change } = await makeSales();
    await app.moveClock(week);
    const { toss } = app.deps;
    let isChanged = false;
    app.deps.toss = {
      ...toss,
      async paymentByKey(key) {
        const answer = await toss.paymentByKey(key);
        if (!isChanged) await change({ phoneNumber: "01099998888" });
        isChanged = true;
        return answer;
      },
    };
    try {
      await rounds();
    } finally {
      app.deps.toss = toss;
    }
    expect(isChanged).toBe(true);
    await stands(sale, "held", held);
    await stands(bystander, "completed");
  });

  it("is told with its end and the day after it, while nothing else holds the payout", async () => {
    const { sale, bystander, change } = await makeSales();
    const admin = async (): Promise<unknown> =>
      (await (await app.as(adminUser)).get(`/api/admin/settlements?q=${sale.orderNumber}`)).body[
        "settlements"
      ];
    const before = await rowOf(sale);
    expect(before).toMatchObject({ heldUntil: null, payoutDay: seoulDay(new Date(before?.payableAt ?? "")) });
    await app.moveClock(week);
    await change({ name: "임꺽정" });
    const { rows } = await app.deps.pool.query<{ end: Date }>(
      "select account_changed_at + interval '72 hours' as end from users where id = $1",
      [sale.seller.id],
    );
    const end = rows[0]?.end ?? new Date(0);
    const told = { heldReason: held, heldUntil: end.toISOString(), payoutDay: seoulDay(end) };
    expect(await rowOf(sale)).toMatchObject(told);
    expect(await admin()).toMatchObject([told]);
    // A later end of another freeze counts; an administrator's hold has none.
    await app.deps.pool.query(
      "update users set temp_login_at = app_now() + interval '5 hours' where id = $1",
      [sale.seller.id],
    );
    await rounds();
    const later = (await rowOf(sale))?.heldUntil ?? "";
    expect(Date.parse(later) - end.getTime()).toBeGreaterThan(4 * hour);
    await app.deps.pool.query("update settlements set manual_hold = '확인' where seller_id = $1", [
      sale.seller.id,
    ]);
    await rounds();
    expect(await rowOf(sale)).toMatchObject({ status: "held", heldUntil: null, payoutDay: null });
    expect(await rowOf(bystander)).toMatchObject({ status: "completed", heldUntil: null, payoutDay: null });
  });

  it("leaves a payout that was made with the account of then, and names the new one for what waits", async () => {
    const { sale: paid, bystander } = await makeSales();
    await app.moveClock(week);
    await rounds();
    const { seller } = paid;
    const refused = await makeSale(app, { seller });
    const account = (number: string, name: string) =>
      app.deps.pool.query(
        "update users set bank_name = $2, account_number = $3, account_holder = '홍길동' where id = $1",
        [seller.id, name, app.deps.cipher.encrypt(number, seller.id)],
      );
    // An account that ends in 9 takes nothing.
    await account("12345678909", "우리은행");
    await app.moveClock(week);
    await rounds();
    expect(await rowOf(refused)).toMatchObject({ status: "pending", bankName: "우리은행" });
    await account("98765432100", "신한은행");
    expect(await rowOf(refused)).toMatchObject({ bankName: "신한은행", accountNumber: "*******2100" });
    expect(await rowOf(paid)).toMatchObject({ bankName: "KB국민은행", accountNumber: "*******8900" });
    const csv = (await (await app.as(seller)).get("/api/seller/settlements.csv")).bytes.toString();
    expect(
      csv
        .split("\r\n")
        .slice(1, 3)
        .map((line) => /(KB국민|우리|신한)은행/.exec(line)?.[0]),
    ).toEqual(["KB국민은행", "신한은행"]);
    await app.moveClock(25 * hour);
    await rounds();
    expect(await rowOf(refused)).toMatchObject({ status: "completed", bankName: "신한은행" });
    expect(await rowOf(bystander)).toMatchObject({ status: "completed", bankName: "KB국민은행" });
  });
});
