import type { Content, HomeLists } from "@knowhow/shared";
import { Model } from "objection";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestApp, type TestApp } from "../../../testing/app.ts";
import { failing, type Answer, type TestClient } from "../../../testing/client.ts";
import {
  createContent,
  createSeller,
  createUser,
  type TestContent,
  type TestUser,
} from "../../../testing/factories.ts";
import { countWaiting } from "../../../testing/meanwhile.ts";
import { buy } from "../../../testing/payments.ts";
import { cancelAtProvider, muteWebhooks } from "../../../testing/providerSide.ts";
import { askBack, makeSale, type TestSale } from "../../../testing/refunds.ts";

const pathOf = ({ id }: Pick<TestContent, "id">) => `/api/contents/${id}/like`;

describe("likes", () => {
  let app: TestApp;
  let seller: TestUser;
  let content: TestContent;
  let path: string;

  beforeAll(async () => {
    app = await startTestApp();
    seller = await createSeller(app.deps);
    content = await createContent(app.deps, seller.id, { price: 0 });
    path = pathOf(content);
  });
  afterAll(() => app.stop());

  const newBuyer = async (bought = content): Promise<TestClient> => {
    const client = await app.as(await createUser(app.deps));
    await buy(app.url, client, bought);
    return client;
  };
  const count = async () =>
    (await app.visitor().get(`/api/contents/${content.id}?peek=1`)).body["likesCount"] as unknown as number;

  it("are given and taken back, once each however often it is asked", async () => {
    const buyer = await newBuyer();
    expect((await buyer.get(`${path}-status`)).body).toEqual({ isLiked: false });
    expect((await buyer.delete(path)).body).toEqual({ isLiked: false, likesCount: 0 });
    expect((await buyer.post(path)).body).toEqual({ isLiked: true, likesCount: 1 });
    expect((await buyer.post(path)).body).toEqual({ isLiked: true, likesCount: 1 });
    expect((await buyer.get(`${path}-status`)).body).toEqual({ isLiked: true });
    expect((await buyer.delete(path)).body).toEqual({ isLiked: false, likesCount: 0 });
    expect((await buyer.delete(path)).body).toEqual({ isLiked: false, likesCount: 0 });
  });

  it("are for buyers", async () => {
    expect(failing(await app.visitor().post(path))).toBe("401 LOGIN_REQUIRED");
    expect(failing(await app.visitor().get(`${path}-status`))).toBe("401 LOGIN_REQUIRED");
    const other = await app.as(await createUser(app.deps));
    const refused = await other.post(path);
    expect(failing(refused)).toBe("403 PURCHASE_REQUIRED");
    expect(refused.body["message"]).toContain("구매 후");
    expect(failing(await other.delete(path))).toBe("403 PURCHASE_REQUIRED");
    expect(failing(await (await app.as(seller)).post(path))).toBe("403 OWN_CONTENT");
    expect(failing(await other.post(`/api/contents/${crypto.randomUUID()}/like`))).toBe("404 NOT_FOUND");
    expect(failing(await other.get("/api/contents/x/like-status"))).toBe("404 NOT_FOUND");
  });

  it("are counted exactly when many come at once", async () => {
    const buyers = await Promise.all(Array.from({ length: 20 }, () => newBuyer()));
    await Promise.all(buyers.flatMap((buyer) => [buyer.post(path), buyer.post(path)]));
    expect(await count()).toBe(20);
    await Promise.all(buyers.slice(0, 10).flatMap((buyer) => [buyer.delete(path), buyer.delete(path)]));
    expect(await count()).toBe(10);
    // Two tabs of one user that disagree end in one of the two states, never with a wrong count.
    const first = await newBuyer();
    const toggle = (_: unknown, index: number) => (index % 2 === 0 ? first.post(path) : first.delete(path));
    await Promise.all(Array.from({ length: 20 }, toggle));
    const { rows } = await app.deps.pool.query<{ n: number }>(
      "select count(*)::int as n from content_likes where content_id = $1",
      [content.id],
    );
    expect(await count()).toBe(rows[0]?.n);
  });

  it("stay possible for buyers when the content left the market", async () => {
    const buyer = await newBuyer();
    await (await app.as(seller)).delete(`/api/contents/${content.id}`);
    expect((await buyer.post(path)).status).toBe(200);
    const other = await app.as(await createUser(app.deps));
    expect(failing(await other.post(path))).toBe("404 NOT_FOUND");
  });

  /** The purchase, its likes and their count as the database has them. */
  const purchaseOf = async ({ orderNumber }: TestSale) => {
    const { rows } = await app.deps.pool.query<Record<string, unknown>>(
      `select o.status, o.part_cancelled as part, c.likes_count as count,
              (select count(*)::int from content_likes l where l.content_id = c.id) as likes
       from orders o join contents c on c.id = o.content_id where o.order_number = $1`,
      [orderNumber],
    );
    return rows[0];
  };
  const over = { status: "refunded", part: 0, count: 0, likes: 0 };

  it("go with a refund by rule, and the place among the popular with them; a new purchase may be liked", async () => {
    const sale = await makeSale(app, { seller });
    const rival = await createContent(app.deps, seller.id, { price: 0 });
    const bystander = await newBuyer(sale.content);
    for (const [client, liked] of [
      [sale.client, sale.content],
      [bystander, sale.content],
      [await newBuyer(rival), rival],
    ] as const)
      expect((await client.post(pathOf(liked))).status).toBe(200);
    await newBuyer(rival);
    const both = [sale.content.id, rival.id];
    const visitor = app.visitor();
    const places = async () => {
      const popular = (await visitor.get("/api/contents/popular")).body as unknown as Content[]; // The server checked its answers.
      const { popularThisWeek } = (await visitor.get("/api/home")).body as unknown as HomeLists;
      return [popular, popularThisWeek].map((list) =>
        list.map(({ id }) => id).filter((id) => both.includes(id)),
      );
    };
    await expect.poll(places).toEqual([both, both]);
    await askBack(sale);
    await expect.poll(() => purchaseOf(sale)).toEqual({ ...over, count: 1, likes: 1 });
    await expect.poll(places).toEqual([both.toReversed(), both.toReversed()]);

    const own = pathOf(sale.content);
    expect((await bystander.get(`${own}-status`)).body).toEqual({ isLiked: true });
    expect((await sale.client.get(`${own}-status`)).body).toEqual({ isLiked: false });
    expect(failing(await sale.client.post(own))).toBe("403 PURCHASE_REQUIRED");
    expect(failing(await sale.client.delete(own))).toBe("403 PURCHASE_REQUIRED");
    await buy(app.url, sale.client, sale.content);
    expect((await sale.client.get(`${own}-status`)).body).toEqual({ isLiked: false });
    expect((await sale.client.post(own)).body).toEqual({ isLiked: true, likesCount: 2 });
  });

  it("go with a payment that the provider has given back whole, and stay when that was a part", async () => {
    const sale = await makeSale(app, { seller });
    expect((await sale.client.post(pathOf(sale.content))).status).toBe(200);
    const { rows } = await app.deps.pool.query<{ key: string }>(
      "select toss_payment_key as key from orders where order_number = $1",
      [sale.orderNumber],
    );
    const key = rows[0]?.key ?? "";
    await cancelAtProvider(app, key, 1_000);
    await expect.poll(() => purchaseOf(sale)).toEqual({ status: "paid", part: 1_000, count: 1, likes: 1 });
    await cancelAtProvider(app, key);
    await expect.poll(() => purchaseOf(sale)).toEqual({ ...over, part: 1_000 });
  });

  it.each([
    ["before", ["ask", "like"], [201, 403]],
    ["behind", ["like", "ask"], [200, 201]],
  ] as const)("do not outlive a refund that stands %s them in a line", async (_place, line, statuses) => {
    const sale = await makeSale(app, { seller });
    const acts = { ask: () => askBack(sale), like: () => sale.client.post(pathOf(sale.content)) };
    const begun: Promise<Answer>[] = [];
    // A notice of the provider would wait in the line too.
    await muteWebhooks(app, () =>
      Model.transaction(app.deps.knex, async (trx) => {
        // Both come to the content last.
        await trx.raw("select from contents where id = ? for no key update", [sale.content.id]);
        for (const act of line) {
          begun.push(acts[act]());
          await expect.poll(() => countWaiting(app.deps)).toBe(begun.length);
        }
      }),
    );
    expect((await Promise.all(begun)).map(({ status }) => status)).toEqual(statuses);
    await expect.poll(() => purchaseOf(sale)).toEqual(over);
  });

  it("do not outlive refunds, however often they are given and taken back beside them", async () => {
    const sales = await Promise.all(Array.from({ length: 12 }, () => makeSale(app, { seller })));
    const insist = async ({ client, content: { id } }: TestSale): Promise<Set<number>> => {
      const seen = new Set<number>();
      while (!seen.has(403)) {
        const own = pathOf({ id });
        const answers = await Promise.all([client.post(own), client.delete(own), client.post(own)]);
        for (const { status } of answers) seen.add(status);
      }
      return seen;
    };
    const seen = await Promise.all(
      sales.map(async (sale) => {
        const [statuses, asked] = await Promise.all([insist(sale), askBack(sale)]);
        expect(asked.status).toBe(201);
        return statuses;
      }),
    );
    expect(seen).toEqual(sales.map(() => new Set([200, 403])));
    for (const sale of sales) expect(await purchaseOf(sale)).toEqual(over);
  });
});
