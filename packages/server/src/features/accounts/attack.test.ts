import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestApp, type TestApp } from "../../../testing/app.ts";
import { TestClient, type Answer } from "../../../testing/client.ts";
import { createUser, type TestUser } from "../../../testing/factories.ts";
import { startServerProcess, type ServerProcess } from "../../../testing/process.ts";
import { hashPassword } from "./passwords.ts";

/** Rounds of each attack: few in the ordinary run, many in the soak. */
const rounds = Number(process.env["ATTACK_ROUNDS"] ?? 1);
/** At the soak's 40 rounds: 10,000 wrong passwords, 100 sign-ins of the owner, 100 bans. */
const wrongTries = 250 * rounds;
const times = Math.ceil(2.5 * rounds);
const soakTime = 60_000 + rounds * 15_000;

const password = "Nolja!2026";
let app: TestApp;
let second: ServerProcess;
let hashed: string;
beforeAll(async () => {
  app = await startTestApp();
  second = await startServerProcess(app);
  hashed = await hashPassword(password);
});
afterAll(async () => {
  await second.kill();
  await app.stop();
});

const person = () => createUser(app.deps, { password: hashed });
const login = (client: TestClient, emailOrUserId: string, given = password) =>
  client.post("/api/login", { emailOrUserId, password: given });

/** The same browser, at the other server process. */
const elsewhere = (client: TestClient): TestClient => {
  const other = new TestClient(second.url);
  for (const [name, value] of client.cookies) other.cookies.set(name, value);
  return other;
};

describe("a lock is no weapon", () => {
  it(
    "lets the owner's browser in, however many strangers try",
    async () => {
      const [owner, attacker] = [await person(), await person()];
      const home = app.visitor();
      expect((await login(home, owner.userId)).status).toBe(200);
      await home.post("/api/auth/logout");

      // The attacker's browsers of all kinds: none ever signed in to this account.
      const own = app.visitor();
      expect((await login(own, attacker.userId)).status).toBe(200);
      const forged = app.visitor();
      const [, device] = (own.cookies.get("device") ?? "").split(".");
      forged.cookies.set("device", `${owner.id}.${device}`);
      forged.cookies.set("device.sig", own.cookies.get("device.sig") ?? "");
      const unsigned = app.visitor();
      unsigned.cookies.set("device", home.cookies.get("device") ?? "");
      const kinds = [app.visitor(), own, forged, unsigned, elsewhere(own), elsewhere(app.visitor())];

      const answers: Answer[] = [];
      const begun = performance.now();
      let made = 0;
      const tryOn = async (): Promise<void> => {
        while (made < wrongTries) {
          made += 1;
          const kind = kinds[made % kinds.length] ?? own;
          const client = new TestClient(made % 2 === 0 ? app.url : second.url);
          for (const [name, value] of kind.cookies) client.cookies.set(name, value);
          answers.push(await login(client, made % 3 === 0 ? owner.email : owner.userId, `Wrong!${made}`));
        }
      };
      const attacks = Array.from({ length: 8 }, tryOn);
      const attack = { isOver: false };
      const over = Promise.all(attacks).then(() => {
        attack.isOver = true;
      });
      const welcomes: number[] = [];
      while (welcomes.length < times || !attack.isOver) {
        const browser = welcomes.length % 2 === 0 ? home : elsewhere(home);
        welcomes.push((await login(browser, owner.userId)).status);
        await browser.post("/api/auth/logout");
      }
      await over;

      expect(welcomes.filter((status) => status !== 200)).toEqual([]);
      // All strangers share one window: five passwords were checked, and five more after each lock that ended meanwhile
      // (30, 60, 300 seconds).
      const count = (status: number) => answers.filter((answer) => answer.status === status).length;
      const windows = 1 + [30, 90, 390].filter((end) => (performance.now() - begun) / 1_000 >= end).length;
      expect(count(401)).toBeGreaterThanOrEqual(5);
      expect(count(401)).toBeLessThanOrEqual(5 * windows);
      expect(count(401) + count(429)).toBe(wrongTries);
      expect((await login(app.visitor(), owner.userId)).status).toBe(429);
      expect((await login(home, owner.userId)).status).toBe(200);
      // The attacker's own account is not touched either.
      expect((await login(own, attacker.userId)).status).toBe(200);
    },
    soakTime,
  );

  it("is signed: a known browser's cookie opens nothing without its signature, nor for anybody else", async () => {
    const [owner, other] = [await person(), await person()];
    const home = app.visitor();
    await login(home, owner.userId);
    for (const user of [owner, other]) {
      for (let round = 0; round < 5; round += 1) await login(app.visitor(), user.userId, "Wrong!2026");
    }
    const withCookie = (device: string, signature: string) => {
      const client = app.visitor();
      client.cookies.set("device", device);
      client.cookies.set("device.sig", signature);
      return client;
    };
    const value = home.cookies.get("device") ?? "";
    const signature = home.cookies.get("device.sig") ?? "";
    const [, device] = value.split(".");
    expect((await login(withCookie(value, signature), owner.userId)).status).toBe(200);
    expect((await login(withCookie(value, ""), owner.userId)).status).toBe(429);
    expect((await login(withCookie(value, signature.slice(1)), owner.userId)).status).toBe(429);
    expect((await login(withCookie(value, signature), other.userId)).status).toBe(429);
    expect((await login(withCookie(`${other.id}.${device}`, signature), other.userId)).status).toBe(429);
    expect((await login(withCookie(`${value}~${other.id}.${device}`, signature), other.userId)).status).toBe(
      429,
    );
  });
});

describe("what ends in one server process", () => {
  const statusOf = async (client: TestClient, path: string) => (await client.get(path)).status;
  const set = (user: TestUser, column: string, value: unknown) =>
    app.deps.pool.query(`update users set ${column} = $2 where id = $1`, [user.id, value]);

  it(
    "ends in all with the next request: a ban, and its end",
    async () => {
      for (let round = 0; round < times; round += 1) {
        const user = await person();
        const here = await app.as(user);
        const there = elsewhere(here);
        for (const client of [here, there]) expect(await statusOf(client, "/api/my-contents")).toBe(200);
        await set(user, "is_banned", 1);
        for (const client of [there, here]) {
          await expect(client.get("/api/my-contents")).resolves.toMatchObject({
            status: 403,
            body: { code: "BANNED", type: "ban" },
          });
          expect(await statusOf(client, "/api/auth/me")).toBe(200);
        }
        await set(user, "is_banned", 0);
        for (const client of [there, here]) expect(await statusOf(client, "/api/my-contents")).toBe(200);
      }
    },
    soakTime,
  );

  it("ends in all with the next request: a suspension's start, a session, all other sessions", async () => {
    const user = await person();
    const here = await app.as(user);
    const there = elsewhere(here);
    expect((await there.post("/api/contents", {})).status).toBe(400);
    await set(user, "suspended_until", "2999-01-01");
    expect((await there.post("/api/contents", {})).status).toBe(403);

    expect((await here.post("/api/auth/logout")).status).toBe(200);
    expect(await statusOf(there, "/api/auth/me")).toBe(401);

    const [changing, forgotten] = [await app.as(user), elsewhere(await app.as(user))];
    expect(await statusOf(forgotten, "/api/auth/me")).toBe(200);
    const change = { currentPassword: password, newPassword: "Haru!2027x" };
    expect((await changing.put("/api/change-password", change)).status).toBe(200);
    expect(await statusOf(forgotten, "/api/auth/me")).toBe(401);
    expect(await statusOf(elsewhere(changing), "/api/auth/me")).toBe(200);
  });
});
