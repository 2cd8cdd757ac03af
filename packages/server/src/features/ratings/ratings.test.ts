import type { Content, Rating, RatingPage } from "@knowhow/shared";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { leave } from "../accounts/leave.ts";
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
import { askBack, makeSale, openLink, saleState, type TestSale } from "../../../testing/refunds.ts";

describe("ratings", () => {
  let app: TestApp;
  let seller: TestUser;
  let admin: TestClient;
  /** Another content, with one rating that nothing here may touch. */
  let bystander: { content: TestContent; rating: Rating };

  const ratingOf = ({ body }: Answer) => body["rating"] as unknown as Rating;
  const pageOf = ({ body }: Answer) => body as unknown as RatingPage;
  const pathOf = ({ id }: Pick<TestContent, "id">) => `/api/contents/${id}/ratings`;
  const contentOf = async ({ id }: TestContent) =>
    (await app.visitor().get(`/api/contents/${id}?peek=1`)).body as unknown as Content;

  /** A buyer who has followed the link. */
  const createReader = async (content: TestContent): Promise<TestClient> => {
    const client = await app.as(await createUser(app.deps));
    await buy(app.url, client, content);
    await openLink({ client, content });
    return client;
  };
  const rate = async (content: TestContent, score: number, text?: string) => {
    const client = await createReader(content);
    const answer = await client.post(pathOf(content), { score, ...(text === undefined ? {} : { text }) });
    return { client, rating: ratingOf(answer) };
  };
  const freeContent = () => createContent(app.deps, seller.id, { price: 0 });

  beforeAll(async () => {
    app = await startTestApp();
    seller = await createSeller(app.deps);
    admin = await app.as(await createUser(app.deps, { userId: "admin1" }));
    const content = await freeContent();
    const { rating } = await rate(content, 3, "보통이에요");
    bystander = { content, rating };
  });
  afterAll(async () => {
    const { ratings, summary } = pageOf(await app.visitor().get(pathOf(bystander.content)));
    expect(ratings).toEqual([{ ...bystander.rating, isMine: false }]);
    expect(summary).toMatchObject({ count: 1, mean: 3 });
    await app.stop();
  });

  it("are given once by buyers who have opened it, free or not", async () => {
    const content = await freeContent();
    const user = await createUser(app.deps);
    const client = await app.as(user);
    const path = pathOf(content);
    expect(pageOf(await client.get(path)).obstacle).toBe("PURCHASE_REQUIRED");
    expect(failing(await client.post(path, { score: 5 }))).toBe("403 PURCHASE_REQUIRED");
    await buy(app.url, client, content);
    expect(pageOf(await client.get(path)).obstacle).toBe("NOT_OPENED");
    expect(failing(await client.post(path, { score: 5 }))).toBe("403 NOT_OPENED");
    await openLink({ client, content });
    expect(pageOf(await client.get(path))).toMatchObject({ obstacle: null, own: null, ratings: [] });

    const given = await client.post(path, { score: 5, text: "  좋아요\u0000 " });
    expect(given.status).toBe(201);
    expect(ratingOf(given)).toMatchObject({
      userId: user.id,
      user: { nickname: user.nickname, profileImageUrl: null },
      ...{ score: 5, text: "좋아요", answer: null, helpfulCount: 0, isHelpful: false, isMine: true },
    });
    expect(failing(await client.post(path, { score: 4 }))).toBe("409 ALREADY_RATED");
    expect(pageOf(await client.get(path)).own).toEqual(ratingOf(given));
    expect(pageOf(await app.visitor().get(path))).toMatchObject({ own: null, obstacle: "PURCHASE_REQUIRED" });
    expect(failing(await (await app.as(seller)).post(path, { score: 5 }))).toBe("403 OWN_CONTENT");
    expect(failing(await client.post(pathOf({ id: crypto.randomUUID() }), { score: 5 }))).toBe(
      "404 NOT_FOUND",
    );
  });

  it("show each change to visitors with the next call, though they are read once a second", async () => {
    const content = await freeContent();
    const read = async () => {
      const { ratings, summary } = pageOf(await app.visitor().get(pathOf(content)));
      const shown = ratings.map(({ text, answer, helpfulCount }) => [
        text,
        answer?.text ?? null,
        helpfulCount,
      ]);
      return { count: summary.count, shown };
    };
    expect(await read()).toEqual({ count: 0, shown: [] });
    const { client, rating } = await rate(content, 4, "좋아요");
    const path = `/api/ratings/${rating.id}`;
    expect(await read()).toEqual({ count: 1, shown: [["좋아요", null, 0]] });
    await client.put(path, { score: 5, text: "아주 좋아요" });
    await (await app.as(seller)).put(`${path}/answer`, { text: "고맙습니다" });
    expect(await read()).toEqual({ count: 1, shown: [["아주 좋아요", "고맙습니다", 0]] });
    const voter = await app.as(await createUser(app.deps));
    await voter.put(`${path}/helpful`);
    expect((await read()).shown).toEqual([["아주 좋아요", "고맙습니다", 1]]);
    await voter.delete(`${path}/helpful`);
    expect((await read()).shown).toEqual([["아주 좋아요", "고맙습니다", 0]]);
    await client.delete(path);
    expect(await read()).toEqual({ count: 0, shown: [] });
  });

  it.each([
    {},
    { score: 0 },
    { score: 6 },
    { score: 4.5 },
    { score: null },
    { score: "다섯" },
    { score: 5, text: "가".repeat(2_001) },
    { score: 5, text: ["좋아요"] },
  ])("are not %j", async (body) => {
    const { content } = bystander;
    const client = await app.as(await createUser(app.deps));
    expect(failing(await client.post(pathOf(content), body))).toBe("400 VALIDATION");
  });

  it("need no words; blank ones are none, and the longest are kept", async () => {
    const content = await freeContent();
    const { client, rating } = await rate(content, 4, " \u200b\n ");
    expect(rating.text).toBeNull();
    const text = "🙂".repeat(2_000);
    expect(ratingOf(await client.put(`/api/ratings/${rating.id}`, { score: 2, text })).text).toBe(text);
    expect(ratingOf(await client.put(`/api/ratings/${rating.id}`, { score: 2, text: null })).text).toBeNull();
  });

  it("are changed and deleted by their authors alone, and counted in the content", async () => {
    const content = await freeContent();
    const { client, rating } = await rate(content, 2, "아쉬워요");
    const address = `/api/ratings/${rating.id}`;
    const other = (await rate(content, 5)).client;
    expect(failing(await other.put(address, { score: 5 }))).toBe("403 NOT_OWNER");
    expect(failing(await other.delete(address))).toBe("403 NOT_OWNER");
    expect(failing(await (await app.as(seller)).delete(address))).toBe("403 NOT_OWNER");
    expect(await contentOf(content)).toMatchObject({ ratingCount: 2, ratingMean: null });
    expect(pageOf(await client.get(pathOf(content))).summary).toMatchObject({ count: 2, mean: 3.5 });

    const changed = ratingOf(await client.put(address, { score: 4, text: "다시 보니 좋아요" }));
    expect(changed).toMatchObject({
      id: rating.id,
      score: 4,
      text: "다시 보니 좋아요",
      createdAt: rating.createdAt,
    });
    expect(changed.updatedAt > rating.updatedAt).toBe(true);
    await rate(content, 5);
    expect(await contentOf(content)).toMatchObject({ ratingCount: 3, ratingMean: 4.67 });
    expect(pageOf(await client.get(pathOf(content))).summary).toEqual({
      count: 3,
      mean: 4.67,
      distribution: { 1: 0, 2: 0, 3: 0, 4: 1, 5: 2 },
    });

    expect((await client.delete(address)).body).toEqual({ ok: true });
    expect(failing(await client.delete(address))).toBe("404 NOT_FOUND");
    expect(await contentOf(content)).toMatchObject({ ratingCount: 2, ratingMean: null });
    expect((await client.post(pathOf(content), { score: 1 })).status).toBe(201);
  });

  it("are answered by the content's seller, once and again", async () => {
    const content = await freeContent();
    const { client, rating } = await rate(content, 5);
    const address = `/api/ratings/${rating.id}/answer`;
    for (const other of [client, await app.as(await createSeller(app.deps))])
      expect(failing(await other.put(address, { text: "고맙습니다" }))).toBe("403 NOT_OWNER");
    const mentor = await app.as(seller);
    expect(failing(await mentor.put(address, { text: " " }))).toBe("400 VALIDATION");
    expect(ratingOf(await mentor.put(address, { text: "고맙습니다" })).answer?.text).toBe("고맙습니다");
    await mentor.put(address, { text: "정말 고맙습니다" });
    const [shown] = pageOf(await app.visitor().get(pathOf(content))).ratings;
    expect(shown).toMatchObject({ answer: { text: "정말 고맙습니다" }, updatedAt: rating.updatedAt });
  });

  it("are helpful once for each person, and the most helpful come first", async () => {
    const content = await freeContent();
    const first = await rate(content, 5, "첫째");
    await rate(content, 4, "둘째");
    const third = await rate(content, 3, "셋째");
    const texts = (answer: Answer) => pageOf(answer).ratings.map(({ text }) => text);
    expect(texts(await app.visitor().get(pathOf(content)))).toEqual(["셋째", "둘째", "첫째"]);
    const address = `/api/ratings/${first.rating.id}/helpful`;
    expect(failing(await first.client.put(address))).toBe("403 OWN_CONTENT");
    expect(failing(await (await app.as(seller)).put(address))).toBe("403 OWN_CONTENT");
    await Promise.all([third.client.put(address), third.client.put(address)]);
    const stranger = await app.as(await createUser(app.deps));
    expect(ratingOf(await stranger.put(address))).toMatchObject({
      helpfulCount: 2,
      isHelpful: true,
      isMine: false,
    });
    expect(texts(await app.visitor().get(pathOf(content)))).toEqual(["첫째", "셋째", "둘째"]);

    const page = await app.visitor().get(`${pathOf(content)}?limit=1`);
    const walked = [...texts(page)];
    for (let { headers } = page, next; (next = /<([^>]+)>/.exec(headers.get("link") ?? "")?.[1]);) {
      const more = await app.visitor().get(next);
      walked.push(...texts(more));
      ({ headers } = more);
    }
    expect(walked).toEqual(["첫째", "셋째", "둘째"]);
    expect(failing(await app.visitor().get(`${pathOf(content)}?cursor=x`))).toBe("400 VALIDATION");

    expect(ratingOf(await stranger.delete(address))).toMatchObject({ helpfulCount: 1, isHelpful: false });
    expect(ratingOf(await stranger.delete(address)).helpfulCount).toBe(1);
    await first.client.delete(`/api/ratings/${first.rating.id}`);
    expect(failing(await stranger.put(address))).toBe("404 NOT_FOUND");
  });

  it("are counted exactly, whatever happens at once", async () => {
    const content = await freeContent();
    const one = await createReader(content);
    const both = await Promise.all([
      one.post(pathOf(content), { score: 5 }),
      one.post(pathOf(content), { score: 1 }),
    ]);
    expect(both.map(({ status }) => status).sort()).toEqual([201, 409]);
    const others = await Promise.all([1, 2, 3, 4, 5, 5].map((score) => rate(content, score)));
    await Promise.all(
      others.flatMap(({ client, rating: { id } }, index) => [
        client.put(`/api/ratings/${id}`, { score: 6 - ((index % 5) + 1) }),
        index < 3 ? client.delete(`/api/ratings/${id}`) : client.put(`/api/ratings/${id}`, { score: 1 }),
        one.put(`/api/ratings/${id}/helpful`),
      ]),
    );
    // The sum and every vote are held by the invariants.
    expect((await contentOf(content)).ratingCount).toBe(4);
  });

  it("go with a refund, and may be given again for a new purchase", async () => {
    const sale = await makeSale(app, { seller });
    const { client, content, orderNumber } = sale;
    await openLink(sale);
    const other = await rate(content, 5);
    const { id } = ratingOf(await client.post(pathOf(content), { score: 1, text: "별로예요" }));
    await other.client.put(`/api/ratings/${id}/helpful`);
    await askBack(sale);
    expect(pageOf(await client.get(pathOf(content))).summary.count).toBe(2);
    await admin.put(`/api/admin/refunds/${orderNumber}`, { decision: "approve", reason: "확인했습니다" });
    await expect
      .poll(async () => pageOf(await other.client.get(pathOf(content))))
      .toMatchObject({
        summary: { count: 1, distribution: { 1: 0, 5: 1 } },
        ratings: [{ id: other.rating.id }],
      });
    expect(failing(await client.put(`/api/ratings/${id}`, { score: 5 }))).toBe("404 NOT_FOUND");
    expect(failing(await client.post(pathOf(content), { score: 5 }))).toBe("403 PURCHASE_REQUIRED");
    await buy(app.url, client, content);
    expect(failing(await client.post(pathOf(content), { score: 5 }))).toBe("403 NOT_OPENED");
    await openLink(sale);
    expect((await client.post(pathOf(content), { score: 4 })).status).toBe(201);
  });

  it("do not outlive a refund that happens at the same moment", async () => {
    const sales: TestSale[] = [];
    for (let index = 0; index < 6; index += 1) sales.push(await makeSale(app, { seller }));
    const changes: (() => Promise<Answer>)[] = [];
    for (const [index, sale] of sales.entries()) {
      await openLink(sale);
      const give = (score: number) => sale.client.post(pathOf(sale.content), { score });
      if (index < 3) changes.push(() => give(2));
      else {
        const { id } = ratingOf(await give(5));
        changes.push(() =>
          index < 5
            ? sale.client.put(`/api/ratings/${id}`, { score: 2 })
            : sale.client.delete(`/api/ratings/${id}`),
        );
      }
    }
    const refunds = sales.map(
      ({ orderNumber }) =>
        () =>
          admin.post(`/api/admin/refunds/${orderNumber}`, { reason: "확인했습니다" }),
    );
    const begun = await Promise.all([...refunds, ...changes].map((act) => act()));
    expect(begun.slice(0, refunds.length).map(({ status }) => status)).toEqual(sales.map(() => 201));
    for (const sale of sales)
      await expect.poll(() => saleState(app, sale)).toMatchObject({ status: "refunded", purchases: 0 });
    for (const { content } of sales) {
      const { rows } = await app.deps.pool.query<object>(
        `select (select count(*) from content_ratings where content_id = c.id) as left, rating_count, rating_sum from contents c where id = $1`,
        [content.id],
      );
      expect(rows).toEqual([{ left: 0, rating_count: 0, rating_sum: 0 }]);
    }
  });

  it("stay with a content that was taken off, and with an author who left", async () => {
    const content = await freeContent();
    const user = await createUser(app.deps);
    const client = await app.as(user);
    await buy(app.url, client, content);
    await openLink({ client, content });
    await client.post(pathOf(content), { score: 4, text: "잘 봤어요" });
    const reader = await createReader(content);
    await (await app.as(seller)).delete(`/api/contents/${content.id}`);
    expect(failing(await app.visitor().get(pathOf(content)))).toBe("404 NOT_FOUND");
    expect((await reader.post(pathOf(content), { score: 5 })).status).toBe(201);
    await leave(app.deps, user.id);
    const { ratings } = pageOf(await reader.get(pathOf(content)));
    expect(ratings.find(({ text }) => text === "잘 봤어요")?.user).toEqual({
      nickname: "탈퇴한 사용자",
      profileImageUrl: null,
    });
  });

  it("are allowed to suspended people, not to banned ones", async () => {
    const content = await freeContent();
    const user = await createUser(app.deps);
    const client = await app.as(user);
    await buy(app.url, client, content);
    await openLink({ client, content });
    await app.deps.pool.query("update users set suspended_until = 'infinity' where id = $1", [user.id]);
    const given = await client.post(pathOf(content), { score: 5 });
    expect(given.status).toBe(201);
    await app.deps.pool.query("update users set is_banned = 1, ban_reason = '광고' where id = $1", [user.id]);
    expect(failing(await client.delete(`/api/ratings/${ratingOf(given).id}`))).toBe("403 BANNED");
    expect(pageOf(await client.get(pathOf(content)))).toMatchObject({ own: null, summary: { count: 1 } });
  });

  it("rank by what is certain of them", async () => {
    const { rows } = await app.deps.pool.query<{ count: number }>(
      `select count from (values (0, 0), (1, 5), (3, 15), (20, 96), (200, 960), (4, 4)) as t(count, sum)
       order by rating_floor(count, sum) desc, count desc`,
    );
    expect(rows.map(({ count }) => count)).toEqual([200, 20, 3, 1, 4, 0]);
  });
});
