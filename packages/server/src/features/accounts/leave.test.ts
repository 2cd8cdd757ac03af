import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { payOut } from "../payouts/payOut.ts";
import { startTestApp, type TestApp } from "../../../testing/app.ts";
import { failing } from "../../../testing/client.ts";
import { createContent, createSeller, createUser } from "../../../testing/factories.ts";
import { meanwhile } from "../../../testing/meanwhile.ts";
import {
  authorise, buy, chargesDoneOf, confirm, control, createOrder, orderBody, orderRowOf,
} from "../../../testing/payments.ts"; // oxfmt-ignore
import { makeSale, saleState } from "../../../testing/refunds.ts";
import { makeDeal } from "../../../testing/reports.ts";
import { claimOrder } from "../orders/claim.ts";
import { closePending } from "../orders/reconcileOrder.ts";
import { leave, leaveIn } from "./leave.ts";
import { hashPassword } from "./passwords.ts";

const password = "Knowhow!2026";

describe("leaving", () => {
  let app: TestApp;
  let hashed: string;
  beforeAll(async () => {
    app = await startTestApp();
    hashed = await hashPassword(password);
  });
  afterAll(() => app.stop());

  it("takes the password", async () => {
    const client = await app.as(await createUser(app.deps, { password: hashed }));
    expect(failing(await client.delete("/api/user", {}))).toBe("400 VALIDATION");
    expect(failing(await client.delete("/api/user", { password: "wrong" }))).toBe("400 WRONG_PASSWORD");
    expect((await client.get("/api/auth/me")).status).toBe(200);
  });

  it("leaves nothing about the person, and to others what is theirs", async () => {
    const seller = await createSeller(app.deps, {
      password: hashed,
      name: "김판매",
      phoneNumber: "01055556666",
    });
    const client = await app.as(seller);
    const content = await createContent(app.deps, seller.id, { price: 0 });
    const buyer = await app.as(await createUser(app.deps));
    const { chatRoomId } = await buy(app.url, buyer, content);
    await client.post(`/api/chat/rooms/${chatRoomId}/messages`, { message: "고맙습니다" });
    await client.post("/api/user/admin-chats/create", { message: "탈퇴하려고 합니다" });
    expect((await client.delete("/api/user", { password })).status).toBe(200);

    expect((await client.get("/api/auth/me")).status).toBe(401);
    const { rows } = await app.deps.pool.query<{ all: string }>(
      "select u::text as all from users u where id = $1",
      [seller.id],
    );
    for (const trace of [seller.userId, seller.nickname, seller.email, "김판매", "01055556666", "KB국민은행"])
      expect(rows[0]?.all).not.toContain(trace);
    for (const emailOrUserId of [seller.userId, seller.email])
      expect(failing(await app.visitor().post("/api/login", { emailOrUserId, password }))).toBe(
        "401 WRONG_CREDENTIALS",
      );
    expect((await app.visitor().get(`/api/contents/${content.id}`)).status).toBe(404);
    expect((await buyer.get(`/api/contents/${content.id}`)).status).toBe(200);
    expect((await buyer.get(`/api/download/${content.id}/0`)).status).toBe(302);
    const talk = await buyer.get(`/api/chat/rooms/${chatRoomId}/messages`);
    expect(JSON.stringify(talk.body)).toContain("고맙습니다");
    const room = await buyer.get(`/api/chat/rooms/${chatRoomId}`);
    expect(room.body["chatRoom"]).toMatchObject({ sellerNickname: "탈퇴한 사용자" });
    expect(failing(await buyer.post(`/api/chat/rooms/${chatRoomId}/messages`, { message: "?" }))).toBe(
      "409 ROOM_INACTIVE",
    );
    // The names are free again.
    expect((await app.visitor().get(`/api/check-userid/${seller.userId}`)).body["available"]).toBe(true);
  });

  it("waits for what is not settled", async () => {
    const deal = await makeDeal(app, { price: 10_000 });
    await app.deps.pool.query("update users set password = $2 where id = $1", [deal.seller.id, hashed]);
    expect(failing(await deal.sellerClient.delete("/api/user", { password }))).toBe("409 OPEN_BUSINESS");
    expect((await deal.sellerClient.get("/api/auth/me")).status).toBe(200);
  });

  /** A seller with an order that another person has authorised and not confirmed. */
  const makeUnpaid = async () => {
    const seller = await createSeller(app.deps, { password: hashed });
    const sellerClient = await app.as(seller);
    const buyer = await createUser(app.deps, { password: hashed });
    const buyerClient = await app.as(buyer);
    const order = await createOrder(buyerClient, await createContent(app.deps, seller.id, { price: 10_000 }));
    return { seller, sellerClient, buyerClient, order, payment: await authorise(app.url, order) };
  };

  it("does not wait for what another person has ordered and not paid, which is never captured then", async () => {
    const { sellerClient, buyerClient, order, payment } = await makeUnpaid();
    // To the buyer it is business of their own.
    expect(failing(await buyerClient.delete("/api/user", { password }))).toBe("409 OPEN_BUSINESS");
    expect((await sellerClient.delete("/api/user", { password })).status).toBe(200);
    expect(failing(await confirm(buyerClient, payment))).toBe("404 NOT_FOUND");
    // An authorised payment expires at the provider after 30 minutes, and the order with it.
    await control(app.url, "clock", { advanceMs: 31 * 60_000 });
    await app.moveClock(31 * 60_000);
    await expect
      .poll(async () => {
        await app.moveClock(6 * 60_000);
        await closePending(app.deps, order.id);
        return (await orderRowOf(app.deps.pool, order))?.status;
      })
      .toBe("expired");
    expect(await chargesDoneOf(app.url, order)).toEqual([]);
  });

  it("comes before or after a confirm beside it, and nothing is captured for a seller who is gone", async () => {
    const first = await makeUnpaid();
    const late = await meanwhile(
      app.deps,
      (trx) => leaveIn(trx, first.seller.id),
      () => confirm(first.buyerClient, first.payment),
    );
    expect(failing(late)).toBe("404 NOT_FOUND");
    expect(await chargesDoneOf(app.url, first.order)).toEqual([]);

    const second = await makeUnpaid();
    await claimOrder(app.deps, second.order.id, second.payment.paymentKey);
    expect(failing(await second.sellerClient.delete("/api/user", { password }))).toBe("409 OPEN_BUSINESS");
    // The claim's lease is over.
    await app.moveClock(61_000);
    expect((await confirm(second.buyerClient, second.payment)).status).toBe(200);

    for (let round = 0; round < 4; round += 1) {
      const { sellerClient, buyerClient, order, payment } = await makeUnpaid();
      const [left, paid] = await Promise.all([
        sellerClient.delete("/api/user", { password }),
        confirm(buyerClient, payment),
      ]);
      const isGone = left.status === 200;
      expect([failing(left), paid.status]).toEqual(
        isGone ? ["200 undefined", 404] : ["409 OPEN_BUSINESS", 200],
      );
      expect(await chargesDoneOf(app.url, order)).toEqual(isGone ? [] : ["DONE"]);
    }
  });

  it("waits for a refund that the provider refused, and for what is owed back; nobody else waits for it", async () => {
    const [sale, bystander] = [await makeSale(app), await makeSale(app)];
    const people = [sale.buyer, sale.seller, bystander.buyer, bystander.seller];
    await app.deps.pool.query("update users set password = $2 where id = any($1)", [
      people.map(({ id }) => id),
      hashed,
    ]);
    const leaving = async ({ id }: { id: string }) =>
      failing(await (await app.as({ id })).delete("/api/user", { password }));
    await app.moveClock(8 * 24 * 3_600_000);
    await expect
      .poll(async () => {
        await payOut(app.deps);
        return (await saleState(app, sale))?.settlement;
      })
      .toBe("completed");
    const admin = await app.as(await createUser(app.deps, { userId: "admin1" }));
    await control(app.url, "next", { code: "NOT_CANCELABLE_PAYMENT" });
    await admin.post(`/api/admin/refunds/${sale.orderNumber}`, { reason: "저작권 침해" });
    await expect.poll(async () => (await saleState(app, sale))?.status).toBe("paid");
    expect([await leaving(sale.buyer), await leaving(sale.seller)]).toEqual([
      "409 OPEN_BUSINESS",
      "409 OPEN_BUSINESS",
    ]);
    // The provider takes one cancel of a payment within two seconds.
    await app.moveClock(3_000);
    const decision = { decision: "approve", reason: "결제사와 확인했습니다" };
    expect((await admin.put(`/api/admin/refunds/${sale.orderNumber}`, decision)).status).toBe(200);
    await expect.poll(async () => (await saleState(app, sale))?.status).toBe("refunded");
    // With nothing more for sale, the debt ends only through the administrators: the answer says so.
    const owing = await (await app.as(sale.seller)).delete("/api/user", { password });
    expect(failing(owing)).toBe("409 OPEN_BUSINESS");
    expect(owing.body["message"]).toMatch(/^환불로 회수할 금액 9,500원이 남아 있어 .+ 1:1 문의로/);
    for (const free of [sale.buyer, bystander.buyer, bystander.seller])
      expect(await leaving(free)).toBe("200 undefined");
  });

  it("goes through while both write into many rooms, and no message waits for it crosswise", async () => {
    for (let round = 0; round < 6; round += 1) {
      const buyer = await createUser(app.deps);
      const [client, seller] = [await app.as(buyer), await createSeller(app.deps)];
      const sellerClient = await app.as(seller);
      const rooms: string[] = [];
      for (let at = 0; at < 4; at += 1)
        rooms.push(
          (await buy(app.url, client, await createContent(app.deps, seller.id, { price: 0 }))).chatRoomId,
        );
      // A user's first event creates a counter, which refers to the user.
      await app.deps.pool.query("delete from events where user_id = $1", [buyer.id]);
      await app.deps.pool.query("delete from event_cursors where user_id = $1", [buyer.id]);
      const [, ...sent] = await Promise.all([
        leave(app.deps, buyer.id),
        ...rooms.flatMap((id) =>
          [client, sellerClient, client].map((by) =>
            by.post(`/api/chat/rooms/${id}/messages`, { message: "안녕하세요" }),
          ),
        ),
      ]);
      for (const { status } of sent) expect([201, 401, 409]).toContain(status);
    }
  });

  it("is final for what was on its way: nothing of the person comes back, nothing new begins", async () => {
    const seller = await createSeller(app.deps, { name: "김판매", password: hashed });
    const client = await app.as(seller);
    const wanted = await createContent(app.deps, (await createSeller(app.deps)).id, { price: 0 });
    const profile = {
      nickname: `새이름${seller.userId}`,
      name: "김판매",
      email: seller.email,
      phoneNumber: "01012345678",
    };
    const link = "https://drive.google.com/file/d/1/view";
    const content = { title: "제목", description: "설명", category: "stock", price: 0, fileUrls: [link] };
    const answers = await meanwhile(
      app.deps,
      (trx) => leaveIn(trx, seller.id),
      () =>
        Promise.all([
          client.post("/api/orders", orderBody(wanted)),
          client.put("/api/profile", profile),
          client.post("/api/contents", content),
          client.delete("/api/user", { password }),
        ]),
    );
    for (const { status } of answers) expect([400, 401]).toContain(status);
    const { rows } = await app.deps.pool.query(
      `select u.name, (select count(*) from orders where buyer_id = u.id) as orders,
              (select count(*) from contents where seller_id = u.id) as contents from users u where id = $1`,
      [seller.id],
    );
    expect(rows).toEqual([{ name: "탈퇴", orders: 0, contents: 0 }]);
  });
});
