import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readConfig } from "../../config.ts";
import { startServer, type RunningServer } from "../../server.ts";
import { startTestApp, type TestApp } from "../../../testing/app.ts";
import { TestClient } from "../../../testing/client.ts";
import { createUser } from "../../../testing/factories.ts";
import { hashPassword, hashing, whileVerifying } from "./passwords.ts";

const password = "Nolja!2026";
const minute = 60;
const day = 24 * 60 * minute;

let app: TestApp;
let hashed: string;
beforeAll(async () => {
  app = await startTestApp();
  hashed = await hashPassword(password);
});
afterAll(() => app.stop());

const person = () => createUser(app.deps, { password: hashed });
const login = (emailOrUserId: string, given = "Wrong!2026", client = app.visitor()) =>
  client.post("/api/login", { emailOrUserId, password: given });
const fail = async (emailOrUserId: string, times: number, client = app.visitor()) => {
  for (let round = 0; round < times; round += 1) {
    expect((await login(emailOrUserId, "Wrong!2026", client)).status).toBe(401);
  }
};

describe("the ladder", () => {
  it("locks after each five failures, longer each time, up to a day", async () => {
    const user = await person();
    const seconds = [30, 60, 300, 600, 1_200, 2_400, 4_800, 9_600, 19_200, 38_400, 76_800, day, day, day];
    for (const expected of seconds) {
      await fail(user.userId, 5);
      const locked = await login(user.userId, password);
      expect(locked.status).toBe(429);
      const retryAfter = Number(locked.headers.get("retry-after"));
      expect(retryAfter).toBeGreaterThan(expected - 10);
      expect(retryAfter).toBeLessThanOrEqual(expected);
      expect(locked.body).toMatchObject({
        code: "LOGIN_LOCKED",
        message: expect.stringContaining(`${retryAfter}초`),
      });
      await app.moveClock((expected - 10) * 1_000);
      expect((await login(user.userId, password)).status).toBe(429);
      await app.moveClock(11 * 1_000);
    }
    expect((await login(user.userId, password)).status).toBe(200);
  });

  it("starts over after a success", async () => {
    const user = await person();
    await fail(user.userId, 4);
    expect((await login(user.userId, password)).status).toBe(200);
    await fail(user.userId, 4);
    expect((await login(user.userId, password)).status).toBe(200);
  });

  it("lets the fifth try in when it is right", async () => {
    const user = await person();
    await fail(user.userId, 4);
    expect((await login(user.userId, password)).status).toBe(200);
    await fail(user.userId, 5);
    expect((await login(user.userId, password)).status).toBe(429);
  });

  it("counts the login id and the address of one account together", async () => {
    const user = await person();
    await fail(user.userId.toUpperCase(), 2);
    await fail(user.email.toUpperCase(), 3);
    expect((await login(user.userId, password)).status).toBe(429);
    expect((await login(user.email, password)).status).toBe(429);
  });

  it("locks names without an account as well, so that a lock tells nothing", async () => {
    await fail("Nobody2027", 5);
    const locked = await login("nobody2027");
    expect(locked).toMatchObject({ status: 429, body: { code: "LOGIN_LOCKED" } });
    expect((await login("nobody2028")).status).toBe(401);
  });

  it("counts the password asked of a signed-in person", async () => {
    const user = await person();
    const client = await app.as(user);
    for (let round = 0; round < 3; round += 1) {
      expect((await client.post("/api/auth/verify-password", { password: "Wrong!2026" })).status).toBe(400);
    }
    for (let round = 0; round < 2; round += 1) {
      const form = { currentPassword: "Wrong!2026", newPassword: "Haru!2027x" };
      expect((await client.put("/api/change-password", form)).status).toBe(400);
    }
    expect((await client.post("/api/auth/verify-password", { password })).status).toBe(429);
    const form = { currentPassword: password, newPassword: "Haru!2027x" };
    expect((await client.put("/api/change-password", form)).status).toBe(429);
    expect((await login(user.userId, password)).status).toBe(429);
  });
});

describe("many at once", () => {
  let second: RunningServer;
  beforeAll(async () => {
    second = await startServer(
      readConfig({
        NODE_ENV: "test",
        PORT: "0",
        DATABASE_URL: app.databaseUrl,
        DATA_DIR: app.dataDir,
        SEED_DEMO: "false",
        RATE_LIMITS: "off",
        LOG_LEVEL: "silent",
      }),
    );
  });
  afterAll(() => second.stop());

  it("checks at most five of fifty parallel passwords, over two servers", async () => {
    const user = await person();
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        login(user.userId, `Wrong!${index}`, new TestClient(index % 2 === 0 ? app.url : second.url)),
      ),
    );
    const count = (status: number) => answers.filter((answer) => answer.status === status).length;
    // Only a checked password is answered with 401; the others were refused before.
    expect([count(401), count(429)]).toEqual([5, 45]);
  });
});

describe("overload", () => {
  /** Takes every place for passwords until the returned function is called; the server runs in this process. */
  const takeEveryPlace = () => {
    let free = (): void => undefined;
    const freed = new Promise<void>((resolve) => (free = resolve));
    const taken = Array.from({ length: hashing.running + hashing.waiting }, () =>
      whileVerifying(() => freed),
    );
    return async () => {
      free();
      await Promise.all(taken);
    };
  };

  it("is 503 and costs no try", async () => {
    const user = await person();
    await fail(user.userId, 4);
    const freePlaces = takeEveryPlace();
    const refused = await login(user.userId, password);
    expect(refused).toMatchObject({ status: 503, body: { code: "UNAVAILABLE" } });
    expect(refused.headers.get("retry-after")).not.toBeNull();
    await freePlaces();
    await fail(user.userId, 1);
    expect((await login(user.userId, password)).status).toBe(429);
  });

  it("takes back the lock that the refused try had set", async () => {
    const user = await person();
    await fail(user.userId, 4);
    const freePlaces = takeEveryPlace();
    expect((await login(user.userId, password)).status).toBe(503);
    await freePlaces();
    expect((await login(user.userId, password)).status).toBe(200);
  });
});

describe("a browser that signed in before", () => {
  it("is not locked out by strangers, and has its own five tries", async () => {
    const user = await person();
    const known = app.visitor();
    expect((await login(user.userId, password, known)).status).toBe(200);
    await known.post("/api/auth/logout");
    await fail(user.userId, 5);
    expect((await login(user.userId, password)).status).toBe(429);
    expect((await login(user.userId, password, known)).status).toBe(200);
    await fail(user.userId, 5, known);
    expect((await login(user.userId, password, known)).status).toBe(429);
  });

  it("frees nobody else by its success", async () => {
    const user = await person();
    const known = app.visitor();
    await login(user.userId, password, known);
    await fail(user.userId, 5);
    await login(user.userId, password, known);
    expect((await login(user.userId, password)).status).toBe(429);
  });

  it("is known for its own accounts only, and an altered cookie for none", async () => {
    const [owner, other] = [await person(), await person()];
    const known = app.visitor();
    await login(owner.userId, password, known);
    await fail(other.userId, 5);
    expect((await login(other.userId, password, known)).status).toBe(429);
    const forged = app.visitor();
    const [userId, device] = (known.cookies.get("device") ?? "").split(".");
    expect(userId).toBe(owner.id);
    forged.cookies.set("device", `${other.id}.${device}`);
    forged.cookies.set("device.sig", known.cookies.get("device.sig") ?? "");
    expect((await login(other.userId, password, forged)).status).toBe(429);
  });
});
