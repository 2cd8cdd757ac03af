import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { startTestApp, type TestApp } from "../../../testing/app.ts";
import { failing } from "../../../testing/client.ts";
import { createUser, type TestUser } from "../../../testing/factories.ts";
import { cleanUp } from "../retention/cleanUp.ts";
import { leave } from "./leave.ts";

const dayMs = 24 * 3_600_000;
let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

let mentor: TestUser;
let impostor: TestUser;
let bystander: TestUser;
beforeEach(async () => {
  mentor = await createUser(app.deps);
  impostor = await createUser(app.deps);
  bystander = await createUser(app.deps);
});

const take = async (user: TestUser, nickname: string): Promise<string> =>
  failing(
    await (
      await app.as(user)
    ).put("/api/profile", {
      nickname,
      name: "홍길동",
      email: user.email,
      phoneNumber: "01012345678",
    }),
  );
const isFreeFor = async (user: TestUser, nickname: string): Promise<unknown> =>
  (await (await app.as(user)).get(`/api/check-nickname-update/${encodeURIComponent(nickname)}`)).body;
const taken = { available: false, message: "이미 사용 중인 닉네임입니다." };

describe("a nickname that was given up", () => {
  it("is taken for everybody else for thirty days, as it was or alike, and free for its former owner", async () => {
    expect(await take(mentor, `새${mentor.nickname}`)).toBe("200 undefined");
    for (const nickname of [mentor.nickname, [...mentor.nickname].join(" ")]) {
      expect(await take(impostor, nickname)).toBe("409 NICKNAME_TAKEN");
      expect(await isFreeFor(impostor, nickname)).toEqual(taken);
      const { body } = await app.visitor().get(`/api/check-nickname/${encodeURIComponent(nickname)}`);
      expect(body).toEqual(taken);
    }
    expect(await take(bystander, `다른${bystander.nickname}`)).toBe("200 undefined");
    expect(await isFreeFor(mentor, mentor.nickname)).toEqual({ available: true });
    await app.moveClock(30 * dayMs - 60_000);
    await cleanUp(app.deps);
    expect(await isFreeFor(impostor, mentor.nickname)).toEqual(taken);
    await app.moveClock(120_000);
    expect(await take(impostor, mentor.nickname)).toBe("200 undefined");
    await cleanUp(app.deps);
    expect((await app.deps.pool.query("select from nickname_reservations")).rowCount).toBe(1);
  });

  it("is had back by its former owner, and counts anew when it is given up again", async () => {
    expect(await take(mentor, `새${mentor.nickname}`)).toBe("200 undefined");
    await app.moveClock(20 * dayMs);
    expect(await take(mentor, mentor.nickname)).toBe("200 undefined");
    expect(await take(mentor, `또${mentor.nickname}`)).toBe("200 undefined");
    await app.moveClock(20 * dayMs);
    expect(await isFreeFor(impostor, mentor.nickname)).toEqual(taken);
    expect(await isFreeFor(mentor, mentor.nickname)).toEqual({ available: true });
  });

  it("stays taken after its owner has left, and belongs to no row of theirs", async () => {
    expect(await take(mentor, `새${mentor.nickname}`)).toBe("200 undefined");
    await leave(app.deps, mentor.id);
    for (const nickname of [mentor.nickname, `새${mentor.nickname}`])
      expect(await isFreeFor(impostor, nickname)).toEqual(taken);
    const { rows } = await app.deps.pool.query(
      "select user_id from nickname_reservations where nickname like $1 order by nickname",
      [`%${mentor.nickname}`],
    );
    expect(rows).toEqual([{ user_id: null }, { user_id: null }]);
    await app.moveClock(30 * dayMs);
    expect(await isFreeFor(impostor, mentor.nickname)).toEqual({ available: true });
  });

  it("is one of ten, and none gives way to an eleventh", async () => {
    const names = Array.from("가나다라마바사아자차", (ending) => `${mentor.nickname}${ending}`);
    for (const nickname of names) expect(await take(mentor, nickname)).toBe("200 undefined");
    expect(await take(mentor, `${mentor.nickname}카`)).toBe("400 VALIDATION");
    expect(await isFreeFor(impostor, `${mentor.nickname}카`)).toEqual({ available: true });
    // Its former owner has it back, and a detour by it shakes none loose.
    expect(await take(mentor, mentor.nickname)).toBe("200 undefined");
    expect(await take(mentor, `${mentor.nickname}카`)).toBe("400 VALIDATION");
    expect(await take(mentor, names.at(0) ?? "")).toBe("200 undefined");
    for (const nickname of [mentor.nickname, ...names])
      expect(await take(impostor, nickname)).toBe("409 NICKNAME_TAKEN");
    // Leaving needs no place among the ten.
    await leave(app.deps, mentor.id);
    for (const nickname of [mentor.nickname, ...names])
      expect(await isFreeFor(impostor, nickname)).toEqual(taken);
  });

  it("makes room for another after thirty days, before anything has removed it", async () => {
    for (const ending of "가나다라마바사아자차")
      expect(await take(mentor, `${mentor.nickname}${ending}`)).toBe("200 undefined");
    expect(await take(mentor, `${mentor.nickname}카`)).toBe("400 VALIDATION");
    await app.moveClock(30 * dayMs);
    expect(await take(mentor, `${mentor.nickname}카`)).toBe("200 undefined");
  });

  it("goes to nobody who asks while it is being given up", async () => {
    const answers = await Promise.all([
      take(mentor, `새${mentor.nickname}`),
      take(impostor, mentor.nickname),
      take(bystander, mentor.nickname),
    ]);
    expect(answers).toEqual(["200 undefined", "409 NICKNAME_TAKEN", "409 NICKNAME_TAKEN"]);
  });

  it("is compared by the present rule, as soon as a server has started", async () => {
    expect(await take(mentor, `새${mentor.nickname}`)).toBe("200 undefined");
    await app.deps.pool.query("update nickname_reservations set skeleton = '1:' || nickname");
    expect(await isFreeFor(impostor, mentor.nickname)).toEqual({ available: true });
    const next = await startTestApp({ DATABASE_URL: app.databaseUrl });
    await next.stop();
    expect(await isFreeFor(impostor, mentor.nickname)).toEqual(taken);
  });
});
