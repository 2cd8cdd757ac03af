import { randomUUID } from "node:crypto";
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
import { buy } from "../../../testing/payments.ts";
import { contentBody } from "../../../testing/uploads.ts";

interface Listed {
  id: string;
  title: string;
}

const ids = ({ body }: Answer): string[] => (body as unknown as Listed[]).map(({ id }) => id);

/** All pages of a list, following `Link`. */
const walk = async (client: TestClient, first: string): Promise<string[]> => {
  const found: string[] = [];
  for (let path: string | undefined = first; path !== undefined;) {
    const answer = await client.get(path);
    expect(answer.status).toBe(200);
    found.push(...ids(answer));
    path = /<([^>]+)>; rel="next"/.exec(answer.headers.get("link") ?? "")?.[1];
  }
  return found;
};

describe("browsing", () => {
  let app: TestApp;
  let seller: TestUser;
  let visitor: TestClient;

  beforeAll(async () => {
    app = await startTestApp();
    seller = await createSeller(app.deps);
    visitor = app.visitor();
  });
  afterAll(() => app.stop());

  describe("lists", () => {
    let newestFirst: string[];

    beforeAll(async () => {
      const made: string[] = [];
      for (let index = 0; index < 25; index += 1) {
        const category = index % 2 === 0 ? "cooking" : "health";
        made.push((await createContent(app.deps, seller.id, { title: `목록 ${index}`, category })).id);
      }
      // Several of the same moment: the id decides between them.
      await app.deps.pool.query("update contents set upload_time = app_now() where id = any ($1)", [
        made.slice(5, 15),
      ]);
      const { rows } = await app.deps.pool.query<{ id: string }>(
        "select id from contents order by upload_time desc, id desc",
      );
      newestFirst = rows.map(({ id }) => id);
    });

    it("give everything once, newest first, page by page", async () => {
      expect(await walk(visitor, "/api/contents?limit=7")).toEqual(newestFirst);
      expect(await walk(visitor, "/api/contents/category/all?limit=100")).toEqual(newestFirst);
      expect(ids(await visitor.get("/api/contents"))).toHaveLength(20);
    });

    it("give one category", async () => {
      const found = await walk(visitor, "/api/contents/category/cooking?limit=5");
      expect(found).toHaveLength(13);
      expect(newestFirst.filter((id) => found.includes(id))).toEqual(found);
      expect(failing(await visitor.get("/api/contents/category/food"))).toBe("404 NOT_FOUND");
    });

    it.each([
      "limit=0",
      "limit=101",
      "limit=x",
      "limit=1.5",
      "cursor=broken",
      "cursor=WyJhIiwiYiJd",
      "cursor=e30",
    ])("refuse ?%s", async (query) => {
      expect(failing(await visitor.get(`/api/contents?${query}`))).toBe("400 VALIDATION");
    });

    it("are answered 304 to a visitor who has them, and show what is new at once", async () => {
      const first = await visitor.get("/api/contents?limit=2");
      const etag = first.headers.get("etag") ?? "";
      expect(first.headers.get("cache-control")).toBe("private, no-cache");
      const same = await visitor.get("/api/contents?limit=2", { headers: { "if-none-match": etag } });
      expect([same.status, same.bytes.length]).toEqual([304, 0]);
      expect(same.headers.get("link")).toBe(first.headers.get("link"));
      const author = await app.as(seller);
      const created = await author.post("/api/contents", contentBody({ price: 0 }));
      const id = String(created.body["id"]);
      const after = await visitor.get("/api/contents?limit=2", { headers: { "if-none-match": etag } });
      expect([after.status, ids(after)[0]]).toEqual([200, id]);
      expect(ids(await author.get("/api/contents?limit=1"))).toEqual([id]);
      await author.delete(`/api/contents/${id}`);
      expect(ids(await visitor.get("/api/contents?limit=2"))).toEqual(newestFirst.slice(0, 2));
    });

    it("give the ten most popular: likes, purchases, views, newest", async () => {
      const [a, b, c, d] = newestFirst.slice(20);
      for (const [id, likes, purchases, views] of [
        [a, 0, 3, 0],
        [b, 2, 0, 0],
        [c, 2, 0, 5],
        [d, 0, 2, 9],
      ] as const) {
        await app.deps.pool.query(
          "update contents set likes_count = $2, purchases_count = $3, view_count = $4 where id = $1",
          [id, likes, purchases, views],
        );
      }
      const popular = ids(await visitor.get("/api/contents/popular"));
      expect(popular).toEqual([c, b, a, d, ...newestFirst.slice(0, 6)]);
      await app.deps.pool.query("update contents set likes_count = 0, purchases_count = 0, view_count = 0");
    });
  });
});

