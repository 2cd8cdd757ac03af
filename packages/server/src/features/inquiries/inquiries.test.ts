import type { InquiryMessage, InquiryRoom } from "@knowhow/shared";
import { randomUUID } from "node:crypto";
import { Model } from "objection";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { startTestApp, type TestApp } from "../../../testing/app.ts";
import { failing, type Answer, type TestClient } from "../../../testing/client.ts";
import { createUser, type TestUser } from "../../../testing/factories.ts";
import { storeMessage } from "./store.ts";

// The server checks every response against the contract.
const roomsOf = ({ body }: Answer) => body["chatRooms"] as unknown as InquiryRoom[];
const messagesOf = ({ body }: Answer) => body["messages"] as unknown as InquiryMessage[];
const roomIdOf = ({ body }: Answer) => (body["chatRoom"] as unknown as { id: string }).id;

describe("talking to the administrators", () => {
  let app: TestApp;
  let admin: TestClient;
  let user: TestUser;
  let client: TestClient;

  beforeAll(async () => {
    app = await startTestApp();
    admin = await app.as(await createUser(app.deps, { userId: "admin1" }));
  });
  afterAll(() => app.stop());
  beforeEach(async () => {
    user = await createUser(app.deps);
    client = await app.as(user);
  });

  const own = "/api/user/admin-chats";
  const ask = (message = "결제가 안 돼요", subject?: string | null) =>
    client.post(`${own}/create`, { message, subject });
  const listOwnRooms = async () => roomsOf(await client.get(own));
  const inbox = async () =>
    roomsOf(await admin.get("/api/admin/chats?limit=100")).find(({ userId }) => userId === user.id);

  it("begins with a message, and goes on in the same conversation", async () => {
    expect(await listOwnRooms()).toEqual([]);
    const first = await ask("결제가 안 돼요", "  결제 문의 ");
    expect(first.status).toBe(201);
    const second = await ask("카드를 바꿔도 안 돼요", "다른 제목");
    expect([second.status, roomIdOf(second)]).toEqual([200, roomIdOf(first)]);
    expect(await listOwnRooms()).toMatchObject([
      {
        id: roomIdOf(first),
        type: "general",
        relatedId: null,
        status: "active",
        userId: user.id,
        userNickname: user.nickname,
        subject: "결제 문의",
        lastMessage: { message: "카드를 바꿔도 안 돼요" },
        unreadCount: 0,
      },
    ]);
    expect(await inbox()).toMatchObject({ unreadCount: 2 });
  });

  it("opens one conversation, however many begin it at once", async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, () => ask()));
    expect(new Set(answers.map(roomIdOf)).size).toBe(1);
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(
      messagesOf(await client.get(`${own}/${roomIdOf(answers[0] ?? (await ask()))}/messages`)),
    ).toHaveLength(8);
  });

  it.each([
    [{ message: " " }, "message"],
    [{ message: "가".repeat(2_001) }, "message"],
    [{ message: "a", subject: "가".repeat(201) }, "subject"],
  ])("refuses %j", async (body, field) => {
    const answer = await client.post(`${own}/create`, body);
    expect(failing(answer)).toBe("400 VALIDATION");
    expect(answer.body["fields"]).toHaveProperty(field);
  });

  it("is answered by administrators, who all are called so, and read by both sides", async () => {
    const roomId = roomIdOf(await ask());
    const [own1, staffs] = [`${own}/${roomId}/messages`, `/api/admin/chats/${roomId}/messages`];
    const [question] = messagesOf(await admin.get(staffs));
    expect(question).toMatchObject({ senderId: user.id, senderNickname: user.nickname, isRead: true });
    expect((await client.get(own1)).body["readUpTo"]).toBe(question?.id);
    expect((await inbox())?.unreadCount).toBe(0);

    const sent = await admin.post(staffs, { message: "확인했습니다" });
    expect(sent.status).toBe(201);
    expect((await listOwnRooms())[0]?.unreadCount).toBe(1);
    const peeked = messagesOf(await client.get(`${own1}?peek=1`)).at(-1);
    expect(peeked).toMatchObject({ senderNickname: "관리자", messageType: "admin", isRead: false });
    await client.get(own1);
    expect((await listOwnRooms())[0]?.unreadCount).toBe(0);
    expect((await admin.get(staffs)).body["readUpTo"]).toBe(peeked?.id);
  });

  it("tells administrators since when somebody waits, until one of them answers", async () => {
    const roomId = roomIdOf(await ask());
    const [own1, staffs] = [`${own}/${roomId}/messages`, `/api/admin/chats/${roomId}/messages`];
    const since = async () => {
      const room = await inbox();
      const waiting = roomsOf(await admin.get("/api/admin/chats?waiting=true&limit=100"));
      // The list of waiting inquiries agrees.
      expect(waiting.some(({ id }) => id === roomId)).toBe(room?.waitingSince != null);
      return [room?.waitingSince, room?.unreadCount];
    };
    const asked = (await inbox())?.lastMessage?.createdAt;
    await app.moveClock(3 * 60 * 60_000);
    await client.post(own1, { message: "아직인가요?" });
    expect(await since()).toEqual([asked, 2]);
    // Neither reading nor a message of the service is an answer.
    await admin.get(staffs);
    expect(await since()).toEqual([asked, 0]);
    await Model.transaction(app.deps.knex, (trx) =>
      storeMessage(trx, { roomId, speaker: { as: "service" }, message: "안내드립니다" }),
    );
    expect(await since()).toEqual([asked, 0]);
    await admin.post(staffs, { message: "확인했습니다" });
    expect(await since()).toEqual([null, 0]);
    await app.moveClock(60_000);
    await client.post(own1, { message: "고맙습니다" });
    const again = await inbox();
    expect(again?.waitingSince).toBe(again?.lastMessage?.createdAt);
    expect(again?.waitingSince).not.toBe(asked);
    // An inquiry that is over takes no answer.
    await app.deps.knex("admin_chat_rooms").where({ id: roomId }).update({ status: "inactive" });
    expect(await since()).toEqual([null, 1]);
    expect((await listOwnRooms())[0]).not.toHaveProperty("waitingSince");
  });

  it("counts what no administrator has read in all conversations, not in those of the page", async () => {
    const unread = async () =>
      (await admin.get("/api/admin/chats?limit=1")).body["unreadCount"] as unknown as number;
    const before = await unread();
    await ask();
    await ask("하나 더요");
    const other = await app.as(await createUser(app.deps));
    const roomId = roomIdOf(await other.post(`${own}/create`, { message: "다른 문의예요" }));
    expect(await unread()).toBe(before + 3);
    await admin.get(`/api/admin/chats/${roomId}/messages`);
    expect(await unread()).toBe(before + 2);
  });

  it("stores one message for one clientId", async () => {
    const path = `${own}/${roomIdOf(await ask())}/messages`;
    const sent = { message: "한 번만", clientId: randomUUID() };
    const answers = await Promise.all(Array.from({ length: 10 }, () => client.post(path, sent)));
    expect(answers.map(({ status }) => status).sort()).toEqual([
      ...Array.from({ length: 9 }, () => 200),
      201,
    ]);
    expect(messagesOf(await client.get(path))).toHaveLength(2);
  });

  it("is answered with 304 until something changes", async () => {
    const roomId = roomIdOf(await ask());
    for (const [viewer, path] of [
      [client, own],
      [client, `${own}/${roomId}/messages`],
      [admin, "/api/admin/chats"],
      [admin, `/api/admin/chats/${roomId}/messages`],
      [admin, "/api/admin/chat-rooms?type=general"],
    ] as const) {
      // Reading is a change of its own.
      await viewer.get(path);
      const etag = (await viewer.get(path)).headers.get("etag") ?? "";
      expect((await viewer.get(path, { headers: { "if-none-match": etag } })).status, path).toBe(304);
    }
    const etag = (await client.get(own)).headers.get("etag") ?? "";
    await ask("또 있어요");
    expect((await client.get(own, { headers: { "if-none-match": etag } })).status).toBe(200);
  });

  it("is told anew when the other side wrote or read; a look of an administrator is written down once", async () => {
    const roomId = roomIdOf(await ask());
    const [own1, staffs] = [`${own}/${roomId}/messages`, `/api/admin/chats/${roomId}/messages`];
    let etag = "";
    const poll = async () => {
      const { status, headers } = await client.get(own1, { headers: { "if-none-match": etag } });
      etag = headers.get("etag") ?? "";
      return status;
    };
    expect([await poll(), await poll()]).toEqual([200, 304]);
    for (const change of [() => admin.get(staffs), () => admin.post(staffs, { message: "네" })]) {
      await change();
      expect(await poll()).toBe(200);
    }
    await poll();
    expect(await poll()).toBe(304);
    await admin.get(staffs);
    const looks = async () =>
      (
        await app.deps.pool.query<{ kind: string; xmin: string }>(
          "select kind, xmin from staff_audits where user_id = $1",
          [user.id],
        )
      ).rows;
    const before = await looks();
    expect(before.map(({ kind }) => kind)).toEqual(["inquiry"]);
    await admin.get(staffs);
    expect(await looks()).toEqual(before);
    await app.moveClock(61_000);
    await admin.get(staffs);
    expect((await looks())[0]?.xmin).not.toBe(before[0]?.xmin);
    await admin.get(`/api/admin/users/${user.id}/history`);
    expect((await looks()).map(({ kind }) => kind)).toEqual(["inquiry", "history"]);
  });

  it("is nobody else's", async () => {
    const roomId = roomIdOf(await ask());
    const other = await app.as(await createUser(app.deps));
    for (const answer of [
      await other.get(`${own}/${roomId}/messages`),
      await other.post(`${own}/${roomId}/messages`, { message: "a" }),
      await admin.get(`${own}/${roomId}/messages`),
      await client.get(`${own}/${randomUUID()}/messages`),
      await admin.get(`/api/admin/chats/${randomUUID()}/messages`),
      await admin.post(`/api/admin/chats/${randomUUID()}/messages`, { message: "a" }),
    ])
      expect(failing(answer)).toBe("404 NOT_FOUND");
  });

  it("stays open to who is banned", async () => {
    await app.deps.pool.query("update users set is_banned = 1 where id = $1", [user.id]);
    const roomId = roomIdOf(await ask("왜 막혔나요?"));
    expect((await client.post(`${own}/${roomId}/messages`, { message: "억울해요" })).status).toBe(201);
    expect((await client.get(`${own}/${roomId}/messages`)).status).toBe(200);
    expect(await listOwnRooms()).toHaveLength(1);
  });

  it("ends with a conversation that is over; the next question opens another", async () => {
    const first = roomIdOf(await ask());
    await app.deps.pool.query("update admin_chat_rooms set status = 'inactive' where id = $1", [first]);
    for (const answer of [
      await client.post(`${own}/${first}/messages`, { message: "a" }),
      await admin.post(`/api/admin/chats/${first}/messages`, { message: "a" }),
    ])
      expect(failing(answer)).toBe("409 ROOM_INACTIVE");
    const second = await ask();
    expect(second.status).toBe(201);
    expect((await listOwnRooms()).map(({ id, status }) => [id, status])).toEqual([
      [roomIdOf(second), "active"],
      [first, "inactive"],
    ]);
  });

  it("lists conversations by type, latest first, page by page", async () => {
    for (let at = 0; at < 5; at += 1) {
      client = await app.as(await createUser(app.deps));
      await ask();
    }
    const walked: string[] = [];
    let next: string | undefined = "/api/admin/chat-rooms?type=general&limit=2";
    while (next !== undefined) {
      const answer: Answer = await admin.get(next);
      walked.push(...roomsOf(answer).map(({ id }) => id));
      next = /<([^>]+)>; rel="next"/.exec(answer.headers.get("link") ?? "")?.[1];
    }
    const all = roomsOf(await admin.get("/api/admin/chats?limit=100")).map(({ id }) => id);
    expect(walked).toEqual(all);
    expect(roomsOf(await admin.get("/api/admin/chat-rooms?type=penalty_notice"))).toEqual([]);
    for (const query of ["type=x", "limit=0", "cursor=x"])
      expect(failing(await admin.get(`/api/admin/chat-rooms?${query}`))).toBe("400 VALIDATION");
  });
});
