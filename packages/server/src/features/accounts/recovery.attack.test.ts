import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { cleanUp } from "../retention/cleanUp.ts";
import { startTestApp, type TestApp } from "../../../testing/app.ts";
import { failing, type Answer, type TestClient } from "../../../testing/client.ts";
import { createUser, type TestUser } from "../../../testing/factories.ts";
import { hashPassword } from "./passwords.ts";

const password = "Nolja!2026";
const hourMs = 3_600_000;
let app: TestApp;
let hashed: string;
beforeAll(async () => {
  app = await startTestApp({ RATE_LIMITS: "on", TRUST_PROXY: "1" });
  hashed = await hashPassword(password);
});
afterAll(() => app.stop());

let addresses = 0;
/** Another household's address. */
const newAddress = (): string => {
  addresses += 1;
  return `198.51.${Math.floor(addresses / 250)}.${(addresses % 250) + 1}`;
};
const from = (address: string) => ({ headers: { "x-forwarded-for": address } });

let owner: TestUser;
let bystander: TestUser;
beforeEach(async () => {
  owner = await createUser(app.deps, { password: hashed });
  bystander = await createUser(app.deps, { password: hashed });
});
const dataOf = ({ userId, nickname, email }: TestUser, changes: object = {}) => ({
  userId,
  nickname,
  email,
  name: "홍길동",
  phoneNumber: "01012345678",
  ...changes,
});
const wrong = { phoneNumber: "01000000000" };
const find = (body: object, address = newAddress(), client = app.visitor()) =>
  client.post("/api/find-account", body, from(address));
const reset = (body: object, address = newAddress(), client = app.visitor()) =>
  client.post("/api/reset-password", body, from(address));
const login = (emailOrUserId: string, given: string, address = newAddress(), client = app.visitor()) =>
  client.post("/api/login", { emailOrUserId, password: given }, from(address));
const tempOf = ({ body }: Answer) => String(body["tempPassword"]);
/** As the owner's browser, which signed in before. */
const knownBrowser = async (user: TestUser): Promise<TestClient> => {
  const client = app.visitor();
  expect((await login(user.userId, password, newAddress(), client)).status).toBe(200);
  await client.post("/api/auth/logout");
  return client;
};

describe("recovery", () => {
  it("answers right data whatever strangers tried, and counts only what was wrong", async () => {
    for (let round = 0; round < 8; round += 1) expect((await reset(dataOf(owner, wrong))).status).toBe(404);
    expect((await find(dataOf(owner))).status).toBe(200);
    const home = newAddress();
    for (let round = 0; round < 8; round += 1) expect((await find(dataOf(owner), home)).status).toBe(200);
    expect((await reset(dataOf(owner), home)).status).toBe(200);
  });

  it("counts five wrong tries an hour of an address, also all at once, and of nobody else's", async () => {
    const address = newAddress();
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        (index % 2 === 0 ? find : reset)(dataOf(index % 3 === 0 ? owner : bystander, wrong), address),
      ),
    );
    const count = (status: number) => answers.filter((answer) => answer.status === status).length;
    expect([count(404), count(429)]).toEqual([5, 15]);
    const refused = await find(dataOf(owner), address);
    expect(failing(refused)).toBe("429 RATE_LIMITED");
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(3_000);
    for (const user of [owner, bystander]) expect((await find(dataOf(user))).status).toBe(200);
  });

  it("has a new browser wait an hour at an address of five wrong tries; a known one, and the household next door, not", async () => {
    const address = newAddress();
    const home = await knownBrowser(owner);
    for (let round = 0; round < 5; round += 1)
      expect((await reset(dataOf(bystander, wrong), address)).status).toBe(404);
    expect(failing(await find(dataOf(owner), address))).toBe("429 RATE_LIMITED");
    expect(failing(await reset(dataOf(bystander), address))).toBe("429 RATE_LIMITED");
    expect((await reset(dataOf(owner), address, home)).status).toBe(200);
    expect((await find(dataOf(bystander), newAddress())).status).toBe(200);
  });

  it("lets only known browsers on after thirty wrong tries at an identifier, known or not", async () => {
    const home = await knownBrowser(owner);
    const others = await knownBrowser(bystander);
    for (const user of [owner, { ...owner, email: "nobody@example.com", userId: "nobody99" }]) {
      for (let round = 0; round < 30; round += 1) expect((await find(dataOf(user, wrong))).status).toBe(404);
      expect(failing(await find(dataOf(user)))).toBe("429 RATE_LIMITED");
    }
    expect(failing(await find(dataOf(owner), newAddress(), others))).toBe("429 RATE_LIMITED");
    expect((await find(dataOf(owner), newAddress(), home)).status).toBe(200);
    // A known browser has its own five tries, wherever it is.
    for (let round = 0; round < 5; round += 1)
      expect((await find(dataOf(owner, wrong), newAddress(), home)).status).toBe(404);
    expect((await find(dataOf(owner), newAddress(), home)).status).toBe(429);
    expect((await find(dataOf(bystander))).status).toBe(200);
  });
});

