import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { startTestApp, type TestApp } from "../../testing/app.ts";
import { failing, type TestClient } from "../../testing/client.ts";
import { createUser, type TestUser } from "../../testing/factories.ts";
import { decide, fileReport, makeDeal, type Deal } from "../../testing/reports.ts";
import { hashPassword } from "../features/accounts/passwords.ts";

const password = "Nolja!2026";
const minuteMs = 60_000;
let app: TestApp;
let hashed: string;
beforeAll(async () => {
  app = await startTestApp();
  hashed = await hashPassword(password);
});
afterAll(() => app.stop());

const bankAccount = { bankName: "토스뱅크", accountNumber: "1000-2000-30002", accountHolder: "홍길동" };
const formOf = (user: TestUser, changes: object = {}) => ({
  nickname: user.nickname,
  name: "홍길동",
  email: user.email,
  phoneNumber: "01012345678",
  ...changes,
});
const rowOf = async ({ id }: TestUser): Promise<unknown> =>
  (await app.deps.pool.query("select to_jsonb(u) as row from users u where id = $1", [id])).rows[0];
const verify = (client: TestClient, given = password) =>
  client.post("/api/auth/verify-password", { password: given });

describe("an unlocked screen", () => {
  let [owner, bystander]: TestUser[] = [];
  let screen: TestClient;
  beforeEach(async () => {
    [owner, bystander] = [await createUser(app.deps, { password: hashed }), await createUser(app.deps)];
    screen = await app.as(owner);
    await app.moveClock(10 * minuteMs);
  });

  it("changes neither name, address, number nor bank account, and does not leave", async () => {
    if (!owner || !bystander) throw new Error("nobody is there");
    const before = [await rowOf(owner), await rowOf(bystander)];
    for (const change of [
      { name: "임꺽정" },
      { email: "thief@example.com" },
      { phoneNumber: "01099998888" },
      // Neither what else changes nor whose address it is makes a difference.
      { nickname: "도둑의별명", email: bystander.email },
    ])
      expect(failing(await screen.put("/api/profile", formOf(owner, change)))).toBe("403 PASSWORD_REQUIRED");
    expect((await screen.post("/api/verify-account", bankAccount)).status).toBe(200);
    expect(failing(await screen.put("/api/user/bank-account", bankAccount))).toBe("403 PASSWORD_REQUIRED");
    expect(failing(await screen.delete("/api/user", { password: "Wrong!2026" }))).toBe("400 WRONG_PASSWORD");
    expect(failing(await screen.put("/api/profile", formOf(owner, { name: "한 글" })))).toBe(
      "400 VALIDATION",
    );
    expect([await rowOf(owner), await rowOf(bystander)]).toEqual(before);
  });

  it("opens the form with the whole address and number only once the password was entered there", async () => {
    if (!owner) throw new Error("nobody is there");
    const other = await app.as(owner);
    await app.moveClock(10 * minuteMs);
    expect(failing(await screen.post("/api/profile/open"))).toBe("403 PASSWORD_REQUIRED");
    expect((await verify(screen)).status).toBe(200);
    const opened = await screen.post("/api/profile/open");
    expect(opened.body).toMatchObject({ user: { email: owner.email, phoneNumber: "01012345678" } });
    expect(failing(await other.post("/api/profile/open"))).toBe("403 PASSWORD_REQUIRED");
  });

  it("is told address and number masked where their answer is opened as a page", async () => {
    if (!owner) throw new Error("nobody is there");
    const headers = { "sec-fetch-site": "none", "sec-fetch-mode": "navigate", "sec-fetch-dest": "document" };
    const opened = await screen.request("GET", "/api/auth/me", undefined, { headers });
    expect(opened.body).toMatchObject({ user: { id: owner.id, phoneNumber: "010-****-5678" } });
    expect(opened.bytes.toString()).not.toContain(owner.email);
    expect((await screen.get("/api/auth/me")).body).toMatchObject({ user: { email: owner.email } });
  });

  it("is told the whole number only while the password is fresh there", async () => {
    if (!owner || !bystander) throw new Error("nobody is there");
    const { email } = owner;
    const asked = [screen, await app.as(bystander)];
    const shown = () =>
      Promise.all(asked.map(async (client) => (await client.get("/api/auth/me")).body["user"]));
    const [whole, masked] = ["01012345678", "010-****-5678"].map((phoneNumber) => ({ phoneNumber }));
    expect(await shown()).toMatchObject([
      { email, ...masked },
      { email: bystander.email, ...whole },
    ]);
    expect((await verify(screen)).status).toBe(200);
    await app.moveClock(9 * minuteMs);
    expect(await shown()).toMatchObject([{ email, ...whole }, whole]);
    await app.moveClock(minuteMs);
    expect(await shown()).toMatchObject([{ email, ...masked }, masked]);
  });

  it("still changes nickname and picture, and is not told the number for it", async () => {
    if (!owner) throw new Error("nobody is there");
    const answer = await screen.put("/api/profile", formOf(owner, { nickname: `새${owner.nickname}` }));
    expect([answer.status, answer.body]).toMatchObject([200, { user: { phoneNumber: "010-****-5678" } }]);
  });

  it("does all of it for ten minutes once the password was entered there, and only there", async () => {
    if (!owner) throw new Error("nobody is there");
    const other = await app.as(owner);
    await app.moveClock(10 * minuteMs);
    expect((await verify(screen, "Wrong!2026")).status).toBe(400);
    expect((await screen.put("/api/profile", formOf(owner, { name: "임꺽정" }))).status).toBe(403);
    expect((await verify(screen)).status).toBe(200);
    expect((await screen.put("/api/profile", formOf(owner, { name: "임꺽정" }))).status).toBe(200);
    expect((await other.put("/api/profile", formOf(owner, { name: "홍두깨" }))).status).toBe(403);
    await app.moveClock(9 * minuteMs);
    expect((await screen.post("/api/verify-account", bankAccount)).status).toBe(200);
    expect((await screen.put("/api/user/bank-account", bankAccount)).status).toBe(200);
    const shown = async (client: TestClient): Promise<unknown> =>
      (await client.get("/api/user/bank-account")).body["accountNumber"];
    const accountNumber = bankAccount.accountNumber.replaceAll("-", "");
    const masked = accountNumber.slice(-4).padStart(accountNumber.length, "*");
    expect([await shown(screen), await shown(other)]).toEqual([accountNumber, masked]);
    await app.moveClock(minuteMs);
    expect(await shown(screen)).toBe(masked);
    expect(failing(await screen.put("/api/profile", formOf(owner)))).toBe("403 PASSWORD_REQUIRED");
  });

  it("loses no entered password to what else the session does at that moment", async () => {
    if (!owner) throw new Error("nobody is there");
    await app.deps.pool.query(
      "update sessions set expires_at = app_now() + interval '1 day' where user_id = $1",
      [owner.id],
    );
    // Each of the reads renews the session, which writes all of its data.
    const answers = await Promise.all([
      ...Array.from({ length: 10 }, () => screen.get("/api/auth/me")),
      verify(screen),
      verify(screen),
      ...Array.from({ length: 10 }, () => screen.get("/api/auth/me")),
    ]);
    expect(answers.filter(({ status }) => status !== 200)).toEqual([]);
    await screen.get("/api/auth/me");
    expect((await screen.put("/api/profile", formOf(owner, { name: "임꺽정" }))).status).toBe(200);
  });
});

