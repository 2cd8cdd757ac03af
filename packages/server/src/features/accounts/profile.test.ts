import { randomUUID } from "node:crypto";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestApp, type TestApp } from "../../../testing/app.ts";
import type { TestClient } from "../../../testing/client.ts";
import { createUser, type TestUser } from "../../../testing/factories.ts";

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

const form = (user: TestUser, overrides: Record<string, unknown> = {}) => ({
  nickname: user.nickname,
  name: "홍길동",
  email: user.email,
  phoneNumber: "01012345678",
  ...overrides,
});
const save = (client: TestClient, user: TestUser, overrides: Record<string, unknown> = {}) =>
  client.put("/api/profile", form(user, overrides));

const upload = async (client: TestClient, bytes: Buffer, fileName = "face.png"): Promise<string> => {
  const size = bytes.length;
  const { status, body } = await client.post("/api/objects/upload", {
    kind: "profile", fileName, size, contentType: "image/png",
  }); // oxfmt-ignore
  expect(status).toBe(200);
  const uploadURL = String(body["uploadURL"]);
  const objectPath = String(body["objectPath"]);
  const put = await client.request("PUT", uploadURL, undefined, {
    raw: new Uint8Array(bytes),
    headers: { "content-type": "image/png" },
  });
  expect(put.status).toBe(200);
  return objectPath;
};
const picture = () =>
  sharp({ create: { width: 40, height: 40, channels: 3, background: "#0a7" } })
    .png()
    .toBuffer();

