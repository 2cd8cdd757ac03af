import { afterAll, beforeAll, expect, it } from "vitest";
import { startTestApp, type TestApp } from "../../../testing/app.ts";
import { failing, type Answer, type TestClient } from "../../../testing/client.ts";
import { createUser, type TestUser } from "../../../testing/factories.ts";
import { cleanUp } from "../retention/cleanUp.ts";
import { hashPassword } from "./passwords.ts";

const password = "Nolja!2026";
const dayMs = 86_400_000;
let app: TestApp;
let hashed: string;
beforeAll(async () => {
  app = await startTestApp({ TRUST_PROXY: "1" });
  hashed = await hashPassword(password);
});
afterAll(() => app.stop());

const phone =
  "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Mobile Safari/537.36";
const laptop = "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:133.0) Gecko/20100101 Firefox/133.0";
const signIn = async (user: TestUser, agent: string, address: string): Promise<TestClient> => {
  const client = app.visitor();
  const headers = { "user-agent": agent, "x-forwarded-for": address };
  const { status } = await client.post("/api/login", { emailOrUserId: user.userId, password }, { headers });
  expect(status).toBe(200);
  return client;
};
const listOf = ({ body }: Answer) => body as unknown as Record<string, unknown>[];
const sessionsOf = async (client: TestClient) => listOf(await client.get("/api/auth/sessions"));
const eventsOf = async (client: TestClient, query = "") =>
  listOf(await client.get(`/api/auth/security-events${query}`));

it("lists where somebody is signed in, by kind of device and network, and nobody else's", async () => {
  const [owner, bystander] = [await createUser(app.deps, { password: hashed }), await createUser(app.deps)];
  const first = await signIn(owner, phone, "203.0.113.77");
  const second = await signIn(owner, laptop, "2001:db8:1:2::9");
  await app.as(bystander);
  expect(await sessionsOf(second)).toMatchObject([
    {
      isCurrent: true,
      device: { browser: "Firefox", os: "Windows", type: "desktop" },
      address: "2001:db8:*",
    },
    { isCurrent: false, device: { browser: "Chrome", os: "Android", type: "mobile" }, address: "203.0.*.*" },
  ]);
  expect((await sessionsOf(first)).map(({ isCurrent }) => isCurrent)).toEqual([true, false]);
  const { rows } = await app.deps.pool.query<{ all: string }>(
    "select string_agg(s::text, '') as all from sessions s",
  );
  expect(rows[0]?.all).not.toMatch(/203\.0\.113|Mozilla/);
});

it("ends one session and no other; somebody else's is not there", async () => {
  const [owner, stranger] = [await createUser(app.deps, { password: hashed }), await createUser(app.deps)];
  const [current, lost, third] = [
    await signIn(owner, laptop, "203.0.113.1"),
    await signIn(owner, phone, "203.0.113.2"),
    await signIn(owner, phone, "203.0.113.3"),
  ];
  const lostId = String((await sessionsOf(lost)).find(({ isCurrent }) => isCurrent)?.["id"]);
  const strangerClient = await app.as(stranger);
  expect(failing(await strangerClient.delete(`/api/auth/sessions/${lostId}`))).toBe("404 NOT_FOUND");
  expect((await lost.get("/api/auth/me")).status).toBe(200);
  expect((await current.delete(`/api/auth/sessions/${lostId}`)).status).toBe(200);
  expect(failing(await current.delete(`/api/auth/sessions/${lostId}`))).toBe("404 NOT_FOUND");
  expect((await lost.get("/api/auth/me")).status).toBe(401);
  for (const other of [current, third, strangerClient])
    expect((await other.get("/api/auth/me")).status).toBe(200);
  // The current one is signed out.
  const ownId = String((await sessionsOf(current)).find(({ isCurrent }) => isCurrent)?.["id"]);
  expect((await current.delete(`/api/auth/sessions/${ownId}`)).status).toBe(200);
  expect((await current.get("/api/auth/me")).status).toBe(401);
  expect((await third.get("/api/auth/me")).status).toBe(200);
});

it("tells what happened to the account, newest first, by pages, to its owner alone", async () => {
  const [owner, bystander] = [await createUser(app.deps, { password: hashed }), await createUser(app.deps)];
  const client = await signIn(owner, phone, "203.0.113.77");
  await client.post("/api/auth/verify-password", { password: "Wrong!2026" });
  const form = { ...owner, name: "임꺽정", phoneNumber: "01099998888" };
  expect((await client.put("/api/profile", form)).status).toBe(200);
  const renamed = { ...form, nickname: `새${owner.nickname}` };
  // Sent again after a lost answer, it changes nothing more.
  for (const sent of [renamed, renamed]) expect((await client.put("/api/profile", sent)).status).toBe(200);
  const both = { ...renamed, nickname: owner.nickname, email: `new${owner.email}` };
  expect((await client.put("/api/profile", both)).status).toBe(200);
  const change = { currentPassword: password, newPassword: "Haru!2027x" };
  expect((await client.put("/api/change-password", change)).status).toBe(200);
  expect(await eventsOf(client)).toMatchObject([
    { kind: "password_changed" },
    { kind: "account_changed", fields: ["nickname", "email"] },
    { kind: "account_changed", fields: ["nickname"] },
    { kind: "account_changed", fields: ["name", "phoneNumber"] },
    { kind: "password_refused" },
    { kind: "signed_in", device: { browser: "Chrome", os: "Android" }, address: "203.0.*.*" },
  ]);
  const page = await client.get("/api/auth/security-events?limit=5");
  expect(listOf(page)).toHaveLength(5);
  const next = /<([^>]+)>; rel="next"/.exec(page.headers.get("link") ?? "")?.[1] ?? "";
  expect(listOf(await client.get(next)).map(({ kind }) => kind)).toEqual(["signed_in"]);
  expect(failing(await client.get("/api/auth/security-events?cursor=broken"))).toBe("400 VALIDATION");
  expect(await eventsOf(await app.as(bystander))).toEqual([]);
});

it("keeps it for ninety days, and nothing of who left", async () => {
  const [owner, leaver] = [
    await createUser(app.deps, { password: hashed }),
    await createUser(app.deps, { password: hashed }),
  ];
  await signIn(owner, phone, "203.0.113.77");
  const leaving = await signIn(leaver, phone, "203.0.113.78");
  expect((await leaving.delete("/api/user", { password })).status).toBe(200);
  const kept = async () => {
    const { rows } = await app.deps.pool.query<{ user_id: string }>(
      "select user_id from security_events where user_id = any($1)",
      [[owner.id, leaver.id]],
    );
    return rows.map(({ user_id }) => user_id);
  };
  expect(await kept()).toEqual([owner.id]);
  await app.moveClock(89 * dayMs);
  await cleanUp(app.deps);
  expect(await kept()).toEqual([owner.id]);
  await app.moveClock(2 * dayMs);
  await cleanUp(app.deps);
  expect(await kept()).toEqual([]);
});
