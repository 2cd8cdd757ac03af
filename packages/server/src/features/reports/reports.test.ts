import type { Report } from "@knowhow/shared";
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestApp, type TestApp } from "../../../testing/app.ts";
import { failing, type Answer, type TestClient } from "../../../testing/client.ts";
import { createContent, createSeller, createUser } from "../../../testing/factories.ts";
import { buy } from "../../../testing/payments.ts";
import { decide, fileReport, makeDeal } from "../../../testing/reports.ts";

const reportsOf = ({ body }: Answer) => body["reports"] as unknown as Report[];

describe("reports", () => {
  let app: TestApp;
  let admin: TestClient;
  let adminId: string;

  beforeAll(async () => {
    app = await startTestApp();
    const user = await createUser(app.deps, { userId: "admin1" });
    adminId = user.id;
    admin = await app.as(user);
  });
  afterAll(() => app.stop());

  const form = { reportType: "content", reportReason: "fraud", reportDetails: "설명과 다른 파일입니다." };

  describe("of a content", () => {
    it("are taken from who bought it", async () => {
      const { buyer, seller, buyerClient, content } = await makeDeal(app);
      const answer = await buyerClient.post("/api/reports", { ...form, contentId: content.id });
      expect(answer.status).toBe(201);
      expect(answer.body["report"]).toMatchObject({ status: "pending" });
      const [report] = reportsOf(await admin.get("/api/admin/reports?limit=1"));
      expect(report).toMatchObject({
        reportType: "content",
        status: "pending",
        reportReason: "fraud",
        reportDetails: form.reportDetails,
        reporter: { id: buyer.id, nickname: buyer.nickname },
        reportedUser: { id: seller.id, nickname: seller.nickname, warningCount: 0, isBanned: false },
        contentId: content.id,
        contentTitle: content.title,
        chatRoomId: null,
        reviewedAt: null,
        reviewNotes: null,
      });
    });

    it.each([
      [{ reportReason: "" }, { reportReason: "신고 사유를 선택해주세요." }],
      [{ reportReason: "rude" }, { reportReason: "신고 사유를 선택해주세요." }],
      [{ reportDetails: " \n " }, { reportDetails: "신고 상세 내용을 입력해주세요." }],
      [{ reportDetails: "가".repeat(501) }, { reportDetails: "신고 상세 내용은 500자 이하여야 합니다." }],
      [{ reportType: "chat" }, { reportType: "신고 유형이 올바르지 않습니다." }],
    ])("refuse %j", async (wrong, fields) => {
      const client = await app.as(await createUser(app.deps));
      const answer = await client.post("/api/reports", { ...form, contentId: randomUUID(), ...wrong });
      expect([failing(answer), answer.body["fields"]]).toEqual(["400 VALIDATION", fields]);
    });

    it("are refused of what was not bought, does not exist, is one's own or an administrator's", async () => {
      const { content, sellerClient } = await makeDeal(app);
      const client = await app.as(await createUser(app.deps));
      const report = (reporter: TestClient, contentId: string) =>
        reporter.post("/api/reports", { ...form, contentId });
      expect(failing(await report(client, content.id))).toBe("403 PURCHASE_REQUIRED");
      for (const id of [randomUUID(), "nonsense"])
        expect(failing(await report(client, id))).toBe("404 NOT_FOUND");
      expect(failing(await report(sellerClient, content.id))).toBe("400 VALIDATION");
      const staffs = await createContent(app.deps, adminId, { price: 0 });
      await buy(app.url, client, staffs);
      expect(failing(await report(client, staffs.id))).toBe("403 CANNOT_REPORT_ADMIN");
    });

    it("are open once for each reporter and content, and anew after the decision", async () => {
      const deal = await makeDeal(app);
      const body = { ...form, reportReason: "spam", contentId: deal.content.id };
      const answers = await Promise.all(
        Array.from({ length: 8 }, () => deal.buyerClient.post("/api/reports", body)),
      );
      expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409, 409, 409, 409]);
      const refused = answers.find(({ status }) => status === 409);
      expect(refused?.body["code"]).toBe("ALREADY_REPORTED");
      const filed = answers.find(({ status }) => status === 201)?.body["report"] as
        | { id: string }
        | undefined;
      const id = filed?.id ?? "";
      await decide(admin, id, { status: "reviewed" });
      expect(failing(await deal.buyerClient.post("/api/reports", body))).toBe("409 ALREADY_REPORTED");
      await decide(admin, id, { status: "dismissed" });
      expect((await deal.buyerClient.post("/api/reports", body)).status).toBe(201);
    });

    it("answer a repeated key with the first report", async () => {
      const { buyerClient, content } = await makeDeal(app);
      const send = () =>
        buyerClient.post(
          "/api/reports",
          { ...form, contentId: content.id },
          { headers: { "idempotency-key": "r1" } },
        );
      const [first, second] = [await send(), await send()];
      expect([first.status, second.status, second.bytes]).toEqual([201, 201, first.bytes]);
    });

    it("cut a long title to what the column holds", async () => {
      const seller = await createSeller(app.deps);
      const content = await createContent(app.deps, seller.id, { price: 0, title: "😀".repeat(240) });
      const buyerClient = await app.as(await createUser(app.deps));
      await buy(app.url, buyerClient, content);
      await fileReport({ buyerClient, content });
      const [report] = reportsOf(await admin.get("/api/admin/reports?limit=1"));
      expect(report?.contentTitle).toBe("😀".repeat(200));
    });
  });

  describe("of the other party of a room", () => {
    it("are taken from both, of the other alone", async () => {
      const { buyer, seller, buyerClient, sellerClient, chatRoomId, content } = await makeDeal(app);
      const body = { chatRoomId, reportReason: "harassment", reportDetails: "욕설을 합니다." };
      const send = (client: TestClient, reportedUserId: string, room = chatRoomId) =>
        client.post("/api/chat/reports", { ...body, reportedUserId, chatRoomId: room });
      const stranger = await createUser(app.deps);
      expect(failing(await send(buyerClient, buyer.id))).toBe("400 VALIDATION");
      expect(failing(await send(buyerClient, stranger.id))).toBe("404 NOT_FOUND");
      expect(failing(await send(buyerClient, "nonsense"))).toBe("404 NOT_FOUND");
      expect(failing(await send(buyerClient, adminId))).toBe("403 CANNOT_REPORT_ADMIN");
      expect(failing(await send(await app.as(stranger), seller.id))).toBe("404 NOT_FOUND");
      expect(failing(await send(buyerClient, seller.id, "nonsense"))).toBe("404 NOT_FOUND");
      expect((await send(buyerClient, seller.id)).status).toBe(201);
      expect((await send(sellerClient, buyer.id)).status).toBe(201);
      expect(failing(await send(buyerClient, seller.id))).toBe("409 ALREADY_REPORTED");
      const [report] = reportsOf(await admin.get("/api/admin/reports?limit=1"));
      expect(report).toMatchObject({
        reportType: "chat",
        chatRoomId,
        contentId: null,
        contentTitle: content.title,
      });
    });

    it("let administrators read the talk, and write down who read it", async () => {
      const { seller, buyer, buyerClient, chatRoomId } = await makeDeal(app);
      await buyerClient.post(`/api/chat/rooms/${chatRoomId}/messages`, { message: "환불해 주세요" });
      const filed = await buyerClient.post("/api/chat/reports", {
        chatRoomId, reportedUserId: seller.id, reportReason: "other", reportDetails: "답이 없습니다.",
      }); // oxfmt-ignore
      const reportId = (filed.body["report"] as unknown as { id: string }).id;
      const read = async (query: string) => admin.get(`/api/admin/chat-messages?${query}`);
      for (const query of [`reportId=${reportId}`, `chatRoomId=${chatRoomId}`]) {
        const { body } = await read(query);
        const messages = body["messages"] as unknown as { message: string; sender: { nickname: string } }[];
        expect(messages.map(({ sender }) => sender.nickname)).toEqual(["노하우", buyer.nickname]);
        expect(messages[1]?.message).toBe("환불해 주세요");
      }
      await read(`chatRoomId=${chatRoomId}`);
      const { rows } = await app.deps.pool.query<{ report_id: string | null }>(
        "select report_id from chat_audits where chat_room_id = $1 and admin_id = $2 order by read_at",
        [chatRoomId, adminId],
      );
      expect(rows.map(({ report_id }) => report_id)).toEqual([reportId, null]);
      expect(failing(await read(""))).toBe("400 VALIDATION");
      expect(failing(await read(`reportId=${randomUUID()}`))).toBe("404 NOT_FOUND");
      expect(failing(await read(`chatRoomId=${randomUUID()}`))).toBe("404 NOT_FOUND");
      expect(failing(await read("chatRoomId=x"))).toBe("404 NOT_FOUND");
      expect(failing(await read("reportId=x"))).toBe("404 NOT_FOUND");
      const about = await fileReport(await makeDeal(app));
      expect(failing(await read(`reportId=${about}`))).toBe("404 NOT_FOUND");
    });
  });

  describe("in the list", () => {
    it("are filtered by state and words, counted and paged", async () => {
      const deals = [await makeDeal(app), await makeDeal(app), await makeDeal(app)];
      const ids: string[] = [];
      for (const deal of deals) ids.push(await fileReport(deal));
      const before = (await admin.get("/api/admin/reports")).body["counts"] as unknown as Record<
        string,
        number
      >;
      await decide(admin, ids[0] ?? "", { status: "dismissed", reviewNotes: "근거가 없음" });
      const after = (await admin.get("/api/admin/reports")).body["counts"];
      expect(after).toEqual({
        all: before["all"],
        pending: (before["pending"] ?? 0) - 1,
        processed: (before["processed"] ?? 0) + 1,
      });
      const list = async (query: string) =>
        reportsOf(await admin.get(`/api/admin/reports?limit=100&${query}`));
      const idsOf = async (query: string) => (await list(query)).map(({ id }) => id);
      expect(await idsOf("status=pending")).not.toContain(ids[0]);
      for (const status of ["processed", "dismissed"])
        expect(await idsOf(`status=${status}`)).toContain(ids[0]);
      expect(await idsOf("status=resolved")).not.toContain(ids[0]);
      const [first] = deals;
      const { title } = first?.content ?? {};
      expect(title?.normalize("NFD")).not.toBe(title);
      for (const q of [first?.buyer.nickname, first?.seller.nickname, title, title?.normalize("NFD")])
        expect(await idsOf(`q=${encodeURIComponent(q ?? "")}`)).toEqual([ids[0]]);
      expect(await idsOf("q=%25")).toEqual([]);
      for (const query of ["status=x", "limit=0", "cursor=x"])
        expect(failing(await admin.get(`/api/admin/reports?${query}`))).toBe("400 VALIDATION");

      const walked: string[] = [];
      let next: string | undefined = "/api/admin/reports?limit=2";
      while (next !== undefined) {
        const answer: Answer = await admin.get(next);
        walked.push(...reportsOf(answer).map(({ id }) => id));
        next = /<([^>]+)>; rel="next"/.exec(answer.headers.get("link") ?? "")?.[1];
      }
      expect(walked).toEqual(await idsOf(""));
      expect(new Set(walked).size).toBe(walked.length);
      expect(walked).toHaveLength(before["all"] ?? 0);
    });

    it("are filtered by what is reported and why", async () => {
      const deal = await makeDeal(app);
      const content = await fileReport(deal, "fraud");
      const filed = await deal.buyerClient.post("/api/chat/reports", {
        chatRoomId: deal.chatRoomId, reportedUserId: deal.seller.id, reportReason: "harassment", reportDetails: "욕을 합니다.",
      }); // oxfmt-ignore
      const chat = (filed.body["report"] as unknown as { id: string }).id;
      const idsOf = async (query: string) => {
        const about = encodeURIComponent(deal.seller.nickname);
        return reportsOf(await admin.get(`/api/admin/reports?q=${about}&${query}`)).map(({ id }) => id);
      };
      expect(await idsOf("type=content")).toEqual([content]);
      expect(await idsOf("type=chat&status=pending")).toEqual([chat]);
      expect(await idsOf("reason=fraud")).toEqual([content]);
      expect(await idsOf("reason=fraud&type=chat")).toEqual([]);
      expect(await idsOf("")).toEqual([chat, content]);
      for (const query of ["type=person", "reason=x"])
        expect(failing(await admin.get(`/api/admin/reports?${query}`))).toBe("400 VALIDATION");
    });

    it("count the open ones about a person, whichever of them are listed", async () => {
      const deal = await makeDeal(app);
      const ids = [await fileReport(deal)];
      for (let nth = 0; nth < 2; nth += 1) {
        const content = await createContent(app.deps, deal.seller.id, { price: 0 });
        await buy(app.url, deal.buyerClient, content);
        ids.push(await fileReport({ ...deal, content }));
      }
      const openOf = async (query: string) =>
        reportsOf(
          await admin.get(`/api/admin/reports?q=${encodeURIComponent(deal.seller.nickname)}&${query}`),
        ).map(({ reportedUser }) => reportedUser.openReports);
      expect(await openOf("limit=1")).toEqual([3]);
      const looked = await decide(admin, ids[0] ?? "", { status: "reviewed" });
      expect(looked.body["report"]).toMatchObject({ reportedUser: { openReports: 3 } });
      const decided = await decide(admin, ids[1] ?? "", { status: "dismissed" });
      expect(decided.body["report"]).toMatchObject({ reportedUser: { openReports: 2 } });
      expect(await openOf("status=pending")).toEqual([2]);
      expect(await openOf("status=processed")).toEqual([2, 2]);
      expect((await admin.get(`/api/admin/reports/${ids[2]}`)).body["report"]).toMatchObject({
        reportedUser: { openReports: 2 },
      });
    });

    it("are answered with 304 until one comes or is decided", async () => {
      let etag = "";
      const poll = async () => {
        const asking = { headers: { "if-none-match": etag } };
        const { status, headers } = await admin.get("/api/admin/reports?status=pending", asking);
        etag = headers.get("etag") ?? "";
        return status;
      };
      expect([await poll(), await poll()]).toEqual([200, 304]);
      const id = await fileReport(await makeDeal(app));
      expect([await poll(), await poll()]).toEqual([200, 304]);
      await decide(admin, id, { status: "dismissed" });
      expect([await poll(), await poll()]).toEqual([200, 304]);
    });
  });
});
