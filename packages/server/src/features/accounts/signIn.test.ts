import { Model } from "objection";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestApp, type TestApp } from "../../../testing/app.ts";
import type { Answer, TestClient } from "../../../testing/client.ts";
import { createUser, type TestUser } from "../../../testing/factories.ts";
import { countWaiting } from "../../../testing/meanwhile.ts";
import { User } from "../users/User.ts";
import { hashPassword } from "./passwords.ts";

const password = "Nolja!2026";
let app: TestApp;
let hashed: string;
beforeAll(async () => {
  app = await startTestApp();
  hashed = await hashPassword(password);
});
afterAll(() => app.stop());

const person = (overrides: Partial<TestUser> = {}) =>
  createUser(app.deps, { password: hashed, ...overrides });
const login = (client: TestClient, emailOrUserId: string, given = password) =>
  client.post("/api/login", { emailOrUserId, password: given });
const statusOf = async (client: TestClient) => (await client.get("/api/auth/me")).status;

describe("POST /api/login", () => {
  it("takes the login id or the e-mail address, whatever their case", async () => {
    const user = await person({ userId: "CamelCase1", email: "Camel.Case@Example.com" });
    for (const name of ["camelcase1", "CAMELCASE1", "camel.case@example.com", " CAMEL.CASE@EXAMPLE.COM "]) {
      const answer = await login(app.visitor(), name);
      expect(answer.status).toBe(200);
      expect(answer.body).toMatchObject({ user: { id: user.id, userId: "CamelCase1" } });
    }
  });

  it("answers a wrong password and an unknown account alike", async () => {
    const user = await person();
    const wrong = await login(app.visitor(), user.userId, "Nolja!2027");
    const unknown = await login(app.visitor(), "nobody2026", "Nolja!2027");
    expect(wrong.status).toBe(401);
    expect(wrong.body).toMatchObject({ code: "WRONG_CREDENTIALS", message: expect.stringContaining("잘못") });
    expect(unknown.status).toBe(401);
    expect(unknown.bytes.equals(wrong.bytes)).toBe(true);
  });

  it("takes any text for a name that nobody has", async () => {
    for (const name of ["\u0000x", "a'; --", "%", "가".repeat(255), "\ud800"]) {
      expect((await login(app.visitor(), name)).status).toBe(401);
    }
  });

  it("asks for both fields", async () => {
    const answer = await app.visitor().post("/api/login", { emailOrUserId: " ", password: "" });
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({
      fields: { emailOrUserId: expect.any(String), password: expect.any(String) },
    });
  });

  it("gives a new session id, and ends the session that was there", async () => {
    const user = await person();
    const client = app.visitor();
    await login(client, user.userId);
    const before = new Map(client.cookies);
    await login(client, user.email);
    expect(client.cookies.get("sid")).not.toBe(before.get("sid"));
    expect(await statusOf(client)).toBe(200);
    const old = app.visitor();
    for (const [name, value] of before) old.cookies.set(name, value);
    expect(await statusOf(old)).toBe(401);
    const { rows } = await app.deps.pool.query("select id_hash from sessions where user_id = $1", [user.id]);
    expect(rows).toHaveLength(1);
    expect(rows[0]).not.toEqual({ id_hash: client.cookies.get("sid") });
  });

  it("lets somebody banned in, to read why", async () => {
    const user = await person();
    await app.deps.pool.query("update users set is_banned = 1, ban_reason = '사기' where id = $1", [user.id]);
    const client = app.visitor();
    await expect(login(client, user.userId)).resolves.toMatchObject({
      status: 200,
      body: { user: { isBanned: true, banReason: "사기" } },
    });
    expect(await statusOf(client)).toBe(200);
    await expect(client.get("/api/user/bank-account")).resolves.toMatchObject({
      status: 403,
      body: { code: "BANNED", type: "ban", banReason: "사기" },
    });
  });

  it("tells an administrator so", async () => {
    await person({ userId: "Admin1" });
    await expect(login(app.visitor(), "admin1")).resolves.toMatchObject({
      body: { user: { isAdmin: true } },
    });
  });

  it("sets cookies that scripts can not read", async () => {
    const user = await person();
    const { headers } = await login(app.visitor(), user.userId);
    const lines = headers.getSetCookie();
    expect(lines.length).toBeGreaterThan(0);
    for (const line of lines) {
      expect(line).toMatch(/;\s*httponly/i);
      expect(line).toMatch(/;\s*samesite=lax/i);
    }
  });
});

