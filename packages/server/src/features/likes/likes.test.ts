import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestApp, type TestApp } from "../../../testing/app.ts";
import { failing, type TestClient } from "../../../testing/client.ts";
import {
  createContent,
  createSeller,
  createUser,
  type TestContent,
  type TestUser,
} from "../../../testing/factories.ts";
import { buy } from "../../../testing/payments.ts";

describe("likes", () => {
  let app: TestApp;
  let seller: TestUser;
  let content: TestContent;
  let path: string;

  beforeAll(async () => {
    app = await startTestApp();
    seller = await createSeller(app.deps);
    content = await createContent(app.deps, seller.id, { price: 0 });
    path = `/api/contents/${content.id}/like`;
  });
  afterAll(() => app.stop());

  const newBuyer = async (): Promise<TestClient> => {
    const client = await app.as(await createUser(app.deps));
    await buy(app.url, client, content);
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
    const buyers = await Promise.all(Array.from({ length: 20 }, newBuyer));
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
});
