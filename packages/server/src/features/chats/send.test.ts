import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { startTestApp, type TestApp } from "../../../testing/app.ts";
import { failing, type Answer, type TestClient } from "../../../testing/client.ts";
import { createContent, createSeller, createUser, type TestUser } from "../../../testing/factories.ts";
import { buy } from "../../../testing/payments.ts";

interface Message {
  id: string;
  senderId: string | null;
  message: string;
  messageType: string;
  clientId: string | null;
  isRead: boolean;
}

// The server checks every response against the contract; these are the parts that the tests need.
const messageOf = ({ body }: Answer) => body["message"] as unknown as Message;
const messagesOf = ({ body }: Answer) => body["messages"] as unknown as Message[];

describe("writing in a purchase's room", () => {
  let app: TestApp;
  let seller: TestUser;
  let buyer: TestUser;
  let sellerClient: TestClient;
  let buyerClient: TestClient;
  let admin: TestClient;
  let roomId: string;
  let path: string;

  beforeAll(async () => {
    app = await startTestApp();
    seller = await createSeller(app.deps);
    sellerClient = await app.as(seller);
    admin = await app.as(await createUser(app.deps, { userId: "admin1" }));
  });
  afterAll(() => app.stop());
  beforeEach(async () => {
    buyer = await createUser(app.deps);
    buyerClient = await app.as(buyer);
    const content = await createContent(app.deps, seller.id, { price: 0 });
    roomId = (await buy(app.url, buyerClient, content)).chatRoomId;
    path = `/api/chat/rooms/${roomId}/messages`;
  });

  const unread = async () => {
    const { rows } = await app.deps.pool.query<{ buyer_unread: number; seller_unread: number }>(
      "select buyer_unread, seller_unread from chat_rooms where id = $1",
      [roomId],
    );
    return [rows[0]?.buyer_unread, rows[0]?.seller_unread];
  };
  const texts = async () => messagesOf(await buyerClient.get(`${path}?peek=1`)).map(({ message }) => message);

  it("stores what was written, trimmed and composed, and counts it for the other alone", async () => {
    const answer = await buyerClient.post(path, { message: "  \u1112\u1161\u11ab글입니다\n둘째 줄  " });
    expect(answer.status).toBe(201);
    expect(messageOf(answer)).toMatchObject({
      senderId: buyer.id,
      message: "한글입니다\n둘째 줄",
      messageType: "text",
      clientId: null,
      isRead: false,
    });
    expect(await unread()).toEqual([0, 1]);
    await sellerClient.post(path, { message: "네" });
    expect(await unread()).toEqual([1, 1]);
  });

  it.each([
    [{}, "메시지를 입력해주세요."],
    [{ message: "   " }, "메시지를 입력해주세요."],
    [{ message: "\u200b\u3164" }, "메시지를 입력해주세요."],
    [{ message: "가".repeat(2_001) }, "메시지는 2,000자 이하여야 합니다."],
  ])("refuses %j", async (body, told) => {
    const answer = await buyerClient.post(path, body);
    expect(failing(answer)).toBe("400 VALIDATION");
    expect(answer.body["fields"]).toEqual({ message: told });
  });

  it("takes 2,000 characters, and a clientId that is a uuid", async () => {
    expect((await buyerClient.post(path, { message: "😀".repeat(1_000) + "가".repeat(1_000) })).status).toBe(
      201,
    );
    expect(failing(await buyerClient.post(path, { message: "a", clientId: "1" }))).toBe("400 VALIDATION");
  });

  it("stores one message for one clientId, however often and from wherever it comes", async () => {
    const sent = { message: "한 번만", clientId: randomUUID() };
    const answers = await Promise.all(Array.from({ length: 20 }, () => buyerClient.post(path, sent)));
    const statuses = answers.map(({ status }) => status).sort();
    expect(statuses).toEqual([...Array.from({ length: 19 }, () => 200), 201]);
    expect(new Set(answers.map((answer) => messageOf(answer).id)).size).toBe(1);
    expect((await texts()).filter((text) => text === "한 번만")).toHaveLength(1);
    expect(await unread()).toEqual([0, 1]);
    // The stored message stays, whatever is sent under its clientId later.
    const changed = await buyerClient.post(path, { ...sent, message: "다른 말" });
    expect([changed.status, messageOf(changed).message]).toEqual([200, "한 번만"]);
  });

  it("leaves to everybody their own clientIds", async () => {
    const clientId = randomUUID();
    const senders = { buyer: buyerClient, seller: sellerClient, admin };
    for (const [message, client] of Object.entries(senders)) {
      const answer = await client.post(path, { message, clientId });
      expect([answer.status, messageOf(answer).message]).toEqual([201, message]);
      const again = await client.post(path, { message: "?", clientId });
      expect([again.status, messageOf(again).id]).toEqual([200, messageOf(answer).id]);
    }
  });

  it("honours an idempotency key as well", async () => {
    const headers = { "idempotency-key": randomUUID() };
    const first = await buyerClient.post(path, { message: "열쇠" }, { headers });
    const second = await buyerClient.post(path, { message: "열쇠" }, { headers });
    expect([first.status, second.status]).toEqual([201, 201]);
    expect(messageOf(second).id).toBe(messageOf(first).id);
    expect(await unread()).toEqual([0, 1]);
  });

  it("shows every message to who asks for what is newer, however many write at once", async () => {
    let isWriting = true;
    const seen: string[] = [];
    let last = messagesOf(await admin.get(path)).at(-1)?.id ?? "";
    const follow = async () => {
      for (let isLast = false; !isLast;) {
        isLast = !isWriting;
        const newer = messagesOf(await admin.get(`${path}?after=${last}`));
        seen.push(...newer.map(({ message }) => message));
        last = newer.at(-1)?.id ?? last;
      }
    };
    const following = follow();
    const texts = Array.from({ length: 40 }, (_, at) => `${at}`);
    await Promise.all(
      texts.map((message, at) => (at % 2 ? sellerClient : buyerClient).post(path, { message })),
    );
    isWriting = false;
    await following;
    expect(seen.toSorted()).toEqual(texts.toSorted());
    expect(await unread()).toEqual([20, 20]);
    expect(messagesOf(await admin.get(`${path}?limit=40`)).map(({ message }) => message)).toEqual(seen);
  });

  it("lets administrators speak as such, unread for both, also when the room is over", async () => {
    const answer = await admin.post(path, { message: "관리자입니다" });
    expect([answer.status, messageOf(answer).messageType]).toEqual([201, "admin"]);
    expect(await unread()).toEqual([1, 1]);
    await app.deps.pool.query("update chat_rooms set status = 'inactive' where id = $1", [roomId]);
    for (const client of [buyerClient, sellerClient])
      expect(failing(await client.post(path, { message: "끝?" }))).toBe("409 ROOM_INACTIVE");
    expect((await admin.post(path, { message: "안내" })).status).toBe(201);
    expect(failing(await admin.post(`/api/chat/rooms/${randomUUID()}/messages`, { message: "a" }))).toBe(
      "404 NOT_FOUND",
    );
  });

  it("answers a repeat of what was stored although the room is over by now", async () => {
    const sent = { message: "늦은 대답", clientId: randomUUID() };
    await buyerClient.post(path, sent);
    await app.deps.pool.query("update chat_rooms set status = 'inactive' where id = $1", [roomId]);
    expect((await buyerClient.post(path, sent)).status).toBe(200);
    expect(failing(await buyerClient.post(path, { ...sent, clientId: randomUUID() }))).toBe(
      "409 ROOM_INACTIVE",
    );
  });

  it("is closed to who is suspended, with the end of it", async () => {
    await app.deps.pool.query(
      "update users set suspended_until = app_now() + interval '1 day' where id = $1",
      [buyer.id],
    );
    const refused = await buyerClient.post(path, { message: "a" });
    expect(failing(refused)).toBe("403 SUSPENDED");
    expect(refused.body).toMatchObject({ type: "suspension" });
  });

  it("marks as read as far as was read", async () => {
    const ids: string[] = [];
    for (const message of ["하나", "둘", "셋"])
      ids.push(messageOf(await buyerClient.post(path, { message })).id);
    const read = (upTo: string) => sellerClient.post(`/api/chat/rooms/${roomId}/read`, { upTo });
    expect((await read(ids[1] ?? "")).body).toEqual({ unreadCount: 1 });
    expect((await buyerClient.get(`${path}?peek=1`)).body["readUpTo"]).toBe(ids[1]);
    // An older mark takes nothing back, and a user's own messages are never unread.
    expect((await read(ids[0] ?? "")).body).toEqual({ unreadCount: 1 });
    expect((await read(ids[2] ?? "")).body).toEqual({ unreadCount: 0 });
    expect((await buyerClient.post(`/api/chat/rooms/${roomId}/read`, { upTo: ids[2] })).body).toEqual({
      unreadCount: 0,
    });
    expect(await unread()).toEqual([0, 0]);
    expect(failing(await sellerClient.post(`/api/chat/rooms/${roomId}/read`, { upTo: "x" }))).toBe(
      "404 NOT_FOUND",
    );
  });

  it("shows one room to its parties and to administrators", async () => {
    for (const client of [buyerClient, sellerClient, admin]) {
      const { body } = await client.get(`/api/chat/rooms/${roomId}`);
      expect(body["chatRoom"]).toMatchObject({
        id: roomId,
        buyerNickname: buyer.nickname,
        sellerNickname: seller.nickname,
        status: "active",
      });
    }
  });
});

describe("the limit of messages", () => {
  it("counts 20 a minute for each person and room", async () => {
    const app = await startTestApp({ RATE_LIMITS: "on" });
    try {
      const seller = await createSeller(app.deps);
      const client = await app.as(await createUser(app.deps));
      const rooms: string[] = [];
      for (let at = 0; at < 2; at += 1) {
        const content = await createContent(app.deps, seller.id, { price: 0 });
        rooms.push((await buy(app.url, client, content)).chatRoomId);
      }
      const write = (room = "") => client.post(`/api/chat/rooms/${room}/messages`, { message: "a" });
      for (let at = 0; at < 20; at += 1) expect((await write(rooms[0])).status).toBe(201);
      const refused = await write(rooms[0]);
      expect(failing(refused)).toBe("429 RATE_LIMITED");
      expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
      expect((await write(rooms[1])).status).toBe(201);
    } finally {
      await app.stop();
    }
  });
});
