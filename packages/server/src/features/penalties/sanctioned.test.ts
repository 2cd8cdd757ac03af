import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestApp, type TestApp } from "../../../testing/app.ts";
import type { TestClient } from "../../../testing/client.ts";
import { createUser, type TestUser } from "../../../testing/factories.ts";
import { buy } from "../../../testing/payments.ts";
import { decide, fileReport, makeDeal, type Deal } from "../../../testing/reports.ts";
import { noticeOf } from "./notice.ts";

describe("what the sanctioned read", () => {
  let app: TestApp;
  let staff: TestUser;
  let admin: TestClient;

  beforeAll(async () => {
    app = await startTestApp();
    staff = await createUser(app.deps, { userId: "admin1" });
    admin = await app.as(staff);
  });
  afterAll(() => app.stop());

  /** A buyer who has reported their seller is judged in turn: as a seller. */
  const judge = async (deal: Deal, penalty: object) => {
    const id = await fileReport(deal);
    const answer = await decide(admin, id, {
      status: "resolved",
      reason: "광고를 반복했습니다.",
      ...penalty,
    });
    expect(answer.status).toBe(200);
  };
  const messagesOf = async (client: TestClient, type: string): Promise<string[]> => {
    const { body } = await client.get("/api/user/admin-chats");
    const rooms = body["chatRooms"] as unknown as { id: string; type: string }[];
    const room = rooms.find((one) => one.type === type);
    const talk = await client.get(`/api/user/admin-chats/${room?.id ?? ""}/messages`);
    return (talk.body["messages"] as unknown as { message: string }[]).map(({ message }) => message);
  };
  const me = async (client: TestClient) =>
    (await client.get("/api/auth/me")).body["user"] as unknown as { penaltyReason: string | null };

  it("are dates as Korea writes them, whatever the engine, and the reason that was typed", () => {
    const endDate = new Date("2026-11-29T23:53:00Z");
    const penalty = { penaltyType: "suspension", endDate, reason: "욕설을 반복했습니다." } as const;
    const standing = {
      warningCount: 0,
      isBanned: false,
      banReason: null,
      suspendedUntil: endDate,
    };
    const text = noticeOf(penalty, standing);
    expect(text).toContain("2026년 11월 30일 오전 8:53까지 서비스 이용이 정지되었습니다.");
    expect(text).toContain("사유: 욕설을 반복했습니다.");
    expect(text).not.toMatch(/AM|PM/);
  });

  it("are a warning alone where a suspension goes on that came before it", async () => {
    const [deal, bystander] = [await makeDeal(app), await makeDeal(app)];
    await judge(deal, { penaltyType: "suspension", duration: 30 });
    const other = await app.as(await createUser(app.deps));
    await buy(app.url, other, deal.content);
    for (const one of [{ ...deal, buyerClient: other }, bystander])
      await judge(one, { penaltyType: "warning" });
    const lastTo = async ({ sellerClient }: Deal) =>
      (await messagesOf(sellerClient, "penalty_notice")).at(-1);
    expect(await lastTo(deal)).toMatch(
      /^경고를 받았습니다. \(1회 \/ 3회\)\n서비스 이용 정지는 .*까지 계속됩니다.\n/,
    );
    expect(await lastTo(bystander)).toMatch(/^경고를 받았습니다. \(1회 \/ 3회\)\n사유: /);
  });

  it("are the reasons of the penalty in force: the longest suspension before any warning", async () => {
    const [deal, bystander] = [await makeDeal(app), await makeDeal(app)];
    await judge(deal, { penaltyType: "suspension", duration: 7, reason: "이레 정지의 사유" });
    const other = await app.as(await createUser(app.deps));
    await buy(app.url, other, deal.content);
    await judge({ ...deal, buyerClient: other }, { penaltyType: "warning", reason: "경고의 사유" });
    expect((await me(deal.sellerClient)).penaltyReason).toBe("이레 정지의 사유");
    await app.moveClock(8 * 24 * 60 * 60 * 1_000);
    expect((await me(deal.sellerClient)).penaltyReason).toBe("경고의 사유");
    expect((await me(bystander.sellerClient)).penaltyReason).toBeNull();
  });

  it("are their own things while they are suspended, and a visitor's once they are banned", async () => {
    const mentor = await makeDeal(app);
    const deal = await makeDeal(app);
    // The seller of one content is the buyer of another.
    await buy(app.url, deal.sellerClient, mentor.content);
    const path = `/api/contents/${mentor.content.id}`;
    await deal.sellerClient.post(`${path}/like`);
    const { body: written } = await deal.sellerClient.post(`${path}/comments`, { comment: "내 댓글" });
    await admin.put(`/api/admin/comments/${String(written["id"])}/state`, {
      state: "hidden",
      reason: "확인 중",
    });
    const read = async () => {
      const { body } = await deal.sellerClient.get(path);
      const comments = await deal.sellerClient.get(`${path}/comments`);
      return [body["hasPurchased"], body["hasLiked"], (comments.body as unknown as object[]).length];
    };
    await judge(deal, { penaltyType: "suspension", duration: 7 });
    expect(await read()).toEqual([true, true, 1]);
    const list = (await deal.sellerClient.get("/api/contents?limit=100")).body as unknown as {
      id: string;
      hasPurchased: boolean;
    }[];
    expect(list.filter(({ hasPurchased }) => hasPurchased).map(({ id }) => id)).toEqual([mentor.content.id]);
    const other = await app.as(await createUser(app.deps));
    await buy(app.url, other, deal.content);
    await app.enterPassword(staff);
    await judge({ ...deal, buyerClient: other }, { penaltyType: "ban" });
    expect(await read()).toEqual([false, false, 0]);
  });

  it("name the report to its reporter: when, about what, and why", async () => {
    const [deal, bystander] = [await makeDeal(app), await makeDeal(app)];
    await judge(deal, { penaltyType: "none" });
    const [message] = await messagesOf(deal.buyerClient, "report_result");
    expect(message).toContain(`‘${deal.content.title}’ 콘텐츠 · 스팸/광고`);
    expect(message).toMatch(/\d{4}년 \d{1,2}월 \d{1,2}일 (오전|오후) \d{1,2}:\d{2}에 접수하신 신고/);
    expect((await bystander.buyerClient.get("/api/user/admin-chats")).body["chatRooms"]).toEqual([]);
  });
});