it("counts what a session begins with: a sign-in, and a change of the password", async () => {
  const user = await createUser(app.deps, { password: hashed });
  const client = app.visitor();
  await client.post("/api/login", { emailOrUserId: user.userId, password });
  expect((await client.put("/api/profile", formOf(user, { name: "가나다" }))).status).toBe(200);
  await app.moveClock(11 * minuteMs);
  expect((await client.put("/api/profile", formOf(user))).status).toBe(403);
  const change = { currentPassword: password, newPassword: "Haru!2027x" };
  expect((await client.put("/api/change-password", change)).status).toBe(200);
  expect((await client.put("/api/profile", formOf(user))).status).toBe(200);
});

describe("a decision that keeps somebody out for good", () => {
  let admin: TestClient;
  let adminUser: TestUser;
  beforeAll(async () => {
    adminUser = await createUser(app.deps, { userId: "admin1", password: hashed });
  });
  beforeEach(async () => {
    admin = await app.as(adminUser);
    await app.moveClock(11 * minuteMs);
  });

  const snapshotOf = async ({ seller }: Deal) => {
    const { rows } = await app.deps.pool.query(
      `select u.is_banned, u.warning_count,
         (select array_agg(r.status order by r.id) from reports r where r.reported_user_id = u.id) as reports,
         (select count(*)::int from user_penalties p where p.user_id = u.id) as penalties,
         (select count(*)::int from admin_chat_messages m join admin_chat_rooms c on c.id = m.chat_room_id
          where c.user_id = u.id) as messages
       from users u where u.id = $1`,
      [seller.id],
    );
    return rows[0] as unknown;
  };
  const warn = (id: string) =>
    decide(admin, id, { status: "resolved", penaltyType: "warning", reason: "광고" });

  it("needs the password, and does nothing without it: at once, by the third warning, and for several", async () => {
    const [banned, warned, bystander] = [await makeDeal(app), await makeDeal(app), await makeDeal(app)];
    await app.deps.pool.query(
      `insert into user_penalties (user_id, admin_id, penalty_type, reason, created_at)
       select $1, $2, 'warning', '광고', app_now() from generate_series(1, 2)`,
      [warned.seller.id, adminUser.id],
    );
    await app.deps.pool.query("update users set warning_count = 2 where id = $1", [warned.seller.id]);
    const [first, third] = [await fileReport(banned), await fileReport(warned)];
    const before = [await snapshotOf(banned), await snapshotOf(warned), await snapshotOf(bystander)];
    const ban = { status: "resolved", penaltyType: "ban", reason: "사기" };
    expect(failing(await decide(admin, first, ban))).toBe("403 PASSWORD_REQUIRED");
    expect(failing(await warn(third))).toBe("403 PASSWORD_REQUIRED");
    const all = { ids: [first, third], status: "resolved", penaltyType: "warning", reason: "광고" };
    const headers = { "idempotency-key": "one-act" };
    expect(failing(await admin.post("/api/admin/reports/batch", all, { headers }))).toBe(
      "403 PASSWORD_REQUIRED",
    );
    expect([await snapshotOf(banned), await snapshotOf(warned), await snapshotOf(bystander)]).toEqual(before);

    expect((await verify(admin)).status).toBe(200);
    // The refusal is nothing that the key stands for.
    expect((await admin.post("/api/admin/reports/batch", all, { headers })).status).toBe(200);
    expect(await snapshotOf(warned)).toMatchObject({ is_banned: 1, warning_count: 3 });
    expect(await snapshotOf(banned)).toMatchObject({ is_banned: 0, warning_count: 1 });
    expect(await snapshotOf(bystander)).toEqual(before[2]);
  });

  it("is the only one that does: a warning and a suspension need none", async () => {
    const [warned, suspended] = [await makeDeal(app), await makeDeal(app)];
    expect((await warn(await fileReport(warned))).status).toBe(200);
    const week = { status: "resolved", penaltyType: "suspension", duration: 7, reason: "광고" };
    expect((await decide(admin, await fileReport(suspended), week)).status).toBe(200);
  });
});
