import type { Alert } from "@knowhow/shared";
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestApp, type TestApp } from "../../../testing/app.ts";
import { failing, type TestClient } from "../../../testing/client.ts";
import { createUser } from "../../../testing/factories.ts";
import { makeDeal } from "../../../testing/reports.ts";
import { raiseAlert } from "./alerts.ts";

describe("what administrators are called for", () => {
  let app: TestApp;
  let admin: TestClient;

  beforeAll(async () => {
    app = await startTestApp();
    admin = await app.as(await createUser(app.deps, { userId: "admin1" }));
  });
  afterAll(() => app.stop());

  const list = async (query = "") =>
    (await admin.get(`/api/admin/alerts${query}`)).body["alerts"] as unknown as Alert[];

  it("says who and how much an order or its payout is about", async () => {
    const deal = await makeDeal(app, { price: 10_000 });
    const { rows } = await app.deps.pool.query<{ id: string; orderNumber: string }>(
      `select st.id, o.order_number as "orderNumber" from settlements st join orders o on o.id = st.order_id
       where o.buyer_id = $1`,
      [deal.buyer.id],
    );
    const orderNumber = rows[0]?.orderNumber ?? "";
    const settlementId = rows[0]?.id ?? "";
    await raiseAlert(app.deps, "PAYOUT_STUCK", settlementId, {});
    await raiseAlert(app.deps, "REFUND_REFUSED", orderNumber, { code: "E2" });
    await raiseAlert(app.deps, "SELLER_NOT_APPROVED", deal.seller.id, {});
    const about = async (kind: string) =>
      Object.fromEntries(
        (await list())
          .filter((one) => one.kind === kind)
          .flatMap(({ detail }) => detail.map(({ name, value }) => [name, value])),
      );
    const { rows: people } = await app.deps.pool.query<{ content: string; seller: string; buyer: string }>(
      `select c.title as content, s.nickname as seller, b.nickname as buyer from contents c, users s, users b
       where c.id = $1 and s.id = $2 and b.id = $3`,
      [deal.content.id, deal.seller.id, deal.buyer.id],
    );
    const facts = { orderNumber, amount: "10500", ...people[0] };
    expect(await about("PAYOUT_STUCK")).toEqual({ ...facts, sellerAmount: "9500" });
    expect(await about("REFUND_REFUSED")).toEqual({ ...facts, code: "E2" });
    expect(await about("SELLER_NOT_APPROVED")).toEqual({ seller: people[0]?.seller });
    await app.deps.pool.query("delete from alerts");
  });

  it("is listed, newest first, and looked at once", async () => {
    await raiseAlert(app.deps, "ORDER_STUCK", "order-1", { status: "confirming", tries: 3, reason: null });
    await raiseAlert(app.deps, "PAYOUT_FAILED", "settlement-1", { code: "E1" });
    const [failed, stuck] = await list("?status=open");
    expect(failed).toMatchObject({ kind: "PAYOUT_FAILED", subject: "settlement-1", resolvedAt: null });
    expect(stuck?.detail).toEqual([
      { name: "reason", value: "" },
      { name: "status", value: "confirming" },
      { name: "tries", value: "3" },
    ]);
    const path = `/api/admin/alerts/${stuck?.id ?? ""}`;
    for (const body of [{ resolved: true }, { resolved: false, note: "x" }, { resolved: true, note: " " }])
      expect(failing(await admin.put(path, body))).toBe("400 VALIDATION");
    const answers = await Promise.all(
      ["하나", "둘", "셋"].map((note) => admin.put(path, { resolved: true, note })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    const won = answers.find(({ status }) => status === 200)?.body["alert"] as unknown as Alert;
    for (const answer of answers.filter(({ status }) => status === 409)) {
      expect(failing(answer)).toBe("409 ALREADY_RESOLVED");
      expect(answer.body["alert"]).toEqual(won);
    }
    expect((await admin.get("/api/admin/alerts?status=resolved&limit=1")).body["counts"]).toEqual({
      open: 1,
    });
    expect((await list("?status=open")).map(({ id }) => id)).toEqual([failed?.id]);
    expect(await list("?status=resolved")).toEqual([won]);
    expect(await list()).toHaveLength(2);
    const { rows } = await app.deps.pool.query(
      "select u.user_id from alerts a join users u on u.id = a.resolved_by",
    );
    expect(rows).toEqual([{ user_id: "admin1" }]);
    expect(failing(await admin.put(`/api/admin/alerts/${randomUUID()}`, { resolved: true, note: "x" }))).toBe(
      "404 NOT_FOUND",
    );
  });
});
