import { createECDH, randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { startTestApp, type TestApp } from "../../../testing/app.ts";
import { failing } from "../../../testing/client.ts";
import { createUser, type TestUser } from "../../../testing/factories.ts";
import { hashPassword } from "../accounts/passwords.ts";
import { cleanUp } from "../retention/cleanUp.ts";
import { ensureKeyPair } from "./keyPairs.ts";

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

const address = "/api/auth/device-key";
const publicOf = ({ id }: TestUser) => app.visitor().get(`/api/users/${id}/device-key`);
const currentId = async (user: TestUser): Promise<string> => String((await publicOf(user)).body["id"]);
const createOwner = async (): Promise<TestUser> => {
  const user = await createUser(app.deps);
  await ensureKeyPair(app.deps, user.id);
  return user;
};
const rowsOf = async ({ id }: TestUser) =>
  (await app.deps.pool.query<{ d: string }>("select d from device_keys where user_id = $1", [id])).rows;

it("gives a private part to its person alone, and seals nothing more under it from then on", async () => {
  const [owner, bystander] = [await createOwner(), await createOwner()];
  const [phone, desk, other] = [await app.as(owner), await app.as(owner), await app.as(bystander)];
  const { body: sealedUnder } = await publicOf(owner);
  expect(Object.keys(sealedUnder).toSorted()).toEqual(["id", "x", "y"]);
  const keyId = String(sealedUnder["id"]);
  // Another user, a visitor, and a browser on which another user has signed in.
  expect(failing(await other.post(address, { keyId }))).toBe("410 DEVICE_KEY_GONE");
  expect(failing(await app.visitor().post(address, { keyId }))).toBe("401 LOGIN_REQUIRED");
  const headers = { "x-knowhow-person": owner.id };
  expect(failing(await other.request("POST", address, { keyId }, { headers }))).toBe("401 LOGIN_REQUIRED");
  expect(await currentId(owner)).toBe(keyId);
  // Both devices at once.
  const [first, second] = await Promise.all([phone.post(address, { keyId }), desk.post(address, { keyId })]);
  expect([first.status, first.headers.get("cache-control")]).toEqual([200, "no-store"]);
  expect(second.body).toEqual(first.body);
  const pair = createECDH("prime256v1");
  pair.setPrivateKey(String(first.body["d"]), "base64url");
  const point = ["x", "y"].map((name) => Buffer.from(String(sealedUnder[name]), "base64url"));
  expect(pair.getPublicKey()).toEqual(Buffer.concat([Buffer.from([4]), ...point]));
  const next = await currentId(owner);
  expect(next).not.toBe(keyId);
  expect((await phone.post(address, { keyId })).body).toEqual(first.body);
  expect([await currentId(owner), (await rowsOf(owner)).length]).toEqual([next, 2]);
  expect((await rowsOf(bystander)).length).toBe(1);
});

it("has no private part readable in the database", async () => {
  const owner = await createOwner();
  const [row] = await rowsOf(owner);
  const { body } = await (await app.as(owner)).post(address, { keyId: await currentId(owner) });
  expect(row?.d).not.toContain(String(body["d"]));
  expect(app.deps.cipher.decrypt(row?.d ?? "", owner.id)).toBe(body["d"]);
});

it("makes a pair as a session begins, and none for who only asks or has left", async () => {
  const password = "Some!where2";
  const owner = await createUser(app.deps, { password: await hashPassword(password) });
  expect(failing(await publicOf(owner))).toBe("404 NOT_FOUND");
  expect(failing(await app.visitor().get(`/api/users/${randomUUID()}/device-key`))).toBe("404 NOT_FOUND");
  expect(await rowsOf(owner)).toEqual([]);
  const client = app.visitor();
  for (let times = 0; times < 2; times += 1)
    expect((await client.post("/api/login", { emailOrUserId: owner.userId, password })).status).toBe(200);
  expect(await rowsOf(owner)).toHaveLength(1);
  expect((await client.request("DELETE", "/api/user", { password })).status).toBe(200);
  const bystander = await createUser(app.deps);
  expect(failing(await publicOf(owner))).toBe("410 DEVICE_KEY_GONE");
  expect(failing(await publicOf(bystander))).toBe("404 NOT_FOUND");
  expect(await rowsOf(owner)).toEqual([]);
});

it("is there before the session is, which does not begin without it, and of nobody else's", async () => {
  const password = "Some!where2";
  const create = async () => createUser(app.deps, { password: await hashPassword(password) });
  const [owner, bystander] = [await create(), await create()];
  const login = async ({ userId }: TestUser) =>
    (await app.visitor().post("/api/login", { emailOrUserId: userId, password })).status;
  const sessionsOf = async ({ id }: TestUser) =>
    (await app.deps.pool.query("select from sessions where user_id = $1", [id])).rows.length;
  const encrypting = vi.spyOn(app.deps.cipher, "encrypt").mockImplementationOnce(() => {
    throw new Error("no cipher");
  });
  expect([await login(owner), await login(bystander)]).toEqual([500, 200]);
  encrypting.mockRestore();
  expect([await sessionsOf(owner), await sessionsOf(bystander)]).toEqual([0, 1]);
  expect([await login(owner), (await rowsOf(owner)).length]).toEqual([200, 1]);
});

it("opens what was sealed before for as long as devices keep that, and is deleted then", async () => {
  const [owner, bystander] = [await createOwner(), await createOwner()];
  const keyIds = new Map<TestUser, string>();
  for (const user of [owner, bystander]) {
    const keyId = await currentId(user);
    keyIds.set(user, keyId);
    await (await app.as(user)).post(address, { keyId });
  }
  const retire = (user: TestUser, days: number) =>
    app.deps.pool.query(
      "update device_keys set retired_at = app_now() - $2 * interval '1 day' where id = $1",
      [keyIds.get(user), days],
    );
  await retire(owner, 46);
  await retire(bystander, 44);
  await cleanUp(app.deps);
  const ask = async (user: TestUser) => (await app.as(user)).post(address, { keyId: keyIds.get(user) });
  expect(failing(await ask(owner))).toBe("410 DEVICE_KEY_GONE");
  expect((await ask(bystander)).status).toBe(200);
  expect([(await rowsOf(owner)).length, (await rowsOf(bystander)).length]).toEqual([1, 2]);
});

it("is given under a sanction, and not before a recovered account has its own password", async () => {
  const owner = await createOwner();
  const client = await app.as(owner);
  const keyId = await currentId(owner);
  const set = (sql: string) => app.deps.pool.query(`update users set ${sql} where id = $1`, [owner.id]);
  await set("suspended_until = app_now() + interval '1 day'");
  const { body: key } = await client.post(address, { keyId });
  await set("suspended_until = null, is_banned = 1");
  expect((await client.post(address, { keyId })).body).toEqual(key);
  await set("is_banned = 0");
  await app.deps.pool.query(
    `update sessions set data = data || '{"mustChangePassword": true}'::jsonb where user_id = $1`,
    [owner.id],
  );
  expect(failing(await client.post(address, { keyId }))).toBe("403 MUST_CHANGE_PASSWORD");
  expect((await (await app.as(owner)).post(address, { keyId })).body).toEqual(key);
});
