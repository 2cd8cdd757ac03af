import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestApp, type TestApp } from "../../../testing/app.ts";
import { failing, type Answer, type TestClient } from "../../../testing/client.ts";
import { createContent, createSeller, createUser, type TestUser } from "../../../testing/factories.ts";
import { buy } from "../../../testing/payments.ts";
import { askBack, makeSale, saleState } from "../../../testing/refunds.ts";
import { welcome } from "./open.ts";
import { ChatRoom } from "./ChatRoom.ts";
import { sendMessage } from "./send.ts";

interface Message {
  id: string;
  message: string;
  messageType: string;
  senderId: string | null;
  isRead: boolean;
}
interface Room {
  id: string;
  unreadCount: number;
  status: string;
  lastMessage: { message: string; senderId: string | null } | null;
  lastTalk: { message: string } | null;
  lastMessageAt: string;
}

// The server checks every response against the contract; these are the parts that the tests need.
const messagesOf = ({ body }: Answer) => body["messages"] as unknown as Message[];
const textsOf = (answer: Answer) => messagesOf(answer).map(({ message }) => message);
const roomsOf = ({ body }: Answer) => body["chatRooms"] as unknown as Room[];

describe("purchase chat", () => {
  let app: TestApp;
  let seller: TestUser;
  let buyer: TestUser;
  let sellerClient: TestClient;
  let admin: TestClient;
  let buyerClient: TestClient;
  let roomId: string;
  let path: string;

  beforeAll(async () => {
    app = await startTestApp();
    seller = await createSeller(app.deps);
    sellerClient = await app.as(seller);
    const nickname = `관리${randomUUID().slice(0, 8)}`;
    admin = await app.as(await createUser(app.deps, { userId: "admin1", nickname }));
  });
  afterAll(() => app.stop());

  const open = async (client: TestClient, sellerId: string): Promise<string> =>
    (await buy(app.url, client, await createContent(app.deps, sellerId, { price: 0 }))).chatRoomId;
  /** Another buyer with a room of their own. */
  const fresh = async () => {
    buyer = await createUser(app.deps);
    buyerClient = await app.as(buyer);
    roomId = await open(buyerClient, seller.id);
    path = `/api/chat/rooms/${roomId}/messages`;
  };
  const say = async ({ id }: TestUser, message: string): Promise<string> => {
    const sent = await ChatRoom.transaction(app.deps.knex, (trx) =>
      sendMessage(trx, { roomId, sender: { id, isAdmin: false }, message, clientId: undefined }),
    );
    return sent.message.id;
  };
  const roomOf = async (client: TestClient) =>
    roomsOf(await client.get("/api/chat/rooms")).find(({ id }) => id === roomId);
  const unreadOf = async (client: TestClient) => (await roomOf(client))?.unreadCount;

  describe("messages", () => {
    it("are the newest, those before one, or those after one; always oldest first", async () => {
      await fresh();
      const ids: string[] = [];
      for (let at = 0; at < 6; at += 1) ids.push(await say(at % 2 ? seller : buyer, `${at}`));
      const ask = async (query: string) => textsOf(await buyerClient.get(`${path}?${query}`));
      expect(await ask("")).toEqual([welcome, "0", "1", "2", "3", "4", "5"]);
      expect(await ask("limit=2")).toEqual(["4", "5"]);
      expect(await ask(`before=${ids[4] ?? ""}&limit=3`)).toEqual(["1", "2", "3"]);
      expect(await ask(`before=${ids[0] ?? ""}`)).toEqual([welcome]);
      expect(await ask(`after=${ids[1] ?? ""}&limit=2`)).toEqual(["2", "3"]);
      expect(await ask(`after=${ids[5] ?? ""}`)).toEqual([]);
      expect([...ids].sort()).toEqual(ids);
    });

    it.each(["limit=0", "limit=201", "limit=x", "after=x", "before=1"])("refuse ?%s", async (query) => {
      const answer = await sellerClient.get(`/api/chat/rooms/${randomUUID()}/messages?${query}`);
      expect(failing(answer)).toBe("400 VALIDATION");
    });

    it("take 200 at most, 50 unless asked", async () => {
      await fresh();
      await app.deps.pool.query(
        `with sent as (
           insert into chat_messages (chat_room_id, sender_id, message)
           select $1, $2, g from generate_series(1, 220) g returning id)
         update chat_rooms set last_message_id = (select id from sent order by id desc limit 1), seller_unread = 220
         where id = $1`,
        [roomId, buyer.id],
      );
      expect(textsOf(await buyerClient.get(path))).toHaveLength(50);
      expect(textsOf(await buyerClient.get(`${path}?limit=200`))).toHaveLength(200);
    });

    it("are answered with 304 until something changes", async () => {
      await fresh();
      let etag = "";
      const poll = async () => {
        const { status, headers } = await buyerClient.get(path, { headers: { "if-none-match": etag } });
        etag = headers.get("etag") ?? "";
        // A conversation must not be left on a shared computer's disk.
        expect(headers.get("cache-control")).toBe("no-store");
        return status;
      };
      expect([await poll(), await poll()]).toEqual([200, 304]);
      await say(buyer, "new");
      expect([await poll(), await poll()]).toEqual([200, 304]);
      // The seller reads it, then answers, which the buyer reads by asking.
      await sellerClient.get(path);
      expect([await poll(), await poll()]).toEqual([200, 304]);
      await say(seller, "answer");
      expect([await poll(), await poll()]).toEqual([200, 304]);
      expect((await sellerClient.get(path, { headers: { "if-none-match": etag } })).status).toBe(200);
    });

    it("are nobody else's business", async () => {
      await fresh();
      expect(failing(await app.visitor().get(path))).toBe("401 LOGIN_REQUIRED");
      const stranger = await app.as(await createUser(app.deps));
      const other = await app.as(await createSeller(app.deps));
      for (const client of [stranger, other]) expect(failing(await client.get(path))).toBe("404 NOT_FOUND");
      for (const id of [randomUUID(), "nonsense"]) {
        expect(failing(await buyerClient.get(`/api/chat/rooms/${id}/messages`))).toBe("404 NOT_FOUND");
      }
      expect(roomsOf(await stranger.get("/api/chat/rooms"))).toEqual([]);
    });
  });

  describe("reading", () => {
    it("empties the reader's counter alone, and tells the writer how far", async () => {
      await fresh();
      await say(buyer, "a");
      const second = await say(buyer, "b");
      await say(seller, "c");
      expect([await unreadOf(buyerClient), await unreadOf(sellerClient)]).toEqual([1, 2]);
      expect((await buyerClient.get(`${path}?peek=1`)).body["readUpTo"]).toBeNull();

      expect(messagesOf(await sellerClient.get(path)).map(({ isRead }) => isRead)).toEqual([
        true,
        true,
        true,
        false,
      ]);
      expect([await unreadOf(buyerClient), await unreadOf(sellerClient)]).toEqual([1, 0]);
      expect((await buyerClient.get(`${path}?peek=1`)).body["readUpTo"]).toBe(second);
      await say(buyer, "d");
      expect((await buyerClient.get(`${path}?peek=1`)).body["readUpTo"]).toBe(second);
    });

    it("leaves everything unread with peek=1, and with nothing else", async () => {
      await fresh();
      await say(seller, "a");
      expect(messagesOf(await buyerClient.get(`${path}?peek=1`)).at(-1)?.isRead).toBe(false);
      expect(await unreadOf(buyerClient)).toBe(1);
      for (const query of ["peek=0", "peek=", "peek=true"]) {
        await buyerClient.get(`${path}?${query}`);
        expect(await unreadOf(buyerClient)).toBe(0);
        await say(seller, query);
      }
    });

    it("writes nothing when there is nothing unread", async () => {
      await fresh();
      await say(seller, "a");
      await buyerClient.get(path);
      // Locking a row leaves its mark in xmax, changing it in xmin.
      const marks = async () => {
        const sql = "select xmin, xmax from chat_rooms where id = $1";
        return (await app.deps.pool.query<Record<string, string>>(sql, [roomId])).rows;
      };
      const before = await marks();
      for (let at = 0; at < 3; at += 1) expect((await buyerClient.get(path)).status).toBe(200);
      expect(await marks()).toEqual(before);
    });

    it("counts right when both write and read at once", async () => {
      await fresh();
      await Promise.all(
        Array.from({ length: 20 }, async (_, at) => {
          await say(at % 2 ? seller : buyer, `${at}`);
          await (at % 2 ? buyerClient : sellerClient).get(path);
        }),
      );
      expect([await unreadOf(buyerClient), await unreadOf(sellerClient)]).toEqual([0, 0]);
      const { messages } = (await buyerClient.get(path)).body as unknown as { messages: Message[] };
      expect(messages).toHaveLength(21);
      expect(messages.every(({ isRead }) => isRead)).toBe(true);
    });

    it("counts an administrator's messages for each side by itself", async () => {
      await fresh();
      await say(seller, "a");
      const ids: string[] = [];
      for (const message of ["1", "2", "3"]) {
        const sent = (await admin.post(path, { message })).body["message"] as unknown as Message;
        ids.push(sent.id);
      }
      const seen = async (client: TestClient) =>
        messagesOf(await client.get(`${path}?peek=1`)).map(({ isRead }) => isRead);
      expect([await unreadOf(buyerClient), await unreadOf(sellerClient)]).toEqual([4, 3]);

      await buyerClient.get(path);
      expect([await unreadOf(buyerClient), await unreadOf(sellerClient)]).toEqual([0, 3]);
      expect(await seen(buyerClient)).toEqual([true, true, true, true, true]);
      expect(await seen(sellerClient)).toEqual([true, true, false, false, false]);
      expect((await admin.get(path)).body["readUpTo"]).toBeNull();

      const read = (upTo: string | undefined) =>
        sellerClient.post(`/api/chat/rooms/${roomId}/read`, { upTo });
      expect((await read(ids[0])).body).toEqual({ unreadCount: 2 });
      expect((await read(ids[0])).body).toEqual({ unreadCount: 2 });
      expect(await seen(sellerClient)).toEqual([true, true, true, false, false]);
      expect((await admin.get(path)).body["readUpTo"]).toBe(ids[0]);
      expect((await sellerClient.get(`${path}?peek=1`)).body["readUpTo"]).not.toBeNull();
      // Another room of the seller's; its message is newer than all here.
      const other = await open(await app.as(await createUser(app.deps)), seller.id);
      const [foreign] = messagesOf(await sellerClient.get(`/api/chat/rooms/${other}/messages?peek=1`));
      for (const id of [foreign?.id, randomUUID(), "ffffffff-ffff-7fff-bfff-ffffffffffff"])
        expect(failing(await read(id))).toBe("404 NOT_FOUND");
      expect(await unreadOf(sellerClient)).toBe(2);
      expect((await read(ids[2]?.toUpperCase())).body).toEqual({ unreadCount: 0 });
      await say(buyer, "b");
      expect(await unreadOf(sellerClient)).toBe(1);
    });

    it("is open to administrators, who leave no trace and have no list of other people's rooms", async () => {
      await fresh();
      await say(seller, "a");
      const answer = await admin.get(path);
      expect(textsOf(answer)).toEqual([welcome, "a"]);
      expect(answer.body["readUpTo"]).toBeNull();
      expect(await unreadOf(buyerClient)).toBe(1);
      expect(roomsOf(await admin.get("/api/chat/rooms"))).toEqual([]);
      expect(failing(await admin.get(`/api/chat/rooms/${randomUUID()}/messages`))).toBe("404 NOT_FOUND");
    });

    it("stays open to who is suspended, and to the other party of who is banned", async () => {
      await fresh();
      await say(seller, "a");
      await app.deps.pool.query(
        "update users set suspended_until = app_now() + interval '1 day' where id = $1",
        [buyer.id],
      );
      expect(textsOf(await buyerClient.get(path))).toEqual([welcome, "a"]);
      expect(await unreadOf(buyerClient)).toBe(0);

      await app.deps.pool.query("update users set is_banned = 1, ban_reason = '반복된 위반' where id = $1", [
        buyer.id,
      ]);
      await app.deps.pool.query("update chat_rooms set status = 'inactive' where id = $1", [roomId]);
      for (const address of [path, "/api/chat/rooms"]) {
        const refused = await buyerClient.get(address);
        expect(failing(refused)).toBe("403 BANNED");
        expect(refused.body).toMatchObject({ type: "ban", banReason: "반복된 위반" });
      }
      expect(textsOf(await sellerClient.get(path))).toEqual([welcome, "a"]);
      expect((await roomOf(sellerClient))?.status).toBe("inactive");
      const shown = await sellerClient.get(`/api/chat/rooms/${roomId}`);
      expect(shown.body["chatRoom"]).toMatchObject({ status: "inactive", endedBy: "party" });
      expect(JSON.stringify(shown.body)).not.toContain("위반");
    });

    it("says that its purchase was refunded, and of one that goes on nothing", async () => {
      const [sale, other] = [await makeSale(app), await makeSale(app)];
      expect((await askBack(sale)).status).toBe(201);
      await expect.poll(async () => (await saleState(app, sale))?.status).toBe("refunded");
      const roomsOf = async (client: TestClient) => {
        const { body } = await client.get("/api/chat/rooms");
        const chatRooms = body["chatRooms"] as unknown as { id: string }[];
        return Promise.all(
          chatRooms.map(async ({ id }) => (await client.get(`/api/chat/rooms/${id}`)).body["chatRoom"]),
        );
      };
      expect(await roomsOf(sale.client)).toMatchObject([{ status: "inactive", endedBy: "refund" }]);
      expect(await roomsOf(other.client)).toMatchObject([{ status: "active", endedBy: null }]);
    });
  });

  describe("the list of rooms", () => {
    it("shows both parties, the content, the newest message and what is unread", async () => {
      await fresh();
      await say(buyer, "질문이 있어요");
      const room = await roomOf(sellerClient);
      expect(room).toMatchObject({
        buyerId: buyer.id,
        sellerId: seller.id,
        buyer: { nickname: buyer.nickname, profileImageUrl: null },
        seller: { nickname: seller.nickname, profileImageUrl: null },
        content: { category: "stock", price: 0 },
        lastMessage: { message: "질문이 있어요", senderId: buyer.id },
        unreadCount: 1,
        status: "active",
      });
      expect(await unreadOf(buyerClient)).toBe(0);
    });

    it("keeps a person's last words in sight behind what the product says", async () => {
      await fresh();
      expect(await roomOf(buyerClient)).toMatchObject({
        content: { hasPreview: false },
        lastMessage: { message: welcome, messageType: "system" },
        lastTalk: null,
      });
      await say(buyer, "첫 질문");
      await say(seller, "마지막 답");
      expect(await roomOf(buyerClient)).toMatchObject({
        lastMessage: { message: "마지막 답", messageType: "text" },
        lastTalk: null,
      });
      await app.deps.knex.raw(
        `with said as (insert into chat_messages (chat_room_id, message, message_type, is_read)
                       values (?, '새 소식이에요.', 'system', 1) returning id, created_at)
         update chat_rooms set last_message_id = said.id, last_message_at = said.created_at from said
         where chat_rooms.id = ?`,
        [roomId, roomId],
      );
      expect(await roomOf(sellerClient)).toMatchObject({
        lastMessage: { message: "새 소식이에요.", messageType: "system" },
        lastTalk: { message: "마지막 답", senderId: seller.id, messageType: "text" },
      });
    });

    const walk = async (client: TestClient, limit: number): Promise<Room[]> => {
      const found: Room[] = [];
      let next: string | undefined = `/api/chat/rooms?limit=${limit}`;
      while (next !== undefined) {
        const answer: Answer = await client.get(next);
        expect(answer.status).toBe(200);
        expect(roomsOf(answer).length).toBeLessThanOrEqual(limit);
        found.push(...roomsOf(answer));
        next = /<([^>]+)>; rel="next"/.exec(answer.headers.get("link") ?? "")?.[1];
      }
      return found;
    };

    it("gives each room once, latest first, to who buys and sells, however many share a moment", async () => {
      const trader = await createSeller(app.deps);
      const client = await app.as(trader);
      const rooms: string[] = [];
      for (let at = 0; at < 7; at += 1) {
        rooms.push(await open(await app.as(await createUser(app.deps)), trader.id));
        rooms.push(await open(client, seller.id));
      }
      const moments = ["2026-11-20T00:00:00.001Z", "2026-11-20T00:00:00.002Z", "2026-11-20T00:00:00.003Z"];
      await app.deps.pool.query(
        `update chat_rooms r set last_message_at = ($2::timestamptz[])[1 + place % 3]
         from unnest($1::uuid[]) with ordinality as given (id, place) where r.id = given.id`,
        [rooms, moments],
      );
      const key = (room: Room) => `${room.lastMessageAt} ${room.id}`;
      for (const limit of [1, 2, 3, 5, 14, 100]) {
        const found = await walk(client, limit);
        expect(found.map(({ id }) => id).sort()).toEqual([...rooms].sort());
        expect(found.map(key)).toEqual(found.map(key).sort().reverse());
      }
      expect(failing(await client.get("/api/chat/rooms?cursor=nonsense"))).toBe("400 VALIDATION");
      expect(failing(await client.get("/api/chat/rooms?limit=101"))).toBe("400 VALIDATION");
    });

    it("moves a room to the top when somebody writes", async () => {
      await fresh();
      const first = roomId;
      await fresh();
      roomId = first;
      await app.moveClock(1_000);
      await say(seller, "여기요");
      expect(roomsOf(await sellerClient.get("/api/chat/rooms?limit=1"))[0]?.id).toBe(first);
    });
  });
});
