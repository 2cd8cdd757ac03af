import { commentEditMinutes, maxAnswers, type Comment } from "@knowhow/shared";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
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

describe("comments", () => {
  let app: TestApp;
  let seller: TestUser;
  let author: TestUser;
  let buyer: TestClient;
  let visitor: TestClient;
  let admin: TestClient;
  let content: TestContent;
  let path: string;
  let id: string;

  beforeAll(async () => {
    app = await startTestApp();
    seller = await createSeller(app.deps);
    content = await createContent(app.deps, seller.id, { price: 0 });
    id = content.id;
    path = `/api/contents/${id}/comments`;
    author = await createUser(app.deps);
    buyer = await app.as(author);
    visitor = app.visitor();
    admin = await app.as(await createUser(app.deps, { userId: "admin1" }));
    await buy(app.url, buyer, content);
  });
  afterAll(() => app.stop());

  const texts = ({ body }: Answer) =>
    (body as unknown as { comment: string }[]).map(({ comment }) => comment);

  it("are written by buyers and read by all, newest first", async () => {
    const written = await buyer.post(path, { comment: "  정말 도움이 됐어요 \u0000" });
    expect(written.status).toBe(201);
    expect(written.body).toMatchObject({
      comment: "정말 도움이 됐어요",
      userId: author.id,
      user: { nickname: author.nickname },
    });
    for (let index = 0; index < 6; index += 1) await buyer.post(path, { comment: `댓글 ${index}` });
    expect(texts(await visitor.get(path))[0]).toBe("댓글 5");
    expect((await visitor.get(path)).body).toHaveLength(7);
    const page = await visitor.get(`${path}?limit=5`);
    const next = /<([^>]+)>/.exec(page.headers.get("link") ?? "")?.[1] ?? "";
    expect(texts(await visitor.get(next))).toEqual(["댓글 0", "정말 도움이 됐어요"]);
  });

  it("show each change to visitors with the next call, though they are read once a second", async () => {
    const shown = await createContent(app.deps, seller.id, { price: 0 });
    await buy(app.url, buyer, shown);
    const at = `/api/contents/${shown.id}/comments`;
    const kept = vi.spyOn(app.deps.microCache, "get");
    const read = async () => {
      const { body } = await visitor.get(at);
      return (body as unknown as Comment[]).map(({ comment, answers }) => [
        comment,
        ...answers.map((answer) => answer.comment),
      ]);
    };
    expect(await read()).toEqual([]);
    expect(kept).toHaveBeenCalledWith(`comments ${shown.id}`, expect.anything());
    kept.mockRestore();
    const { body } = await buyer.post(at, { comment: "하나" });
    const one = `/api/comments/${String(body["id"])}`;
    expect(await read()).toEqual([["하나"]]);
    await (await app.as(seller)).post(`${one}/answers`, { comment: "답글" });
    expect(await read()).toEqual([["하나", "답글"]]);
    await buyer.put(one, { comment: "둘" });
    expect(await read()).toEqual([["둘", "답글"]]);
    const state = `/api/admin/comments/${String(body["id"])}/state`;
    await admin.put(state, { state: "hidden", reason: "다른 사람을 욕합니다." });
    expect(await read()).toEqual([]);
    await admin.put(state, { state: "listed", reason: "다시 보니 아닙니다." });
    expect(await read()).toEqual([["둘", "답글"]]);
    await buyer.delete(one);
    expect(await read()).toEqual([]);
    const gone = await (await app.as(seller)).delete(`/api/contents/${shown.id}`);
    expect(gone.status).toBe(200);
    expect((await visitor.get(at)).status).toBe(404);
  });

  it("need a purchase, also of the seller", async () => {
    expect(failing(await visitor.post(path, { comment: "a" }))).toBe("401 LOGIN_REQUIRED");
    const other = await app.as(await createUser(app.deps));
    expect(failing(await other.post(path, { comment: "a" }))).toBe("403 PURCHASE_REQUIRED");
    expect(failing(await (await app.as(seller)).post(path, { comment: "a" }))).toBe("403 PURCHASE_REQUIRED");
  });

  it.each([
    {},
    { comment: "" },
    { comment: "  \n " },
    { comment: "\u200b" },
    { comment: "가".repeat(1_001) },
    { comment: 5 },
  ])("refuse %j", async (body) => {
    expect((await buyer.post(path, body)).status).toBe(400);
  });

  it("have a thousand characters, counted as people do", async () => {
    expect((await buyer.post(path, { comment: "😀".repeat(1_000) })).status).toBe(201);
    expect((await buyer.post(path, { comment: "😀".repeat(1_001) })).status).toBe(400);
  });

  it("are stored once per Idempotency-Key", async () => {
    const headers = { "idempotency-key": crypto.randomUUID() };
    const [first, again] = [
      await buyer.post(path, { comment: "한 번" }, { headers }),
      await buyer.post(path, { comment: "한 번" }, { headers }),
    ];
    expect(again.body).toEqual(first.body);
    expect(failing(await buyer.post(path, { comment: "두 번" }, { headers }))).toBe(
      "409 IDEMPOTENCY_KEY_REUSED",
    );
  });

  it("are deleted by their author alone", async () => {
    const { body } = await buyer.post(path, { comment: "지울 댓글" });
    const one = `/api/comments/${String(body["id"])}`;
    expect(failing(await visitor.delete(one))).toBe("401 LOGIN_REQUIRED");
    expect(failing(await (await app.as(seller)).delete(one))).toBe("403 NOT_OWNER");
    expect((await buyer.delete(one)).body).toEqual({ ok: true });
    expect(failing(await buyer.delete(one))).toBe("404 NOT_FOUND");
    expect(texts(await visitor.get(path))).not.toContain("지울 댓글");
  });

  /** A comment of another buyer's, on which nothing of the tests before stands. */
  const makeThread = async (text = "질문이 있어요") => {
    const reader = await createUser(app.deps);
    const other = await app.as(reader);
    await buy(app.url, other, content);
    const written = await other.post(path, { comment: text });
    const commentId = String(written.body["id"]);
    const one = `/api/comments/${commentId}`;
    const read = async (client = visitor) =>
      ((await client.get(`${path}?limit=100`)).body as unknown as Comment[]).find(
        (comment) => comment.id === commentId,
      );
    return { reader, other, commentId, one, answers: `${one}/answers`, read };
  };

  it("are answered by buyers and the seller, the oldest first, with the seller's known", async () => {
    const mentor = await app.as(seller);
    const { answers, read } = await makeThread();
    const first = await mentor.post(answers, { comment: "네, 2장에 있어요" });
    expect(first.status).toBe(201);
    expect(first.body).toMatchObject({ comment: "네, 2장에 있어요", userId: seller.id, isMentor: true });
    expect(first.body).not.toHaveProperty("answers");
    expect((await buyer.post(answers, { comment: "저도 봤어요" })).body).toMatchObject({ isMentor: false });
    expect(await read()).toMatchObject({
      isMentor: false,
      editedAt: null,
      answers: [first.body, { comment: "저도 봤어요", user: { nickname: author.nickname } }],
    });
    // No answer stands among the comments.
    expect(texts(await visitor.get(`${path}?limit=100`))).not.toContain("저도 봤어요");
  });

  it("are answered by no one else, nor where there is nothing to answer", async () => {
    const { answers, one } = await makeThread();
    const stranger = await app.as(await createUser(app.deps));
    expect(failing(await visitor.post(answers, { comment: "a" }))).toBe("401 LOGIN_REQUIRED");
    expect(failing(await stranger.post(answers, { comment: "a" }))).toBe("403 PURCHASE_REQUIRED");
    expect((await buyer.post(answers, { comment: " " })).status).toBe(400);
    const { body } = await buyer.post(answers, { comment: "답글" });
    const again = await buyer.post(`/api/comments/${String(body["id"])}/answers`, { comment: "답글의 답글" });
    expect(failing(again)).toBe("404 NOT_FOUND");
    expect(failing(await buyer.post(`/api/comments/${crypto.randomUUID()}/answers`, { comment: "a" }))).toBe(
      "404 NOT_FOUND",
    );
    await admin.put(`/api/admin${one.slice(4)}/state`, { state: "hidden", reason: "욕설" });
    for (const client of [buyer, await app.as(seller)])
      expect(failing(await client.post(answers, { comment: "a" }))).toBe("404 NOT_FOUND");
    await admin.put(`/api/admin${one.slice(4)}/state`, { state: "listed", reason: "확인" });
    // A hidden answer is read by its author and administrators alone.
    await admin.put(`/api/admin/comments/${String(body["id"])}/state`, { state: "hidden", reason: "욕설" });
    const thread = (client: TestClient) => client.get(`${path}?limit=100`);
    const isRead = async (client: TestClient) =>
      JSON.stringify((await thread(client)).body).includes('"답글"');
    expect(await Promise.all([visitor, stranger, buyer, admin].map(isRead))).toEqual([
      false,
      false,
      true,
      true,
    ]);
    expect(failing(await buyer.put(`/api/comments/${String(body["id"])}`, { comment: "고침" }))).toBe(
      "404 NOT_FOUND",
    );
  });

  it("are answered once per Idempotency-Key, and not more often than there is room, at once too", async () => {
    const { answers, commentId, read } = await makeThread();
    const headers = { "idempotency-key": crypto.randomUUID() };
    const twice = await Promise.all([1, 2].map(() => buyer.post(answers, { comment: "한 번" }, { headers })));
    expect(twice.map(({ status }) => status)).toContain(201);
    expect((await read())?.answers).toHaveLength(1);
    await app.deps.pool.query(
      `insert into content_comments (content_id, parent_id, user_id, comment)
       select $1, $2, $3, 'x' from generate_series(1, $4)`,
      [id, commentId, author.id, maxAnswers - 2],
    );
    const last = await Promise.all([1, 2, 3].map(() => buyer.post(answers, { comment: "마지막" })));
    expect(last.map(failing).toSorted()).toEqual(["201 undefined", "409 TOO_MANY", "409 TOO_MANY"]);
    expect((await read())?.answers).toHaveLength(maxAnswers);
  });

  it("are edited by their author alone, for five minutes of the product's clock", async () => {
    const { one, other, answers, read } = await makeThread("오타가 잇어요");
    const { body } = await (await app.as(seller)).post(answers, { comment: "답글" });
    const answer = `/api/comments/${String(body["id"])}`;
    expect(failing(await visitor.put(one, { comment: "a" }))).toBe("401 LOGIN_REQUIRED");
    for (const client of [buyer, await app.as(seller)])
      expect(failing(await client.put(one, { comment: "a" }))).toBe("403 NOT_OWNER");
    expect((await other.put(one, { comment: "" })).status).toBe(400);
    await app.moveClock((commentEditMinutes - 1) * 60_000);
    const edited = await other.put(one, { comment: "오타가 있어요" });
    expect(edited.status).toBe(200);
    expect(edited.body).toMatchObject({ comment: "오타가 있어요", answers: [{ comment: "답글" }] });
    expect(edited.body["editedAt"]).not.toBeNull();
    expect((await (await app.as(seller)).put(answer, { comment: "고친 답글" })).status).toBe(200);
    expect(await read()).toMatchObject({ comment: "오타가 있어요", answers: [{ comment: "고친 답글" }] });
    // An edit gives no further five minutes.
    await app.moveClock(61_000);
    expect(failing(await other.put(one, { comment: "또 고침" }))).toBe("403 TOO_LATE");
    expect((await read())?.comment).toBe("오타가 있어요");
    await other.delete(one);
    expect(failing(await other.put(one, { comment: "a" }))).toBe("404 NOT_FOUND");
  });

  it("are reported as they were, whatever their author makes of them", async () => {
    const { one, other, commentId } = await makeThread("심한 말");
    const filed = await buyer.post("/api/reports", {
      reportType: "comment",
      commentId,
      reportReason: "harassment",
      reportDetails: "욕설이 있습니다.",
    });
    expect(filed.status).toBe(201);
    const reportId = (filed.body["report"] as unknown as { id: string }).id;
    await other.put(one, { comment: "고운 말" });
    expect((await admin.get(`/api/admin/reports/${reportId}/evidence`)).body).toMatchObject({
      evidence: { comment: { comment: "심한 말", state: "listed" } },
    });
    expect((await admin.get(`/api/admin/reports/${reportId}`)).body).toMatchObject({
      report: { commentText: "심한 말" },
    });
  });

  it("go with the answers to them, and with no others", async () => {
    const { answers, one, other, read } = await makeThread();
    const bystander = await makeThread("남는 댓글");
    const mentor = await app.as(seller);
    await mentor.post(answers, { comment: "사라질 답글" });
    const kept = await mentor.post(bystander.answers, { comment: "남는 답글" });
    const answer = await buyer.post(bystander.answers, { comment: "지울 답글" });
    expect((await other.delete(one)).status).toBe(200);
    expect(await read()).toBeUndefined();
    expect((await buyer.delete(`/api/comments/${String(answer.body["id"])}`)).status).toBe(200);
    expect((await bystander.read())?.answers).toEqual([kept.body]);
  });

  it("are not found where the content is not", async () => {
    expect(failing(await visitor.get(`/api/contents/${crypto.randomUUID()}/comments`))).toBe("404 NOT_FOUND");
    expect(failing(await visitor.get(`${path}?cursor=x`))).toBe("400 VALIDATION");
    await (await app.as(seller)).delete(`/api/contents/${id}`);
    expect(failing(await visitor.get(path))).toBe("404 NOT_FOUND");
    expect((await buyer.get(path)).status).toBe(200);
  });
});
