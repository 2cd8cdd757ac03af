import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestApp, type TestApp } from "../../../testing/app.ts";
import type { TestClient } from "../../../testing/client.ts";
import { createUser } from "../../../testing/factories.ts";
import { judge, moveVerification } from "./verification.ts";

const minutes = 60_000;
let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

const account = (overrides: { bankName?: string; accountNumber?: string; accountHolder?: string } = {}) => ({
  bankName: "신한은행",
  accountNumber: "11012345678",
  accountHolder: "홍길동",
  ...overrides,
});
const verify = (client: TestClient, overrides: Record<string, string> = {}) =>
  client.post("/api/verify-account", account(overrides));
const save = (client: TestClient, overrides: Parameters<typeof account>[0] = {}) =>
  client.put("/api/user/bank-account", account(overrides));
const statusOf = (client: TestClient, orderId: unknown) =>
  client.get(`/api/account/verify-status/${String(orderId)}`);
const member = async () => {
  const user = await createUser(app.deps);
  return { user, client: await app.as(user) };
};
const records = async (userId: string) => {
  const { rows } = await app.deps.pool.query<Record<string, unknown>>(
    "select * from account_verifications where user_id = $1 order by created_at, id",
    [userId],
  );
  return rows;
};

describe("POST /api/verify-account", () => {
  it("verifies the holder, records it and tells so only to the caller", async () => {
    const { user, client } = await member();
    const answer = await verify(client, { accountNumber: "110-123 45678" });
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({
      valid: true,
      message: "계좌 실명 인증이 완료되었습니다.",
      orderId: expect.stringMatching(/^verify_/),
    });
    const { orderId } = answer.body;
    await expect(statusOf(client, orderId)).resolves.toMatchObject({
      status: 200,
      body: { verified: true, oneWon: true },
    });
    const stranger = await member();
    expect((await statusOf(stranger.client, orderId)).status).toBe(404);
    expect((await statusOf(client, "verify_unknown")).status).toBe(404);
    expect((await statusOf(app.visitor(), orderId)).status).toBe(401);
    const [record] = await records(user.id);
    expect(record).toMatchObject({
      status: "verified",
      bank_name: "신한은행",
      account_holder: "홍길동",
      one_won: 1,
    });
    expect(JSON.stringify(record)).not.toContain("11012345678");
    expect(app.deps.cipher.decrypt(String(record?.["account_number"]), user.id)).toBe("11012345678");
  });

  it("tells another holder", async () => {
    const { user, client } = await member();
    const answer = await verify(client, { accountNumber: "11012345671" });
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({ valid: false, message: expect.stringContaining("예금주") });
    const status = await statusOf(client, answer.body["orderId"]);
    expect(status.body).toEqual({ verified: false, message: answer.body["message"], oneWon: false });
    expect(await records(user.id)).toMatchObject([{ status: "failed", verified_at: null }]);
  });

  it("leaves the record pending when the bank gives no answer, and it expires", async () => {
    const { user, client } = await member();
    const answer = await verify(client, { accountNumber: "11012345679" });
    expect(answer).toMatchObject({
      status: 502,
      body: {
        code: "PROVIDER_ERROR",
        message: "계좌 확인이 잠시 되지 않습니다. 잠시 후 다시 시도해주세요.",
      },
    });
    const [record] = await records(user.id);
    expect(record).toMatchObject({ status: "pending" });
    const pending = await statusOf(client, record?.["order_id"]);
    expect(pending.body).toMatchObject({
      verified: false,
      message: expect.stringContaining("확인하고 있습니다"),
    });
    await app.moveClock(31 * minutes);
    const expired = await statusOf(client, record?.["order_id"]);
    expect(expired.body).toMatchObject({
      verified: false,
      message: expect.stringContaining("시간이 지났습니다"),
    });
    expect(await records(user.id)).toMatchObject([{ status: "expired" }]);
  });

  it("refuses wrong values and visitors", async () => {
    const { client } = await member();
    await expect(
      verify(client, { bankName: "없는은행", accountNumber: "12a4", accountHolder: "1홍" }),
    ).resolves.toMatchObject({
      status: 400,
      body: {
        code: "VALIDATION",
        fields: {
          bankName: expect.any(String),
          accountNumber: expect.any(String),
          accountHolder: expect.any(String),
        },
      },
    });
    expect((await verify(app.visitor())).status).toBe(401);
  });
});