describe("GET /api/auth/me", () => {
  it("is for people with a session", async () => {
    const answer = await app.visitor().get("/api/auth/me");
    expect(answer).toMatchObject({ status: 401, body: { code: "LOGIN_REQUIRED" } });
  });

  it("names the newest warning in force that was not seen", async () => {
    const user = await person();
    const { pool } = app.deps;
    const warn = async (values: { type?: string; active?: number; seen?: boolean; minutesAgo: number }) => {
      const { rows } = await pool.query<{ id: string }>(
        `insert into user_penalties (user_id, penalty_type, reason, is_active, seen_at, created_at)
         values ($1, $2, '사유', $3, case when $4 then app_now() end, app_now() - $5 * interval '1 minute') returning id`,
        [user.id, values.type ?? "warning", values.active ?? 1, values.seen ?? false, values.minutesAgo],
      );
      return rows[0]?.id;
    };
    await warn({ minutesAgo: 50 });
    const expected = await warn({ minutesAgo: 40 });
    await warn({ minutesAgo: 30, seen: true });
    await warn({ minutesAgo: 20, active: 0 });
    await warn({ minutesAgo: 10, type: "suspension" });
    const me = await (await app.as(user)).get("/api/auth/me");
    expect(me.body).toMatchObject({ user: { unseenPenaltyId: expected } });
  });
});

describe("signing out", () => {
  it("ends the session, and answers the same without one", async () => {
    const client = await app.as(await person());
    const stolen = app.visitor();
    for (const [name, value] of client.cookies) stolen.cookies.set(name, value);
    const out = await client.post("/api/auth/logout");
    expect([out.status, out.body]).toEqual([200, { ok: true }]);
    expect(out.headers.get("clear-site-data")).toBe('"cache"');
    expect(await statusOf(client)).toBe(401);
    expect(await statusOf(stolen)).toBe(401);
    await expect(app.visitor().post("/api/auth/logout")).resolves.toMatchObject({ status: 200 });
  });

  it("works as a page, but not when another site opens it", async () => {
    const client = await app.as(await person());
    for (const site of ["cross-site", "same-site"]) {
      await expect(
        client.get("/api/auth/logout", { headers: { "sec-fetch-site": site } }),
      ).resolves.toMatchObject({
        status: 403,
        body: { code: "CROSS_SITE" },
      });
    }
    // Browsers that say nothing of sites name the page on which the link was.
    for (const referer of ["https://evil.example/", `${app.url}.evil.example/`, "about:blank", "x"]) {
      const answer = await client.get("/api/auth/logout", { headers: { referer } });
      expect([answer.status, answer.body["code"]], referer).toEqual([403, "CROSS_SITE"]);
    }
    await client.request("HEAD", "/api/auth/logout");
    expect(await statusOf(client)).toBe(200);
    const linked = await app.as(await person());
    const followed = await linked.get("/api/auth/logout", { headers: { referer: `${app.url}/profile` } });
    expect([followed.status, await statusOf(linked)]).toEqual([302, 401]);
    const typed = await app.as(await person());
    expect([(await typed.get("/api/auth/logout")).status, await statusOf(typed)]).toEqual([302, 401]);
    const answer = await client.get("/api/auth/logout", { headers: { "sec-fetch-site": "same-origin" } });
    expect(answer.status).toBe(302);
    expect(answer.headers.get("location")).toBe("/");
    expect(await statusOf(client)).toBe(401);
  });
});

