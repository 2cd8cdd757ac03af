import { afterAll, beforeAll, expect, it } from "vitest";
import { startTestApp, type TestApp } from "../../../testing/app.ts";
import { createUser, type TestUser } from "../../../testing/factories.ts";
import { hashPassword } from "./passwords.ts";

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

const password = "Some!where2";
const temp = "Temp!9xyz";

const createOwner = async (): Promise<TestUser> =>
  createUser(app.deps, { password: await hashPassword(password) });

const sessionsOf = async ({ id }: TestUser): Promise<string[]> => {
  const sql = "select id_hash from sessions where user_id = $1 order by 1";
  return (await app.deps.pool.query<{ id_hash: string }>(sql, [id])).rows.map((row) => row.id_hash);
};

/** Makes the writing of one user's security events fail at commit; other users' go through. */
const whileFailing = async ({ id }: TestUser, work: () => Promise<void>): Promise<void> => {
  await app.deps.pool.query(`
    create function fail_late() returns trigger language plpgsql as $$ begin raise 'fails late'; end $$;
    create constraint trigger fails_late after insert on security_events deferrable initially deferred
      for each row when (new.user_id = '${id}') execute function fail_late();
  `);
  try {
    await work();
  } finally {
    await app.deps.pool.query("drop trigger fails_late on security_events; drop function fail_late()");
  }
};

const login =
  (given: string) =>
  (client: ReturnType<TestApp["visitor"]>, { userId }: TestUser) =>
    client.post("/api/login", { emailOrUserId: userId, password: given });
const change = (client: ReturnType<TestApp["visitor"]>) =>
  client.put("/api/change-password", { currentPassword: password, newPassword: "Else!where3" });

it.each([
  { name: "a sign-in", call: login(password), isTemp: false },
  { name: "a sign-in with a temporary password", call: login(temp), isTemp: true },
  { name: "a change of the password", call: change, isTemp: false },
])("$name that fails behind its session leaves none, and takes none", async ({ call, isTemp }) => {
  const [owner, bystander] = [await createOwner(), await createOwner()];
  for (const { id } of isTemp ? [owner, bystander] : [])
    await app.deps.pool.query(
      "update users set temp_password = $2, temp_password_expires_at = app_now() + interval '10 minutes' where id = $1",
      [id, await hashPassword(temp)],
    );
  const [client, other] = [await app.as(owner), await app.as(bystander)];
  const before = [await sessionsOf(owner), await sessionsOf(bystander)];
  await whileFailing(owner, async () => {
    const answer = await call(client, owner);
    expect([answer.status, answer.headers.getSetCookie()]).toEqual([500, []]);
    expect([await sessionsOf(owner), await sessionsOf(bystander)]).toEqual(before);
    expect((await client.get("/api/auth/me")).body["user"]).toMatchObject({ id: owner.id });
    // Another user's session begins in the place of the browser's former one.
    expect((await call(other, bystander)).status).toBe(200);
    expect((await sessionsOf(bystander)).length).toBe(1);
    expect(await sessionsOf(bystander)).not.toEqual(before[1]);
    expect((await other.get("/api/auth/me")).body["user"]).toMatchObject({ id: bystander.id });
  });
  expect((await call(client, owner)).status).toBe(200);
  expect((await sessionsOf(owner)).length).toBe(1);
  expect(await sessionsOf(owner)).not.toEqual(before[0]);
});
