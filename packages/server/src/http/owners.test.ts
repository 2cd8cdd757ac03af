import { api, uploads, type AnyEndpoint } from "@knowhow/shared";
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ensureKeyPair } from "../features/deviceKeys/keyPairs.ts";
import { startTestApp, type TestApp } from "../../testing/app.ts";
import type { TestClient } from "../../testing/client.ts";
import { createSeller, createUser } from "../../testing/factories.ts";
import { authorise, confirm, createOrder, orderBody } from "../../testing/payments.ts";
import { begin, patchHeaders } from "../../testing/resumable.ts";
import { imageBytes } from "../../testing/sampleFiles.ts";
import { contentBody, upload } from "../../testing/uploads.ts";

/** A caller's relation to the call's target. The owner comes last: the owner's call may end the target. */
const kinds = ["visitor", "stranger", "otherSeller", "administrator", "buyer", "owner"] as const;
type Kind = (typeof kinds)[number];

type Expected = Record<Kind, [status: number, code?: string]>;

const all = (status: number, change: Partial<Expected> = {}): Expected => ({
  ...{ visitor: [status], stranger: [status], otherSeller: [status] },
  ...{ administrator: [status], buyer: [status], owner: [status] },
  ...change,
});
const visitor: Expected["visitor"] = [401, "LOGIN_REQUIRED"];

/** The answer to all kinds but these. */
const others = (told: [number, string], change: Partial<Expected>): Expected => ({
  ...{ visitor, stranger: told, otherSeller: told, administrator: told, buyer: told, owner: told },
  ...change,
});

/** Of a link there is nothing to read. */
const linked: Partial<Expected> = {
  administrator: [404, "NOT_FOUND"],
  buyer: [404, "NOT_FOUND"],
  owner: [404, "NOT_FOUND"],
};

