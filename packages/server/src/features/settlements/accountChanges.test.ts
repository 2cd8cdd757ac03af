import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestApp, type TestApp } from "../../../testing/app.ts";
import { createSeller } from "../../../testing/factories.ts";
import { makeSale, saleState, type TestSale } from "../../../testing/refunds.ts";
import { payOut } from "../payouts/payOut.ts";

const hour = 3_600_000;
const week = 7 * 24 * hour + 60_000;
const held = "이름, 이메일 또는 전화번호를 바꾼 뒤 72시간 동안은 정산이 보류됩니다.";

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

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
});
