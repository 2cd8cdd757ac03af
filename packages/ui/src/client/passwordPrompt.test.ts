import { AppError } from "@knowhow/shared";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { refuse, startServer, type RecordedRequest } from "../testing/server.ts";
import { buildUser } from "../testing/users.ts";
import { client } from "./client.ts";
import { registerPasswordPrompt } from "./passwordPrompt.ts";

const refusal = refuse("PASSWORD_REQUIRED");
const user = buildUser();
const account = { bankName: "토스뱅크", accountNumber: "100020003000", accountHolder: "홍길동" };
const profile = {
  nickname: "서연",
  name: "김서연",
  email: "seoyeon@example.com",
  phoneNumber: "01012345678",
};

let server: Awaited<ReturnType<typeof startServer>>;
let isFresh: boolean;
let refused: RecordedRequest[];
let leave: () => void = () => undefined;
beforeEach(async () => {
  isFresh = false;
  refused = [];
  server = await startServer((asked) => {
    if (isFresh) return { body: asked.path === "/api/profile" ? { user } : { ok: true, user } };
    refused.push(asked);
    return refusal;
  });
});
afterEach(async () => {
  leave();
  await server.close();
});

/** Shows a prompt that is answered when the test says so. */
const prompt = () => {
  const asked: ((isConfirmed: boolean) => void)[] = [];
  leave = registerPasswordPrompt(
    () =>
      new Promise((resolve) => {
        asked.push(resolve);
      }),
  );
  return asked;
};
const saveProfile = (options = {}) =>
  client.accounts.updateProfile({ body: { ...profile, profileImageUrl: null } }, options);
const saveAccount = () => client.accounts.updateBankAccount({ body: account });

describe("a call that needs a fresh password", () => {
  it("asks once for all that wait, and sends each again as it was", async () => {
    const asked = prompt();
    const calls = Promise.all([saveProfile(), saveAccount()]);
    await expect.poll(() => refused.length).toBe(2);
    await expect.poll(() => asked.length).toBe(1);
    isFresh = true;
    asked[0]?.(true);
    await expect(calls).resolves.toEqual([{ user }, { ok: true, user }]);
    const bodies = server.asked.map(({ path, body }) => `${path} ${body}`);
    expect(bodies.slice(2).sort()).toEqual(bodies.slice(0, 2).sort());
    expect(asked).toHaveLength(1);
  });

  it("gives the first refusal to the caller where the password is not given", async () => {
    const asked = prompt();
    const call = saveProfile();
    const outcome = expect(call).rejects.toMatchObject({ code: "PASSWORD_REQUIRED" });
    await expect.poll(() => asked.length).toBe(1);
    asked[0]?.(false);
    await outcome;
    expect(server.asked).toHaveLength(1);
    // The next act asks again.
    void saveAccount().catch(() => undefined);
    await expect.poll(() => asked.length).toBe(2);
    asked[1]?.(false);
  });

  it("is sent again once, not for ever", async () => {
    const asked = prompt();
    const call = saveProfile();
    const outcome = expect(call).rejects.toBeInstanceOf(AppError);
    await expect.poll(() => asked.length).toBe(1);
    asked[0]?.(true);
    await outcome;
    expect(server.asked).toHaveLength(2);
    expect(asked).toHaveLength(1);
  });

  it("is not sent again when nobody waits for it any more", async () => {
    const asked = prompt();
    const controller = new AbortController();
    const outcome = expect(saveProfile({ signal: controller.signal })).rejects.toThrow();
    await expect.poll(() => asked.length).toBe(1);
    controller.abort();
    isFresh = true;
    asked[0]?.(true);
    await outcome;
    expect(server.asked).toHaveLength(1);
  });

  it("fails as it did where there is nobody to ask", async () => {
    await expect(saveProfile()).rejects.toMatchObject({ code: "PASSWORD_REQUIRED" });
  });
});
