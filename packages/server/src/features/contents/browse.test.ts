import { isFound, searchWordsOf } from "@knowhow/shared";
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestApp, type TestApp } from "../../../testing/app.ts";
import type { Answer, TestClient } from "../../../testing/client.ts";
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
const failing = ({ status, body: { code } }: Answer) => `${status} ${String(code)}`;

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
    seller = await createSeller(app.deps, { nickname: "차트읽는 김멘토" });
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

  describe("search", () => {
    const titles = [
      "주식 투자 입문",
      "주식투자 실전편",
      "해외 주식 세금",
      "Python 자동화",
      "100% 합격 자기소개서",
      "snake_case 이름 짓기",
      "역\\슬래시",
      "뷁의 모든 것",
      "ㅋㅋ 유머 모음",
    ];
    const found: Record<string, string> = {};

    beforeAll(async () => {
      const other = await createSeller(app.deps, { nickname: "요리하는 박쉐프" });
      for (const title of titles) {
        const { id } = await createContent(app.deps, other.id, { title });
        found[id] = title;
      }
    });

    const search = async (query: string): Promise<string[]> => {
      const answer = await visitor.get(`/api/contents/search/${encodeURIComponent(query)}?limit=100`);
      expect(answer.status).toBe(200);
      return ids(answer)
        .map((id) => found[id] ?? "목록")
        .sort();
    };

    it.each([
      ["주식", ["주식 투자 입문", "주식투자 실전편", "해외 주식 세금"]],
      ["주식투자", ["주식 투자 입문", "주식투자 실전편"]],
      ["투자 주식", ["주식 투자 입문", "주식투자 실전편"]],
      ["식투", ["주식 투자 입문", "주식투자 실전편"]],
      ["주식".normalize("NFD"), ["주식 투자 입문", "주식투자 실전편", "해외 주식 세금"]],
      ["뷁", ["뷁의 모든 것"]],
      ["세", ["해외 주식 세금"]],
      ["ㅈㅅ", ["주식 투자 입문", "주식투자 실전편", "해외 주식 세금"]],
      ["ㅈㅅㅌㅈ", ["주식 투자 입문", "주식투자 실전편"]],
      ["ㅈㅅ 실전", ["주식투자 실전편"]],
      ["ㅎㅇ ㅅㄱ", ["해외 주식 세금"]],
      ["ㅋㅋ", ["ㅋㅋ 유머 모음"]],
      ["ㄱㅅ", ["100% 합격 자기소개서"]],
      ["ㄳ", ["100% 합격 자기소개서"]],
      ["python", ["Python 자동화"]],
      ["ＰＹＴＨＯＮ", []],
      ["100%", ["100% 합격 자기소개서"]],
      ["0%", ["100% 합격 자기소개서"]],
      ["%", ["100% 합격 자기소개서"]],
      ["e_c", ["snake_case 이름 짓기"]],
      ["_", ["snake_case 이름 짓기"]],
      ["\\", ["역\\슬래시"]],
      ["박쉐프", titles],
      ["ㅂㅅㅍ", titles],
      ["박쉐프 python", ["Python 자동화"]],
      ["입문 요리", ["주식 투자 입문"]],
      ["입문요리", []],
      ["없는말", []],
      ["' or 1=1 --", []],
    ])("finds %j", async (query, expected) => {
      expect(await search(query)).toEqual([...expected].sort());
      // Search on the device finds the same by the same words.
      const words = searchWordsOf(query);
      expect(titles.filter((title) => isFound(words, [title, "요리하는 박쉐프"])).sort()).toEqual(
        [...expected].sort(),
      );
    });

    it("finds a mentor under a new name, and what was retitled", async () => {
      await app.deps.pool.query("update users set nickname = '이름바꾼멘토' where id = $1", [seller.id]);
      expect(await search("김멘토")).toEqual([]);
      expect((await search("이름바꾼멘토")).length).toBe(25);
    });

    it.each([
      "",
      " ",
      "%20%20",
      "\u200b",
      "가".repeat(301),
      "가 나 다 라 마 바 사 아 자 차 카 타 파 하 거 너 더 러 머 버 서",
    ])("refuses %j", async (query) => {
      const path = query.startsWith("%") ? query : encodeURIComponent(query);
      expect(failing(await visitor.get(`/api/contents/search/${path}`))).toBe("400 VALIDATION");
    });

    it("refuses a broken cursor", async () => {
      expect(failing(await visitor.get("/api/contents/search/a?cursor=WyJhIl0"))).toBe("400 VALIDATION");
      const cursor = Buffer.from(JSON.stringify(["a", "1", "1", "now", "x"])).toString("base64url");
      expect(failing(await visitor.get(`/api/contents/search/a?cursor=${cursor}`))).toBe("400 VALIDATION");
    });
  });
});

describe("search among many", () => {
  let app: TestApp;
  const count = 12_000;

  beforeAll(async () => {
    app = await startTestApp();
    const { id } = await createSeller(app.deps);
    // Frequent words everywhere, a rare one behind the most popular, one that both ways find in part.
    await app.deps.pool.query(
      `insert into contents (id, title, description, category, price, file_urls, seller_id, upload_time,
                             likes_count, purchases_count, view_count)
       select gen_random_uuid(),
              '주식 ' || n || case when n % 1500 = 0 then ' 희귀템' else '' end || case when n > 11990 then ' 마지막' else '' end,
              'x', 'stock', 0, '{x}', $1, now() - n % 7 * interval '1 hour', 0, 0, (12000 - n) / 10
       from generate_series(1, ${count}) n`,
      [id],
    );
    await app.deps.pool.query("analyze contents");
  }, 120_000);
  afterAll(() => app.stop());

  it.each([
    ["희귀템", 8, 3],
    ["마지막", 10, 4],
    ["ㅎㄱㅌ", 8, 100],
    ["주식 희귀", 8, 1],
    ["11", 0, 100],
  ])("gives every hit of %s once on all pages", async (word, _hits, limit) => {
    const expected = await app.deps.pool.query<{ id: string }>(
      `select id from contents where search_text like $1 and search_initials like $2
       order by likes_count desc, purchases_count desc, view_count desc, upload_time desc, id desc`,
      word.startsWith("ㅎ") ? ["%", `%${word}%`] : [`%${word.replace("주식 ", "")}%`, "%"],
    );
    const found = await walk(
      app.visitor(),
      `/api/contents/search/${encodeURIComponent(word)}?limit=${limit}`,
    );
    expect(found).toEqual(expected.rows.map(({ id }) => id));
    expect(found.length).toBeGreaterThanOrEqual(_hits);
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
