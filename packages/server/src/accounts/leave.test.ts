import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestApp, type TestApp } from "../testing/app.ts";
import { createContent, createSeller, createUser } from "../testing/factories.ts";
import { buy } from "../testing/payments.ts";
import { failing, makeDeal } from "../testing/reports.ts";
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
});
