import { newPasswordField } from "@knowhow/shared/schemas.ts";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { startTestApp, type TestApp } from "../../../testing/app.ts";
import { failing, type Answer, type TestClient } from "../../../testing/client.ts";
import { createSeller, createUser, type TestUser } from "../../../testing/factories.ts";
import { hashPassword } from "./passwords.ts";
import { makeTempPassword } from "./recovery.ts";

const password = "Knowhow!2026";
const tempOf = ({ body }: Answer) => String(body["tempPassword"]);
const userOf = ({ body }: Answer) => body["user"] as unknown as { mustChangePassword: boolean };

describe("getting back into an account", () => {
  let app: TestApp;
  let hashed: string;
  let user: TestUser;
  let given: Record<string, string>;

  beforeAll(async () => {
    app = await startTestApp();
    hashed = await hashPassword(password);
  });
  afterAll(() => app.stop());
  beforeEach(async () => {
    user = await createUser(app.deps, { password: hashed, name: "홍길동", phoneNumber: "01012345678" });
    given = {
      userId: user.userId,
      name: "홍길동",
      nickname: user.nickname,
      email: user.email,
      phoneNumber: "01012345678",
    };
  });

  const find = (body: object) => app.visitor().post("/api/find-account", body);
  const reset = (body: object) => app.visitor().post("/api/reset-password", body);
  const login = (client: TestClient, secret: string, emailOrUserId = user.userId) =>
    client.post("/api/login", { emailOrUserId, password: secret });

  it("tells the id to who knows everything, however it is spaced", async () => {
    expect((await find(given)).body).toMatchObject({ userId: user.userId });
    const spaced = {
      name: "홍 길 동",
      nickname: ` ${user.nickname} `,
      email: ` ${user.email.toUpperCase()} `,
      phoneNumber: "010-1234 5678",
    };
    const answer = await find(spaced);
    expect([answer.status, answer.body["userId"]]).toEqual([200, user.userId]);
    expect(answer.headers.get("cache-control")).toBe("no-store");
  });

  it("says the same, whichever of it is wrong, and of administrators", async () => {
    const admin = await createUser(app.deps, { userId: "admin1", password: hashed });
    const wrong: Record<string, string>[] = [
      { ...given, name: "김길동" },
      { ...given, nickname: "다른별명" },
      { ...given, email: "nobody@example.com" },
      { ...given, phoneNumber: "01099999999" },
      { ...given, email: admin.email, nickname: admin.nickname, userId: "admin1" },
    ];
    const answers = [];
    for (const body of wrong) answers.push(await find(body), await reset(body));
    answers.push(await reset({ ...given, userId: "someone9" }));
    for (const answer of answers) {
      expect(failing(answer)).toBe("404 ACCOUNT_NOT_FOUND");
      expect(answer.bytes).toEqual(answers[0]?.bytes);
    }
  });

  it.each(["name", "nickname", "email", "phoneNumber"])("needs the %s", async (field) => {
    for (const value of [undefined, "", "  "]) {
      const answer = await find({ ...given, [field]: value });
      expect([failing(answer), answer.body["fields"]]).toEqual([
        "400 VALIDATION",
        { [field]: "모든 정보를 입력해주세요." },
      ]);
    }
    expect(failing(await reset({ ...given, userId: " " }))).toBe("400 VALIDATION");
  });

  it("makes temporary passwords of eight characters that the rules take, never the same", async () => {
    const made = Array.from({ length: 500 }, makeTempPassword);
    expect(new Set(made).size).toBe(500);
    for (const one of made) {
      expect(one).toHaveLength(8);
      expect(await newPasswordField.isValid(one)).toBe(true);
    }
  });

  it("gives a password for one login, after which only the change of it is possible", async () => {
    const answer = await reset(given);
    expect(answer.headers.get("cache-control")).toBe("no-store");
    expect(answer.body).toMatchObject({ userId: user.userId });
    const temp = tempOf(answer);
    // The old one and its sessions live until then.
    const old = app.visitor();
    expect((await login(old, password)).status).toBe(200);

    const client = app.visitor();
    const entered = await login(client, temp, user.email);
    expect([entered.status, userOf(entered).mustChangePassword]).toEqual([200, true]);
    expect((await old.get("/api/auth/me")).status).toBe(401);
    expect(userOf(await client.get("/api/auth/me")).mustChangePassword).toBe(true);
    for (const refused of [
      await client.get("/api/my-contents"),
      await client.get("/api/chat/rooms"),
      await client.put("/api/profile", {}),
      await client.delete("/api/user", { password: temp }),
    ])
      expect(failing(refused)).toBe("403 MUST_CHANGE_PASSWORD");
    expect(failing(await login(app.visitor(), temp))).toBe("401 WRONG_CREDENTIALS");
    expect(failing(await login(app.visitor(), password))).toBe("401 WRONG_CREDENTIALS");

    const change = (currentPassword: string) =>
      client.put("/api/change-password", { currentPassword, newPassword: "새로운!Pass1" });
    expect(failing(await change(password))).toBe("400 WRONG_PASSWORD");
    expect((await change(temp)).status).toBe(200);
    expect(userOf(await client.get("/api/auth/me")).mustChangePassword).toBe(false);
    expect((await client.get("/api/my-contents")).status).toBe(200);
    expect((await login(app.visitor(), "새로운!Pass1")).status).toBe(200);
    expect(failing(await change(temp))).toBe("400 WRONG_PASSWORD");
  });

  it("lets one of many at the same moment in", async () => {
    const temp = tempOf(await reset(given));
    const answers = await Promise.all(Array.from({ length: 4 }, () => login(app.visitor(), temp)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  it("ends after ten minutes, and with the next one", async () => {
    const first = tempOf(await reset(given));
    const second = tempOf(await reset(given));
    expect(failing(await login(app.visitor(), first))).toBe("401 WRONG_CREDENTIALS");
    await app.moveClock(10 * 60_000 + 1_000);
    expect(failing(await login(app.visitor(), second))).toBe("401 WRONG_CREDENTIALS");
    expect((await login(app.visitor(), password)).status).toBe(200);
  });

  it("keeps nothing that could be read", async () => {
    const temp = tempOf(await reset(given));
    const { rows } = await app.deps.pool.query<{ all: string }>(
      "select u::text as all from users u where id = $1",
      [user.id],
    );
    expect(rows[0]?.all).not.toContain(temp);
  });

  it("freezes payouts and the bank account for 72 hours", async () => {
    const seller = await createSeller(app.deps, { password: hashed, phoneNumber: "01012345678" });
    const sellerData = { ...given, userId: seller.userId, nickname: seller.nickname, email: seller.email };
    const temp = tempOf(await reset(sellerData));
    const client = app.visitor();
    await login(client, temp, seller.userId);
    await client.put("/api/change-password", { currentPassword: temp, newPassword: "새로운!Pass1" });
    const account = { bankName: "신한은행", accountNumber: "110222333444", accountHolder: "홍길동" };
    // Refused before the bank is asked; the form gets the end of the freeze.
    const refused = await client.post("/api/verify-account", account);
    expect([failing(refused), refused.body["message"]]).toEqual([
      "400 ACCOUNT_NOT_VERIFIED",
      expect.stringMatching(/72시간 동안은 .+부터 바꿀 수 있습니다\./),
    ]);
    const checks = await app.deps.pool.query("select from account_verifications where user_id = $1", [
      seller.id,
    ]);
    expect(checks.rowCount).toBe(0);
    const until = async (of: TestClient) =>
      // The contract's answer was checked by the server.
      ((await of.get("/api/auth/me")).body["user"] as unknown as { bankFrozenUntil: string | null })
        .bankFrozenUntil;
    expect(await until(client)).toEqual(expect.any(String));
    const bystander = await app.as(await createUser(app.deps));
    expect(await until(bystander)).toBeNull();
    expect((await bystander.post("/api/verify-account", account)).body["valid"]).toBe(true);
    await app.moveClock(72 * 3_600_000 + 1_000);
    await app.enterPassword(seller);
    expect(await until(client)).toBeNull();
    expect((await client.post("/api/verify-account", account)).body["valid"]).toBe(true);
    expect((await client.put("/api/user/bank-account", account)).status).toBe(200);
  });
});
