import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestApp, type TestApp } from "../../../testing/app.ts";
import type { TestClient } from "../../../testing/client.ts";
import {
  createContent,
  createSeller,
  createUser,
  type TestContent,
  type TestUser,
} from "../../../testing/factories.ts";
import { buy } from "../../../testing/payments.ts";

describe("own lists", () => {
  let app: TestApp;
  let owner: TestUser;
  let seller: TestClient;
  let contents: TestContent[];
  let buyers: TestClient[];

  beforeAll(async () => {
    app = await startTestApp();
    owner = await createSeller(app.deps);
    seller = await app.as(owner);
    contents = [];
    for (const price of [10_000, 1_999, 0]) contents.push(await createContent(app.deps, owner.id, { price }));
    buyers = await Promise.all([1, 2].map(async () => app.as(await createUser(app.deps))));
    const [first, second] = buyers;
    const [dear, cheap, free] = contents;
    if (!first || !second || !dear || !cheap || !free) throw new Error("not prepared");
    for (const content of [dear, cheap, free]) await buy(app.url, first, content);
    await buy(app.url, second, dear);
  });
  afterAll(() => app.stop());

  const list = async (client: TestClient, path: string) => {
    const { status, body } = await client.get(path);
    expect(status).toBe(200);
    return body as unknown as Record<string, unknown>[];
  };

  it("need a session", async () => {
    for (const path of ["/api/my-contents", "/api/buyer/contents", "/api/seller/stats"]) {
      expect((await app.visitor().get(path)).status).toBe(401);
    }
    expect((await seller.get("/api/my-contents?limit=0")).status).toBe(400);
    expect((await seller.get("/api/buyer/contents?cursor=x")).status).toBe(400);
  });

  it("tell a seller what each content earned", async () => {
    const ownContents = await list(seller, "/api/my-contents");
    expect(ownContents.map(({ id }) => id)).toEqual(contents.map(({ id }) => id).reverse());
    // 5 % of 1,999 won is 99 won, rounded down.
    expect(ownContents.map(({ totalRevenue }) => totalRevenue)).toEqual([0, 1_900, 19_000]);
    expect(ownContents.every(({ isOwner, hasPurchased }) => isOwner === true && hasPurchased === false)).toBe(
      true,
    );
    const page = await seller.get("/api/my-contents?limit=2");
    expect(page.headers.get("link")).toContain('rel="next"');
  });

  it("tell a buyer what was bought, latest first, with its room", async () => {
    const [first] = buyers;
    if (!first) throw new Error("not prepared");
    const library = await list(first, "/api/buyer/contents");
    expect(library.map(({ id }) => id)).toEqual(contents.map(({ id }) => id).reverse());
    for (const entry of library) {
      const isFree = Number(entry["price"]) === 0;
      expect(entry).toMatchObject({
        hasPurchased: true,
        // A paid link leads through our own address, which records the delivery.
        fileUrl: isFree ? "https://drive.google.com/file/d/1/view" : `/api/download/${String(entry["id"])}/0`,
        purchase: { orderNumber: entry["orderNumber"] },
      });
      expect(entry["purchase"]).toEqual(
        isFree
          ? expect.not.objectContaining({ refundState: expect.anything() })
          : expect.objectContaining({ refundState: "available" }),
      );
      expect(entry["orderNumber"]).toMatch(/^KH/);
      expect(entry["chatRoomId"]).toMatch(/^[0-9a-f-]{36}$/);
      expect(entry["purchase"]).toMatchObject({ chatRoomId: entry["chatRoomId"] });
      const { body } = await first.get(`/api/contents/${String(entry["id"])}`);
      expect(body["purchase"]).toEqual(entry["purchase"]);
      expect(Date.parse(String(entry["purchasedAt"]))).toBeGreaterThan(0);
    }
    const page = await first.get("/api/buyer/contents?limit=2");
    const next = /<([^>]+)>/.exec(page.headers.get("link") ?? "")?.[1] ?? "";
    expect((await list(first, next)).map(({ id }) => id)).toEqual([contents[0]?.id]);
    expect(await list(seller, "/api/buyer/contents")).toEqual([]);
  });

  it("sum up a seller's business; a deleted content no longer counts as one, its sales do", async () => {
    const stats = async () => (await seller.get("/api/seller/stats")).body;
    expect(await stats()).toMatchObject({
      totalContents: 3,
      totalBuyers: 2,
      totalRevenue: 20_900,
      totalLikes: 0,
    });
    await seller.delete(`/api/contents/${contents[1]?.id ?? ""}`);
    expect(await stats()).toMatchObject({ totalContents: 2, totalBuyers: 2, totalRevenue: 20_900 });
    const none = await app.as(await createUser(app.deps));
    expect((await none.get("/api/seller/stats")).body).toEqual({
      totalContents: 0,
      totalViews: 0,
      totalLikes: 0,
      totalBuyers: 0,
      totalRevenue: 0,
    });
  });
});
