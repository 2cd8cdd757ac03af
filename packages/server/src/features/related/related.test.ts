import type { RelatedContents } from "@knowhow/shared";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { startTestApp, type TestApp } from "../../../testing/app.ts";
import type { TestClient } from "../../../testing/client.ts";
import { createContent, createSeller, createUser, type TestContent } from "../../../testing/factories.ts";
import { buy } from "../../../testing/payments.ts";
import { reckonRelated } from "./reckon.ts";

const idsOf = (list: readonly { id: string }[]) => list.map(({ id }) => id);

describe("what stands beside a content", () => {
  let app: TestApp;
  let sellerId: string;
  let viewer: TestClient;
  let buyers: TestClient[];

  const pathOf = ({ id }: TestContent) => `/api/contents/${id}/related`;
  const create = (given: Parameters<typeof createContent>[2] = {}) =>
    createContent(app.deps, sellerId, { price: 0, ...given });
  const relatedOf = async (content: TestContent, client = app.visitor()) =>
    (await client.get(pathOf(content))).body as unknown as RelatedContents;
  const buyAll = async (client: TestClient, contents: TestContent[]) => {
    for (const content of contents) await buy(app.url, client, content);
  };
  /** Reckons all of them anew: an hour later. */
  const reckon = async () => {
    await app.deps.pool.query("update related_contents set due_at = app_now() where due_at > app_now()");
    await reckonRelated(app.deps);
    await app.deps.microCache.forget();
  };

  beforeAll(async () => {
    app = await startTestApp();
    viewer = await app.as(await createUser(app.deps));
  });
  beforeEach(async () => {
    buyers = await Promise.all(Array.from({ length: 5 }, async () => app.as(await createUser(app.deps))));
    ({ id: sellerId } = await createSeller(app.deps));
  });
  afterAll(() => app.stop());

  it("is what five buyers bought together, and never what fewer did", async () => {
    const [first, second, rare] = [await create(), await create(), await create()];
    const bystander = await create();
    for (const [index, buyer] of buyers.entries()) {
      await buyAll(buyer, index < 4 ? [first, second, rare] : [first, rare]);
      await reckon();
      expect(idsOf((await relatedOf(first)).boughtTogether)).toEqual(index < 4 ? [] : [rare.id]);
    }
    expect(idsOf((await relatedOf(rare)).boughtTogether)).toEqual([first.id]);
    expect((await relatedOf(second)).boughtTogether).toEqual([]);
    expect((await relatedOf(bystander)).boughtTogether).toEqual([]);
    // A buyer is not shown what they have, nor a seller what they sell.
    expect(idsOf((await relatedOf(first, viewer)).boughtTogether)).toEqual([rare.id]);
    const [buyer] = buyers;
    if (!buyer) throw new Error("There is no buyer.");
    expect((await relatedOf(first, buyer)).boughtTogether).toEqual([]);
    await buyAll(viewer, [rare]);
    expect((await relatedOf(first, viewer)).boughtTogether).toEqual([]);
    expect((await relatedOf(first, await app.as({ id: sellerId }))).boughtTogether).toEqual([]);
  });

  it("no longer counts who was given their money back, at once", async () => {
    const contents = [await create({ price: 10_000 }), await create()];
    const [paid, free] = contents;
    if (!paid || !free) throw new Error("There is no content.");
    const orders: { buyer: TestClient; orderNumber: string }[] = [];
    for (const buyer of buyers) {
      orders.push({ buyer, ...(await buy(app.url, buyer, paid)) });
      await buyAll(buyer, [free]);
    }
    await reckon();
    expect(idsOf((await relatedOf(free)).boughtTogether)).toEqual([paid.id]);
    const [order] = orders;
    if (!order) throw new Error("There is no order.");
    const asked = await order.buyer.post(`/api/orders/${order.orderNumber}/refund-request`, {
      reason: "변심",
    });
    expect(asked.status).toBe(201);
    await expect
      .poll(async () => {
        await reckonRelated(app.deps);
        await app.deps.microCache.forget();
        return [await relatedOf(free), await relatedOf(paid)].map(({ boughtTogether }) => boughtTogether);
      })
      .toEqual([[], []]);
  });

  it("is like it: of its category, words of the title first, and nothing off the market", async () => {
    const category = "music";
    const [one, alike, other, foreign, paused] = [
      await create({ title: "통기타 코드 정리", category }),
      await create({ title: "처음 잡는 통기타", category }),
      await create({ title: "작곡 노트", category }),
      await create({ title: "통기타 코드 외우기", category: "cooking" }),
      await create({ title: "통기타 코드 악보", category }),
    ];
    await reckonRelated(app.deps);
    await app.deps.microCache.forget();
    expect(idsOf((await relatedOf(one)).similar)).toEqual([paused.id, alike.id, other.id]);
    await app.deps.pool.query("update contents set paused_at = app_now() where id = $1", [paused.id]);
    await app.deps.microCache.forget();
    const { similar } = await relatedOf(one);
    expect(idsOf(similar)).toEqual([alike.id, other.id]);
    expect(idsOf(similar)).not.toContain(foreign.id);
    // Its own page is there for everyone, and its shelves stay.
    expect(idsOf((await relatedOf(paused)).similar)).toContain(one.id);
    // A changed one is reckoned anew with the next minute.
    await app.deps.pool.query("update contents set category = 'cooking' where id = $1", [one.id]);
    await reckonRelated(app.deps);
    await app.deps.microCache.forget();
    expect(idsOf((await relatedOf(one)).similar)).toContain(foreign.id);
    await app.deps.pool.query("update contents set deleted_at = app_now() where id = $1", [one.id]);
    await app.deps.microCache.forget();
    expect((await app.visitor().get(pathOf(one))).status).toBe(404);
    expect((await (await app.as({ id: sellerId })).get(pathOf(one))).status).toBe(404);
  });
});
