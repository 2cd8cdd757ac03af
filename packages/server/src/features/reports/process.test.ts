import type { Report } from "@knowhow/shared";
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestApp, type TestApp } from "../../../testing/app.ts";
import { failing, type Answer, type TestClient } from "../../../testing/client.ts";
import { createContent, createUser } from "../../../testing/factories.ts";
import { meanwhile } from "../../../testing/meanwhile.ts";
import { completeFreeOrder } from "../orders/complete.ts";
import { buy, createOrder } from "../../../testing/payments.ts";
import { decide, fileReport, makeDeal, type Deal } from "../../../testing/reports.ts";

interface Room {
  id: string;
  type: string;
  unreadCount: number;
  lastMessage: { message: string };
}
interface ReportedStatus {
  warning_count: number;
  suspended_until: Date | null;
  is_banned: number;
  ban_reason: string | null;
}

const roomsOf = ({ body }: Answer) => body["chatRooms"] as unknown as Room[];
const reportOf = ({ body }: Answer) => body["report"] as unknown as Report;

describe("deciding about a report", () => {
  let app: TestApp;
  let admin: TestClient;

  beforeAll(async () => {
    app = await startTestApp();
    admin = await app.as(await createUser(app.deps, { userId: "admin1" }));
  });
  afterAll(() => app.stop());

  const penalise = async (deal: Deal, penalty: object) =>
    decide(admin, await fileReport(deal), { status: "resolved", reason: "광고를 반복했습니다.", ...penalty });
  const standingOf = async (userId: string): Promise<ReportedStatus | undefined> =>
    (
      await app.deps.pool.query<ReportedStatus>(
        "select warning_count, suspended_until, is_banned, ban_reason from users where id = $1",
        [userId],
      )
    ).rows[0];
  const penaltiesOf = async (userId: string) =>
    (
      await app.deps.pool.query<{ id: string; penalty_type: string; days: number | null; is_active: number }>(
        `select id, penalty_type, round(extract(epoch from end_date - start_date) / 86400)::int as days, is_active
         from user_penalties where user_id = $1 order by created_at, id`,
        [userId],
      )
    ).rows;
  const noticesOf = async (client: TestClient) => roomsOf(await client.get("/api/user/admin-chats"));
  /** Another content of the same two, bought, so that there is something new to report. */
  const again = async ({ buyer, seller }: Deal): Promise<Deal> => {
    const [buyerClient, sellerClient] = [await app.as(buyer), await app.as(seller)];
    const content = await createContent(app.deps, seller.id, { price: 0 });
    const { chatRoomId } = await buy(app.url, buyerClient, content);
    return { buyer, seller, buyerClient, sellerClient, content, chatRoomId };
  };

  it("tells the reporter the result, and keeps notes and time", async () => {
    const deal = await makeDeal(app);
    const answer = await decide(admin, await fileReport(deal), {
      status: "dismissed",
      reviewNotes: " 근거 없음 ",
    });
    expect(answer.status).toBe(200);
    expect(reportOf(answer)).toMatchObject({ status: "dismissed", reviewNotes: "근거 없음" });
    expect(reportOf(answer).reviewedAt).not.toBeNull();
    const [room] = await noticesOf(deal.buyerClient);
    expect(room).toMatchObject({ type: "report_result", unreadCount: 1 });
    expect(room?.lastMessage.message).toContain("위반을 확인하지 못했습니다");
    expect(await noticesOf(deal.sellerClient)).toEqual([]);
  });

  it.each([
    [
      { status: "resolved", penaltyType: "warning" },
      { reason: "제재를 적용할 때는 제재 사유를 입력해주세요." },
    ],
    [
      { status: "resolved", penaltyType: "suspension", reason: "광고" },
      { duration: "서비스 이용 정지 시 기간을 선택해주세요." },
    ],
    [
      { status: "resolved", penaltyType: "suspension", reason: "광고", duration: 3 },
      { duration: "정지 기간은 1일, 7일, 30일 중에서 선택해주세요." },
    ],
    [{ status: "pending" }, { status: "처리 상태를 선택해주세요." }],
    [
      { status: "resolved", penaltyType: "jail", reason: "광고" },
      { penaltyType: "제재 유형이 올바르지 않습니다." },
    ],
  ])("refuses %j", async (decision, fields) => {
    const answer = await decide(admin, await fileReport(await makeDeal(app)), decision);
    expect([failing(answer), answer.body["fields"]]).toEqual(["400 VALIDATION", fields]);
  });

  it("reads what a penalty says of a resolution alone", async () => {
    const deal = await makeDeal(app);
    const decision = { status: "dismissed", penaltyType: "ban", reason: "x" };
    expect((await decide(admin, await fileReport(deal), decision)).status).toBe(200);
    expect(await penaltiesOf(deal.seller.id)).toEqual([]);
  });

  it("goes on from being reviewed, and never from an end", async () => {
    const deal = await makeDeal(app);
    const id = await fileReport(deal);
    const reviewed = await decide(admin, id, { status: "reviewed", reviewNotes: "확인 중" });
    expect(reportOf(reviewed)).toMatchObject({ status: "reviewed", reviewNotes: "확인 중" });
    const again = await decide(admin, id, { status: "reviewed", reviewNotes: "더 볼 것" });
    expect([again.status, reportOf(again).reviewNotes]).toEqual([200, "더 볼 것"]);
    // A decision without a note leaves none: earlier notes are in the record.
    expect(reportOf(await decide(admin, id, { status: "resolved" }))).toMatchObject({
      status: "resolved",
      reviewNotes: null,
    });
    for (const status of ["reviewed", "resolved", "dismissed"])
      expect(failing(await decide(admin, id, { status }))).toBe("409 ALREADY_PROCESSED");
    expect(failing(await decide(admin, randomUUID(), { status: "dismissed" }))).toBe("404 NOT_FOUND");
    expect((await noticesOf(deal.buyerClient))[0]?.unreadCount).toBe(2);
  });

  it.each(["resolved", "dismissed", "reviewed"])(
    "refuses in the database what goes back from %s",
    async (status) => {
      const id = await fileReport(await makeDeal(app));
      await decide(admin, id, { status });
      const go = (to: string) =>
        app.deps.pool.query("update reports set status = $2 where id = $1", [id, to]);
      await expect(go("pending")).rejects.toThrow("does not go from");
      if (status !== "reviewed") await expect(go("reviewed")).rejects.toThrow("does not go from");
    },
  );

  it("climbs the ladder: a notice, seven days, a ban", async () => {
    const first = await makeDeal(app);
    const { seller } = first;
    expect((await penalise(first, { penaltyType: "warning" })).status).toBe(200);
    expect(await standingOf(seller.id)).toMatchObject({
      warning_count: 1,
      suspended_until: null,
      is_banned: 0,
    });
    const me = (await first.sellerClient.get("/api/auth/me")).body["user"] as unknown as {
      unseenPenaltyId: string;
    };
    const [warning] = await penaltiesOf(seller.id);
    expect(me.unseenPenaltyId).toBe(warning?.id);
    expect((await first.sellerClient.post(`/api/penalties/${me.unseenPenaltyId}/seen`)).status).toBe(200);

    const second = await again(first);
    const third = await again(first);
    const answer = await penalise(second, { penaltyType: "warning" });
    expect(reportOf(answer).reportedUser.warningCount).toBe(2);
    expect(failing(await second.sellerClient.post("/api/contents", {}))).toBe("403 SUSPENDED");

    await penalise(third, { penaltyType: "warning", reason: "세 번째 위반" });
    expect(await standingOf(seller.id)).toMatchObject({
      warning_count: 3,
      is_banned: 1,
      ban_reason: "세 번째 위반",
    });
    expect(await penaltiesOf(seller.id)).toMatchObject([
      { penalty_type: "warning", days: null, is_active: 1 },
      { penalty_type: "warning", days: 7, is_active: 1 },
      { penalty_type: "warning", days: null, is_active: 1 },
    ]);
    const refused = await third.sellerClient.get("/api/my-contents");
    expect(failing(refused)).toBe("403 BANNED");
    expect(refused.body).toMatchObject({ type: "ban", banReason: "세 번째 위반" });
    // Their contents are off the market, but their buyers keep them.
    expect((await app.visitor().get(`/api/contents/${third.content.id}`)).status).toBe(404);
    expect((await third.buyerClient.get(`/api/contents/${third.content.id}`)).status).toBe(200);
    for (const { chatRoomId, buyerClient } of [first, second, third])
      expect(
        failing(await buyerClient.post(`/api/chat/rooms/${chatRoomId}/messages`, { message: "?" })),
      ).toBe("409 ROOM_INACTIVE");
    // The notices share one room, which takes the appeal.
    const [room] = await noticesOf(third.sellerClient);
    expect(room).toMatchObject({ type: "penalty_notice", unreadCount: 3 });
    expect(room?.lastMessage.message).toContain("영구 제한");
    const sent = await third.sellerClient.post(`/api/user/admin-chats/${room?.id ?? ""}/messages`, {
      message: "이의가 있어요",
    });
    expect(sent.status).toBe(201);
  });

  it("suspends for as long as was chosen, to the later of two ends, until its second", async () => {
    const deal = await makeDeal(app);
    const { seller } = deal;
    await penalise(deal, { penaltyType: "suspension", duration: 7 });
    const until = (await standingOf(seller.id))?.suspended_until?.getTime() ?? 0;
    await penalise(await again(deal), { penaltyType: "suspension", duration: 1 });
    expect((await standingOf(seller.id))?.suspended_until?.getTime()).toBe(until);
    await penalise(await again(deal), { penaltyType: "suspension", duration: 30 });
    expect((await standingOf(seller.id))?.suspended_until?.getTime()).toBeGreaterThan(until);
    expect((await standingOf(seller.id))?.warning_count).toBe(0);
  });

  it("bans at once", async () => {
    const deal = await makeDeal(app);
    await penalise(deal, { penaltyType: "ban", reason: "사기" });
    expect(await standingOf(deal.seller.id)).toMatchObject({
      warning_count: 0,
      is_banned: 1,
      ban_reason: "사기",
    });
  });

  it("holds what a sanctioned seller is owed, and lets it go again", async () => {
    const deal = await makeDeal(app, { price: 10_000 });
    const held = async () =>
      (
        await app.deps.pool.query<{ status: string; held_reason: string | null }>(
          "select status, held_reason from settlements where seller_id = $1",
          [deal.seller.id],
        )
      ).rows;
    expect(await held()).toEqual([{ status: "pending", held_reason: null }]);
    const id = await fileReport(deal, "fraud");
    expect(await held()).toEqual([{ status: "held", held_reason: "접수된 신고를 확인하고 있습니다." }]);
    await decide(admin, id, { status: "dismissed" });
    expect(await held()).toEqual([{ status: "pending", held_reason: null }]);
    await penalise(await again(deal), { penaltyType: "ban" });
    expect((await held())[0]?.status).toBe("held");
    const [ban] = await penaltiesOf(deal.seller.id);
    await admin.put(`/api/admin/penalties/${ban?.id ?? ""}`, { isActive: false, reason: "소명" });
    expect(await held()).toEqual([{ status: "pending", held_reason: null }]);
  });

  it("says in its case whether a report holds a payout now, by the rule that holds it", async () => {
    const deal = await makeDeal(app, { price: 10_000 });
    const free = await makeDeal(app);
    const { buyerClient, sellerClient, content, chatRoomId, buyer, seller } = deal;
    const filed = async (client: TestClient, path: string, target: object) =>
      reportOf(await client.post(path, { reportReason: "fraud", reportDetails: "속았습니다.", ...target }))
        .id;
    const asked = await buyerClient.post(`/api/contents/${content.id}/questions`, {
      question: "진짜인가요?",
    });
    const questionId = String(asked.body["id"]);
    await sellerClient.put(`/api/questions/${questionId}/answer`, { answer: "네" });
    const ids = [
      await fileReport(free, "fraud"),
      await fileReport(await again(deal)),
      await filed(buyerClient, "/api/reports", { reportType: "question_answer", questionId }),
      await filed(sellerClient, "/api/chat/reports", { chatRoomId, reportedUserId: buyer.id }),
      await fileReport(deal, "fraud"),
      await filed(buyerClient, "/api/chat/reports", { chatRoomId, reportedUserId: seller.id }),
    ];
    const caseOf = async (id: string) => (await admin.get(`/api/admin/reports/${id}`)).body;
    const holding = async () => {
      const reports = await Promise.all(
        ids.map(async (id) => (await caseOf(id))["report"] as unknown as Report),
      );
      return reports.map(({ holdsPayouts }) => holdsPayouts);
    };
    expect(await holding()).toEqual([false, false, false, false, true, true]);
    const related = (await caseOf(ids[1] ?? ""))["related"] as unknown as Report[];
    expect(new Map(related.map(({ id, holdsPayouts }) => [id, holdsPayouts]))).toEqual(
      new Map([[ids[2], false], [ids[4], true], [ids[5], true]]), // oxfmt-ignore
    );
    await decide(admin, ids[4] ?? "", { status: "reviewed" });
    expect(await holding()).toEqual([false, false, false, false, true, true]);
    await decide(admin, ids[4] ?? "", { status: "dismissed" });
    expect(await holding()).toEqual([false, false, false, false, false, true]);
    const [payout] = (await admin.get(`/api/admin/settlements?q=${seller.id}`)).body[
      "settlements"
    ] as unknown as { id: string }[];
    const release = { status: "pending", reason: "확인 완료" };
    expect((await admin.put(`/api/admin/settlements/${payout?.id}`, release)).status).toBe(200);
    expect(await holding()).toEqual([false, false, false, false, false, false]);
  });

  describe("taking a penalty back", () => {
    const lift = (id = "", body: object = { isActive: false, reason: "소명을 받아들였습니다." }, key = "") =>
      admin.put(`/api/admin/penalties/${id}`, body, {
        headers: key === "" ? {} : { "idempotency-key": key },
      });

    it("takes all of it back: standing, rooms, the market, and tells them", async () => {
      const deal = await makeDeal(app);
      await penalise(deal, { penaltyType: "ban" });
      const [ban] = await penaltiesOf(deal.seller.id);
      const answer = await lift(ban?.id);
      expect(answer.body["penalty"]).toMatchObject({ isActive: false, liftReason: "소명을 받아들였습니다." });
      expect(await standingOf(deal.seller.id)).toMatchObject({ is_banned: 0, ban_reason: null });
      expect((await app.visitor().get(`/api/contents/${deal.content.id}`)).status).toBe(200);
      expect(
        (await deal.buyerClient.post(`/api/chat/rooms/${deal.chatRoomId}/messages`, { message: "!" })).status,
      ).toBe(201);
      const [room] = await noticesOf(deal.sellerClient);
      expect(room?.lastMessage.message).toMatch(
        /^제재가 해제되었습니다\. \(\d{4}년 .+에 받은 영구 이용 제한\)/,
      );
      expect(room?.lastMessage.message).toContain(
        "계정 이용 제한이 풀렸습니다. 지금은 적용된 제재가 없습니다.",
      );
      expect(failing(await lift(ban?.id))).toBe("409 ALREADY_LIFTED");
    });

    it("happens once where its answer was lost and it is sent again", async () => {
      const deal = await makeDeal(app);
      await penalise(deal, { penaltyType: "warning" });
      const [warning] = await penaltiesOf(deal.seller.id);
      const answers = [
        await lift(warning?.id, undefined, "lift-1"),
        await lift(warning?.id, undefined, "lift-1"),
      ];
      expect(answers.map(({ status }) => status)).toEqual([200, 200]);
      expect(answers[1]?.bytes.toString()).toBe(answers[0]?.bytes.toString());
      expect((await noticesOf(deal.sellerClient))[0]?.unreadCount).toBe(2);
      expect(failing(await lift(warning?.id, undefined, "lift-2"))).toBe("409 ALREADY_LIFTED");
    });

    it("names who decided, and who took it back", async () => {
      const deal = await makeDeal(app);
      await penalise(deal, { penaltyType: "warning" });
      await lift((await penaltiesOf(deal.seller.id))[0]?.id);
      const { rows } = await app.deps.pool.query(
        `select reviewed_by = a.id as decided, lifted_by = a.id as lifted
         from users a, reports r join user_penalties p on p.report_id = r.id
         where a.user_id = 'admin1' and p.user_id = $1`,
        [deal.seller.id],
      );
      expect(rows).toEqual([{ decided: true, lifted: true }]);
    });

    it("leaves what other penalties still say", async () => {
      const deal = await makeDeal(app);
      await penalise(deal, { penaltyType: "warning" });
      const [second, third] = [await again(deal), await again(deal)];
      await penalise(second, { penaltyType: "warning" });
      await penalise(third, { penaltyType: "warning" });
      const all = await penaltiesOf(deal.seller.id);
      await lift(all[2]?.id);
      expect(await standingOf(deal.seller.id)).toMatchObject({ warning_count: 2, is_banned: 0 });
      expect((await standingOf(deal.seller.id))?.suspended_until).not.toBeNull();
      const told = async () => (await noticesOf(deal.sellerClient))[0]?.lastMessage.message;
      expect(await told()).toContain("계정 이용 제한이 풀렸습니다. 서비스 이용 정지는");
      await lift(all[1]?.id);
      expect(await standingOf(deal.seller.id)).toMatchObject({ warning_count: 1, suspended_until: null });
      expect(await told()).not.toContain("풀렸습니다");
    });

    it.each([
      [{ isActive: true, reason: "x" }, "isActive"],
      [{ reason: "x" }, "isActive"],
      [{ isActive: false, reason: " " }, "reason"],
    ])("refuses %j", async (body, field) => {
      const answer = await lift(randomUUID(), body);
      expect(failing(answer)).toBe("400 VALIDATION");
      expect(answer.body["fields"]).toHaveProperty(field);
    });

    it("knows only what there is, and one of two wins", async () => {
      expect(failing(await lift(randomUUID()))).toBe("404 NOT_FOUND");
      const deal = await makeDeal(app);
      await penalise(deal, { penaltyType: "warning" });
      const [warning] = await penaltiesOf(deal.seller.id);
      const answers = await Promise.all([lift(warning?.id), lift(warning?.id), lift(warning?.id)]);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
      expect(await standingOf(deal.seller.id)).toMatchObject({ warning_count: 0 });
    });

    it("is shown in the history of the person", async () => {
      const deal = await makeDeal(app);
      await penalise(deal, { penaltyType: "warning" });
      const { body } = await admin.get(`/api/admin/users/${deal.seller.id}/history`);
      expect(body).toMatchObject({
        user: { nickname: deal.seller.nickname, warningCount: 1, isBanned: false },
        reports: [{ status: "resolved", reportReason: "spam" }],
        penalties: [{ penaltyType: "warning", isActive: true, reason: "광고를 반복했습니다." }],
        orders: { count: 0, refunded: 0 },
      });
      const bought = await admin.get(`/api/admin/users/${deal.buyer.id}/history`);
      expect(bought.body).toMatchObject({ orders: { count: 1, refunded: 0 } });
      expect(failing(await admin.get(`/api/admin/users/${randomUUID()}/history`))).toBe("404 NOT_FOUND");
    });
  });

  describe("races", () => {
    it("lets one of many administrators win", async () => {
      const deal = await makeDeal(app);
      const id = await fileReport(deal);
      const decision = { status: "resolved", penaltyType: "warning", reason: "광고" };
      const answers = await Promise.all(Array.from({ length: 8 }, () => decide(admin, id, decision)));
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409, 409, 409, 409]);
      expect(await penaltiesOf(deal.seller.id)).toHaveLength(1);
      expect(await standingOf(deal.seller.id)).toMatchObject({ warning_count: 1 });
    });

    it("counts warnings that come at the same moment one by one", async () => {
      const first = await makeDeal(app);
      const deals = [first, await again(first), await again(first)];
      const ids = await Promise.all(deals.map((deal) => fileReport(deal)));
      const decision = { status: "resolved", penaltyType: "warning", reason: "광고" };
      const answers = await Promise.all(ids.map((id) => decide(admin, id, decision)));
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
      expect(await standingOf(first.seller.id)).toMatchObject({ warning_count: 3, is_banned: 1 });
      expect((await penaltiesOf(first.seller.id)).filter(({ days }) => days === 7)).toHaveLength(1);
    });

    it("closes the room of a purchase that is just being completed", async () => {
      const deal = await makeDeal(app);
      const other = await createContent(app.deps, deal.seller.id, { price: 0 });
      const order = await createOrder(deal.buyerClient, other);
      const report = await deal.sellerClient.post("/api/chat/reports", {
        chatRoomId: deal.chatRoomId,
        reportedUserId: deal.buyer.id,
        reportReason: "spam",
        reportDetails: "광고입니다.",
      });
      const decided = await meanwhile(
        app.deps,
        (trx) => completeFreeOrder(app.deps, trx, order.id),
        () => decide(admin, reportOf(report).id, { status: "resolved", penaltyType: "ban", reason: "사기" }),
      );
      expect(decided.status).toBe(200);
      const { rows } = await app.deps.pool.query("select status from chat_rooms where buyer_id = $1", [
        deal.buyer.id,
      ]);
      expect(rows).toEqual([{ status: "inactive" }, { status: "inactive" }]);
    });

    it("bans while both write, and nobody waits for ever", async () => {
      const deal = await makeDeal(app);
      const id = await fileReport(deal);
      const write = (client: TestClient) =>
        client.post(`/api/chat/rooms/${deal.chatRoomId}/messages`, { message: "안녕" });
      const [decided, ...written] = await Promise.all([
        decide(admin, id, { status: "resolved", penaltyType: "ban", reason: "사기" }),
        ...Array.from({ length: 20 }, (_, at) => write(at % 2 ? deal.buyerClient : deal.sellerClient)),
      ]);
      expect(decided.status).toBe(200);
      for (const { status } of written) expect([201, 403, 409]).toContain(status);
    });
  });
});
