import { afterAll, beforeAll, expect, it } from "vitest";
import { startTestApp, type TestApp } from "../../../testing/app.ts";
import { createUser } from "../../../testing/factories.ts";
import { maxConnections } from "../../database/knex.ts";
import { hashPassword } from "./passwords.ts";

const password = "Nolja!2026";
let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

it("lets people sign in and change their password and their data while one connection is free", async () => {
  const [user, bystander] = [
    await createUser(app.deps, { password: await hashPassword(password) }),
    await createUser(app.deps, { password: await hashPassword(password) }),
  ];
  const busy = await Promise.all(
    Array.from({ length: maxConnections - 1 }, () => app.deps.knex.transaction()),
  );
  try {
    const client = app.visitor();
    const login = (given: string, { userId } = user, from = client) =>
      from.post("/api/login", { emailOrUserId: userId, password: given });
    const change = (currentPassword: string, newPassword: string) =>
      client.put("/api/change-password", { currentPassword, newPassword });
    expect((await login(password)).status).toBe(200);
    expect((await change(password, "Haru!2027x")).status).toBe(200);
    const person = { ...user, name: "홍길동", phoneNumber: "01012345678" };
    const { body } = await app.visitor().post("/api/reset-password", person);
    expect((await login(String(body["tempPassword"]))).status).toBe(200);
    expect((await change(String(body["tempPassword"]), "Nabi!2028y")).status).toBe(200);
    expect((await client.put("/api/profile", { ...person, name: "홍길순" })).status).toBe(200);
    // Several wait for it in turn; a fifth would count as a guess.
    const visitors = Array.from({ length: 4 }, () => app.visitor());
    const answers = await Promise.all(visitors.map((visitor) => login(password, bystander, visitor)));
    expect(answers.map(({ status }) => status)).toEqual(visitors.map(() => 200));
    expect((await client.delete("/api/user", { password: "Nabi!2028y" })).status).toBe(200);
  } finally {
    await Promise.all(busy.map((trx) => trx.rollback()));
  }
});