describe("PUT /api/change-password", () => {
  const change = (client: TestClient, currentPassword: string, newPassword: string) =>
    client.put("/api/change-password", { currentPassword, newPassword });

  it("ends the other sessions, renews this one, and the new password opens the door", async () => {
    const user = await person();
    const [here, there] = [await app.as(user), await app.as(user)];
    const before = here.cookies.get("sid");
    await expect(change(here, password, "Haru!2027x")).resolves.toMatchObject({
      status: 200,
      body: { ok: true },
    });
    expect(await statusOf(here)).toBe(200);
    expect(here.cookies.get("sid")).not.toBe(before);
    expect(await statusOf(there)).toBe(401);
    expect((await login(app.visitor(), user.userId, password)).status).toBe(401);
    expect((await login(app.visitor(), user.userId, "Haru!2027x")).status).toBe(200);
  });

  it("refuses a wrong current password, a weak or a common new one, and visitors", async () => {
    const client = await app.as(await person());
    await expect(change(client, "Nolja!2027", "Haru!2027x")).resolves.toMatchObject({
      status: 400,
      body: { code: "WRONG_PASSWORD", fields: { currentPassword: expect.any(String) } },
    });
    await expect(change(client, password, "weak")).resolves.toMatchObject({
      status: 400,
      body: { code: "VALIDATION", fields: { newPassword: expect.any(String) } },
    });
    await expect(change(client, password, password)).resolves.toMatchObject({
      status: 400,
      body: {
        code: "VALIDATION",
        fields: { newPassword: "현재 비밀번호와 다른 비밀번호를 입력해주세요." },
      },
    });
    await expect(change(client, password, "P@ssw0rd1")).resolves.toMatchObject({
      status: 400,
      body: { code: "VALIDATION", fields: { newPassword: expect.any(String) } },
    });
    expect((await change(app.visitor(), password, "Haru!2027x")).status).toBe(401);
  });

  it("leaves no session opened with the old password at the same moment", async () => {
    const user = await person();
    const client = await app.as(user);
    const others = Array.from({ length: 6 }, () => app.visitor());
    const [changed] = await Promise.all([
      change(client, password, "Haru!2027x"),
      ...others.map((other) => login(other, user.userId)),
    ]);
    expect(changed.status).toBe(200);
    for (const other of others) expect(await statusOf(other)).toBe(401);
  });
});

describe("two who prove the same password at the same moment", () => {
  it("one changes it, and the other's session is over", async () => {
    for (let round = 0; round < 4; round += 1) {
      const user = await person();
      const clients = [await app.as(user), await app.as(user)];
      const wanted = ["Haru!2027x", "Nabi!2028y"];
      const answers = await Promise.all(
        clients.map((client, at) =>
          client.put("/api/change-password", { currentPassword: password, newPassword: wanted[at] }),
        ),
      );
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 401]);
      const won = answers.findIndex(({ status }) => status === 200);
      expect(await Promise.all(clients.map((client) => statusOf(client)))).toEqual(
        clients.map((_, at) => (at === won ? 200 : 401)),
      );
      expect((await login(app.visitor(), user.userId, wanted[won])).status).toBe(200);
    }
  });

  const orders = [
    ["the sign-in", "the change"],
    ["the change", "the sign-in"],
  ] as const;
  it.each(orders)(
    "a sign-in with a temporary password, also in a browser that is signed in, is not undone by a change: %s first",
    async (...inOrder) => {
      const user = await person();
      const [thief, owner] = [await app.as(user), await app.as(user)];
      const temp = "Temp!2026";
      await app.deps.pool.query(
        "update users set temp_password = $2, temp_password_expires_at = app_now() + interval '10 minutes' where id = $1",
        [user.id, await hashPassword(temp)],
      );
      const acts = {
        "the sign-in": () => login(owner, user.userId, temp),
        "the change": () =>
          thief.put("/api/change-password", { currentPassword: password, newPassword: "Haru!2027x" }),
      };
      const begun: Promise<Answer>[] = [];
      // Both have proven their password when the first of them may go on.
      await Model.transaction(app.deps.knex, async (trx) => {
        await User.query(trx).findById(user.id).forNoKeyUpdate();
        for (const name of inOrder) {
          begun.push(acts[name]());
          await expect.poll(() => countWaiting(app.deps)).toBe(begun.length);
        }
      });
      expect((await Promise.all(begun)).map(({ status }) => status)).toEqual([200, 401]);
      const [inside, outside] = inOrder[0] === "the sign-in" ? [owner, thief] : [thief, owner];
      expect([await statusOf(inside), await statusOf(outside)]).toEqual([200, 401]);
    },
  );
});