describe("PUT /api/profile", () => {
  it("saves the fields and answers with the person", async () => {
    const user = await createUser(app.deps);
    const client = await app.as(user);
    const answer = await save(client, user, {
      nickname: "  새 별명 ",
      name: "임꺽정",
      email: " New.Mail@Example.com ",
      phoneNumber: "+821055556666",
    });
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({
      user: {
        nickname: "새 별명",
        name: "임꺽정",
        email: "New.Mail@Example.com",
        phoneNumber: "+821055556666",
      },
    });
    expect((await client.get("/api/auth/me")).body).toEqual(answer.body);
  });

  it("lets nobody but administrators take a nickname of the service's own", async () => {
    const user = await createUser(app.deps);
    const client = await app.as(user);
    const check = (as: TestClient, nickname: string) =>
      as.get(`/api/check-nickname-update/${encodeURIComponent(nickname)}`);
    await expect(save(client, user, { nickname: "노하우 관리자" })).resolves.toMatchObject({
      status: 400,
      body: { code: "VALIDATION", fields: { nickname: expect.stringContaining("운영자") } },
    });
    await expect(check(client, "관리자")).resolves.toMatchObject({ body: { available: false } });
    const administrator = await createUser(app.deps, { userId: "admin1" });
    const adminClient = await app.as(administrator);
    await expect(check(adminClient, "관리자")).resolves.toMatchObject({ body: { available: true } });
    expect((await save(adminClient, administrator, { nickname: "관리자" })).status).toBe(200);
  });

  it("keeps one's own values in another case, and refuses somebody else's", async () => {
    const [user, other] = [
      await createUser(app.deps, { nickname: "MyOwnName" }),
      await createUser(app.deps, { nickname: "OtherName" }),
    ];
    const client = await app.as(user);
    expect(
      (await save(client, user, { nickname: "myownname", email: user.email.toUpperCase() })).status,
    ).toBe(200);
    await expect(save(client, user, { nickname: "OTHERNAME" })).resolves.toMatchObject({
      status: 409,
      body: { code: "NICKNAME_TAKEN", fields: { nickname: expect.any(String) } },
    });
    await expect(save(client, user, { email: other.email.toUpperCase() })).resolves.toMatchObject({
      status: 409,
      body: { code: "EMAIL_TAKEN" },
    });
  });

  it("lets one of two who take the same nickname at once win", async () => {
    const users = [await createUser(app.deps), await createUser(app.deps)];
    const answers = await Promise.all(
      users.map(async (user) => save(await app.as(user), user, { nickname: "하나뿐인이름" })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  it("refuses wrong values, visitors and suspended people", async () => {
    const user = await createUser(app.deps);
    const client = await app.as(user);
    await expect(save(client, user, { name: "가", phoneNumber: "전화" })).resolves.toMatchObject({
      status: 400,
      body: { code: "VALIDATION", fields: { name: expect.any(String), phoneNumber: expect.any(String) } },
    });
    expect((await save(app.visitor(), user)).status).toBe(401);
    await app.deps.pool.query(
      "update users set suspended_until = app_now() + interval '1 day' where id = $1",
      [user.id],
    );
    await expect(save(client, user)).resolves.toMatchObject({ status: 403, body: { code: "SUSPENDED" } });
  });

  it("writes nothing that the form does not have", async () => {
    const user = await createUser(app.deps);
    const client = await app.as(user);
    const answer = await save(client, user, {
      userId: "hacker99",
      isBanned: true,
      warningCount: 9,
      password: "x",
      bankName: "KB국민은행",
      isPhoneVerified: true,
    });
    expect(answer.body).toMatchObject({
      user: { userId: user.userId, isBanned: false, warningCount: 0, bankName: null, isPhoneVerified: false },
    });
  });
});

describe("a form that was opened before a change elsewhere", () => {
  const told = async ({ id }: TestUser) =>
    (
      await app.deps.pool.query<{ name: string }>("select name from events where user_id = $1 order by seq", [
        id,
      ])
    ).rows
      .map(({ name }) => name)
      .filter((name) => name === "account");

  it("is refused as a whole, and goes through with what is there now", async () => {
    const user = await createUser(app.deps);
    const [first, second] = [await app.as(user), await app.as(user)];
    const expected = form(user, { profileImageUrl: null });
    const email = `new-${user.email}`;
    expect((await save(first, user, { email, expected })).status).toBe(200);
    const late = { phoneNumber: "01055556666", expected };
    await expect(save(second, user, late)).resolves.toMatchObject({
      status: 409,
      body: { code: "EDIT_CONFLICT" },
    });
    expect((await second.get("/api/auth/me")).body).toMatchObject({
      user: { email, phoneNumber: "01012345678" },
    });
    const now = { ...expected, email };
    expect((await save(second, user, { ...late, email, expected: now })).status).toBe(200);
    // The same again, as after a lost response: the values are stored already.
    expect((await save(second, user, { ...late, email, expected: now })).status).toBe(200);
    expect((await first.get("/api/auth/me")).body).toMatchObject({
      user: { email, phoneNumber: "01055556666" },
    });
  });

  it.each([
    ["nickname", { nickname: "다른곳의별명" }],
    ["name", { name: "임꺽정" }],
    ["phoneNumber", { phoneNumber: "01077778888" }],
  ])("is held against the %s too", async (_, change) => {
    const user = await createUser(app.deps);
    const client = await app.as(user);
    expect((await save(client, user, change)).status).toBe(200);
    await expect(save(client, user, { profileImageUrl: null, expected: form(user) })).resolves.toMatchObject({
      status: 409,
      body: { code: "EDIT_CONFLICT" },
    });
    // Without `expected` the call sets all fields, as ever.
    expect((await save(client, user)).status).toBe(200);
    if ("nickname" in change) await app.deps.pool.query("delete from nickname_reservations");
  });

  it("hears of the change on all the person's devices, and nobody else does", async () => {
    const [user, bystander] = [await createUser(app.deps), await createUser(app.deps)];
    const client = await app.as(user);
    await save(client, user);
    expect(await told(user)).toEqual([]);
    await save(client, user, { name: "임꺽정" });
    await save(client, user, { name: "임꺽정", nickname: `새${user.nickname}` });
    expect(await told(user)).toEqual(["account", "account"]);
    const account = { bankName: "신한은행", accountNumber: "11012345678", accountHolder: "홍길동" };
    await client.post("/api/verify-account", account);
    expect((await client.put("/api/user/bank-account", account)).status).toBe(200);
    expect(await told(user)).toHaveLength(3);
    expect(await told(bystander)).toEqual([]);
  });
});

describe("the profile image", () => {
  it("is one's own uploaded image, kept when not named, removed by null or nothing", async () => {
    const user = await createUser(app.deps);
    const client = await app.as(user);
    for (const nothing of [null, ""]) {
      const path = await upload(client, await picture());
      await expect(save(client, user, { profileImageUrl: path })).resolves.toMatchObject({
        status: 200,
        body: { user: { profileImageUrl: path } },
      });
      await expect(save(client, user)).resolves.toMatchObject({ body: { user: { profileImageUrl: path } } });
      await expect(save(client, user, { profileImageUrl: path })).resolves.toMatchObject({ status: 200 });
      await expect(save(client, user, { profileImageUrl: nothing })).resolves.toMatchObject({
        body: { user: { profileImageUrl: null } },
      });
    }
  });

  it("is refused when it is somebody else's, unknown, or no image", async () => {
    const user = await createUser(app.deps);
    const client = await app.as(user);
    const stranger = await app.as(await createUser(app.deps));
    const strangerPicture = await upload(stranger, await picture());
    await expect(save(client, user, { profileImageUrl: strangerPicture })).resolves.toMatchObject({
      status: 404,
    });
    await expect(
      save(client, user, { profileImageUrl: `/objects/uploads/${randomUUID()}` }),
    ).resolves.toMatchObject({ status: 404 });
    const text = await upload(client, Buffer.from("not an image at all, only text"));
    await expect(save(client, user, { profileImageUrl: text })).resolves.toMatchObject({ status: 415 });
    // As with the pictures of a content: the bytes and the name say the same.
    const misnamed = await upload(client, await picture(), "face.jpg");
    await expect(save(client, user, { profileImageUrl: misnamed })).resolves.toMatchObject({
      status: 415,
      body: { message: "face.jpg: 파일 내용이 확장자와 다릅니다. 원본 파일인지 확인해주세요." },
    });
    for (const address of [
      "https://evil.example/a.png",
      "/objects/uploads/../secret",
      "javascript:alert(1)",
    ]) {
      await expect(save(client, user, { profileImageUrl: address })).resolves.toMatchObject({
        status: 400,
        body: { fields: { profileImageUrl: expect.any(String) } },
      });
    }
    expect((await client.get("/api/auth/me")).body).toMatchObject({ user: { profileImageUrl: null } });
  });
});