describe("the settlement account", () => {
  it("is saved after its check, encrypted, shown in full only in its own form", async () => {
    const { user, client } = await member();
    await expect(client.get("/api/user/bank-account")).resolves.toMatchObject({
      status: 200,
      body: { bankName: null, accountNumber: null, accountHolder: null },
    });
    await verify(client);
    const saved = await save(client, { accountNumber: "110 1234 5678" });
    expect(saved.status).toBe(200);
    expect(saved.body).toMatchObject({
      ok: true,
      user: { bankName: "신한은행", accountNumber: "*******5678", accountHolder: "홍길동" },
    });
    expect((await client.get("/api/auth/me")).bytes.toString()).not.toContain("11012345678");
    expect((await client.get("/api/user/bank-account")).body).toEqual(account());
    const { rows } = await app.deps.pool.query<{ account_number: string; bank_changed_at: Date | null }>(
      "select account_number, bank_changed_at from users where id = $1",
      [user.id],
    );
    expect(rows[0]?.account_number).toMatch(/^v1\./);
    // A first account is not a change.
    expect(rows[0]?.bank_changed_at).toBeNull();
  });

  it("is refused unless exactly this one was verified by this person", async () => {
    const { client } = await member();
    const refused = { status: 400, body: { code: "ACCOUNT_NOT_VERIFIED" } };
    await expect(save(client)).resolves.toMatchObject(refused);
    await verify(client);
    for (const difference of [
      { bankName: "우리은행" },
      { accountNumber: "11012345670" },
      { accountHolder: "홍길순" },
    ]) {
      await expect(save(client, difference)).resolves.toMatchObject(refused);
    }
    const stranger = await member();
    await expect(save(stranger.client)).resolves.toMatchObject(refused);
    await verify(stranger.client, { accountNumber: "11012345671" });
    await expect(save(stranger.client, { accountNumber: "11012345671" })).resolves.toMatchObject(refused);
    expect((await save(app.visitor())).status).toBe(401);
    expect((await save(client)).status).toBe(200);
  });

  it("is refused while it is frozen, also with a check of before; a bystander's is not", async () => {
    const [one, bystander] = [await member(), await member()];
    for (const { client } of [one, bystander]) await verify(client);
    await app.deps.pool.query("update users set temp_login_at = app_now() where id = $1", [one.user.id]);
    await expect(save(one.client)).resolves.toMatchObject({
      status: 400,
      body: { code: "ACCOUNT_NOT_VERIFIED", message: expect.stringContaining("72시간") },
    });
    expect((await save(bystander.client)).status).toBe(200);
  });

  it("is refused half an hour after the check", async () => {
    const { user, client } = await member();
    await verify(client);
    await app.moveClock(29 * minutes);
    await app.enterPassword(user);
    expect((await save(client)).status).toBe(200);
    await app.moveClock(2 * minutes);
    await expect(save(client)).resolves.toMatchObject({
      status: 400,
      body: { code: "ACCOUNT_NOT_VERIFIED" },
    });
  });

  it("counts as changed only when it is another one", async () => {
    const { user, client } = await member();
    const changedAt = async () => {
      const { rows } = await app.deps.pool.query<{ bank_changed_at: Date | null }>(
        "select bank_changed_at from users where id = $1",
        [user.id],
      );
      return rows[0]?.bank_changed_at?.getTime();
    };
    await verify(client);
    await save(client);
    expect(await changedAt()).toBeUndefined();
    await verify(client, { accountNumber: "22233344455" });
    expect((await save(client, { accountNumber: "22233344455" })).status).toBe(200);
    const changed = await changedAt();
    expect(changed).toBeTypeOf("number");
    await app.moveClock(5 * minutes);
    expect((await save(client, { accountNumber: "22233344455" })).status).toBe(200);
    expect(await changedAt()).toBe(changed);
  });

  it("is closed to suspended people, who may still read it", async () => {
    const { user, client } = await member();
    await app.deps.pool.query(
      "update users set suspended_until = app_now() + interval '1 day' where id = $1",
      [user.id],
    );
    for (const answer of [await verify(client), await save(client)]) {
      expect(answer).toMatchObject({ status: 403, body: { code: "SUSPENDED", type: "suspension" } });
    }
    expect((await client.get("/api/user/bank-account")).status).toBe(200);
    expect((await app.visitor().get("/api/user/bank-account")).status).toBe(401);
  });
});

describe("states of a check", () => {
  const ends = ["verified", "failed", "expired"] as const;
  const moves = ["pending", ...ends].flatMap((from) =>
    ends.map((to) => [from, to, from === "pending"] as const),
  );

  it.each(moves)("%s → %s: %s", async (from, to, isAllowed) => {
    const user = await createUser(app.deps);
    const { rows } = await app.deps.pool.query<{ id: string }>(
      `insert into account_verifications (user_id, order_id, bank_name, account_number, account_holder, number_hmac, status, verified_at)
       values ($1, $2, '신한은행', 'x', '홍길동', 'x', $3, case when $3 = 'verified' then app_now() end) returning id`,
      [user.id, `verify_${user.id}`, from],
    );
    const moved = await moveVerification(app.deps, rows[0]?.id ?? "", to);
    expect(moved?.status).toBe(isAllowed ? to : undefined);
    expect(await records(user.id)).toMatchObject([{ status: isAllowed ? to : from }]);
  });

  it.each([
    ["the holder", { kind: "ok", value: { isValid: true } }, "verified"],
    ["another holder", { kind: "ok", value: { isValid: false } }, "failed"],
    [
      "a wrong number",
      { kind: "refused", status: 400, code: "INVALID_REQUEST", message: "잘못된 요청" },
      "failed",
    ],
    [
      "a bank that is away",
      { kind: "refused", status: 400, code: "PROVIDER_ERROR", message: "오류" },
      undefined,
    ],
    ["a wrong key", { kind: "refused", status: 400, code: "INVALID_API_KEY", message: "키" }, undefined],
    ["no right", { kind: "refused", status: 403, code: "FORBIDDEN_REQUEST", message: "금지" }, undefined],
    ["no answer", { kind: "unknown", reason: "timeout" }, undefined],
  ] as const)("is judged from the provider's answer: %s", (_, answer, status) => {
    expect(judge(answer)?.status).toBe(status);
  });
});
