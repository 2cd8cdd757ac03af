import { api } from "@knowhow/shared";
import { randomUUID } from "node:crypto";
import { Model } from "objection";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { startTestApp, type TestApp } from "../../../testing/app.ts";
import { failing, type TestClient } from "../../../testing/client.ts";
import { createContent, createSeller, createUser, type TestUser } from "../../../testing/factories.ts";
import { buy } from "../../../testing/payments.ts";
import { cancelAtProvider } from "../../../testing/providerSide.ts";
import {
  startPushService,
  type SubscribedDevice,
  type TestPushService,
} from "../../../testing/pushService.ts";
import { emit } from "../../events/emit.ts";
import { hashPassword } from "../accounts/passwords.ts";
import { leave } from "../accounts/leave.ts";
import { Order } from "../orders/Order.ts";
import { deliverNews } from "./deliver.ts";

const { path } = api.push.subscribe;

describe("notifications for closed apps", () => {
  let service: TestPushService;
  let app: TestApp;
  let admin: TestUser;
  let keeper: TestClient;
  beforeAll(async () => {
    service = await startPushService();
    app = await startTestApp({ PUSH_SERVICES: service.origin });
    admin = await createUser(app.deps, { userId: "admin1" });
    keeper = await app.as(admin);
  });
  afterAll(async () => {
    await app.stop();
    service.close();
  });

  const subscribe = async (client: TestClient): Promise<SubscribedDevice> => {
    const device = service.subscribe();
    const { subscription } = device;
    const answer = await client.post(path, { subscription });
    expect([answer.status, answer.body]).toEqual([200, { ok: true }]);
    return device;
  };
  const countOf = async ({ id }: TestUser): Promise<number> => {
    const { rows } = await app.deps.pool.query<{ count: number }>(
      "select count(*)::int as count from push_subscriptions where user_id = $1",
      [id],
    );
    return rows[0]?.count ?? 0;
  };
  /** Has the news of people told now, and waits until none is on its way any more. */
  const settle = async (...people: TestUser[]): Promise<void> => {
    const keys = [people.map(({ id }) => `push ${id}`)];
    await app.deps.pool.query(
      `select graphile_worker.reschedule_jobs(array_agg(id), run_at => now())
       from graphile_worker.jobs where key = any($1)`,
      keys,
    );
    await vi.waitFor(
      async () => {
        const { rows } = await app.deps.pool.query(
          "select from graphile_worker.jobs where key = any($1)",
          keys,
        );
        expect(rows).toEqual([]);
      },
      { timeout: 60_000 },
    );
  };
  /** A seller, two buyers of one content, and the room of the first. */
  const createSale = async () => {
    const [seller, buyer, other] = [
      await createSeller(app.deps),
      await createUser(app.deps),
      await createUser(app.deps),
    ];
    const [mentor, reader, bystander] = [await app.as(seller), await app.as(buyer), await app.as(other)];
    const content = await createContent(app.deps, seller.id, { price: 9_900 });
    const { chatRoomId } = await buy(app.url, reader, content);
    await buy(app.url, bystander, content);
    const room = `/api/chat/rooms/${chatRoomId}`;
    return { seller, buyer, other, mentor, reader, bystander, content, chatRoomId, room };
  };

  it("tells the other side of a message, on all of its devices, and nobody else", async () => {
    const { seller, buyer, other, mentor, reader, bystander, chatRoomId, room } = await createSale();
    const [first, second] = [await subscribe(reader), await subscribe(await app.as(buyer))];
    const [bystanderDevice, own] = [await subscribe(bystander), await subscribe(mentor)];
    await mentor.post(`${room}/messages`, { message: `${"긴 답장 ".repeat(60)}끝` });
    await mentor.post(`${room}/messages`, { message: "<b>3쪽</b>을\n보세요" });
    await settle(seller, buyer, other);
    const notification = {
      title: seller.nickname,
      body: "<b>3쪽</b>을 보세요",
      path: `/chat/${chatRoomId}`,
      tag: `room ${chatRoomId}`,
    };
    expect(first.notifications).toEqual([notification]);
    expect(second.notifications).toEqual([notification]);
    expect([bystanderDevice.notifications, own.notifications]).toEqual([[], []]);
    await mentor.post(`${room}/messages`, { message: "가".repeat(2_000) });
    await settle(buyer);
    expect(first.notifications.at(-1)?.body).toBe(`${"가".repeat(139)}…`);
    expect(first.notifications).toHaveLength(2);
  });

  it("tells what the product says in a room to its buyer alone", async () => {
    const { seller, buyer, mentor, reader, chatRoomId } = await createSale();
    const [shop, device] = [await subscribe(mentor), await subscribe(reader)];
    const { rows } = await app.deps.pool.query<{ id: string }>(
      `with said as (
         insert into chat_messages (chat_room_id, message, message_type) values ($1, '새 버전이 나왔어요', 'system')
         returning id, created_at)
       update chat_rooms r set last_message_id = said.id, last_message_at = said.created_at from said
       where r.id = $1 returning said.id`,
      [chatRoomId],
    );
    const data = { roomId: chatRoomId, kind: "purchase", id: rows[0]?.id ?? "" } as const;
    await Model.transaction(app.deps.knex, (trx) =>
      emit(trx, [{ to: [seller.id, buyer.id], name: "message", data }]),
    );
    await settle(seller, buyer);
    expect(shop.notifications).toEqual([]);
    expect(device.notifications.map(({ title, body }) => [title, body])).toEqual([
      ["노하우", "새 버전이 나왔어요"],
    ]);
  });

  it("tells nothing of a message that was read meanwhile", async () => {
    const { buyer, mentor, reader, room } = await createSale();
    const device = await subscribe(reader);
    const sent = await mentor.post(`${room}/messages`, { message: "읽은 말" });
    const { id } = sent.body["message"] as unknown as { id: string };
    await reader.post(`${room}/read`, { upTo: id });
    await settle(buyer);
    expect(device.asked).toBe(0);
    await mentor.post(`${room}/messages`, { message: "아직 안 읽은 말" });
    await settle(buyer);
    expect(device.notifications.map(({ body }) => body)).toEqual(["아직 안 읽은 말"]);
  });

  it("tells a seller of each sale once, and the buyer of none", async () => {
    const { seller, buyer, mentor, reader } = await createSale();
    const [shop, device] = [await subscribe(mentor), await subscribe(reader)];
    const [paid, free] = [
      await createContent(app.deps, seller.id, { price: 12_000, title: "엑셀 자동화" }),
      await createContent(app.deps, seller.id, { price: 0, title: "무료 견본" }),
    ];
    await buy(app.url, reader, paid);
    await buy(app.url, reader, free);
    await settle(seller, buyer);
    expect(shop.notifications.map(({ title, body, path: to }) => [title, body, to]).sort()).toEqual([
      ["12,000원에 판매됐어요", "엑셀 자동화", "/seller"],
      ["무료 콘텐츠를 받아 갔어요", "무료 견본", "/seller"],
    ]);
    expect(device.notifications).toEqual([]);

    // A request for the money that ends makes the order paid again, which is no sale.
    const { orderNumber } = await buy(
      app.url,
      reader,
      await createContent(app.deps, seller.id, { price: 5_000, title: "돌려받을 것" }),
    );
    await settle(seller, buyer);
    const sales = () => shop.notifications.filter(({ title }) => title.includes("판매됐어요"));
    expect(sales()).toHaveLength(2);
    await app.deps.pool.query(
      "insert into deliveries (order_id, kind, item) select id, 'link', 'https://a.example' from orders where order_number = $1",
      [orderNumber],
    );
    const request = `/api/orders/${orderNumber}/refund-request`;
    expect((await reader.post(request, { reason: "마음이 바뀌었어요" })).status).toBe(201);
    expect((await reader.delete(request)).status).toBe(200);
    await settle(seller, buyer);
    expect(sales()).toHaveLength(2);

    // Nor does one that the provider has given a part of back.
    const part = await createContent(app.deps, seller.id, { price: 7_000, title: "일부 취소될 것" });
    const sold = await Order.query().findOne({
      order_number: (await buy(app.url, reader, part)).orderNumber,
    });
    await settle(seller, buyer);
    expect(sales()).toHaveLength(3);
    await cancelAtProvider(app, sold?.tossPaymentKey ?? "", 1_000);
    await expect.poll(() => sold?.$query()).toMatchObject({ partCancelled: 1_000 });
    await settle(seller, buyer);
    expect(sales()).toHaveLength(3);
  });

  it("tells of the latest five where a device was away, messages among them", async () => {
    const { seller, mentor, reader, room, chatRoomId } = await createSale();
    const shop = await subscribe(mentor);
    const contents = await Promise.all(
      [1, 2, 3, 4, 5].map(() => createContent(app.deps, seller.id, { price: 0 })),
    );
    for (const content of contents) await buy(app.url, reader, content);
    await reader.post(`${room}/messages`, { message: "마지막 말" });
    await deliverNews(app.deps, { userId: seller.id });
    await settle(seller);
    const [last] = shop.notifications.slice(-1);
    expect(last).toMatchObject({ body: "마지막 말", tag: `room ${chatRoomId}` });
  });

  it("tells of questions and answers, of inquiries and their answers, and of results", async () => {
    const { seller, buyer, mentor, reader, content } = await createSale();
    const [shop, device, desk] = [await subscribe(mentor), await subscribe(reader), await subscribe(keeper)];
    const asked = await reader.post(`/api/contents/${content.id}/questions`, { question: "언제 바뀌나요?" });
    await settle(seller, buyer);
    const question = `/api/questions/${String(asked.body["id"])}`;
    await mentor.put(`${question}/answer`, { answer: "매달요" });
    const made = await reader.post("/api/user/admin-chats/create", { message: "도와주세요" });
    const { id } = made.body["chatRoom"] as unknown as { id: string };
    await settle(seller, buyer, admin);
    await keeper.post(`/api/admin/chats/${id}/messages`, { message: "도와드릴게요" });
    await settle(seller, buyer, admin);
    // What was seen, and is said again, is no news.
    await reader.put(`${question}/seen`);
    await mentor.put(`${question}/answer`, { answer: "매달요" });
    await settle(buyer);
    const title = content.title.replace(/\s+/g, " ");
    expect(shop.notifications).toEqual([
      {
        title: "구매 전 문의가 왔어요",
        body: title,
        path: `/content/${content.id}`,
        tag: `question ${content.id}`,
      },
    ]);
    expect(device.notifications.map(({ title: of, body }) => [of, body])).toEqual([
      ["문의에 답변이 달렸어요", title],
      ["관리자", "도와드릴게요"],
    ]);
    expect(desk.notifications).toEqual([
      {
        title: `${buyer.nickname}님의 문의`,
        body: "도와주세요",
        path: `/admin-chat/${id}`,
        tag: `admin ${id}`,
      },
    ]);
  });

  it("tells of the chosen topics alone, of all of them until one chooses", async () => {
    const { seller, buyer, other, mentor, reader, bystander, room } = await createSale();
    const [device, bystanderDevice] = [await subscribe(reader), await subscribe(bystander)];
    const every = { messages: true, sales: true, results: true, inquiries: true };
    const key = await reader.get(api.push.key.path);
    expect([key.status, key.body]).toEqual([200, { publicKey: app.deps.push?.publicKey, topics: every }]);
    const chosen = { ...every, messages: false };
    const answer = await reader.put(api.push.chooseTopics.path, chosen);
    expect([answer.status, answer.body]).toEqual([200, { topics: chosen }]);
    expect((await reader.get(api.push.key.path)).body["topics"]).toEqual(chosen);
    expect((await bystander.get(api.push.key.path)).body["topics"]).toEqual(every);
    await mentor.post(`${room}/messages`, { message: "들리지 않는 말" });
    await settle(seller, buyer, other);
    await reader.put(api.push.chooseTopics.path, every);
    await mentor.post(`${room}/messages`, { message: "다시 들리는 말" });
    await settle(seller, buyer, other);
    expect(device.notifications.map(({ body }) => body)).toEqual(["다시 들리는 말"]);
    expect(bystanderDevice.notifications).toEqual([]);
  });

  it("ends with the session, with the switch, with another person's sign-in there, and with the account", async () => {
    const { buyer, other, mentor, reader, bystander, room } = await createSale();
    const again = await app.as(buyer);
    const [ended, off, moved, stays] = [
      await subscribe(reader), await subscribe(again), await subscribe(again), await subscribe(again),
    ]; // oxfmt-ignore
    expect((await reader.post(api.accounts.logout.path)).status).toBe(200);
    const remove = (client: TestClient, { subscription }: SubscribedDevice) =>
      client.request("DELETE", path, { subscription });
    // Another person's switch ends nothing of mine.
    expect((await remove(bystander, stays)).body).toEqual({ ok: true });
    expect((await remove(again, off)).body).toEqual({ ok: true });
    await bystander.post(path, { subscription: moved.subscription });
    await mentor.post(`${room}/messages`, { message: "한 기기에만" });
    await settle(buyer, other);
    expect([ended, off, moved, stays].map(({ notifications }) => notifications.length)).toEqual([0, 0, 0, 1]);
    expect([await countOf(buyer), await countOf(other)]).toEqual([1, 1]);

    const [gone, left] = [await createUser(app.deps), await createUser(app.deps)];
    for (const user of [gone, left]) {
      const client = await app.as(user);
      await subscribe(client);
      await client.put(api.push.chooseTopics.path, {
        messages: false, sales: true, results: true, inquiries: true,
      }); // oxfmt-ignore
    }
    await leave(app.deps, gone.id);
    const { rows } = await app.deps.pool.query<{ user_id: string }>(
      "select user_id from push_topics where user_id = any($1)",
      [[gone.id, left.id]],
    );
    expect(rows).toEqual([{ user_id: left.id }]);
    expect([await countOf(gone), await countOf(left)]).toEqual([0, 1]);
  });

  it("asks a service that is ill again later, with the words of then, and forgets a device that is gone", async () => {
    const { buyer, mentor, reader, room } = await createSale();
    const [ill, gone, strict, well] = [
      await subscribe(reader), await subscribe(reader), await subscribe(reader), await subscribe(reader),
    ]; // oxfmt-ignore
    ill.next.push(503);
    gone.next.push(410);
    strict.next.push(413);
    await mentor.post(`${room}/messages`, { message: "안녕하세요" });
    await settle(buyer);
    const seen = () =>
      [ill, gone, strict, well].map(({ asked, notifications }) => [asked, notifications.length]);
    expect(seen()).toEqual([
      [1, 0],
      [1, 0],
      [1, 0],
      [1, 1],
    ]);
    expect(await countOf(buyer)).toBe(3);
    const { rows } = await app.deps.pool.query<{ payload: object; wait: number }>(
      `select payload, extract(epoch from run_at - now())::int as wait from graphile_worker._private_jobs
       where key = $1`,
      [`push again ${buyer.id}`],
    );
    expect(rows).toMatchObject([{ payload: { userId: buyer.id, tries: 1 } }]);
    expect(rows[0]?.wait).toBeLessThanOrEqual(15);

    // The second try carries what has come since; no job follows the third.
    ill.next.push(500);
    await mentor.post(`${room}/messages`, { message: "또 안녕하세요" });
    await deliverNews(app.deps, { userId: buyer.id, tries: 2 });
    await app.deps.pool.query("select graphile_worker.remove_job($1)", [`push again ${buyer.id}`]);
    await deliverNews(app.deps, { userId: buyer.id, tries: 2 });
    expect(ill.notifications.map(({ body }) => body)).toEqual(["또 안녕하세요"]);
    expect(strict.notifications.map(({ body }) => body)).toEqual(["또 안녕하세요"]);
    await settle(buyer);
  });

  it("goes on in the session that a new password makes, and in no other of the person's", async () => {
    const currentPassword = "Knowhow!2026";
    const user = await createUser(app.deps, { password: await hashPassword(currentPassword) });
    const [client, other] = [await app.as(user), await app.as(user)];
    const device = await subscribe(client);
    await subscribe(other);
    const change = { currentPassword, newPassword: "Haru!2027x" };
    expect((await client.put(api.accounts.changePassword.path, change)).status).toBe(200);
    const { rows } = await app.deps.pool.query<{ endpoint: string }>(
      `select p.endpoint from push_subscriptions p join sessions s on s.id_hash = p.session_hash
       where p.user_id = $1`,
      [user.id],
    );
    expect(rows).toEqual([{ endpoint: device.subscription.endpoint }]);
  });

  it("tells a banned person what administrators say, and no more", async () => {
    const { seller, buyer, mentor, reader, room } = await createSale();
    const device = await subscribe(reader);
    const made = await reader.post("/api/user/admin-chats/create", { message: "도와주세요" });
    const { id } = made.body["chatRoom"] as unknown as { id: string };
    await mentor.post(`${room}/messages`, { message: "답장" });
    await keeper.post(`/api/admin/chats/${id}/messages`, { message: "이용이 제한되었습니다" });
    await app.deps.pool.query("update users set is_banned = 1, ban_reason = '사기' where id = $1", [
      buyer.id,
    ]);
    await settle(seller, buyer);
    expect(device.notifications.map(({ body }) => body)).toEqual(["이용이 제한되었습니다"]);
  });

  it("keeps the newest devices of a person, and one row for each address", async () => {
    const [user, bystander] = [await createUser(app.deps), await createUser(app.deps)];
    const [client, other] = [await app.as(user), await app.as(bystander)];
    await subscribe(other);
    const first = await subscribe(client);
    await Promise.all([1, 2, 3].map(() => client.post(path, { subscription: first.subscription })));
    expect(await countOf(user)).toBe(1);
    for (let times = 0; times < 20; times += 1) await subscribe(client);
    expect([await countOf(user), await countOf(bystander)]).toEqual([20, 1]);
  });

  it("calls no address but those of push services", async () => {
    const client = await app.as(await createUser(app.deps));
    const { keys } = service.subscribe().subscription;
    const endpoints = [
      "http://127.0.0.1:1/push",
      "http://169.254.169.254/latest/meta-data",
      "https://push.example/x",
      "http://fcm.googleapis.com/fcm/send/x",
      "https://fcm.googleapis.com:8443/fcm/send/x",
      "https://fcm.googleapis.com.evil.example/x",
      "https://evilpush.apple.com.example/x",
      "https://user:secret@fcm.googleapis.com/x",
      "javascript:alert(1)",
      `https://fcm.googleapis.com/${"x".repeat(2_000)}`,
    ];
    for (const endpoint of endpoints)
      expect(failing(await client.post(path, { subscription: { endpoint, keys } })), endpoint).toBe(
        "400 VALIDATION",
      );
    for (const endpoint of [
      "https://fcm.googleapis.com/fcm/send/x",
      "https://updates.push.services.mozilla.com/wpush/v2/x",
      "https://web.push.apple.com/x",
      "https://wns2-par02p.notify.windows.com/w/?token=x",
    ])
      expect((await client.post(path, { subscription: { endpoint, keys } })).status, endpoint).toBe(200);
    for (const wrong of [
      { endpoint: `${service.origin}/x` },
      { endpoint: `${service.origin}/x`, keys: { ...keys, auth: "short" } },
      { endpoint: `${service.origin}/x`, keys: { ...keys, p256dh: randomUUID() } },
      // Of the right length, and no point of the curve: nothing could be sealed for it.
      { endpoint: `${service.origin}/x`, keys: { ...keys, p256dh: `B${"x".repeat(86)}` } },
      { endpoint: `${service.origin}/${"가".repeat(1_900)}`, keys },
      "text",
      null,
    ])
      expect(failing(await client.post(path, { subscription: wrong })), JSON.stringify(wrong)).toBe(
        "400 VALIDATION",
      );
    expect(failing(await client.put(api.push.chooseTopics.path, { messages: true }))).toBe("400 VALIDATION");
  });
});
