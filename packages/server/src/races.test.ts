import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { hashPassword } from "./features/accounts/passwords.ts";
import { startTestApp, type TestApp } from "../testing/app.ts";
import { TestClient, type Answer } from "../testing/client.ts";
import { createUser } from "../testing/factories.ts";
import { startServerProcess, type ServerProcess } from "../testing/process.ts";
import { decide, fileReport, makeDeal, type Deal } from "../testing/reports.ts";

describe("at the same moment, at two processes", () => {
  let app: TestApp;
  let second: ServerProcess;
  let admins: TestClient[];

  beforeAll(async () => {
    const administrators = { ADMIN_USER_IDS: "admin1,admin2" };
    app = await startTestApp(administrators);
    second = await startServerProcess(app, administrators);
    admins = [
      await app.as(await createUser(app.deps, { userId: "admin1" })),
      elsewhere(await app.as(await createUser(app.deps, { userId: "admin2" }))),
    ];
  });
  afterAll(async () => {
    await second.kill();
    await app.stop();
  });

  /** The same browser, at the other process. */
  const elsewhere = (client: TestClient): TestClient => {
    const other = new TestClient(second.url);
    for (const [name, value] of client.cookies) other.cookies.set(name, value);
    return other;
  };
  const by = (at: number): TestClient => {
    const admin = admins[at % 2];
    if (!admin) throw new Error("two of them");
    return admin;
  };
  const one = async <T extends object>(sql: string, id: string): Promise<T | undefined> =>
    (await app.deps.pool.query<T>(sql, [id])).rows[0];
  const standingOf = ({ seller }: Deal) =>
    one(
      `select warning_count, is_banned, (select count(*)::int from user_penalties where user_id = u.id) as penalties
       from users u where id = $1`,
      seller.id,
    );
  const warning = { status: "resolved", penaltyType: "warning", reason: "광고" };

  it("two administrators decide differently: one wins, the other is told and sees the result", async () => {
    const deal = await makeDeal(app);
    const id = await fileReport(deal);
    const decisions = [warning, { status: "dismissed", reviewNotes: "근거 없음" }];
    const answers = await Promise.all(decisions.map((decision, at) => decide(by(at), id, decision)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const winner = answers.findIndex(({ status }) => status === 200);
    const loser = answers[1 - winner];
    expect(loser?.body["code"]).toBe("ALREADY_PROCESSED");
    const { body } = await by(1 - winner).get("/api/admin/reports");
    expect(body["reports"]).toMatchObject([{ id, status: decisions[winner]?.status }]);
    const warned = winner === 0 ? 1 : 0;
    expect(await standingOf(deal)).toEqual({ warning_count: warned, is_banned: 0, penalties: warned });
  });

  it("two warnings after a first: one suspends, the other bans", async () => {
    const deal = await makeDeal(app);
    await decide(by(0), await fileReport(deal), warning);
    const chat = await deal.buyerClient.post("/api/chat/reports", {
      chatRoomId: deal.chatRoomId,
      reportedUserId: deal.seller.id,
      reportReason: "harassment",
      reportDetails: "욕설을 합니다.",
    });
    const filed = [await fileReport(deal), (chat.body["report"] as unknown as { id: string }).id]; // As below.
    const answers = await Promise.all(filed.map((id, at) => decide(by(at), id, warning)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(await standingOf(deal)).toEqual({ warning_count: 3, is_banned: 1, penalties: 3 });
    const steps = await one<{ suspending: number; banning: number }>(
      `select (select count(*)::int from user_penalties where user_id = $1 and duration = 7) as suspending,
              (select count(*)::int from admin_chat_messages m join admin_chat_rooms r on r.id = m.chat_room_id
               where r.user_id = $1 and m.message like '%영구 제한%') as banning`,
      deal.seller.id,
    );
    expect(steps).toEqual({ suspending: 1, banning: 1 });
  });

  it("fifty wrong passwords by id and by e-mail are one person's: five are looked at, one step of the ladder", async () => {
    const password = "Nolja!2026";
    const user = await createUser(app.deps, { password: await hashPassword(password) });
    const names = [user.userId, user.email, user.userId.toUpperCase(), ` ${user.email} `];
    const login = (at: number, given: string): Promise<Answer> =>
      new TestClient(at % 2 === 0 ? app.url : second.url).post("/api/login", {
        emailOrUserId: names[at % names.length],
        password: given,
      });
    for (const [round, seconds] of [30, 60, 300].entries()) {
      const answers = await Promise.all(Array.from({ length: 50 }, (_, at) => login(at >> 1, `Wrong!${at}`)));
      const count = (wanted: number) => answers.filter(({ status }) => status === wanted).length;
      expect([count(401), count(429)]).toEqual([5, 45]);
      const { rows } = await app.deps.pool.query(
        `select identifier, attempt_count, ceil(extract(epoch from locked_until - last_attempt))::int as locked
         from login_attempts where identifier not like 'temp:%'`,
      );
      expect(rows).toEqual([
        { identifier: `user:${user.id}`, attempt_count: 5 * (round + 1), locked: seconds },
      ]);
      for (const at of [0, 1]) expect((await login(at, password)).status).toBe(429);
      await app.moveClock(seconds * 1_000);
    }
    expect((await login(1, password)).status).toBe(200);
    const { rows } = await app.deps.pool.query(
      "select from login_attempts where identifier not like 'temp:%'",
    );
    expect(rows).toEqual([]);
  });

  it("twenty sends of one message are one message, and one answer", async () => {
    const deal = await makeDeal(app);
    const sent = { message: "한 번만", clientId: randomUUID() };
    const other = elsewhere(deal.buyerClient);
    const paths = [`/api/chat/rooms/${deal.chatRoomId}/messages`];
    const { body } = await deal.buyerClient.post("/api/user/admin-chats/create", { message: "문의" });
    const inquiry = (body["chatRoom"] as unknown as { id: string }).id; // The contract's answer was checked by the server.
    paths.push(`/api/user/admin-chats/${inquiry}/messages`);
    for (const path of paths) {
      const answers = await Promise.all(
        Array.from({ length: 20 }, (_, at) => (at % 2 === 0 ? deal.buyerClient : other).post(path, sent)),
      );
      expect(answers.map((answer) => answer.status).sort()).toEqual([...Array<number>(19).fill(200), 201]);
      expect(new Set(answers.map((answer) => answer.bytes.toString())).size).toBe(1);
    }
    const counted = await one(
      `select (select seller_unread from chat_rooms where id = $1) as seller,
              (select count(*)::int from chat_messages where chat_room_id = $1 and message_type = 'text') as said`,
      deal.chatRoomId,
    );
    expect(counted).toEqual({ seller: 1, said: 1 });
  });

  it("a ban reaches both sessions of a person, and ends their streams, at once", async () => {
    const deal = await makeDeal(app);
    const sessions = [deal.sellerClient, elsewhere(await app.as(deal.seller))];
    const streams = await Promise.all(
      sessions.map(async (client, at) => {
        const cookie = [...client.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
        const response = await fetch(`${at === 0 ? app.url : second.url}/api/events`, {
          headers: { cookie },
        });
        expect(response.status).toBe(200);
        return { end: response.text() };
      }),
    );
    for (const client of sessions) expect((await client.get("/api/my-contents")).status).toBe(200);
    const id = await fileReport(deal);
    const ban = { status: "resolved", penaltyType: "ban", reason: "사기" };
    expect((await decide(by(1), id, ban)).status).toBe(200);
    for (const text of await Promise.all(streams.map(({ end }) => end))) {
      expect(text).toContain("event:sanction");
      // Later the heartbeat would end them, of which there is a sign of life.
      expect(text.slice(text.indexOf("event:sanction"))).not.toMatch(/^:/m);
    }
    for (const client of sessions) {
      const refused = await client.get("/api/my-contents");
      expect([refused.status, refused.body["code"], refused.body["banReason"]]).toEqual([
        403,
        "BANNED",
        "사기",
      ]);
      expect((await client.get("/api/events")).status).toBe(403);
      expect((await client.get("/api/auth/me")).status).toBe(200);
    }
  });
});