describe("one content", () => {
  let app: TestApp;
  let owner: TestUser;
  let content: TestContent;

  beforeAll(async () => {
    app = await startTestApp();
    owner = await createSeller(app.deps);
    content = await createContent(app.deps, owner.id, { price: 0 });
  });
  afterAll(() => app.stop());

  const views = async () =>
    Number((await app.visitor().get(`/api/contents/${content.id}?peek=1`)).body["viewCount"]);
  const look = (client: TestClient, query = "") => client.get(`/api/contents/${content.id}${query}`);

  it("is not found under another id", async () => {
    expect(failing(await app.visitor().get(`/api/contents/${randomUUID()}`))).toBe("404 NOT_FOUND");
    expect(failing(await app.visitor().get("/api/contents/x"))).toBe("404 NOT_FOUND");
  });

  it("tells each what is theirs", async () => {
    const buyer = await app.as(await createUser(app.deps));
    expect((await look(buyer)).body).toMatchObject({
      hasPurchased: false,
      fileUrls: [],
      fileUrl: "",
      isOwner: false,
    });
    await buy(app.url, buyer, content);
    await buyer.post(`/api/contents/${content.id}/like`);
    const seen = (await look(buyer)).body;
    expect(seen).toMatchObject({ hasPurchased: true, hasLiked: true, likesCount: 1, purchasesCount: 1 });
    expect(seen["fileUrl"]).toMatch(/^https:/);
    const [listed] = (await buyer.get("/api/contents")).body as unknown as Record<string, unknown>[];
    expect(listed).toMatchObject({ hasPurchased: true, hasLiked: true });
    const admin = await app.as(await createUser(app.deps, { userId: "admin1" }));
    expect((await look(admin)).body).toMatchObject({ hasPurchased: false, fileUrl: seen["fileUrl"] });
    const visitors = (await look(app.visitor())).body;
    expect(visitors).toMatchObject({ hasPurchased: false, hasLiked: false, fileUrls: [], fileCount: 1 });
  });

  it("counts each visitor once in half an hour, and neither the owner nor a refresh", async () => {
    content = await createContent(app.deps, owner.id, { price: 0 });
    const people = await Promise.all([1, 2, 3].map(async () => app.as(await createUser(app.deps))));
    await Promise.all([...people, ...people, app.visitor(), app.visitor()].map((client) => look(client)));
    await look(await app.as(owner));
    const quiet = await app.as(await createUser(app.deps));
    await look(quiet, "?peek=1");
    await expect.poll(views).toBe(4);
    await Promise.all(people.map((client) => look(client)));
    await app.moveClock(29 * 60_000);
    await Promise.all(people.map((client) => look(client)));
    // Views are counted in the order in which they come: with this one all before it are.
    await look(await app.as(await createUser(app.deps)));
    await expect.poll(views).toBe(5);
    await app.moveClock(2 * 60_000);
    await Promise.all(people.map((client) => look(client)));
    await expect.poll(views).toBe(8);
  });

  it("counts twenty visitors at once exactly", async () => {
    content = await createContent(app.deps, owner.id, { price: 0 });
    const people = await Promise.all(
      Array.from({ length: 20 }, async () => app.as(await createUser(app.deps))),
    );
    await Promise.all(people.map((client) => look(client)));
    await expect.poll(views).toBe(20);
  });
});
