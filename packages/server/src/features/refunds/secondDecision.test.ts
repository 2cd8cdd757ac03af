import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestApp, type TestApp } from "../../../testing/app.ts";
import type { TestClient } from "../../../testing/client.ts";
import { createUser, type TestUser } from "../../../testing/factories.ts";
import { askBack, makeSale, openLink, saleState, type TestSale } from "../../../testing/refunds.ts";

describe("a refund that was decided before", () => {
  let app: TestApp;
  let admin: TestClient;
  let adminUser: TestUser;
  let bystander: TestSale;

  beforeAll(async () => {
    app = await startTestApp();
    adminUser = await createUser(app.deps, { userId: "admin1" });
    admin = await app.as(adminUser);
    bystander = await makeSale(app);
  });
  afterAll(() => app.stop());

  const ask = async () => {
    const sale = await makeSale(app);
    await openLink(sale);
    expect((await askBack(sale, "설명과 달라요")).status).toBe(201);
    return sale;
  };

  it("tells the second of two administrators who decided what, when and why; of what nobody decided, what happened", async () => {
    const refusal = async (sale: TestSale, body?: object) => {
      const path = `/api/admin/refunds/${sale.orderNumber}`;
      const second = await app.as(adminUser);
      const answer = body ? await second.put(path, body) : await second.post(path, { reason: "나도 확인" });
      expect(answer.status).toBe(409);
      return String(answer.body["message"]);
    };
    const deny = { decision: "deny", reason: "나중의 이유" };
    const denied = await ask();
    await admin.put(`/api/admin/refunds/${denied.orderNumber}`, {
      decision: "deny",
      reason: "설명과 같습니다",
    });
    expect(await refusal(denied, { ...deny, decision: "approve" })).toMatch(
      new RegExp(`^${adminUser.nickname}님이 .*에 먼저 환불을 거절했습니다. 사유: 설명과 같습니다$`),
    );
    const given = await ask();
    await admin.put(`/api/admin/refunds/${given.orderNumber}`, { decision: "approve", reason: "하자 확인" });
    await expect.poll(() => saleState(app, given)).toMatchObject({ status: "refunded" });
    for (const words of [await refusal(given, deny), await refusal(given)])
      expect(words).toMatch(/님이 .*에 먼저 환불을 승인했습니다. 사유: 하자 확인$/);
    const byRule = await makeSale(app);
    await askBack(byRule);
    await expect.poll(() => saleState(app, byRule)).toMatchObject({ status: "refunded" });
    expect(await refusal(byRule)).toContain("규칙에 따라 환불을 시작했습니다");
    const withdrawn = await ask();
    await withdrawn.client.delete(`/api/orders/${withdrawn.orderNumber}/refund-request`);
    expect(await refusal(withdrawn, deny)).toContain("환불 요청을 취소했습니다");
    expect(await refusal(bystander, deny)).toBe("환불 요청이 없는 주문입니다.");
  });
});
