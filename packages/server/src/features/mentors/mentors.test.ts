import type { Mentor } from "@knowhow/shared";
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { startTestApp, type TestApp } from "../../../testing/app.ts";
import type { Answer, TestClient } from "../../../testing/client.ts";
import { createContent, createSeller, createUser, type TestUser } from "../../../testing/factories.ts";
import { buy } from "../../../testing/payments.ts";
import { openLink } from "../../../testing/refunds.ts";
import { hashPassword } from "../accounts/passwords.ts";

const hour = 3_600_000;
const codeOf = ({ status, body }: Answer) => [status, body["code"]];
const mentorOf = ({ body }: Answer) => body["mentor"] as unknown as Mentor;
const idsOf = ({ body }: Answer) => (body as unknown as { id: string }[]).map(({ id }) => id);

describe("mentors", () => {
  let app: TestApp;
  let mentor: TestUser;
  let follower: TestClient;
  let person: TestUser;
  let bystander: TestClient;
  let other: TestUser;

  const newMentor = async (): Promise<TestUser> => {
    const made = await createSeller(app.deps);
    await createContent(app.deps, made.id, { price: 0 });
    return made;
  };
  const pathOf = ({ id }: { id: string }) => `/api/mentors/${id}`;
  const follow = (client: TestClient, target: { id: string }) => client.put(`${pathOf(target)}/follow`);
  const ban = (id: string, isBanned: number) =>
    app.deps.pool.query("update users set is_banned = $2, ban_reason = $3 where id = $1", [
      id,
      isBanned,
      isBanned === 1 ? "광고" : null,
    ]);

  beforeAll(async () => {
    app = await startTestApp();
    other = await newMentor();
    person = await createUser(app.deps);
    bystander = await app.as(person);
    await follow(bystander, other);
  });
  beforeEach(async () => {
    mentor = await newMentor();
    follower = await app.as(await createUser(app.deps));
  });
  afterAll(async () => {
    // Signed in anew: the clock has moved.
    expect(idsOf(await (await app.as(person)).get("/api/following"))).toEqual([other.id]);
    await app.stop();
  });

  it("have a page that tells everyone who they are", async () => {
    const owner = await app.as(mentor);
    const form = {
      nickname: mentor.nickname,
      name: "홍길동",
      email: mentor.email,
      phoneNumber: "01012345678",
    };
    await owner.put("/api/profile", { ...form, introduction: "  열 해 동안\r\n가르쳤어요. " });
    await createContent(app.deps, mentor.id);
    const seen = mentorOf(await app.visitor().get(pathOf(mentor)));
    expect(seen).toEqual({
      id: mentor.id,
      nickname: mentor.nickname,
      profileImageUrl: null,
      introduction: "열 해 동안\n가르쳤어요.",
      contentsCount: 2,
      ratingCount: 0,
      ratingMean: null,
      followersCount: 0,
      isFollowed: false,
    });
    // Pages of before send the form without it.
    await owner.put("/api/profile", form);
    expect(mentorOf(await owner.get(pathOf(mentor))).introduction).toBe(seen.introduction);
    const tooLong = await owner.put("/api/profile", { ...form, introduction: "가".repeat(501) });
    expect(tooLong).toMatchObject({ status: 400, body: { fields: { introduction: expect.any(String) } } });
    const stale = await owner.put("/api/profile", {
      ...form,
      introduction: "새 소개",
      expected: { introduction: "" },
    });
    expect(codeOf(stale)).toEqual([409, "EDIT_CONFLICT"]);
    await owner.put("/api/profile", { ...form, introduction: " \u200b" });
    expect(mentorOf(await owner.get(pathOf(mentor))).introduction).toBeNull();
  });

  it("are rated by the ratings of all that they have on the market, with a mean from three on", async () => {
    const contents = [
      await createContent(app.deps, mentor.id, { price: 0 }),
      await createContent(app.deps, mentor.id, { price: 0 }),
    ];
    const rated = async () => mentorOf(await app.visitor().get(pathOf(mentor)));
    for (const [index, score] of [5, 4, 3].entries()) {
      expect(await rated()).toMatchObject({ ratingCount: index, ratingMean: null });
      const content = contents[index % 2];
      if (!content) throw new Error("There is no content.");
      const client = await app.as(await createUser(app.deps));
      await buy(app.url, client, content);
      await openLink({ client, content });
      await client.post(`/api/contents/${content.id}/ratings`, { score });
    }
    expect(await rated()).toMatchObject({ ratingCount: 3, ratingMean: 4 });
    expect(mentorOf(await app.visitor().get(pathOf(other)))).toMatchObject({ ratingCount: 0 });
  });

  it("show how much they have sold if they choose to", async () => {
    const owner = await app.as(mentor);
    const form = {
      nickname: mentor.nickname,
      name: "홍길동",
      email: mentor.email,
      phoneNumber: "01012345678",
    };
    const content = await createContent(app.deps, mentor.id, { price: 0 });
    await buy(app.url, follower, content);
    const shown = async () => mentorOf(await app.visitor().get(pathOf(mentor))).salesCount;
    expect(await shown()).toBeUndefined();
    await owner.put("/api/profile", { ...form, showsSales: true });
    expect(await shown()).toBe(1);
    await buy(app.url, bystander, content);
    // Pages of before send the form without it; another mentor shows nothing.
    await owner.put("/api/profile", form);
    expect(await shown()).toBe(2);
    expect(mentorOf(await app.visitor().get(pathOf(other))).salesCount).toBeUndefined();
    const stale = await owner.put("/api/profile", {
      ...form,
      showsSales: false,
      expected: { showsSales: false },
    });
    expect(codeOf(stale)).toEqual([409, "EDIT_CONFLICT"]);
    await owner.put("/api/profile", { ...form, showsSales: false, expected: { showsSales: true } });
    expect(await shown()).toBeUndefined();
    const refused = await owner.put("/api/profile", { ...form, showsSales: "아마" });
    expect(refused).toMatchObject({ status: 400, body: { fields: { showsSales: expect.any(String) } } });
  });

  it("are those with something on the market", async () => {
    const visitor = app.visitor();
    const nobody = await createUser(app.deps);
    for (const id of [nobody.id, randomUUID(), "x"]) {
      expect(codeOf(await visitor.get(`/api/mentors/${id}`))).toEqual([404, "NOT_FOUND"]);
      expect(codeOf(await visitor.get(`/api/mentors/${id}/contents`))).toEqual([404, "NOT_FOUND"]);
      expect(codeOf(await follower.put(`/api/mentors/${id}/follow`))).toEqual([404, "NOT_FOUND"]);
      expect(codeOf(await follower.delete(`/api/mentors/${id}/follow`))).toEqual([404, "NOT_FOUND"]);
    }
    await follow(follower, mentor);
    await ban(mentor.id, 1);
    expect(codeOf(await visitor.get(pathOf(mentor)))).toEqual([404, "NOT_FOUND"]);
    expect(codeOf(await follow(await app.as(await createUser(app.deps)), mentor))).toEqual([
      404,
      "NOT_FOUND",
    ]);
    expect(idsOf(await follower.get("/api/following"))).toEqual([]);
    await ban(mentor.id, 0);
    expect(idsOf(await follower.get("/api/following"))).toEqual([mentor.id]);
    // Who sells nothing for now has no page, is still followed, and need not be.
    await app.deps.pool.query("update contents set paused_at = app_now() where seller_id = $1", [mentor.id]);
    expect(codeOf(await visitor.get(pathOf(mentor)))).toEqual([404, "NOT_FOUND"]);
    expect((await follower.get("/api/following")).body).toMatchObject([{ id: mentor.id, contentsCount: 0 }]);
    expect((await follower.delete(`${pathOf(mentor)}/follow`)).body).toEqual({
      isFollowed: false,
      followersCount: 0,
    });
  });

  it("show what they have on the market, page by page", async () => {
    const paused = await createContent(app.deps, mentor.id);
    await app.deps.pool.query("update contents set paused_at = app_now() where id = $1", [paused.id]);
    const { id: newest } = await createContent(app.deps, mentor.id, { title: "둘째" });
    await app.deps.pool.query(
      "update contents set upload_time = app_now() + interval '1 hour' where id = $1",
      [newest],
    );
    const path = `${pathOf(mentor)}/contents`;
    const first = await app.visitor().get(`${path}?limit=1`);
    expect(idsOf(first)).toEqual([newest]);
    const next = /<([^>]+)>; rel="next"/.exec(first.headers.get("link") ?? "")?.[1] ?? "";
    const second = await app.visitor().get(next);
    expect(second.body).toHaveLength(1);
    expect(idsOf(second)).not.toContain(paused.id);
    expect(second.headers.get("link")).toBeNull();
    expect(codeOf(await app.visitor().get(`${path}?cursor=x`))).toEqual([400, "VALIDATION"]);
    const [bought] = idsOf(second);
    await buy(app.url, follower, { id: bought ?? "", price: 0, title: "", sellerId: mentor.id });
    expect((await follower.get(path)).body).toMatchObject([{ hasPurchased: false }, { hasPurchased: true }]);
  });

  it("are followed once, by several at once, and no longer", async () => {
    const path = `${pathOf(mentor)}/follow`;
    const answers = await Promise.all(Array.from({ length: 5 }, () => follower.put(path)));
    for (const { body } of answers) expect(body).toEqual({ isFollowed: true, followersCount: 1 });
    expect(mentorOf(await follower.get(pathOf(mentor)))).toMatchObject({
      followersCount: 1,
      isFollowed: true,
    });
    expect(mentorOf(await bystander.get(pathOf(mentor)))).toMatchObject({
      followersCount: 1,
      isFollowed: false,
    });
    expect((await bystander.delete(path)).body).toEqual({ isFollowed: false, followersCount: 1 });
    await follow(follower, other);
    const page = await follower.get("/api/following?limit=1");
    expect(page.body).toMatchObject([{ id: other.id, isFollowed: true }]);
    const next = /<([^>]+)>; rel="next"/.exec(page.headers.get("link") ?? "")?.[1] ?? "";
    expect((await follower.get(next)).body).toMatchObject([{ id: mentor.id }]);
    expect((await follower.delete(path)).body).toEqual({ isFollowed: false, followersCount: 0 });
    expect(idsOf(await follower.get("/api/following"))).toEqual([other.id]);
  });

  it("do not follow themselves, and are not followed by who is banned", async () => {
    const owner = await app.as(mentor);
    expect(codeOf(await follow(owner, mentor))).toEqual([400, "VALIDATION"]);
    expect(codeOf(await follow(owner, { id: mentor.id.toUpperCase() }))).toEqual([400, "VALIDATION"]);
    const sanctioned = await createUser(app.deps);
    const client = await app.as(sanctioned);
    await app.deps.pool.query(
      "update users set suspended_until = app_now() + interval '1 day' where id = $1",
      [sanctioned.id],
    );
    expect((await follow(client, mentor)).status).toBe(200);
    await ban(sanctioned.id, 1);
    expect(codeOf(await follow(client, mentor))).toEqual([403, "BANNED"]);
    // Public reads answer them as a visitor.
    expect(mentorOf(await client.get(pathOf(mentor)))).toMatchObject({
      isFollowed: false,
      followersCount: 1,
    });
  });

  it("leave with those who follow them, and those whom they follow", async () => {
    const password = "Knowhow!2026";
    const leaving = await createSeller(app.deps, { password: await hashPassword(password) });
    await createContent(app.deps, leaving.id, { price: 0 });
    const client = await app.as(leaving);
    const { followersCount } = mentorOf(await bystander.get(pathOf(other)));
    await follow(client, other);
    await follow(follower, leaving);
    const [left] = await Promise.all([
      client.delete("/api/user", { password }),
      ...Array.from({ length: 4 }, () => follow(follower, leaving)),
      ...Array.from({ length: 4 }, () => follow(client, other)),
    ]);
    expect(left.status).toBe(200);
    const { rows } = await app.deps.pool.query("select from follows where $1 in (follower_id, mentor_id)", [
      leaving.id,
    ]);
    expect(rows).toHaveLength(0);
    expect(mentorOf(await bystander.get(pathOf(other)))).toMatchObject({ followersCount, isFollowed: true });
  });

  it("tell how long their answers take, once three were answered", async () => {
    const content = await createContent(app.deps, mentor.id, { price: 0 });
    const owner = await app.as(mentor);
    const answerAfter = async (hours: number) => {
      const buyer = await app.as(await createUser(app.deps));
      const { chatRoomId } = await buy(app.url, buyer, content);
      const say = (client: TestClient, message: string) =>
        client.post(`/api/chat/rooms/${chatRoomId}/messages`, { message });
      await say(owner, "반가워요");
      await say(buyer, "질문이 있어요");
      await app.moveClock(hours * hour);
      await say(owner, "답이에요");
      await say(owner, "하나 더요");
    };
    const answerHours = async () => mentorOf(await app.visitor().get(pathOf(mentor))).answerHours;
    await answerAfter(1);
    await answerAfter(20);
    expect(await answerHours()).toBeUndefined();
    await answerAfter(3);
    expect(await answerHours()).toBe(3);
    await app.moveClock(91 * 24 * hour);
    expect(await answerHours()).toBeUndefined();
  });
});