/** The answers to everyone of every call about an owned thing: a content, its order, room and comments. */
const expectations: Record<string, Expected> = {
  "GET /api/contents/:id": all(200),
  "PUT /api/contents/:id": others([403, "NOT_OWNER"], { owner: [200] }),
  "GET /api/contents/:id/versions": others([403, "PURCHASE_REQUIRED"], {
    buyer: [200],
    owner: [200],
    administrator: [200],
  }),
  "DELETE /api/contents/:id": others([403, "NOT_OWNER"], { owner: [200] }),
  "PUT /api/contents/:id/state": others([403, "NOT_OWNER"], { owner: [200] }),
  "GET /api/contents/:id/trial": all(200),
  "PUT /api/contents/:id/trial": others([403, "NOT_OWNER"], { owner: [200] }),
  "GET /api/contents/:id/trial/choices": others([403, "NOT_OWNER"], { owner: [200] }),
  "GET /api/objects/:objectId/trial": others([404, "NOT_FOUND"], { owner: [200] }),
  "PUT /api/objects/:objectId/trial": others([404, "NOT_FOUND"], { owner: [409, "ALREADY_IN_STATE"] }),
  "GET /api/objects/:objectId/pages/:page": others([404, "NOT_FOUND"], { owner: [404, "NOT_FOUND"] }),
  "GET /api/trial/:contentId/:fileIndex/:page": others([404, "NOT_FOUND"], { visitor: [404, "NOT_FOUND"] }),
  "GET /api/contents/:id/related": all(200),
  "GET /api/contents/:id/comments": all(200),
  "POST /api/contents/:id/comments": others([403, "PURCHASE_REQUIRED"], { buyer: [201] }),
  "POST /api/comments/:id/answers": others([403, "PURCHASE_REQUIRED"], { buyer: [201], owner: [201] }),
  "PUT /api/comments/:id": others([403, "NOT_OWNER"], { buyer: [200] }),
  "DELETE /api/comments/:id": others([403, "NOT_OWNER"], { buyer: [200] }),
  "GET /api/contents/:id/ratings": all(200),
  "POST /api/contents/:id/ratings": others([403, "PURCHASE_REQUIRED"], {
    buyer: [409, "ALREADY_RATED"],
    owner: [403, "OWN_CONTENT"],
  }),
  "PUT /api/ratings/:id": others([403, "NOT_OWNER"], { buyer: [200] }),
  "DELETE /api/ratings/:id": others([403, "NOT_OWNER"], { buyer: [200] }),
  "PUT /api/ratings/:id/answer": others([403, "NOT_OWNER"], { owner: [200] }),
  "PUT /api/ratings/:id/helpful": all(200, {
    visitor,
    buyer: [403, "OWN_CONTENT"],
    owner: [403, "OWN_CONTENT"],
  }),
  "DELETE /api/ratings/:id/helpful": all(200, {
    visitor,
    buyer: [403, "OWN_CONTENT"],
    owner: [403, "OWN_CONTENT"],
  }),
  "GET /api/contents/:id/questions": all(200),
  "POST /api/contents/:id/questions": all(201, { visitor, owner: [403, "OWN_CONTENT"] }),
  "PUT /api/questions/:id/answer": others([403, "NOT_OWNER"], { owner: [200] }),
  // The stranger asked.
  "PUT /api/questions/:id": others([403, "NOT_OWNER"], { stranger: [200] }),
  "DELETE /api/questions/:id": others([403, "NOT_OWNER"], { stranger: [200] }),
  // The question has no answer.
  "PUT /api/questions/:id/seen": others([404, "NOT_FOUND"], {}),
  // The rating has no picture.
  "GET /api/rating-pictures/:id/:index": others([404, "NOT_FOUND"], { visitor: [404, "NOT_FOUND"] }),
  "POST /api/contents/:id/like": others([403, "PURCHASE_REQUIRED"], {
    buyer: [200],
    owner: [403, "OWN_CONTENT"],
  }),
  "DELETE /api/contents/:id/like": others([403, "PURCHASE_REQUIRED"], {
    buyer: [200],
    owner: [403, "OWN_CONTENT"],
  }),
  "GET /api/contents/:id/like-status": all(200, { visitor }),
  "PUT /api/contents/:id/wish": all(200, { visitor }),
  "DELETE /api/contents/:id/wish": all(200, { visitor }),
  "GET /api/mentors/:id": all(200),
  "GET /api/mentors/:id/contents": all(200),
  "PUT /api/mentors/:id/follow": all(200, { visitor, owner: [400, "VALIDATION"] }),
  "DELETE /api/mentors/:id/follow": all(200, { visitor }),
  "GET /api/download/:contentId/:index": others([403, "PURCHASE_REQUIRED"], {
    administrator: [302],
    buyer: [302],
    owner: [302],
  }),
  "GET /api/reading/:contentId/:index": others([403, "PURCHASE_REQUIRED"], linked),
  "PUT /api/reading/:contentId/:index": others([403, "PURCHASE_REQUIRED"], linked),
  "GET /api/reading/:contentId/:index/text": others([403, "PURCHASE_REQUIRED"], linked),
  // The content is an external link, which is never read.
  "POST /api/contents/:id/ai-summary": others([403, "PURCHASE_REQUIRED"], {
    administrator: [422, "NO_TEXT"],
    buyer: [422, "NO_TEXT"],
    owner: [422, "NO_TEXT"],
  }),
  "GET /api/proxy-image/:contentId/:index": all(200),
  "GET /objects/uploads/:objectId": others([403, "PURCHASE_REQUIRED"], {
    visitor: [403, "PURCHASE_REQUIRED"],
    administrator: [200],
    buyer: [200],
    owner: [200],
  }),
  "POST /api/orders": all(201, {
    visitor,
    buyer: [409, "ALREADY_PURCHASED"],
    owner: [403, "OWN_CONTENT"],
  }),
  "GET /api/orders/:orderNumber": others([404, "NOT_FOUND"], { buyer: [200] }),
  "POST /api/orders/:orderNumber/refund-request": others([404, "NOT_FOUND"], { buyer: [201] }),
  "DELETE /api/orders/:orderNumber/refund-request": others([404, "NOT_FOUND"], {
    buyer: [409, "NOT_REFUNDABLE"],
  }),
  "GET /api/admin/refunds/:orderNumber": others([403, "ADMIN_ONLY"], { administrator: [200] }),
  "PUT /api/admin/refunds/:orderNumber": others([403, "ADMIN_ONLY"], {
    administrator: [409, "NOT_REFUNDABLE"],
  }),
  "POST /api/admin/refunds/:orderNumber": others([403, "ADMIN_ONLY"], { administrator: [201] }),
  "POST /api/orders/complete-free": others([404, "NOT_FOUND"], { buyer: [400, "NOT_FREE"] }),
  "POST /api/payments/confirm": others([404, "NOT_FOUND"], { buyer: [200] }),
  "GET /api/chat/rooms/:roomId/messages": others([404, "NOT_FOUND"], {
    administrator: [200],
    buyer: [200],
    owner: [200],
  }),
  "GET /api/chat/rooms/:roomId": others([404, "NOT_FOUND"], {
    administrator: [200],
    buyer: [200],
    owner: [200],
  }),
  "POST /api/chat/rooms/:roomId/messages": others([404, "NOT_FOUND"], {
    administrator: [201],
    buyer: [201],
    owner: [201],
  }),
  "POST /api/chat/rooms/:roomId/read": others([404, "NOT_FOUND"], {
    administrator: [200],
    buyer: [200],
    owner: [200],
  }),
  "GET /api/user/admin-chats/:roomId/messages": others([404, "NOT_FOUND"], { owner: [200] }),
  "POST /api/user/admin-chats/:roomId/messages": others([404, "NOT_FOUND"], { owner: [201] }),
  "GET /api/admin/chats/:roomId/messages": others([403, "ADMIN_ONLY"], { administrator: [200] }),
  "POST /api/admin/chats/:roomId/messages": others([403, "ADMIN_ONLY"], { administrator: [201] }),
  "PUT /api/admin/reports/:reportId": others([403, "ADMIN_ONLY"], { administrator: [200] }),
  "GET /api/admin/reports/:reportId": others([403, "ADMIN_ONLY"], { administrator: [200] }),
  "PUT /api/admin/reports/:reportId/lease": others([403, "ADMIN_ONLY"], { administrator: [200] }),
  "DELETE /api/admin/reports/:reportId/lease": others([403, "ADMIN_ONLY"], { administrator: [200] }),
  // Nothing was decided yet.
  "POST /api/admin/reports/:reportId/reopen": others([403, "ADMIN_ONLY"], {
    administrator: [409, "NOT_PROCESSED"],
  }),
  "POST /api/admin/reports/:reportId/reporter-warning": others([403, "ADMIN_ONLY"], {
    administrator: [409, "NOT_PROCESSED"],
  }),
  "GET /api/admin/reports/:reportId/evidence": others([403, "ADMIN_ONLY"], { administrator: [200] }),
  "GET /api/admin/reports/:reportId/evidence/pictures/:index": others([403, "ADMIN_ONLY"], {
    administrator: [200],
  }),
  // The content is an external link: there is no file.
  "GET /api/admin/reports/:reportId/evidence/files/:index": others([403, "ADMIN_ONLY"], {
    administrator: [404, "NOT_FOUND"],
  }),
  "GET /api/admin/reports/:reportId/evidence/files/:index/text": others([403, "ADMIN_ONLY"], {
    administrator: [404, "NOT_FOUND"],
  }),
  "GET /api/admin/reports/:reportId/evidence/files/:index/pages": others([403, "ADMIN_ONLY"], {
    administrator: [404, "NOT_FOUND"],
  }),
  "GET /api/admin/reports/:reportId/evidence/files/:index/pages/:page": others([403, "ADMIN_ONLY"], {
    administrator: [404, "NOT_FOUND"],
  }),
  "PUT /api/admin/contents/:id/state": others([403, "ADMIN_ONLY"], { administrator: [200] }),
  "PUT /api/admin/comments/:id/state": others([403, "ADMIN_ONLY"], { administrator: [200] }),
  "PUT /api/admin/ratings/:id/state": others([403, "ADMIN_ONLY"], { administrator: [200] }),
  "PUT /api/admin/questions/:id/state": others([403, "ADMIN_ONLY"], { administrator: [200] }),
  // Neither has an answer.
  "PUT /api/admin/ratings/:id/answer/state": others([403, "ADMIN_ONLY"], {
    administrator: [404, "NOT_FOUND"],
  }),
  "PUT /api/admin/questions/:id/answer/state": others([403, "ADMIN_ONLY"], {
    administrator: [404, "NOT_FOUND"],
  }),
  "GET /api/admin/reports/:reportId/evidence/rating-pictures/:index": others([403, "ADMIN_ONLY"], {
    administrator: [404, "NOT_FOUND"],
  }),
  "PUT /api/admin/search-synonyms/:id": others([403, "ADMIN_ONLY"], { administrator: [200] }),
  "DELETE /api/admin/search-synonyms/:id": others([403, "ADMIN_ONLY"], { administrator: [200] }),
  "PUT /api/admin/alerts/:id": others([403, "ADMIN_ONLY"], { administrator: [200] }),
  // Nothing was ever paid out.
  "PUT /api/admin/settlements/:id": others([403, "ADMIN_ONLY"], { administrator: [409, "NOT_FAILED"] }),
  "PUT /api/admin/settlements/:id/clawback": others([403, "ADMIN_ONLY"], {
    administrator: [409, "NOT_CLOSABLE"],
  }),
  "PUT /api/admin/penalties/:id": others([403, "ADMIN_ONLY"], { administrator: [200] }),
  "GET /api/admin/users/:id/history": others([403, "ADMIN_ONLY"], { administrator: [200] }),
  "DELETE /api/auth/sessions/:sessionId": others([404, "NOT_FOUND"], { owner: [200] }),
  // The public half, with which every device may seal.
  "GET /api/users/:userId/device-key": all(200),
  "POST /api/penalties/:id/seen": others([404, "NOT_FOUND"], { owner: [200] }),
  "GET /api/account/verify-status/:orderNumber": others([404, "NOT_FOUND"], { owner: [200] }),
  // The answer to a HEAD says its status alone.
  "HEAD /api/uploads/:id": all(404, { visitor: [401], owner: [200] }),
  "PATCH /api/uploads/:id": others([404, "NOT_FOUND"], { owner: [204] }),
  "DELETE /api/uploads/:id": others([404, "NOT_FOUND"], { owner: [204] }),
  "GET /api/drafts/:id": others([404, "NOT_FOUND"], { owner: [200] }),
  "PUT /api/drafts/:id": others([404, "NOT_FOUND"], { owner: [200] }),
  "DELETE /api/drafts/:id": others([404, "NOT_FOUND"], { owner: [200] }),
};

