import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestApp, type TestApp } from "../../../testing/app.ts";
import { createUser } from "../../../testing/factories.ts";

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

let count = 0;
const form = (overrides: Record<string, unknown> = {}) => {
  count += 1;
  return {
    name: "김새롬",
    userId: `newbie${count}`,
    nickname: `새내기${count}`,
    email: `newbie${count}@example.com`,
    phoneNumber: "01012345678",
    password: "Nolja!2026",
    passwordConfirm: "Nolja!2026",
    privacyConsent: true,
    ...overrides,
  };
};

describe("POST /api/register", () => {
  it("makes the account and signs it in", async () => {
    const client = app.visitor();
    const given = form();
    const answer = await client.post("/api/register", given);
    expect(answer.status).toBe(201);
    expect(answer.body).toMatchObject({
      user: {
        userId: given.userId,
        nickname: given.nickname,
        email: given.email,
        isAdmin: false,
        isBanned: false,
        isPhoneVerified: false,
        mustChangePassword: false,
        warningCount: 0,
        accountNumber: null,
        unseenPenaltyId: null,
        penaltyReason: null,
      },
    });
    expect(answer.bytes.toString()).not.toContain("argon2");
    const me = await client.get("/api/auth/me");
    expect(me.status).toBe(200);
    expect(me.body).toEqual(answer.body);
  });

  it.each([
    ["name", { name: "가" }],
    ["name", { name: "김 새롬" }],
    ["name", { name: "김새\u0000롬" }],
    ["email", { email: "zero\u0000@example.com" }],
    ["userId", { userId: "onlyletters" }],
    ["userId", { userId: "ab1" }],
    ["nickname", { nickname: "가" }],
    ["email", { email: "nowhere" }],
    ["phoneNumber", { phoneNumber: "010-1234-5678" }],
    ["password", { password: "short1!", passwordConfirm: "short1!" }],
    ["password", { password: "Password1!", passwordConfirm: "Password1!" }],
    ["passwordConfirm", { passwordConfirm: "Nolja!2027" }],
    ["privacyConsent", { privacyConsent: false }],
  ])("refuses a wrong %s: %o", async (field, overrides) => {
    const answer = await app.visitor().post("/api/register", form(overrides));
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({ code: "VALIDATION", fields: { [field]: expect.any(String) } });
  });

  it("tells each value that somebody has, whatever its case", async () => {
    const taken = await createUser(app.deps, {
      userId: "Taken2026",
      nickname: "WiseOwl",
      email: "Taken@Example.com",
    });
    const register = (overrides: Record<string, string>) =>
      app.visitor().post("/api/register", form(overrides));
    await expect(register({ userId: "tAKEN2026" })).resolves.toMatchObject({
      status: 409,
      body: { code: "USER_ID_TAKEN", fields: { userId: "이미 사용 중인 아이디입니다." } },
    });
    await expect(register({ nickname: " wiseowl " })).resolves.toMatchObject({
      status: 409,
      body: { code: "NICKNAME_TAKEN", fields: { nickname: expect.any(String) } },
    });
    await expect(register({ email: " TAKEN@example.COM " })).resolves.toMatchObject({
      status: 409,
      body: { code: "EMAIL_TAKEN", fields: { email: expect.any(String) } },
    });
    const all = await register({ userId: taken.userId, nickname: taken.nickname, email: taken.email });
    expect(all.body).toMatchObject({
      code: "USER_ID_TAKEN",
      fields: { userId: expect.any(String), nickname: expect.any(String), email: expect.any(String) },
    });
  });

  it("takes a decomposed nickname for the composed one", async () => {
    await createUser(app.deps, { nickname: "한글이름" });
    const answer = await app.visitor().post("/api/register", form({ nickname: "한글이름".normalize("NFD") }));
    expect(answer.body).toMatchObject({ code: "NICKNAME_TAKEN" });
  });

  it("takes a nickname with two spaces for the one with one, and stores it with one", async () => {
    const given = form({ nickname: `산책 \u3000장인` });
    const answer = await app.visitor().post("/api/register", given);
    expect(answer.body).toMatchObject({ user: { nickname: "산책 장인" } });
    const twin = form({ nickname: "산책  장인" });
    expect((await app.visitor().post("/api/register", twin)).body).toMatchObject({ code: "NICKNAME_TAKEN" });
    const check = await app.visitor().get(`/api/check-nickname/${encodeURIComponent("산책  장인")}`);
    expect(check.body).toMatchObject({ available: false });
    // A write that bypasses the form's rules.
    await expect(createUser(app.deps, { nickname: "산책  장인" })).rejects.toThrow(/users_nickname_spaces/);
  });

  it("lets one of two who register the same at once win", async () => {
    const given = form();
    const answers = await Promise.all([
      app.visitor().post("/api/register", given),
      app.visitor().post("/api/register", { ...given, userId: given.userId.toUpperCase() }),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
    expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({ code: "USER_ID_TAKEN" });
  });

  it("gives nobody an administrator's id", async () => {
    const answer = await app.visitor().post("/api/register", form({ userId: "ADMIN1" }));
    expect(answer).toMatchObject({ status: 409, body: { code: "USER_ID_TAKEN" } });
  });

  it("ignores what the form does not have", async () => {
    const answer = await app.visitor().post(
      "/api/register",
      form({
        isBanned: true,
        warningCount: 3,
        isAdmin: true,
        id: "00000000-0000-4000-8000-000000000000",
        is_phone_verified: 1,
      }),
    );
    expect(answer.status).toBe(201);
    expect(answer.body).toMatchObject({
      user: { isBanned: false, warningCount: 0, isAdmin: false, isPhoneVerified: false },
    });
    expect(answer.bytes.toString()).not.toContain("00000000-0000-4000-8000-000000000000");
  });

  it("is counted by the address", async () => {
    const limited = await startTestApp({ RATE_LIMITS: "on" });
    try {
      const statuses: number[] = [];
      for (let round = 0; round < 6; round += 1) {
        statuses.push((await limited.visitor().post("/api/register", {})).status);
      }
      expect(statuses).toEqual([400, 400, 400, 400, 400, 429]);
    } finally {
      await limited.stop();
    }
  });
});

describe("availability", () => {
  it("answers for login ids", async () => {
    const user = await createUser(app.deps);
    const check = async (id: string) =>
      (await app.visitor().get(`/api/check-userid/${encodeURIComponent(id)}`)).body;
    expect(await check("nobody99")).toEqual({ available: true });
    expect(await check(user.userId.toUpperCase())).toMatchObject({ available: false });
    expect(await check("admin1")).toMatchObject({
      available: false,
      message: "이미 사용 중인 아이디입니다.",
    });
    expect(await check("한글아이디1")).toMatchObject({
      available: false,
      message: expect.stringContaining("영문"),
    });
  });

  it("answers for nicknames, after the same cleaning as the form's", async () => {
    const user = await createUser(app.deps, { nickname: "부엉이Owl" });
    const check = async (nickname: string, client = app.visitor(), path = "check-nickname") =>
      client.get(`/api/${path}/${encodeURIComponent(nickname)}`);
    await expect(check("아무도없음")).resolves.toMatchObject({ status: 200, body: { available: true } });
    await expect(check(" 부엉이OWL ".normalize("NFD"))).resolves.toMatchObject({
      body: { available: false },
    });
    await expect(check("가")).resolves.toMatchObject({
      body: { available: false, message: expect.any(String) },
    });
    await expect(check("노하우 관리자")).resolves.toMatchObject({
      body: { available: false, message: expect.stringContaining("운영자") },
    });
    await expect(check("부엉\u200b이")).resolves.toMatchObject({
      body: { available: false, message: expect.stringContaining("보이지 않는") },
    });
    const own = await app.as(user);
    await expect(check("부엉이owl", own, "check-nickname-update")).resolves.toMatchObject({
      body: { available: true },
    });
    const other = await app.as(await createUser(app.deps));
    await expect(check("부엉이owl", other, "check-nickname-update")).resolves.toMatchObject({
      body: { available: false },
    });
    await expect(check("부엉이owl", app.visitor(), "check-nickname-update")).resolves.toMatchObject({
      status: 401,
    });
  });
});
