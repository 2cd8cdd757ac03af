import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestApp, type TestApp } from "../../../testing/app.ts";
import type { TestClient } from "../../../testing/client.ts";
import { createContent, createUser, type TestUser } from "../../../testing/factories.ts";
import { authorise, confirm, orderBody, type CreatedOrder } from "../../../testing/payments.ts";
import { askBack, makeSale, openLink, saleState, type TestSale } from "../../../testing/refunds.ts";

const day = 24 * 60 * 60 * 1_000;

interface Row {
  orderNumber: string;
  state: string;
  isOverdue: boolean;
  consent: object | null;
}

interface Counts {
  requested: number;
  overdue: number;
}

describe("the administrators' queue of refunds", () => {
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
  const read = async (path: string): Promise<{ rows: Row[]; next: string | undefined; counts: Counts }> => {
    const { status, body, headers } = await admin.get(path);
    expect(status).toBe(200);
    return {
      rows: body["refunds"] as unknown as Row[], // The contract's answer was checked by the server.
      next: /<([^>]*)>; rel="next"/.exec(headers.get("link") ?? "")?.[1],
      counts: body["counts"] as unknown as Counts,
    };
  };
  const walk = async (first: string): Promise<Row[]> => {
    const all: Row[] = [];
    for (let path: string | undefined = first; path !== undefined;) {
      const { rows, next } = await read(path);
      all.push(...rows);
      path = next;
    }
    return all;
  };

  it("shows what waits with all that a decision needs, the overdue first, then what is done, on every page once", async () => {
    const old = await ask();
    // More than three business days, in any week.
    await app.deps.pool.query(
      "update refunds f set due_at = app_now() - interval '1 hour' from orders o where o.id = f.order_id and o.order_number = $1",
      [old.orderNumber],
    );
    const fresh = [await ask(), await ask(), await ask()];
    const given = await makeSale(app);
    await askBack(given);
    await expect.poll(() => saleState(app, given)).toMatchObject({ status: "refunded" });
    const denied = await ask();
    const decision = { decision: "deny", reason: "설명과 같습니다" };
    expect((await admin.put(`/api/admin/refunds/${denied.orderNumber}`, decision)).status).toBe(200);

    const { rows, counts } = await read("/api/admin/refunds?status=requested");
    expect(counts).toEqual({ requested: 4, overdue: 1 });
    expect(rows.map(({ orderNumber }) => orderNumber)).toEqual(
      [old, ...fresh].map((sale) => sale.orderNumber),
    );
    expect(rows.map(({ isOverdue }) => isOverdue)).toEqual([true, false, false, false]);
    expect(rows[0]).toMatchObject({
      buyer: { id: old.buyer.id, nickname: old.buyer.nickname },
      seller: { id: old.seller.id, nickname: old.seller.nickname },
      content: { id: old.content.id, title: old.content.title },
      amount: 10_500,
      reason: "설명과 달라요",
      state: "requested",
      deliveries: [{ kind: "link", fileName: "drive.google.com" }],
      decision: null,
      decidedBy: null,
    });
    const everything = await walk("/api/admin/refunds?limit=2");
    expect(everything.map(({ orderNumber }) => orderNumber)).toEqual(
      [old, ...fresh, denied, given].map((sale) => sale.orderNumber),
    );
    expect(everything.map(({ orderNumber }) => orderNumber)).not.toContain(bystander.orderNumber);
    const talk = await admin.get(
      `/api/admin/chat-messages?chatRoomId=${(rows[0] as unknown as { chatRoomId: string }).chatRoomId}`,
    );
    expect(talk.status).toBe(200);

    for (const [status, sale] of [
      ["denied", denied],
      ["refunded", given],
    ] as const)
      expect(
        (await walk(`/api/admin/refunds?status=${status}`)).map(({ orderNumber }) => orderNumber),
      ).toEqual([sale.orderNumber]);
    expect((await walk("/api/admin/refunds?status=denied"))[0]).toMatchObject({
      decidedBy: { nickname: expect.any(String) as string },
      decisionReason: "설명과 같습니다",
    });
    expect(await walk("/api/admin/refunds?status=refunding")).toEqual([]);
  });

  it("shows of two that were denied the later decision first, whichever was asked for first", async () => {
    const [first, second] = [await ask(), await ask()];
    for (const { orderNumber } of [second, first]) {
      const decision = { decision: "deny", reason: "설명과 같습니다" };
      expect((await admin.put(`/api/admin/refunds/${orderNumber}`, decision)).status).toBe(200);
    }
    for (const list of ["status=denied&limit=1", "limit=1"]) {
      const numbers = (await walk(`/api/admin/refunds?${list}`)).map(({ orderNumber }) => orderNumber);
      const decided = numbers.filter((number) => [first, second].some((sale) => sale.orderNumber === number));
      expect(decided, list).toEqual([first.orderNumber, second.orderNumber]);
    }
  });

  it("shows any one order by its number, asked back or not, and nothing of another one", async () => {
    const seen = async (orderNumber: string) => admin.get(`/api/admin/refunds/${orderNumber}`);
    const sold = await seen(bystander.orderNumber);
    expect(sold.status).toBe(200);
    expect(sold.body["refund"]).toMatchObject({
      orderNumber: bystander.orderNumber,
      buyer: { id: bystander.buyer.id },
      content: { title: bystander.content.title },
      ...{ amount: 10_500, state: "available", requestedAt: null, reason: null, deliveries: [] },
    });
    const asked = await ask();
    expect((await seen(asked.orderNumber)).body["refund"]).toMatchObject({
      ...{ state: "requested", reason: "설명과 달라요", isOverdue: false },
      deliveries: [{ kind: "link" }],
    });
    const typed = encodeURIComponent(` ${asked.orderNumber.toLowerCase()} `);
    expect((await seen(typed)).body["refund"]).toMatchObject({ orderNumber: asked.orderNumber });
    expect((await seen("KH20260101-000000000000")).status).toBe(404);
    expect((await asked.client.get(`/api/admin/refunds/${asked.orderNumber}`)).status).toBe(403);
  });

  it("shows the consent that was kept with the order, and none where none was given, in the queue and of one order", async () => {
    const silent = await ask();
    const client = await app.as(await createUser(app.deps));
    const content = await createContent(app.deps, silent.seller.id);
    const made = await client.post("/api/orders", { ...orderBody(content), consent: "2026-11-23" });
    const order = made.body["order"] as unknown as CreatedOrder; // The contract's answer was checked by the server.
    expect((await confirm(client, await authorise(app.url, order))).status).toBe(200);
    await openLink({ client, content });
    expect((await askBack({ client, orderNumber: order.orderNumber })).status).toBe(201);
    const { rows: times } = await app.deps.pool.query<{ at: Date }>(
      "select consented_at as at from orders where id = $1",
      [order.id],
    );
    const consent = { version: "2026-11-23", at: times[0]?.at.toISOString() };
    const { rows } = await read("/api/admin/refunds?status=requested&limit=100");
    const listed = (orderNumber: string) => rows.find((row) => row.orderNumber === orderNumber)?.consent;
    expect([listed(order.orderNumber), listed(silent.orderNumber)]).toEqual([consent, null]);
    const seen = async (orderNumber: string): Promise<unknown> =>
      (await admin.get(`/api/admin/refunds/${orderNumber}`)).body["refund"];
    expect(await seen(order.orderNumber)).toMatchObject({ consent });
    expect(await seen(bystander.orderNumber)).toMatchObject({ consent: null });
  });

  it("refuses what is no state, limit or cursor", async () => {
    for (const query of ["status=paid", "limit=0", "limit=101", "cursor=x", "cursor=WyJhIiwiYiIsImMiXQ"])
      expect((await admin.get(`/api/admin/refunds?${query}`)).status, query).toBe(400);
  });

  it("is decided with a fresh password only", async () => {
    const sale = await ask();
    const path = `/api/admin/refunds/${sale.orderNumber}`;
    await app.moveClock(11 * 60_000);
    for (const answer of [
      await admin.put(path, { decision: "approve", reason: "확인" }),
      await admin.post(`/api/admin/refunds/${bystander.orderNumber}`, { reason: "확인" }),
    ])
      expect([answer.status, answer.body["code"]]).toEqual([403, "PASSWORD_REQUIRED"]);
    expect(await saleState(app, sale)).toMatchObject({ status: "refund_requested" });
    expect(await saleState(app, bystander)).toMatchObject({ status: "paid", refunds: 0 });
    expect((await admin.get("/api/admin/refunds")).status).toBe(200);
    await app.moveClock(-11 * 60_000);
  });

  it("tells when somebody waits for longer than was said", async () => {
    const sale = await ask();
    await app.moveClock(12 * day);
    admin = await app.as(adminUser);
    const { counts } = await read("/api/admin/refunds?status=requested");
    expect(counts.overdue).toBeGreaterThan(0);
    expect(counts.overdue).toBe(counts.requested);
    await app.moveClock(-12 * day);
    expect(await saleState(app, sale)).toMatchObject({ settlement: "held" });
  });
});
