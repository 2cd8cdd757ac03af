import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestApp, type TestApp } from "../../../testing/app.ts";
import { failing, type TestClient } from "../../../testing/client.ts";
import { createContent, createUser, type TestContent } from "../../../testing/factories.ts";
import { idsOf, inEachList } from "../../../testing/lists.ts";
import { authorise, buy, confirm, createOrder, orderBody } from "../../../testing/payments.ts";
import { makeDeal, type Deal } from "../../../testing/reports.ts";
import { contentBody } from "../../../testing/uploads.ts";
import { claimOrder } from "../orders/claim.ts";
import { resumeSales } from "./saleState.ts";

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();

describe("taking an own content off sale", () => {
  let app: TestApp;
  let visitor: TestClient;
  let admin: TestClient;

  beforeAll(async () => {
    app = await startTestApp();
    visitor = app.visitor();
    admin = await app.as(await createUser(app.deps, { userId: "admin1" }));
  });
  afterAll(() => app.stop());

  const setState = (client: TestClient, { id }: Pick<TestContent, "id">, state: string, until?: string) =>
    client.put(`/api/contents/${id}/state`, { state, ...(until === undefined ? {} : { until }) });
  const everywhere = ({ content }: Pick<Deal, "content">) => inEachList(visitor, content);
  const endPause = async ({ id }: Pick<TestContent, "id">) => {
    await app.deps.pool.query(
      "update contents set paused_at = app_now() - interval '2 hours', paused_until = app_now() - interval '1 hour' where id = $1",
      [id],
    );
  };

  it("leaves every list, keeps its page for everyone, and comes back; another of the same seller stays", async () => {
    const [deal, bystander] = [await makeDeal(app), await makeDeal(app)];
    const second = await createContent(app.deps, deal.seller.id);
    const page = `/api/contents/${deal.content.id}`;
    expect(await everywhere(deal)).toEqual([true, true, true, true]);
    const before = await visitor.get(page);
    expect(before.body).toMatchObject({ state: "listed", pausedUntil: null, isListed: true });

    const paused = await setState(deal.sellerClient, deal.content, "paused");
    expect([paused.status, paused.body]).toMatchObject([
      200,
      { id: deal.content.id, state: "paused", pausedUntil: null, isListed: false, isOwner: true },
    ]);
    expect(await everywhere(deal)).toEqual([false, false, false, false]);
    for (const client of [visitor, bystander.buyerClient, deal.buyerClient, deal.sellerClient, admin]) {
      const seen = await client.get(page);
      expect([seen.status, seen.body["state"], seen.body["updatedAt"]]).toEqual([
        200,
        "paused",
        before.body["updatedAt"],
      ]);
      expect((await client.get(`${page}/comments`)).status).toBe(200);
    }
    expect(idsOf(await deal.sellerClient.get("/api/my-contents"))).toEqual([second.id, deal.content.id]);
    expect(idsOf(await deal.buyerClient.get("/api/buyer/contents"))).toEqual([deal.content.id]);
    expect((await deal.buyerClient.get(`/api/download/${deal.content.id}/0`)).status).toBe(302);
    expect((await deal.buyerClient.post(`${page}/like`)).status).toBe(200);
    expect(await everywhere(bystander)).toEqual([true, true, true, true]);
    expect(await everywhere({ content: second })).toEqual([true, true, true, true]);

    const back = await setState(deal.sellerClient, deal.content, "listed");
    expect(back.body).toMatchObject({ state: "listed", pausedUntil: null, isListed: true });
    expect(await everywhere(deal)).toEqual([true, true, true, true]);
  });

  it("is its seller's alone to say, and can be said twice", async () => {
    const [deal, bystander] = [await makeDeal(app), await makeDeal(app)];
    for (const [client, told] of [
      [visitor, "401 LOGIN_REQUIRED"],
      [deal.buyerClient, "403 NOT_OWNER"],
      [bystander.sellerClient, "403 NOT_OWNER"],
      [admin, "403 NOT_OWNER"],
    ] as const) {
      expect(failing(await setState(client, deal.content, "paused"))).toBe(told);
    }
    for (let time = 0; time < 2; time++)
      expect((await setState(deal.sellerClient, deal.content, "paused")).status).toBe(200);
    expect(failing(await setState(bystander.sellerClient, deal.content, "listed"))).toBe("403 NOT_OWNER");
    for (let time = 0; time < 2; time++)
      expect((await setState(deal.sellerClient, deal.content, "listed")).status).toBe(200);
    await deal.sellerClient.delete(`/api/contents/${deal.content.id}`);
    expect(failing(await setState(deal.sellerClient, deal.content, "paused"))).toBe("404 NOT_FOUND");
    expect(failing(await setState(bystander.sellerClient, deal.content, "paused"))).toBe("404 NOT_FOUND");
  });

  it.each([
    [{}, "state"],
    [{ state: "hidden" }, "state"],
    [{ state: "paused", until: "내일" }, "until"],
    [{ state: "paused", until: "" }, "until"],
    [{ state: "paused", until: "2026-99-99T99:99:99Z" }, "until"],
    [{ state: "paused", until: inDays(-1) }, "until"],
    [{ state: "paused", until: inDays(366) }, "until"],
    [{ state: "listed", until: inDays(1) }, "until"],
  ])("refuses %j and changes nothing", async (body, field) => {
    const deal = await makeDeal(app);
    const answer = await deal.sellerClient.put(`/api/contents/${deal.content.id}/state`, body);
    expect(failing(answer)).toBe("400 VALIDATION");
    expect(answer.body["fields"]).toHaveProperty(field);
    expect((await visitor.get(`/api/contents/${deal.content.id}`)).body["state"]).toBe("listed");
  });

  it("says to its buyer that it is bought, whatever the pause", async () => {
    const deal = await makeDeal(app);
    await setState(deal.sellerClient, deal.content, "paused");
    expect(failing(await deal.buyerClient.post("/api/orders", orderBody(deal.content)))).toBe(
      "409 ALREADY_PURCHASED",
    );
  });

  it("is not sold, until it is back", async () => {
    const deal = await makeDeal(app, { price: 10_000 });
    const free = await makeDeal(app);
    const late = await app.as(await createUser(app.deps));
    const [order, gift] = [await createOrder(late, deal.content), await createOrder(late, free.content)];
    const payment = await authorise(app.url, order);
    for (const { sellerClient, content } of [deal, free]) await setState(sellerClient, content, "paused");
    for (const content of [deal.content, free.content])
      expect(failing(await late.post("/api/orders", orderBody(content)))).toBe("409 NOT_ON_SALE");
    expect(failing(await confirm(late, payment))).toBe("409 NOT_ON_SALE");
    const taking = { orderNumber: gift.orderNumber };
    expect(failing(await late.post("/api/orders/complete-free", taking))).toBe("409 NOT_ON_SALE");
    for (const { sellerClient, content } of [deal, free]) await setState(sellerClient, content, "listed");
    expect((await confirm(late, payment)).status).toBe(200);
    expect((await late.post("/api/orders/complete-free", taking)).status).toBe(200);
  });

  it("completes a payment that was under way before, and sends no money back", async () => {
    const deal = await makeDeal(app, { price: 10_000 });
    const late = await app.as(await createUser(app.deps));
    const order = await createOrder(late, deal.content);
    const { paymentKey } = await authorise(app.url, order);
    // As if its server had been killed between the claim and the provider's answer.
    expect(await claimOrder(app.deps, order.id, paymentKey)).toMatchObject({ isFirst: true });
    await setState(deal.sellerClient, deal.content, "paused");
    await app.moveClock(61_000);
    await app.reconcile();
    const { body } = await late.get(`/api/orders/${order.orderNumber}`);
    expect(body).toMatchObject({ status: "paid" });
    expect(idsOf(await late.get("/api/buyer/contents"))).toEqual([deal.content.id]);
  });

  it("ends by itself when its time has come, and no other pause does", async () => {
    const [due, later, open] = [await makeDeal(app), await makeDeal(app), await makeDeal(app)];
    const until = inDays(3);
    expect((await setState(due.sellerClient, due.content, "paused", until)).body["pausedUntil"]).toBe(until);
    await setState(later.sellerClient, later.content, "paused", until);
    await setState(open.sellerClient, open.content, "paused");
    await endPause(due.content);
    await resumeSales(app.deps);
    const shown = await Promise.all(
      [due, later, open].map(async ({ sellerClient, content }) => {
        const { body } = await sellerClient.get(`/api/contents/${content.id}`);
        return [body["state"], body["pausedUntil"]];
      }),
    );
    expect(shown).toEqual([
      ["listed", null],
      ["paused", until],
      ["paused", null],
    ]);
    // A new end replaces the old one.
    const next = inDays(9);
    expect((await setState(later.sellerClient, later.content, "paused", next)).body["pausedUntil"]).toBe(
      next,
    );
    expect((await setState(later.sellerClient, later.content, "paused")).body["pausedUntil"]).toBeNull();
  });

  it("can be edited meanwhile, and stays off sale", async () => {
    const deal = await makeDeal(app);
    await setState(deal.sellerClient, deal.content, "paused");
    const page = `/api/contents/${deal.content.id}`;
    const form = { ...contentBody({ title: "고친 제목", price: 0 }) };
    const edited = await deal.sellerClient.put(page, form);
    expect([edited.status, edited.body]).toMatchObject([
      200,
      { title: "고친 제목", state: "paused", isListed: false },
    ]);
    expect((await visitor.get(page)).body).toMatchObject({ title: "고친 제목", state: "paused" });
  });

  it("is hidden by administrators over the pause, and paused again once they put it back", async () => {
    const deal = await makeDeal(app);
    const page = `/api/contents/${deal.content.id}`;
    await setState(deal.sellerClient, deal.content, "paused");
    const moderate = (state: string) =>
      admin.put(`/api/admin/contents/${deal.content.id}/state`, { state, reason: "확인했습니다." });
    expect((await moderate("hidden")).body).toMatchObject({ content: { state: "hidden" } });
    expect(failing(await visitor.get(page))).toBe("404 NOT_FOUND");
    expect(failing(await visitor.post("/api/orders", orderBody(deal.content)))).toBe("401 LOGIN_REQUIRED");
    const late = await app.as(await createUser(app.deps));
    expect(failing(await late.post("/api/orders", orderBody(deal.content)))).toBe("404 NOT_FOUND");
    // The end of a pause does not put on the market what administrators took down.
    await endPause(deal.content);
    await resumeSales(app.deps);
    expect(failing(await visitor.get(page))).toBe("404 NOT_FOUND");
    await setState(deal.sellerClient, deal.content, "paused");
    expect((await moderate("listed")).body).toMatchObject({ content: { state: "paused" } });
    expect((await visitor.get(page)).body["state"]).toBe("paused");
  });

  it("of a banned seller is gone for others, and its page is back with them", async () => {
    const deal = await makeDeal(app);
    const page = `/api/contents/${deal.content.id}`;
    await setState(deal.sellerClient, deal.content, "paused");
    const setBan = (is: 0 | 1) =>
      app.deps.pool.query("update users set is_banned = $2 where id = $1", [deal.seller.id, is]);
    await setBan(1);
    expect(failing(await visitor.get(page))).toBe("404 NOT_FOUND");
    expect((await deal.buyerClient.get(page)).body).toMatchObject({ state: "listed", isListed: false });
    await setBan(0);
    expect((await visitor.get(page)).body["state"]).toBe("paused");
  });

  it("is sold again to who could not buy it", async () => {
    const deal = await makeDeal(app);
    const late = await app.as(await createUser(app.deps));
    await setState(deal.sellerClient, deal.content, "paused", inDays(1));
    await endPause(deal.content);
    await resumeSales(app.deps);
    expect(await buy(app.url, late, deal.content)).toHaveProperty("chatRoomId");
  });
});
