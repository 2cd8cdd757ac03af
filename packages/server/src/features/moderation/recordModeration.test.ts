import type { Comment, Content } from "@knowhow/shared";
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestApp, type TestApp } from "../../../testing/app.ts";
import { failing, type Answer, type TestClient } from "../../../testing/client.ts";
import { expectPushed } from "../../../testing/expectPushed.ts";
import { listenTo } from "../../../testing/news.ts";
import { createContent, createUser, type TestUser } from "../../../testing/factories.ts";
import { idsOf, inEachList } from "../../../testing/lists.ts";
import { createOrder, buy } from "../../../testing/payments.ts";
import { makeDeal, type Deal } from "../../../testing/reports.ts";
import { contentBody } from "../../../testing/uploads.ts";

const contentOf = ({ body }: Answer) => body["content"] as unknown as Content;
const commentOf = ({ body }: Answer) => body["comment"] as unknown as Comment;

describe("taking things down", () => {
  let app: TestApp;
  let staff: TestUser;
  let admin: TestClient;
  let visitor: TestClient;

  beforeAll(async () => {
    app = await startTestApp();
    staff = await createUser(app.deps, { userId: "admin1" });
    admin = await app.as(staff);
    visitor = app.visitor();
  });
  afterAll(() => app.stop());

  const moderate = (id: string, state: string, reason = "저작권을 침해한 자료입니다.") =>
    admin.put(`/api/admin/contents/${id}/state`, { state, reason });
  /** Hides by one key and has the answer lost: sends it again, and gives the answer. */
  const hideTwice = async (path: string): Promise<Answer> => {
    const headers = { "idempotency-key": randomUUID() };
    const send = () => admin.put(path, { state: "hidden", reason: "저작권 침해" }, { headers });
    const [first, again] = [await send(), await send()];
    expect([first.status, again.status]).toEqual([200, 200]);
    expect(again.bytes.toString()).toBe(first.bytes.toString());
    return again;
  };
  const noticesOf = async (client: TestClient): Promise<string[]> => {
    const { body } = await client.get("/api/user/admin-chats");
    const [room] = body["chatRooms"] as unknown as { id: string; type: string }[];
    if (!room) return [];
    const talk = await client.get(`/api/user/admin-chats/${room.id}/messages`);
    return (talk.body["messages"] as unknown as { message: string }[]).map(({ message }) => message);
  };
  const everywhere = ({ content }: Pick<Deal, "content">) => inEachList(visitor, content);

  describe("a content", () => {
    it("leaves every list and its page for all but its owner, buyers and administrators, and comes back", async () => {
      const [deal, bystander] = [await makeDeal(app), await makeDeal(app)];
      const page = `/api/contents/${deal.content.id}`;
      const stranger = await app.as(await createUser(app.deps));
      // Visitors' responses are cached for a moment.
      expect((await visitor.get(page)).status).toBe(200);
      expect(await everywhere(deal)).toEqual([true, true, true, true]);

      const hidden = await moderate(deal.content.id, "hidden");
      expect(hidden.status).toBe(200);
      expect(contentOf(hidden)).toMatchObject({
        state: "hidden",
        hiddenReason: "저작권을 침해한 자료입니다.",
        isListed: false,
      });
      expect(await everywhere(deal)).toEqual([false, false, false, false]);
      for (const client of [visitor, stranger, bystander.buyerClient, bystander.sellerClient])
        expect(failing(await client.get(page))).toBe("404 NOT_FOUND");
      const seen = await Promise.all(
        [deal.buyerClient, deal.sellerClient, admin].map((client) => client.get(page)),
      );
      expect(seen.map(({ status, body }) => [status, body["state"], body["hiddenReason"]])).toEqual([
        [200, "hidden", null],
        [200, "hidden", "저작권을 침해한 자료입니다."],
        [200, "hidden", "저작권을 침해한 자료입니다."],
      ]);
      expect(idsOf(await deal.buyerClient.get("/api/buyer/contents"))).toEqual([deal.content.id]);
      expect((await deal.buyerClient.get(`/api/download/${deal.content.id}/0`)).status).toBe(302);
      expect(idsOf(await deal.sellerClient.get("/api/my-contents"))).toEqual([deal.content.id]);
      expect(await everywhere(bystander)).toEqual([true, true, true, true]);

      const back = await moderate(deal.content.id, "listed", "소명을 확인했습니다.");
      expect(contentOf(back)).toMatchObject({ state: "listed", hiddenReason: null, isListed: true });
      expect((await visitor.get(page)).status).toBe(200);
      expect(await everywhere(deal)).toEqual([true, true, true, true]);
    });

    it("tells its seller why, and nobody else", async () => {
      const [deal, bystander] = [await makeDeal(app), await makeDeal(app)];
      await moderate(deal.content.id, "hidden", "다른 사람의 책을 옮겼습니다.");
      await moderate(deal.content.id, "listed", "허락을 확인했습니다.");
      const notices = await noticesOf(deal.sellerClient);
      expect(notices).toHaveLength(2);
      expect(notices[0]).toContain(deal.content.title);
      expect(notices[0]).toContain("사유: 다른 사람의 책을 옮겼습니다.");
      expect(notices[1]).toContain("사유: 허락을 확인했습니다.");
      for (const client of [deal.buyerClient, bystander.buyerClient, bystander.sellerClient])
        expect(await noticesOf(client)).toEqual([]);
    });

    it("is news to every open screen at once, whoever looks, and to nobody anything else is", async () => {
      const [deal, bystander] = [await makeDeal(app), await makeDeal(app)];
      const stranger = await app.as(await createUser(app.deps));
      const people = [deal.sellerClient, deal.buyerClient, admin, stranger, bystander.sellerClient];
      const streams = await Promise.all(people.map((client) => listenTo(app.url, client)));
      const told = () =>
        streams.map((stream) => stream.told.filter(({ name }) => name === "content").map(({ data }) => data));
      await expect.poll(() => streams.every(({ lastId }) => lastId !== "")).toBe(true);
      const before = streams.map(({ lastId }) => lastId);
      const each = (...news: object[]) => people.map(() => news);
      const id = deal.content.id;
      await moderate(id, "hidden");
      await expectPushed(told, each({ id }));
      expect(failing(await moderate(id, "hidden"))).toBe("409 ALREADY_IN_STATE");
      await moderate(id, "listed");
      await expectPushed(told, each({ id }, { id }));
      // News of a moderation has no number: a reconnecting client gets the other events that it missed.
      expect([streams[3]?.lastId, streams[4]?.lastId]).toEqual(before.slice(3));
      for (const stream of streams) stream.leave();

      const back = await listenTo(app.url, stranger, before[3]);
      await expect.poll(() => back.told.map(({ data }) => data["id"])).toContain(id);
      back.leave();
    });

    it("is not sold, also in an order that was made before", async () => {
      const deal = await makeDeal(app);
      const late = await app.as(await createUser(app.deps));
      const order = await createOrder(late, deal.content);
      await moderate(deal.content.id, "hidden");
      const amounts = { contentId: deal.content.id, originalPrice: 0, platformFee: 0, totalAmount: 0 };
      expect(failing(await late.post("/api/orders", amounts))).toBe("404 NOT_FOUND");
      expect(failing(await late.post("/api/orders/complete-free", { orderNumber: order.orderNumber }))).toBe(
        "404 NOT_FOUND",
      );
      expect(failing(await late.get(`/api/contents/${deal.content.id}`))).toBe("404 NOT_FOUND");
    });

    it("stays hidden when its seller edits it, and may be deleted by them", async () => {
      const deal = await makeDeal(app);
      const page = `/api/contents/${deal.content.id}`;
      await moderate(deal.content.id, "hidden");
      const edited = await deal.sellerClient.put(page, contentBody({ title: "고친 제목", price: 0 }));
      expect([edited.status, edited.body["title"], edited.body["state"]]).toEqual([
        200,
        "고친 제목",
        "hidden",
      ]);
      expect(failing(await visitor.get(page))).toBe("404 NOT_FOUND");
      const forged = { ...contentBody({ price: 0 }), state: "listed", hiddenAt: null, isListed: true };
      expect((await deal.sellerClient.put(page, forged)).body["state"]).toBe("hidden");
      expect(failing(await visitor.get(page))).toBe("404 NOT_FOUND");
      expect((await deal.sellerClient.delete(page)).status).toBe(200);
      expect(failing(await moderate(deal.content.id, "listed"))).toBe("404 NOT_FOUND");
      expect(failing(await admin.get(page))).toBe("404 NOT_FOUND");
    });

    it("stays hidden when its seller's ban is over", async () => {
      const deal = await makeDeal(app);
      await moderate(deal.content.id, "hidden");
      for (const banned of [1, 0])
        await app.deps.pool.query("update users set is_banned = $2 where id = $1", [deal.seller.id, banned]);
      expect(failing(await visitor.get(`/api/contents/${deal.content.id}`))).toBe("404 NOT_FOUND");
    });

    it("is hidden once of two at once, and each act is written down", async () => {
      const deal = await makeDeal(app);
      const answers = await Promise.all([
        moderate(deal.content.id, "hidden", "첫째 사유"),
        moderate(deal.content.id, "hidden", "둘째 사유"),
      ]);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
      expect(failing(await moderate(deal.content.id, "hidden"))).toBe("409 ALREADY_IN_STATE");
      await moderate(deal.content.id, "listed", "되돌립니다.");
      expect(failing(await moderate(deal.content.id, "listed"))).toBe("409 ALREADY_IN_STATE");
      expect(await noticesOf(deal.sellerClient)).toHaveLength(2);
      const { rows } = await app.deps.pool.query(
        "select admin_id, user_id, state from moderation_acts where content_id = $1 order by id",
        [deal.content.id],
      );
      expect(rows).toEqual(
        ["hidden", "listed"].map((state) => ({ admin_id: staff.id, user_id: deal.seller.id, state })),
      );
    });

    it("is hidden once where the answer was lost and it is sent again", async () => {
      const [deal, bystander] = [await makeDeal(app), await makeDeal(app)];
      const answer = await hideTwice(`/api/admin/contents/${deal.content.id}/state`);
      expect(contentOf(answer)).toMatchObject({
        state: "hidden",
        hiddenReason: "저작권 침해",
        isListed: false,
      });
      expect(await noticesOf(deal.sellerClient)).toHaveLength(1);
      expect([await everywhere(deal), await everywhere(bystander)]).toEqual([
        [false, false, false, false],
        [true, true, true, true],
      ]);
    });

    it("needs a reason and something to hide", async () => {
      const deal = await makeDeal(app);
      expect(failing(await moderate(deal.content.id, "hidden", " \u200b "))).toBe("400 VALIDATION");
      expect(failing(await moderate(deal.content.id, "hidden", "가".repeat(501)))).toBe("400 VALIDATION");
      expect(failing(await moderate(deal.content.id, "paused"))).toBe("400 VALIDATION");
      expect(failing(await moderate(randomUUID(), "hidden"))).toBe("404 NOT_FOUND");
      expect((await visitor.get(`/api/contents/${deal.content.id}`)).status).toBe(200);
    });
  });

  describe("a comment", () => {
    const write = async (client: TestClient, contentId: string, comment: string): Promise<string> =>
      String((await client.post(`/api/contents/${contentId}/comments`, { comment })).body["id"]);
    const moderateOne = (id: string, state: string, reason = "욕설이 있습니다.") =>
      admin.put(`/api/admin/comments/${id}/state`, { state, reason });

    it("is read by its author and administrators alone while it is hidden", async () => {
      const deal = await makeDeal(app);
      const other = await app.as(await createUser(app.deps));
      await buy(app.url, other, deal.content);
      const path = `/api/contents/${deal.content.id}/comments`;
      const [bad, good] = [
        await write(deal.buyerClient, deal.content.id, "심한 말"),
        await write(other, deal.content.id, "고운 말"),
      ];
      const hidden = await moderateOne(bad, "hidden");
      expect(commentOf(hidden)).toMatchObject({ id: bad, state: "hidden", hiddenReason: "욕설이 있습니다." });
      for (const client of [visitor, other, deal.sellerClient])
        expect(idsOf(await client.get(path))).toEqual([good]);
      for (const client of [deal.buyerClient, admin]) {
        const list = await client.get(path);
        expect(idsOf(list)).toEqual([good, bad]);
        expect((list.body as unknown as Comment[])[1]).toMatchObject({ hiddenReason: "욕설이 있습니다." });
      }
      // A page of one is full for every viewer.
      expect(idsOf(await visitor.get(`${path}?limit=1`))).toEqual([good]);
      expect((await noticesOf(deal.buyerClient))[0]).toContain("댓글: 심한 말\n사유: 욕설이 있습니다.");
      expect(await noticesOf(other)).toEqual([]);

      expect(failing(await moderateOne(bad, "hidden"))).toBe("409 ALREADY_IN_STATE");
      expect(commentOf(await moderateOne(bad, "listed", "오해였습니다."))).toMatchObject({ state: "listed" });
      expect(idsOf(await visitor.get(path))).toEqual([good, bad]);
      await deal.buyerClient.delete(`/api/comments/${bad}`);
      expect(failing(await moderateOne(bad, "hidden"))).toBe("404 NOT_FOUND");
    });

    it("is hidden once where the answer was lost and it is sent again", async () => {
      const deal = await makeDeal(app);
      const id = await write(deal.buyerClient, deal.content.id, "심한 말");
      const answer = await hideTwice(`/api/admin/comments/${id}/state`);
      expect(commentOf(answer)).toMatchObject({ state: "hidden", hiddenReason: "저작권 침해" });
      expect(await noticesOf(deal.buyerClient)).toHaveLength(1);
    });
  });

  it("keeps what it shows in step in another process too", async () => {
    const content = await createContent(app.deps, staff.id, { price: 0 });
    const microCache = app.deps.microCache;
    await microCache.get("content test", () => Promise.resolve(1));
    const client = await app.deps.pool.connect();
    try {
      // As if another process had hidden it.
      await client.query("select pg_notify('knowhow_contents', '')");
      await expect.poll(() => microCache.get("content test", () => Promise.resolve(2))).toBe(2);
    } finally {
      client.release();
    }
    expect((await visitor.get(`/api/contents/${content.id}`)).status).toBe(200);
  });
});
