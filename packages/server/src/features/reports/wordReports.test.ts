import type { Evidence, Rating, RatingPage, Report } from "@knowhow/shared";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { removeOrphaned } from "../files/orphaned.ts";
import { startTestApp, type TestApp } from "../../../testing/app.ts";
import { failing, type Answer, type TestClient } from "../../../testing/client.ts";
import { createUser, type TestUser } from "../../../testing/factories.ts";
import { listenTo } from "../../../testing/news.ts";
import { buy } from "../../../testing/payments.ts";
import { openLink } from "../../../testing/refunds.ts";
import { makeDeal } from "../../../testing/reports.ts";
import { upload } from "../../../testing/uploads.ts";

const day = 24 * 60 * 60 * 1_000;
const types = ["rating", "rating_answer", "question", "question_answer"] as const;
type Type = (typeof types)[number];
const idOf = ({ body }: Answer) => (body["report"] as unknown as { id: string }).id;
const ratingOf = ({ body }: Answer) => body["rating"] as unknown as Rating;

describe("reports and moderation of ratings and questions", () => {
  let app: TestApp;
  let staff: TestUser;
  let admin: TestClient;
  let stranger: TestClient;

  beforeAll(async () => {
    app = await startTestApp();
    staff = await createUser(app.deps, { userId: "admin1" });
    admin = await app.as(staff);
    stranger = await app.as(await createUser(app.deps));
  });
  afterAll(() => app.stop());

  /** A content with a rating and a question, both answered, and another rating as a bystander. */
  const makeWorld = async () => {
    const deal = await makeDeal(app);
    const { buyerClient, sellerClient, content } = deal;
    const second = await app.as(await createUser(app.deps));
    await buy(app.url, second, content);
    for (const client of [buyerClient, second]) await openLink({ client, content });
    const png = await sharp({ create: { width: 40, height: 30, channels: 3, background: "#1f5c4d" } })
      .png()
      .toBuffer();
    const picture = await upload(buyerClient, png, { kind: "rating", fileName: "a.png", type: "image/png" });
    const ratings = `/api/contents/${content.id}/ratings`;
    const { id: ratingId } = ratingOf(
      await buyerClient.post(ratings, {
        score: 1,
        text: "심한 후기",
        pictures: [{ objectPath: picture, alt: "화면" }],
      }),
    );
    const bystander = ratingOf(await second.post(ratings, { score: 5, text: "고운 후기" }));
    await sellerClient.put(`/api/ratings/${ratingId}/answer`, { text: "심한 답변" });
    const asked = await buyerClient.post(`/api/contents/${content.id}/questions`, { question: "심한 문의" });
    const questionId = String(asked.body["id"]);
    await sellerClient.put(`/api/questions/${questionId}/answer`, { answer: "심한 문의 답변" });
    const targetOf = (type: Type) => (type.startsWith("rating") ? { ratingId } : { questionId });
    const report = (reporter: TestClient, type: Type, reportReason = "harassment") =>
      reporter.post("/api/reports", {
        reportType: type,
        ...targetOf(type),
        reportReason,
        reportDetails: "욕설이 있습니다.",
      });
    const stateAt = (type: Type) =>
      `/api/admin/${type.startsWith("rating") ? `ratings/${ratingId}` : `questions/${questionId}`}${type.endsWith("answer") ? "/answer" : ""}/state`;
    const page = async (viewer: TestClient) => (await viewer.get(ratings)).body as unknown as RatingPage;
    return { ...deal, second, ratings, ratingId, questionId, bystander, report, stateAt, page };
  };
  const hide = { state: "hidden", reason: "욕설" };
  const putBack = { state: "listed", reason: "소명" };

  const words: Record<Type, { text: string; answered: string | null }> = {
    rating: { text: "심한 후기", answered: null },
    rating_answer: { text: "심한 답변", answered: "심한 후기" },
    question: { text: "심한 문의", answered: null },
    question_answer: { text: "심한 문의 답변", answered: "심한 문의" },
  };

  it.each(types)("are taken of a %s, with its words of then", async (type) => {
    const { report, buyer, seller, buyerClient, sellerClient, content, stateAt, ratingId, questionId } =
      await makeWorld();
    const isAnswer = type.endsWith("answer");
    const [reported, author] = isAnswer ? [seller, sellerClient] : [buyer, buyerClient];
    expect(failing(await report(app.visitor(), type))).toBe("401 LOGIN_REQUIRED");
    expect(failing(await report(author, type))).toBe("400 VALIDATION");
    const answers = await Promise.all([1, 2, 3].map(() => report(stranger, type)));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
    const filed = answers.find(({ status }) => status === 201);
    const id = filed ? idOf(filed) : "";
    const { report: shown } = (await admin.get(`/api/admin/reports/${id}`)).body as unknown as {
      report: Report;
    };
    expect(shown).toMatchObject({
      reportType: type,
      reportedUser: { id: reported.id },
      contentId: content.id,
      contentTitle: content.title,
      commentId: null,
      ratingId: type.startsWith("rating") ? ratingId : null,
      questionId: type.startsWith("question") ? questionId : null,
      commentText: words[type].text,
    });
    // The other person's words at the same place are another case.
    const other = type.startsWith("rating") ? "rating" : "question";
    const sibling = await report(stranger, isAnswer ? other : `${other}_answer`);
    expect(sibling.status).toBe(201);
    expect((await admin.get(`/api/admin/reports/${id}`)).body["sameTarget"]).toBe(0);

    // Changed since: the evidence is of then.
    await (type === "rating"
      ? buyerClient.put(`/api/ratings/${ratingId}`, { score: 5, text: "고운 말", pictures: [] })
      : type === "rating_answer"
        ? sellerClient.put(`/api/ratings/${ratingId}/answer`, { text: "고운 말" })
        : sellerClient.put(`/api/questions/${questionId}/answer`, { answer: "고운 말" }));
    const evidence = async () =>
      (await admin.get(`/api/admin/reports/${id}/evidence`)).body["evidence"] as unknown as Evidence;
    expect((await evidence()).comment).toMatchObject({
      comment: words[type].text,
      answered: words[type].answered,
      score: type === "rating" ? 1 : null,
      state: "listed",
    });
    await admin.put(stateAt(type), hide);
    expect((await evidence()).comment?.state).toBe("hidden");
    expect(failing(await report(await app.as(await createUser(app.deps)), type))).toBe("404 NOT_FOUND");
    expect(failing(await admin.put(stateAt(type), hide))).toBe("409 ALREADY_IN_STATE");
    const told = await author.get("/api/user/admin-chats");
    expect(JSON.stringify(told.body)).toContain("욕설");
  });

  it.each(types)("have a %s hidden once where the answer was lost and it is sent again", async (type) => {
    const { stateAt, buyerClient, sellerClient } = await makeWorld();
    const send = () => admin.put(stateAt(type), hide, { headers: { "idempotency-key": `hide-${type}` } });
    const [first, again] = [await send(), await send()];
    expect([first.status, again.status]).toEqual([200, 200]);
    expect(again.bytes.toString()).toBe(first.bytes.toString());
    const words = again.body[type.replace("_answer", "")] as unknown as Rating;
    expect(type.endsWith("answer") ? words.answer : words).toMatchObject({ state: "hidden" });
    const author = type.endsWith("answer") ? sellerClient : buyerClient;
    const { chatRooms } = (await author.get("/api/user/admin-chats")).body;
    expect(chatRooms).toMatchObject([{ unreadCount: 1 }]);
  });

  it("keep a rating's pictures as long as they stand", async () => {
    const { report, buyerClient, ratingId } = await makeWorld();
    const id = idOf(await report(stranger, "rating"));
    await buyerClient.delete(`/api/ratings/${ratingId}`);
    await app.moveClock(8 * day);
    await removeOrphaned(app.deps);
    const again = await app.as(staff);
    const { comment } = (await again.get(`/api/admin/reports/${id}/evidence`)).body[
      "evidence"
    ] as unknown as Evidence;
    expect(comment).toMatchObject({ comment: "심한 후기", state: "deleted", pictures: [{ alt: "화면" }] });
    const shown = await again.get(comment?.pictures[0]?.url ?? "");
    expect([shown.status, shown.headers.get("content-type")]).toEqual([200, "image/webp"]);
    expect(failing(await buyerClient.get(comment?.pictures[0]?.url ?? ""))).toBe("403 ADMIN_ONLY");
    admin = again;
  });
  it("are refused of what is not there, in any form", async () => {
    const { buyerClient, sellerClient, content, ratingId, report } = await makeWorld();
    const form = { reportReason: "spam", reportDetails: "광고" };
    const sent = (body: object) => stranger.post("/api/reports", { ...form, ...body });
    expect(failing(await sent({ reportType: "rating", questionId: ratingId }))).toBe("400 VALIDATION");
    expect(failing(await sent({ reportType: "question", questionId: ratingId }))).toBe("404 NOT_FOUND");
    expect(failing(await sent({ reportType: "rating", ratingId: "nonsense" }))).toBe("404 NOT_FOUND");
    const bare = await buyerClient.post(`/api/contents/${content.id}/questions`, { question: "답변 없음" });
    const unanswered = { reportType: "question_answer", questionId: String(bare.body["id"]) };
    for (const client of [stranger, sellerClient])
      expect(failing(await client.post("/api/reports", { ...form, ...unanswered }))).toBe("404 NOT_FOUND");
    await admin.put(`/api/admin/contents/${content.id}/state`, { state: "hidden", reason: "저작권" });
    for (const type of types) expect(failing(await report(stranger, type))).toBe("404 NOT_FOUND");
  });

  it("hold no payouts, whatever their reason", async () => {
    const sale = await makeDeal(app, { price: 10_000 });
    const { buyerClient, sellerClient, content, seller } = sale;
    const asked = await buyerClient.post(`/api/contents/${content.id}/questions`, {
      question: "진짜인가요?",
    });
    const questionId = String(asked.body["id"]);
    await sellerClient.put(`/api/questions/${questionId}/answer`, { answer: "네" });
    const filed = await buyerClient.post("/api/reports", {
      reportType: "question_answer",
      questionId,
      reportReason: "fraud",
      reportDetails: "거짓말",
    });
    expect(filed.status).toBe(201);
    await admin.put(`/api/admin/reports/${idOf(filed)}`, { status: "reviewed" });
    const { rows } = await app.deps.pool.query(
      "select status, held_reason from settlements where seller_id = $1",
      [seller.id],
    );
    expect(rows).toEqual([expect.objectContaining({ held_reason: null })]);
  });

  it("take a hidden rating out of mean, spread and counter, and bring it back with them", async () => {
    const { page, ratingId, stateAt, buyerClient, sellerClient, second, bystander, content, ratings } =
      await makeWorld();
    const stream = await listenTo(app.url, stranger);
    expect((await page(stranger)).summary).toMatchObject({ count: 2, mean: 3 });
    const hidden = ratingOf(await admin.put(stateAt("rating"), hide));
    expect(hidden).toMatchObject({ state: "hidden", hiddenReason: "욕설" });
    for (const client of [app.visitor(), stranger, sellerClient]) {
      const { summary, ratings: shown } = await page(client);
      expect(summary).toEqual({ count: 1, mean: 5, distribution: { 1: 0, 2: 0, 3: 0, 4: 0, 5: 1 } });
      expect(shown.map(({ id }) => id)).toEqual([bystander.id]);
    }
    expect((await page(buyerClient)).own).toMatchObject({
      id: ratingId,
      state: "hidden",
      hiddenReason: "욕설",
    });
    const counted = async () =>
      Number((await app.visitor().get(`/api/contents/${content.id}?peek=1`)).body["ratingCount"]);
    expect(await counted()).toBe(1);
    await expect
      .poll(() => stream.told.filter(({ name }) => name === "rating").map(({ data }) => data))
      .toEqual([{ contentId: content.id, id: ratingId }]);
    stream.leave();

    // Judged words stay as they were judged.
    const address = `/api/ratings/${ratingId}`;
    expect(failing(await buyerClient.put(address, { score: 5 }))).toBe("404 NOT_FOUND");
    expect(failing(await buyerClient.delete(address))).toBe("404 NOT_FOUND");
    expect(failing(await buyerClient.post(ratings, { score: 5 }))).toBe("409 ALREADY_RATED");
    expect(failing(await second.put(`${address}/helpful`))).toBe("404 NOT_FOUND");
    expect(failing(await sellerClient.put(`${address}/answer`, { text: "x" }))).toBe("404 NOT_FOUND");

    const both = await Promise.all([1, 2].map(() => admin.put(stateAt("rating"), putBack)));
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect((await page(app.visitor())).summary).toMatchObject({ count: 2, mean: 3 });
    expect(await counted()).toBe(2);
    expect((await buyerClient.put(address, { score: 2 })).status).toBe(200);
  });

  it("hide an answer apart from what it answers", async () => {
    const { page, stateAt, ratingId, questionId, sellerClient, buyerClient, content } = await makeWorld();
    await admin.put(stateAt("rating_answer"), hide);
    await admin.put(stateAt("question_answer"), hide);
    const answerAt = async (client: TestClient) => {
      const { ratings } = await page(client);
      const { body } = await client.get(`/api/contents/${content.id}/questions`);
      return [ratings.find(({ id }) => id === ratingId)?.answer, (body as unknown as [Rating])[0].answer];
    };
    for (const client of [app.visitor(), stranger, buyerClient])
      expect(await answerAt(client)).toEqual([null, null]);
    for (const client of [sellerClient, admin])
      expect(await answerAt(client)).toMatchObject([
        { text: "심한 답변", state: "hidden", hiddenReason: "욕설" },
        { text: "심한 문의 답변", state: "hidden" },
      ]);
    const again = { text: "다른 말", answer: "다른 말" };
    for (const path of [`ratings/${ratingId}`, `questions/${questionId}`])
      expect(failing(await sellerClient.put(`/api/${path}/answer`, again))).toBe("404 NOT_FOUND");
    expect(failing(await buyerClient.delete(`/api/questions/${questionId}`))).toBe("403 TOO_LATE");
    await admin.put(stateAt("rating_answer"), putBack);
    expect((await answerAt(app.visitor()))[0]).toMatchObject({ text: "심한 답변", state: "listed" });
  });

  it("leave the counters right when a hidden rating is refunded", async () => {
    const sale = await makeDeal(app, { price: 10_000 });
    const { buyerClient, content } = sale;
    await openLink({ client: buyerClient, content });
    const { id } = ratingOf(await buyerClient.post(`/api/contents/${content.id}/ratings`, { score: 2 }));
    await admin.put(`/api/admin/ratings/${id}/state`, hide);
    const { rows } = await app.deps.pool.query<{ order_number: string }>(
      "select order_number from orders where content_id = $1",
      [content.id],
    );
    await admin.post(`/api/admin/refunds/${rows[0]?.order_number}`, { reason: "확인했습니다" });
    await expect
      .poll(() => admin.put(`/api/admin/ratings/${id}/state`, putBack).then(failing))
      .toBe("404 NOT_FOUND");
    // The counters are held by the invariants.
  });
});