describe("POST /api/auth/verify-password", () => {
  it("tells whether the password is right", async () => {
    const client = await app.as(await person());
    const verify = (given: string) => client.post("/api/auth/verify-password", { password: given });
    await expect(verify(password)).resolves.toMatchObject({ status: 200, body: { ok: true } });
    await expect(verify("Nolja!2027")).resolves.toMatchObject({
      status: 400,
      body: { code: "WRONG_PASSWORD" },
    });
    await expect(verify("")).resolves.toMatchObject({ status: 400, body: { code: "VALIDATION" } });
    expect((await app.visitor().post("/api/auth/verify-password", { password })).status).toBe(401);
  });
});

describe("a sign-in of the console", () => {
  const hourMs = 60 * 60_000;
  const fromConsole = async (client: TestClient, userId: string) => {
    const answer = await client.post(
      "/api/login",
      { emailOrUserId: userId, password },
      { headers: { "x-knowhow-client": "console" } },
    );
    expect(answer.status).toBe(200);
  };
  const hoursLeft = async (userId: string) => {
    const { rows } = await app.deps.pool.query<{ hours: number }>(
      "select extract(epoch from expires_at - app_now())::float8 / 3600 as hours from sessions where user_id = $1",
      [userId],
    );
    return rows.map(({ hours }) => hours);
  };

  it("ends twelve hours later, however much it is used", async () => {
    const user = await person();
    const client = app.visitor();
    await fromConsole(client, user.userId);
    for (let hour = 0; hour < 11; hour += 1) {
      await app.moveClock(hourMs);
      expect(await statusOf(client)).toBe(200);
    }
    const [left] = await hoursLeft(user.id);
    expect(left).toBeCloseTo(1, 1);
    // Sending the console's name again is no sign-in.
    await client.get("/api/auth/me", { headers: { "x-knowhow-client": "console" } });
    await app.moveClock(hourMs);
    expect(await statusOf(client)).toBe(401);
  });

  it("ends no later for a password that is changed in it", async () => {
    const user = await person();
    const client = app.visitor();
    await fromConsole(client, user.userId);
    await app.moveClock(10 * hourMs);
    // A thief of the cookie would leave the console's name out.
    const answer = await client.put("/api/change-password", {
      currentPassword: password,
      newPassword: "Nolja!2027",
    });
    expect(answer.status).toBe(200);
    expect(await statusOf(client)).toBe(200);
    const lasting = await hoursLeft(user.id);
    expect(lasting).toHaveLength(1);
    expect(lasting[0]).toBeCloseTo(2, 1);
  });

  it("leaves a browser's session as it is, whatever a browser calls itself later", async () => {
    const user = await person();
    const client = app.visitor();
    await login(client, user.userId);
    await client.get("/api/auth/me", { headers: { "x-knowhow-client": "console" } });
    const [left] = await hoursLeft(user.id);
    expect(left).toBeGreaterThan(13 * 24);
  });
});
