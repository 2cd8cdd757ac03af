import type { Report } from "@knowhow/shared";
import { randomUUID } from "node:crypto";
import { Model } from "objection";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { CaseRecord } from "./record.ts";
import { startTestApp, type TestApp } from "../../../testing/app.ts";
import { failing, type Answer, type TestClient } from "../../../testing/client.ts";
import { createContent, createUser, type TestUser } from "../../../testing/factories.ts";
import { buy } from "../../../testing/payments.ts";
import { decide, fileReport, makeDeal, type Deal } from "../../../testing/reports.ts";
import { leaveIn } from "../accounts/leave.ts";

type Case = CaseRecord & { report: Report };

describe("a decided report", () => {
  let app: TestApp;
  let staff: TestUser;
  let admin: TestClient;

  beforeAll(async () => {
    app = await startTestApp({ ADMIN_USER_IDS: "admin1,admin2" });
    staff = await createUser(app.deps, { userId: "admin1" });
    admin = await app.as(staff);
  });
  afterAll(() => app.stop());

  const look = async (id: string) => (await admin.get(`/api/admin/reports/${id}`)).body as unknown as Case;
  const reopen = (id: string, reason = "새 증거가 나왔습니다.", client = admin): Promise<Answer> =>
    client.post(`/api/admin/reports/${id}/reopen`, { reason });
  const warn = (id: string, more: object = {}, client = admin): Promise<Answer> =>
    client.post(`/api/admin/reports/${id}/reporter-warning`, { reason: "허위 신고를 했습니다.", ...more });
  const createContentOf = async ({ seller }: Deal, buyer: TestClient) => {
    const content = await createContent(app.deps, seller.id, { price: 0 });
    await buy(app.url, buyer, content);
    return content;
  };
  const messagesOf = async (client: TestClient, type: string): Promise<string[]> => {
    const { body } = await client.get("/api/user/admin-chats");
    const rooms = body["chatRooms"] as unknown as { id: string; type: string }[];
    const room = rooms.find((one) => one.type === type);
    if (!room) return [];
    const talk = await client.get(`/api/user/admin-chats/${room.id}/messages`);
    return (talk.body["messages"] as unknown as { message: string }[]).map(({ message }) => message);
  };
  const warningsOf = async (userId: string): Promise<number | undefined> =>
    (
      await app.deps.pool.query<{ warning_count: number }>("select warning_count from users where id = $1", [
        userId,
      ])
    ).rows[0]?.warning_count;

  it("shows each who looked at it and what they noted, nobody's words as another's", async () => {
    const colleague = await createUser(app.deps, { userId: "admin2" });
    const other = await app.as(colleague);
    const [id, bystander] = [await fileReport(await makeDeal(app)), await fileReport(await makeDeal(app))];
    await decide(admin, id, { status: "reviewed", reviewNotes: "광고로 보임" });
    await decide(other, id, { status: "reviewed", reviewNotes: "판매자에게 물어봄" });
    // A colleague's review is in the record too.
    await decide(admin, id, { status: "reviewed" });
    const last = await decide(other, id, { status: "dismissed" });
    expect((last.body["report"] as unknown as Report).reviewNotes).toBeNull();
    await decide(admin, bystander, { status: "reviewed", reviewNotes: "따로 볼 것" });
    const { acts } = await look(id);
    expect(
      acts.map(({ kind, adminId, adminNickname, notes }) => [kind, adminId, adminNickname, notes]),
    ).toEqual([
      ["reviewed", staff.id, staff.nickname, "광고로 보임"],
      ["reviewed", colleague.id, colleague.nickname, "판매자에게 물어봄"],
      ["reviewed", staff.id, staff.nickname, null],
      ["dismissed", colleague.id, colleague.nickname, null],
    ]);
    expect((await look(bystander)).acts).toMatchObject([{ kind: "reviewed", notes: "따로 볼 것" }]);
    await reopen(id);
    await decide(admin, id, { status: "resolved" });
    expect((await look(id)).acts.slice(-2)).toMatchObject([
      { kind: "reopened", adminNickname: staff.nickname, notes: "새 증거가 나왔습니다." },
      { kind: "resolved", adminNickname: staff.nickname, notes: null },
    ]);
  });

  describe("that is taken up again", () => {
    it("is under review, with who decided what and why before", async () => {
      const deal = await makeDeal(app);
      const id = await fileReport(deal);
      const punish = { status: "resolved", penaltyType: "warning", reason: "광고", reviewNotes: "광고 확인" };
      const bystander = await fileReport(await makeDeal(app));
      await decide(admin, id, punish);
      const listed = async () =>
        new Map(
          ((await admin.get("/api/admin/reports?limit=100")).body["reports"] as unknown as Report[]).map(
            (report) => [report.id, report.lastAct],
          ),
        );
      expect((await listed()).get(id)).toMatchObject({
        kind: "resolved",
        adminId: staff.id,
        adminNickname: staff.nickname,
        penalty: { penaltyType: "warning", reason: "광고" },
      });
      expect((await listed()).get(bystander)).toBeNull();
      const among = async (status: string) =>
        (
          (await admin.get(`/api/admin/reports?limit=100&status=${status}`)).body[
            "reports"
          ] as unknown as Report[]
        )
          .map((report) => report.id)
          .includes(id);
      expect([await among("open"), await among("decided")]).toEqual([false, true]);
      const answer = await reopen(id);
      expect([await among("open"), await among("decided")]).toEqual([true, false]);
      expect((await listed()).get(id)).toMatchObject({ kind: "reopened", penalty: null });
      expect([answer.status, (answer.body["report"] as unknown as Report).status]).toEqual([200, "reviewed"]);
      const { acts } = await look(id);
      expect(acts).toMatchObject([
        {
          kind: "resolved",
          adminNickname: staff.nickname,
          notes: "광고 확인",
          penalty: { penaltyType: "warning", reason: "광고", isActive: true },
        },
        { kind: "reopened", adminNickname: staff.nickname, notes: "새 증거가 나왔습니다.", penalty: null },
      ]);
      expect((await messagesOf(deal.buyerClient, "report_result")).at(-1)).toContain("다시 검토하고");
      // The penalty stays until it is lifted, and there is no second one beside it.
      expect(await warningsOf(deal.seller.id)).toBe(1);
      expect(failing(await decide(admin, id, punish))).toBe("400 VALIDATION");
      const penaltyId = acts[0]?.penalty?.id ?? "";
      await admin.put(`/api/admin/penalties/${penaltyId}`, { isActive: false, reason: "다시 봤습니다." });
      expect((await decide(admin, id, { status: "dismissed" })).status).toBe(200);
      expect((await look(id)).acts.map(({ kind }) => kind)).toEqual(["resolved", "reopened", "dismissed"]);
      expect(await warningsOf(deal.seller.id)).toBe(0);
    });

    it("brings nobody a second penalty beside the one that several reports share", async () => {
      const [deal, bystander] = [await makeDeal(app), await makeDeal(app)];
      const other = await app.as(await createUser(app.deps));
      await buy(app.url, other, deal.content);
      const earlier = await fileReport({ buyerClient: other, content: await createContentOf(deal, other) });
      const ids = [await fileReport(deal), await fileReport({ buyerClient: other, content: deal.content })];
      const punish = { status: "resolved", penaltyType: "warning", reason: "광고" };
      expect((await admin.post("/api/admin/reports/batch", { ids, ...punish })).status).toBe(200);
      for (const id of ids) {
        await reopen(id);
        expect(failing(await decide(admin, id, punish))).toBe("400 VALIDATION");
      }
      // Nor together with an earlier report that has brought no penalty yet.
      const [first = "", second = ""] = ids;
      const both = await admin.post("/api/admin/reports/batch", { ids: [earlier, second], ...punish });
      expect(failing(both)).toBe("400 VALIDATION");
      expect(await warningsOf(deal.seller.id)).toBe(1);
      // Once it is lifted the user may get another; another user's penalty does not prevent it.
      await decide(admin, await fileReport(bystander), punish);
      expect(await warningsOf(bystander.seller.id)).toBe(1);
      const penaltyId = (await look(first)).acts[0]?.penalty?.id ?? "";
      await admin.put(`/api/admin/penalties/${penaltyId}`, { isActive: false, reason: "다시 봤습니다." });
      expect((await decide(admin, second, punish)).status).toBe(200);
      expect(failing(await decide(admin, first, { ...punish, penaltyType: "none" }))).toBe("200 undefined");
      expect(await warningsOf(deal.seller.id)).toBe(1);
    });

    it("brings another penalty where its suspension is over, and none beside one that lasts", async () => {
      const [deal, bystander] = [await makeDeal(app), await makeDeal(app)];
      const suspend = { status: "resolved", penaltyType: "suspension", reason: "광고" };
      const [id, lasting] = [await fileReport(deal), await fileReport(bystander)];
      await decide(admin, id, { ...suspend, duration: 1 });
      await decide(admin, lasting, { ...suspend, duration: 7 });
      await app.moveClock(25 * 3_600_000);
      await app.enterPassword(staff);
      const ban = { status: "resolved", penaltyType: "ban", reason: "사기" };
      for (const one of [id, lasting]) await reopen(one);
      expect(failing(await decide(admin, lasting, ban))).toBe("400 VALIDATION");
      expect((await decide(admin, id, ban)).status).toBe(200);
      await reopen(id);
      expect(failing(await decide(admin, id, ban))).toBe("400 VALIDATION");
      const { rows } = await app.deps.pool.query(
        "select is_banned from users where id = any($1) order by is_banned desc",
        [[deal.seller.id, bystander.seller.id]],
      );
      expect(rows).toEqual([{ is_banned: 1 }, { is_banned: 0 }]);
    });

    it("is so once of two at once, and not while it is open", async () => {
      const [deal, bystander] = [await makeDeal(app), await makeDeal(app)];
      const [id, other] = [await fileReport(deal), await fileReport(bystander)];
      const refused = await reopen(id);
      expect(failing(refused)).toBe("409 NOT_PROCESSED");
      expect(refused.body["message"]).toBe("아직 처리되지 않은 신고입니다.");
      for (const one of [id, other]) await decide(admin, one, { status: "dismissed" });
      const answers = await Promise.all([reopen(id), reopen(id)]);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
      const late = answers.find(({ status }) => status === 409);
      expect(late?.body["message"]).toBe("이미 다시 검토하고 있는 신고입니다.");
      expect((await look(id)).acts.map(({ kind }) => kind)).toEqual(["dismissed", "reopened"]);
      expect((await look(other)).report.status).toBe("dismissed");
      expect(failing(await reopen(id, " "))).toBe("400 VALIDATION");
      expect(failing(await reopen(randomUUID()))).toBe("404 NOT_FOUND");
      expect(failing(await reopen(other, "이유", deal.buyerClient))).toBe("403 ADMIN_ONLY");
    });

    it("is so with those that were decided together with it, where that is asked, and no others", async () => {
      const deal = await makeDeal(app);
      const elsewhere = await createContent(app.deps, deal.seller.id, { price: 0 });
      const reporters = await Promise.all(
        Array.from({ length: 4 }, async () => app.as(await createUser(app.deps))),
      );
      const ids: string[] = [];
      const report = async (buyerClient: TestClient, content = deal.content): Promise<string> => {
        const id = await fileReport({ buyerClient, content });
        ids.push(id);
        return id;
      };
      for (const client of reporters) await buy(app.url, client, deal.content);
      const [one, other, again, apart] = reporters as [TestClient, TestClient, TestClient, TestClient];
      await buy(app.url, one, elsewhere);
      const alone = await report(apart);
      await decide(admin, alone, { status: "dismissed" });
      const together = [await report(one), await report(other), await report(again)];
      const [first = ""] = together;
      const all = { ids: [...together, await report(one, elsewhere)], status: "dismissed" };
      expect((await admin.post("/api/admin/reports/batch", all)).status).toBe(200);
      // The third reporter has an open one about it again.
      await report(again);
      const statuses = async () =>
        Promise.all(ids.map(async (id) => (await look(id)).report.status as string));
      const before = ["dismissed", "dismissed", "dismissed", "dismissed", "dismissed", "pending"];
      expect(await statuses()).toEqual(before);
      const widened = (id: string) =>
        admin.post(`/api/admin/reports/${id}/reopen`, { reason: "다시 봅니다.", includeVoices: true });
      const answers = await Promise.all(together.slice(0, 2).map(widened));
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
      expect(await statuses()).toEqual([
        ...["dismissed", "reviewed", "reviewed", "dismissed"],
        ...["dismissed", "pending"],
      ]);
      const told = (await messagesOf(other, "report_result")).filter((text) =>
        text.includes("다시 검토하고"),
      );
      expect(told).toHaveLength(1);
      expect((await messagesOf(again, "report_result")).join()).not.toContain("다시 검토하고");
      // Without being asked for, the others stay decided.
      expect((await decide(admin, first, { status: "dismissed", includeVoices: true })).status).toBe(200);
      expect((await reopen(first)).status).toBe(200);
      expect((await statuses()).slice(1, 3)).toEqual(["reviewed", "dismissed"]);
    });

    it("is not where its reporter has reported the same again", async () => {
      const deal = await makeDeal(app);
      const id = await fileReport(deal);
      await decide(admin, id, { status: "dismissed" });
      await fileReport(deal);
      expect(failing(await reopen(id))).toBe("409 ALREADY_REPORTED");
      expect((await look(id)).report.status).toBe("dismissed");
    });
  });

  it("tells nothing to who left, neither its reporter nor the user it is about, and all to others", async () => {
    const [deal, bystander] = [await makeDeal(app), await makeDeal(app)];
    const [id, other] = [await fileReport(deal), await fileReport(bystander)];
    for (const { id: userId } of [deal.buyer, deal.seller])
      await Model.transaction(app.deps.knex, (trx) => leaveIn(trx, userId));
    const punish = { status: "resolved", penaltyType: "warning", reason: "광고" };
    for (const one of [id, other]) {
      expect((await decide(admin, one, punish)).status).toBe(200);
      const lifted = { isActive: false, reason: "다시 봤습니다." };
      const penaltyId = (await look(one)).acts[0]?.penalty?.id ?? "";
      expect((await admin.put(`/api/admin/penalties/${penaltyId}`, lifted)).status).toBe(200);
      expect((await reopen(one)).status).toBe(200);
      expect((await decide(admin, one, { status: "dismissed" })).status).toBe(200);
      expect((await warn(one)).status).toBe(201);
    }
    const { rows } = await app.deps.pool.query<{ user_id: string; told: number }>(
      `select r.user_id, count(*)::int as told from admin_chat_rooms r join admin_chat_messages m on m.chat_room_id = r.id
       where r.user_id = any($1) group by 1`,
      [[deal.buyer, deal.seller, bystander.buyer, bystander.seller].map((user) => user.id)],
    );
    expect(new Map(rows.map(({ user_id: userId, told }) => [userId, told]))).toEqual(
      new Map([
        [bystander.buyer.id, 4],
        [bystander.seller.id, 2],
      ]),
    );
  });

  describe("that was false", () => {
    it("brings its reporter one warning, which tells of it, and nobody else one", async () => {
      const deal = await makeDeal(app);
      const id = await fileReport(deal);
      expect(failing(await warn(id))).toBe("409 NOT_PROCESSED");
      await decide(admin, id, { status: "dismissed" });
      const answers = await Promise.all([warn(id), warn(id)]);
      expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
      expect([await warningsOf(deal.buyer.id), await warningsOf(deal.seller.id)]).toEqual([1, 0]);
      const [notice] = await messagesOf(deal.buyerClient, "penalty_notice");
      expect(notice).toContain("사유: 허위 신고를 했습니다.");
      expect(notice).toContain(deal.content.title);
      expect(await messagesOf(deal.sellerClient, "penalty_notice")).toEqual([]);
      expect((await look(id)).reporter).toMatchObject({
        id: deal.buyer.id,
        reports: 1,
        dismissed: 1,
        warningCount: 1,
        penalty: { penaltyType: "warning", isActive: true },
      });
      expect(failing(await warn(id, {}, deal.sellerClient))).toBe("403 ADMIN_ONLY");
      expect(failing(await warn(randomUUID()))).toBe("404 NOT_FOUND");
    });

    it("keeps to what the administrator saw, and asks for the password where it bans", async () => {
      const deal = await makeDeal(app);
      const falseReport = async (): Promise<string> => {
        const id = await fileReport(deal);
        await decide(admin, id, { status: "dismissed" });
        return id;
      };
      const seen = { warningCount: 0, suspendedUntil: null, isBanned: false };
      expect((await warn(await falseReport(), { expected: seen })).status).toBe(201);
      const second = await falseReport();
      expect(failing(await warn(second, { expected: seen }))).toBe("409 STANDING_CHANGED");
      expect(await warningsOf(deal.buyer.id)).toBe(1);
      expect((await warn(second)).status).toBe(201);
      const third = await falseReport();
      // The password was entered more than ten minutes ago.
      await app.moveClock(11 * 60_000);
      expect(failing(await warn(third))).toBe("403 PASSWORD_REQUIRED");
      expect(await warningsOf(deal.buyer.id)).toBe(2);
    });
  });

  it("names everybody who says the same, and nobody who says something else", async () => {
    const deal: Deal = await makeDeal(app);
    const elsewhere = await createContent(app.deps, deal.seller.id, { price: 0 });
    const ids: string[] = [];
    for (const content of [deal.content, deal.content, elsewhere]) {
      const client = await app.as(await createUser(app.deps));
      await buy(app.url, client, content);
      ids.push(await fileReport({ buyerClient: client, content }));
    }
    const { voices } = await look(ids[0] ?? "");
    expect(voices.map(({ reportId }) => reportId)).toEqual(ids.slice(0, 2));
    await decide(admin, ids[1] ?? "", { status: "dismissed" });
    const namesOf = async (id = "") => (await look(id)).voices.map(({ reportId }) => reportId);
    expect(await namesOf(ids[0])).toEqual(ids.slice(0, 1));
    expect(await namesOf(ids[1])).toEqual(ids.slice(1, 2));
    // Reports decided together stay together, without any others.
    const client = await app.as(await createUser(app.deps));
    await buy(app.url, client, deal.content);
    const together = [ids[0] ?? "", await fileReport({ buyerClient: client, content: deal.content })];
    const all = { ids: [...together, ids[2]], status: "dismissed" };
    expect((await admin.post("/api/admin/reports/batch", all)).status).toBe(200);
    for (const id of together) expect(await namesOf(id)).toEqual(together);
  });
});