describe("a temporary password", () => {
  const lock = async (user: TestUser) => {
    for (let round = 0; round < 5; round += 1)
      expect((await login(user.userId, "Wrong!2026")).status).toBe(401);
    expect((await login(user.userId, password)).status).toBe(429);
  };

  it("passes the lock that a stranger set", async () => {
    await lock(owner);
    const temp = tempOf(await reset(dataOf(owner)));
    const entered = await login(owner.email, temp);
    expect([entered.status, entered.body["user"]]).toEqual([
      200,
      expect.objectContaining({ mustChangePassword: true }),
    ]);
    // The temporary password opens no other account, and is spent.
    await lock(bystander);
    expect((await login(bystander.userId, temp)).status).toBe(429);
    expect((await login(owner.userId, temp)).status).not.toBe(200);
  });

  it("is changed at once in the owner's browser that was locked; a bystander's lock stays", async () => {
    const home = await knownBrowser(owner);
    for (let round = 0; round < 5; round += 1)
      expect((await login(owner.userId, "Wrong!2026", newAddress(), home)).status).toBe(401);
    expect((await login(owner.userId, password, newAddress(), home)).status).toBe(429);
    await lock(bystander);
    const temp = tempOf(await reset(dataOf(owner), newAddress(), home));
    expect((await login(owner.userId, temp, newAddress(), home)).status).toBe(200);
    const change = { currentPassword: temp, newPassword: "새로운!Pass1" };
    expect((await home.put("/api/change-password", change, from(newAddress()))).status).toBe(200);
    expect((await login(bystander.userId, password)).status).toBe(429);
  });

  it("is not used up by a stranger who goes on trying; an address has five tries at it", async () => {
    await lock(owner);
    const [stranger, home] = [newAddress(), newAddress()];
    const temp = tempOf(await reset(dataOf(owner), home));
    for (let round = 0; round < 5; round += 1)
      expect(failing(await login(owner.userId, `Wrong!${round}`, stranger))).toBe("429 LOGIN_LOCKED");
    expect(failing(await login(owner.userId, temp, stranger))).toBe("429 LOGIN_LOCKED");
    expect((await login(owner.userId, temp, home)).status).toBe(200);
  });

  it("is taken by an address that had tried in vain before it was issued", async () => {
    await lock(owner);
    const home = newAddress();
    for (let round = 0; round < 8; round += 1)
      expect((await login(owner.userId, "Wrong!2026", home)).status).toBe(429);
    const temp = tempOf(await reset(dataOf(owner), home));
    expect((await login(owner.userId, temp, home)).status).toBe(200);
  });
});

