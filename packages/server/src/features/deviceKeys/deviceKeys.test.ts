import { createECDH, randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, it } from "vitest";
import { startTestApp, type TestApp } from "../../../testing/app.ts";
import { createUser, type TestUser } from "../../../testing/factories.ts";
import { failing } from "../../../testing/reports.ts";

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

const address = "/api/auth/device-key";
const publicOf = ({ id }: TestUser) => app.visitor().get(`/api/users/${id}/device-key`);

it("gives each person one key, the same on every device, and the whole of it to nobody else", async () => {
  const [owner, bystander] = [await createUser(app.deps), await createUser(app.deps)];
  const [phone, desk, other] = [await app.as(owner), await app.as(owner), await app.as(bystander)];
  // Both ask for the first time.
  const [first, second] = await Promise.all([phone.post(address), desk.post(address)]);
  expect([first.status, first.headers.get("cache-control")]).toEqual([200, "no-store"]);
  expect(second.body).toEqual(first.body);
  const theirs = await other.post(address);
  expect(theirs.body["d"]).not.toBe(first.body["d"]);
  expect(failing(await app.visitor().post(address))).toBe("401 LOGIN_REQUIRED");
  // Somebody else has signed in on that browser.
  expect(
    failing(await other.request("POST", address, undefined, { headers: { "x-knowhow-person": owner.id } })),
  ).toBe("401 LOGIN_REQUIRED");
  expect((await phone.post(address)).body).toEqual(first.body);
});

it("gives the public half of a key to anyone, and nothing more", async () => {
  const [owner, silent] = [await createUser(app.deps), await createUser(app.deps)];
  const { body: key } = await (await app.as(owner)).post(address);
  const [x, y] = [String(key["x"]), String(key["y"])];
  const pair = createECDH("prime256v1");
  pair.setPrivateKey(String(key["d"]), "base64url");
  expect(pair.getPublicKey("base64url")).toBe(
    Buffer.concat([Buffer.from([4]), Buffer.from(x, "base64url"), Buffer.from(y, "base64url")]).toString(
      "base64url",
    ),
  );
  expect((await publicOf(owner)).body).toEqual({ x, y });
  // Asked for before its person ever did.
  const { body: early } = await publicOf(silent);
  expect((await (await app.as(silent)).post(address)).body).toMatchObject(early);
  expect(failing(await app.visitor().get(`/api/users/${randomUUID()}/device-key`))).toBe("404 NOT_FOUND");
});

it("is lost neither by a sanction nor by a recovery, and needs the person's own password after one", async () => {
  const owner = await createUser(app.deps);
  const client = await app.as(owner);
  const { body: key } = await client.post(address);
  const set = (sql: string) => app.deps.pool.query(`update users set ${sql} where id = $1`, [owner.id]);
  await set("suspended_until = app_now() + interval '1 day'");
  expect((await client.post(address)).body).toEqual(key);
  await set("suspended_until = null, is_banned = 1");
  expect((await client.post(address)).body).toEqual(key);
  await set("is_banned = 0");
  await app.deps.pool.query(
    `update sessions set data = data || '{"mustChangePassword": true}'::jsonb where user_id = $1`,
    [owner.id],
  );
  expect(failing(await client.post(address))).toBe("403 MUST_CHANGE_PASSWORD");
  expect((await (await app.as(owner)).post(address)).body).toEqual(key);
});