/** Calls with a part in their path that has no owner. */
const aboutNothing = [
  "GET /api/check-userid/:value",
  "GET /api/check-nickname/:nickname",
  "GET /api/check-nickname-update/:nickname",
  "GET /api/contents/category/:category",
  "GET /api/contents/search/:query",
  "PUT /.private/uploads/:objectId",
];

const calls = Object.values(api).flatMap((feature) =>
  Object.values(feature as Record<string, AnyEndpoint>).map(({ method, path }) => `${method} ${path}`),
);

it("every call about a thing has its expectations", () => {
  const known = [...Object.keys(expectations), ...aboutNothing];
  for (const call of known) expect(calls).toContain(call);
  for (const call of calls) if (call.includes(":")) expect(known).toContain(call);
});

describe("what is somebody's", () => {
  let app: TestApp;
  const people = new Map<Kind, TestClient>();
  let sellerId: string;

  beforeAll(async () => {
    app = await startTestApp();
    const seller = await createSeller(app.deps);
    sellerId = seller.id;
    people.set("visitor", app.visitor());
    people.set("stranger", await app.as(await createUser(app.deps)));
    people.set("otherSeller", await app.as(await createSeller(app.deps)));
    people.set("administrator", await app.as(await createUser(app.deps, { userId: "admin1" })));
    people.set("buyer", await app.as(await createUser(app.deps)));
    people.set("owner", await app.as(seller));
    await ensureKeyPair(app.deps, seller.id);
  });
  afterAll(() => app.stop());

  const client = (kind: Kind): TestClient => people.get(kind) ?? app.visitor();

  /** A content with a preview, sold and commented on: every call is tried on one of its own. */
  const createWorld = async () => {
    const [owner, buyer] = [client("owner"), client("buyer")];
    const image = await imageBytes("png");
    const preview = await upload(owner, image, { kind: "preview", fileName: "a.png", type: "image/png" });
    const made = await owner.post("/api/contents", contentBody({ previewImageUrls: [preview] }));
    const content = { id: String(made.body["id"]), price: 10_000 };
    const order = await createOrder(buyer, content);
    const payment = await authorise(app.url, order);
    const receipt = await confirm(buyer, payment);
    const { rows: messages } = await app.deps.pool.query<{ id: string }>(
      "select id from chat_messages where chat_room_id = $1",
      [receipt.body["chatRoomId"]],
    );
    const comment = await buyer.post(`/api/contents/${content.id}/comments`, { comment: "좋아요" });
    const question = await client("stranger").post(`/api/contents/${content.id}/questions`, {
      question: "몇 쪽인가요?",
    });
    const verification = randomUUID();
    await buyer.get(`/api/download/${content.id}/0`);
    const rated = await buyer.post(`/api/contents/${content.id}/ratings`, { score: 5 });
    const ratingId = (rated.body["rating"] as unknown as { id: string }).id;
    await app.deps.pool.query(
      `insert into account_verifications (user_id, order_id, bank_name, account_number, account_holder, number_hmac,
         status, verified_at) values ($1, $2, '신한은행', 'x', '홍길동', 'x', 'verified', app_now())`,
      [sellerId, verification],
    );
    const inquiry = await owner.post("/api/user/admin-chats/create", { message: "문의합니다" });
    const inquiryId = (inquiry.body["chatRoom"] as unknown as { id: string }).id;
    const filed = await buyer.post("/api/reports", {
      reportType: "content",
      contentId: content.id,
      reportReason: "spam",
      reportDetails: "광고입니다",
    });
    const reportId = (filed.body["report"] as unknown as { id: string }).id;
    await app.deps.pool.query("delete from user_penalties where user_id = $1", [sellerId]);
    await app.deps.pool.query("delete from drafts where owner_id = $1", [sellerId]);
    const penalty = await app.deps.pool.query<{ id: string }>(
      "insert into user_penalties (user_id, penalty_type, reason) values ($1, 'warning', '광고') returning id",
      [sellerId],
    );
    const penaltyId = penalty.rows[0]?.id ?? "";
    const called = await app.deps.pool.query<{ id: string }>(
      "insert into alerts (kind, subject, detail) values ('ORDER_STUCK', $1, '{}') returning id",
      [order.orderNumber],
    );
    const alertId = called.rows[0]?.id ?? "";
    const synonym = await app.deps.pool.query<{ id: string }>(
      "insert into search_synonyms (words) values ('{가나, 다라}') returning id",
    );
    const owed = await app.deps.pool.query<{ id: string }>(
      "select s.id from settlements s join orders o on o.id = s.order_id where o.order_number = $1",
      [order.orderNumber],
    );
    const settlementId = owed.rows[0]?.id ?? "";
    const bodies: Record<string, unknown> = {
      "PUT /api/admin/reports/:reportId/lease": {},
      "POST /api/admin/reports/:reportId/reopen": { reason: "다시 확인합니다" },
      "POST /api/admin/reports/:reportId/reporter-warning": { reason: "허위 신고입니다" },
      "PUT /api/contents/:id/trial": { parts: [] },
      "PUT /api/objects/:objectId/trial": {},
      "PUT /api/reading/:contentId/:index": { position: 0.5, page: 2, at: "2026-11-20T00:00:00.000Z" },
      "PUT /api/contents/:id/state": { state: "listed" },
      "PUT /api/admin/contents/:id/state": { state: "hidden", reason: "운영 정책 위반" },
      "PUT /api/admin/comments/:id/state": { state: "hidden", reason: "운영 정책 위반" },
      "PUT /api/admin/ratings/:id/state": { state: "hidden", reason: "운영 정책 위반" },
      "PUT /api/admin/ratings/:id/answer/state": { state: "hidden", reason: "운영 정책 위반" },
      "PUT /api/admin/questions/:id/state": { state: "hidden", reason: "운영 정책 위반" },
      "PUT /api/admin/questions/:id/answer/state": { state: "hidden", reason: "운영 정책 위반" },
      "PUT /api/questions/:id": { question: "몇 쪽이에요?" },
      "PUT /api/admin/search-synonyms/:id": {
        words: ["가나", randomUUID().slice(0, 8)],
        expected: ["가나", "다라"],
      },
      "PUT /api/admin/alerts/:id": { resolved: true, note: "확인했습니다" },
      "PUT /api/admin/settlements/:id": { status: "pending", reason: "계좌를 고쳤습니다" },
      "PUT /api/admin/settlements/:id/clawback": { decision: "receive", reason: "계좌로 받음" },
      "POST /api/user/admin-chats/:roomId/messages": { message: "안녕하세요" },
      "PUT /api/drafts/:id": { title: "고친 글", version: 1 },
      "POST /api/admin/chats/:roomId/messages": { message: "답변입니다" },
      "PUT /api/admin/reports/:reportId": { status: "dismissed" },
      "PUT /api/admin/penalties/:id": { isActive: false, reason: "소명을 받아들였습니다" },
      "PUT /api/contents/:id": contentBody({ title: "고친 제목", previewImageUrls: [preview] }),
      "POST /api/contents/:id/questions": { question: "초보자도 볼 수 있나요?" },
      "PUT /api/questions/:id/answer": { answer: "네, 볼 수 있어요." },
      "POST /api/comments/:id/answers": { comment: "고맙습니다" },
      "PUT /api/comments/:id": { comment: "아주 좋아요" },
      "POST /api/contents/:id/comments": { comment: "또 좋아요" },
      "POST /api/contents/:id/ratings": { score: 4, text: "도움이 됐어요" },
      "PUT /api/ratings/:id": { score: 4, text: "도움이 됐어요" },
      "PUT /api/ratings/:id/answer": { text: "고맙습니다" },
      "POST /api/orders": orderBody(content),
      "POST /api/orders/:orderNumber/refund-request": { reason: "잘못 샀어요" },
      "PUT /api/admin/refunds/:orderNumber": { decision: "approve", reason: "확인했습니다" },
      "POST /api/admin/refunds/:orderNumber": { reason: "확인했습니다" },
      "POST /api/orders/complete-free": { orderNumber: order.orderNumber },
      "POST /api/payments/confirm": payment,
      "POST /api/chat/rooms/:roomId/messages": { message: "안녕하세요" },
      "POST /api/chat/rooms/:roomId/read": { upTo: messages[0]?.id ?? "" },
    };
    const draftId = randomUUID();
    await owner.put(`/api/drafts/${draftId}`, { title: "쓰던 글" });
    // A second browser of the owner's.
    await app.as({ id: sellerId });
    const { rows: sessions } = await app.deps.pool.query<{ id: string }>(
      "select id from sessions where user_id = $1 order by created_at desc, id desc limit 1",
      [sellerId],
    );
    const resumable = await begin(owner, 10, {});
    const addressOf = (path: string): string =>
      path
        .replace("/api/uploads/:id", resumable)
        .replace("/drafts/:id", `/drafts/${draftId}`)
        .replace("/admin-chats/:roomId", `/admin-chats/${inquiryId}`)
        .replace("/admin/chats/:roomId", `/admin/chats/${inquiryId}`)
        .replace(":sessionId", sessions[0]?.id ?? "")
        .replace(":reportId", reportId)
        .replace("/alerts/:id", `/alerts/${alertId}`)
        .replace("/search-synonyms/:id", `/search-synonyms/${synonym.rows[0]?.id ?? ""}`)
        .replace("/settlements/:id", `/settlements/${settlementId}`)
        .replace("/penalties/:id", `/penalties/${penaltyId}`)
        .replace("/users/:id", `/users/${sellerId}`)
        .replace("/mentors/:id", `/mentors/${sellerId}`)
        .replace("/users/:userId", `/users/${sellerId}`)
        .replace("/comments/:id", `/comments/${String(comment.body["id"])}`)
        .replace("/rating-pictures/:id", `/rating-pictures/${ratingId}`)
        .replace("/ratings/:id", `/ratings/${ratingId}`)
        .replace("/questions/:id", `/questions/${String(question.body["id"])}`)
        .replace("/contents/:id", `/contents/${content.id}`)
        .replace(":contentId", content.id)
        .replace(":index", "0")
        .replace("/objects/uploads/:objectId", preview)
        .replace("/objects/:objectId", preview.replace("/uploads", ""))
        .replace(":roomId", String(receipt.body["chatRoomId"]))
        .replace("/refunds/:orderNumber", `/refunds/${order.orderNumber}`)
        .replace("/orders/:orderNumber", `/orders/${order.orderNumber}`)
        .replace(":orderNumber", verification);
    return { bodies, addressOf };
  };

  it.each(Object.entries(expectations))("%s", async (call, expected) => {
    const { bodies, addressOf } = await createWorld();
    const [method = "", path = ""] = call.split(" ");
    // Authors may delete what they said, so everyone else is asked before.
    const authors: Record<string, Kind> = {
      "DELETE /api/comments/:id": "buyer",
      "DELETE /api/ratings/:id": "buyer",
      "DELETE /api/questions/:id": "stranger",
    };
    const author = authors[call];
    const order = author ? [...kinds.filter((kind) => kind !== author), author] : kinds;
    for (const kind of order) {
      const answer = await client(kind).request(method, addressOf(path), bodies[call], {
        headers: path.startsWith(uploads.create.path) ? patchHeaders(0) : {},
      });
      const [status, code] = expected[kind];
      const told =
        answer.status < 400 || method === "HEAD" ? [answer.status] : [answer.status, answer.body["code"]];
      expect(told, kind).toEqual(code === undefined ? [status] : [status, code]);
    }
  });
});