describe("after a change of name, address or number", () => {
  const save = (client: TestClient, user: TestUser, changes: object) => {
    const { nickname, email, name, phoneNumber } = dataOf(user, changes);
    return client.put("/api/profile", { nickname, email, name, phoneNumber });
  };

  it("goes by the values before it for 72 hours, however often they are changed", async () => {
    const thief = await app.as(owner);
    const stolen = { email: `thief-${owner.userId}@example.com`, phoneNumber: "01066667777" };
    expect((await save(thief, owner, { name: "도둑", ...stolen })).status).toBe(200);
    expect((await save(thief, owner, { name: "임꺽정", ...stolen })).status).toBe(200);
    expect(
      (await save(thief, owner, { name: "임꺽정", ...stolen, nickname: `새${owner.nickname}` })).status,
    ).toBe(200);
    for (const name of ["도둑", "임꺽정"]) {
      const data = dataOf(owner, { name, ...stolen, nickname: `새${owner.nickname}` });
      expect(failing(await find(data))).toBe("404 ACCOUNT_NOT_FOUND");
      expect(failing(await reset(data))).toBe("404 ACCOUNT_NOT_FOUND");
    }
    expect((await find(dataOf(owner))).body).toMatchObject({ userId: owner.userId });
    // No other user gets the address meanwhile.
    const stranger = await app.as(bystander);
    expect(failing(await save(stranger, bystander, { email: owner.email }))).toBe("409 EMAIL_TAKEN");

    // The owner restores the values later: recovery never counts those in between.
    await app.moveClock(hourMs);
    await app.enterPassword(owner);
    expect((await save(thief, owner, {})).status).toBe(200);
    await app.moveClock(71.5 * hourMs);
    expect((await find(dataOf(owner, { name: "임꺽정", ...stolen }))).status).toBe(404);
    expect((await find(dataOf(owner))).status).toBe(200);
  });

  it("goes by the new values after that, and tells the owner at once", async () => {
    const client = await app.as(owner);
    const moved = { email: `moved-${owner.userId}@example.com` };
    expect((await save(client, owner, moved)).status).toBe(200);
    const { body } = await client.get("/api/user/admin-chats");
    expect(body["chatRooms"]).toEqual([
      expect.objectContaining({
        type: "account_notice",
        unreadCount: 1,
        lastMessage: expect.objectContaining({ message: expect.stringContaining("이메일") }),
      }),
    ]);
    const bystanderClient = await app.as(bystander);
    expect((await bystanderClient.get("/api/user/admin-chats")).body["chatRooms"]).toEqual([]);
    await app.moveClock(72 * hourMs + 1_000);
    expect((await find(dataOf(owner))).status).toBe(404);
    expect((await find(dataOf(owner, moved))).status).toBe(200);
  });

  it("gives an address that its next owner has no browser of the last one", async () => {
    const bystanderBrowser = await knownBrowser(bystander);
    const moved = { email: `moved-${bystander.userId}@example.com` };
    expect((await save(await app.as(bystander), bystander, moved)).status).toBe(200);
    await app.moveClock(72 * hourMs + 1_000);
    const next = { email: bystander.email };
    expect((await save(await app.as(owner), owner, next)).status).toBe(200);
    const address = newAddress();
    for (let round = 0; round < 5; round += 1)
      expect((await find(dataOf(owner, { ...next, ...wrong }), address)).status).toBe(404);
    expect(failing(await find(dataOf(owner, { ...next, ...wrong }), address, bystanderBrowser))).toBe(
      "429 RATE_LIMITED",
    );
  });

  it("keeps what stood before it no longer than that counts", async () => {
    const kept = async () => {
      await cleanUp(app.deps);
      const { rows } = await app.deps.pool.query<{ id: string }>(
        "select id from users where recovery_identity is not null and id = any($1)",
        [[owner.id, bystander.id]],
      );
      return rows.map(({ id }) => id);
    };
    expect((await save(await app.as(owner), owner, { name: "임꺽정" })).status).toBe(200);
    await app.moveClock(hourMs);
    expect((await save(await app.as(bystander), bystander, { name: "임꺽정" })).status).toBe(200);
    expect((await kept()).toSorted()).toEqual([owner.id, bystander.id].toSorted());
    await app.moveClock(71 * hourMs + 1_000);
    expect(await kept()).toEqual([bystander.id]);
    expect((await find(dataOf(bystander))).status).toBe(200);
    expect((await find(dataOf(owner, { name: "임꺽정" }))).status).toBe(200);
  });

  it("stays open to the owner when only the nickname was changed", async () => {
    const client = await app.as(owner);
    expect((await save(client, owner, { nickname: `새${owner.nickname}` })).status).toBe(200);
    expect((await find(dataOf(owner))).status).toBe(200);
    expect((await find(dataOf(owner, { nickname: `새${owner.nickname}` }))).status).toBe(200);
  });
});
