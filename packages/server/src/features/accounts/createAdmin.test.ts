import { afterAll, beforeAll, expect, it } from "vitest";
import { startTestApp, type TestApp } from "../../../testing/app.ts";
import { createAdmin } from "./createAdmin.ts";

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ ADMIN_USER_IDS: "chief1, Chief2, chief4" });
});
afterAll(() => app.stop());

const form = (overrides: Record<string, string> = {}) => ({
  userId: "Chief1",
  email: "chief@example.com",
  nickname: "운영자",
  password: "Nolja!2026",
  ...overrides,
});

it("makes an account that signs in as administrator, once", async () => {
  await createAdmin(app.deps, form());
  const answer = await app.visitor().post("/api/login", { emailOrUserId: "chief1", password: "Nolja!2026" });
  expect(answer).toMatchObject({ status: 200, body: { user: { isAdmin: true, nickname: "운영자" } } });
  await expect(createAdmin(app.deps, form())).rejects.toMatchObject({ code: "USER_ID_TAKEN" });
  const colleague = form({ userId: "chief4", email: "chief4@example.com", nickname: "운영지기O" });
  await createAdmin(app.deps, colleague);
  for (const [nickname, available] of [
    ["운영지기О", false],
    ["운영지기Q", true],
  ] as const)
    expect(
      (await app.visitor().get(`/api/check-nickname/${encodeURIComponent(nickname)}`)).body,
    ).toMatchObject({ available });
});

it("refuses an id that the configuration does not name, and what registering refuses", async () => {
  const more = { email: "chief2@example.com", nickname: "운영자둘" };
  await expect(createAdmin(app.deps, form({ ...more, userId: "chief3" }))).rejects.toThrow(/ADMIN_USER_IDS/);
  await expect(
    createAdmin(app.deps, form({ ...more, userId: "chief2", password: "weak" })),
  ).rejects.toMatchObject({ code: "VALIDATION", details: { fields: { password: expect.any(String) } } });
  await expect(
    createAdmin(app.deps, form({ ...more, userId: "chief2", password: "Admin@123" })),
  ).rejects.toMatchObject({ code: "VALIDATION" });
  await expect(
    createAdmin(app.deps, form({ ...more, userId: "chief2", email: "CHIEF@example.com" })),
  ).rejects.toMatchObject({
    code: "EMAIL_TAKEN",
  });
});
