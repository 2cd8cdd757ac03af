import type { Report } from "@knowhow/shared";
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestApp, type TestApp } from "../../../testing/app.ts";
import { failing, type Answer, type TestClient } from "../../../testing/client.ts";
import { createUser, type TestUser } from "../../../testing/factories.ts";
import { buy } from "../../../testing/payments.ts";
import { decide, makeDeal } from "../../../testing/reports.ts";

const reportsOf = ({ body }: Answer) => body["reports"] as unknown as Report[];
const idOf = ({ body }: Answer) => (body["report"] as unknown as { id: string }).id;

describe("reports of comments", () => {
  let app: TestApp;
  let staff: TestUser;
  let admin: TestClient;

  beforeAll(async () => {
    app = await startTestApp();
    staff = await createUser(app.deps, { userId: "admin1" });
    admin = await app.as(staff);
  });
  afterAll(() => app.stop());

  const form = { reportType: "comment", reportReason: "harassment", reportDetails: "욕설이 있습니다." };
  const report = (reporter: TestClient, commentId: string) =>
    reporter.post("/api/reports", { ...form, commentId });
  const makeComments = async () => {
    const deal = await makeDeal(app);
    const second = await createUser(app.deps);
    const secondClient = await app.as(second);
    await buy(app.url, secondClient, deal.content);
    const write = async (client: TestClient, comment: string) =>
      String((await client.post(`/api/contents/${deal.content.id}/comments`, { comment })).body["id"]);
    const [bad, good] = [await write(deal.buyerClient, "심한 말"), await write(secondClient, "고운 말")];
    return { ...deal, second, secondClient, bad, good };
  };

  it("are taken from anyone signed in, the seller and those who bought nothing too", async () => {
    const { bad, buyer, buyerClient, content, sellerClient } = await makeComments();
    const stranger = await app.as(await createUser(app.deps));
    expect(failing(await report(app.visitor(), bad))).toBe("401 LOGIN_REQUIRED");
    for (const client of [stranger, sellerClient]) expect((await report(client, bad)).status).toBe(201);
    const [newest] = reportsOf(await admin.get("/api/admin/reports?type=comment&limit=1"));
    expect(newest).toMatchObject({
      reportType: "comment",
      commentId: bad,
      commentText: "심한 말",
      contentId: content.id,
      contentTitle: content.title,
      chatRoomId: null,
      reportedUser: { id: buyer.id },
    });
    await buyerClient.delete(`/api/comments/${bad}`);
    const [taken] = reportsOf(await admin.get("/api/admin/reports?type=comment&limit=1"));
    expect(taken).toMatchObject({ commentId: bad, commentText: null });
  });

  it("are refused of one's own, an administrator's, and what is not there to read", async () => {
    const { bad, buyerClient, content } = await makeComments();
    const stranger = await app.as(await createUser(app.deps));
    expect(failing(await report(buyerClient, bad))).toBe("400 VALIDATION");
    for (const id of [randomUUID(), "nonsense"])
      expect(failing(await report(stranger, id))).toBe("404 NOT_FOUND");
    expect(failing(await stranger.post("/api/reports", form))).toBe("400 VALIDATION");
    await buy(app.url, admin, content);
    const staffs = String(
      (await admin.post(`/api/contents/${content.id}/comments`, { comment: "운영자" })).body["id"],
    );
    expect(failing(await report(stranger, staffs))).toBe("403 CANNOT_REPORT_ADMIN");
    await admin.put(`/api/admin/comments/${bad}/state`, { state: "hidden", reason: "욕설" });
    expect(failing(await report(stranger, bad))).toBe("404 NOT_FOUND");
  });

  it("are not taken of a comment that goes meanwhile", async () => {
    const { bad, good } = await makeComments();
    const stranger = await app.as(await createUser(app.deps));
    const author = await app.deps.pool.connect();
    try {
      await author.query("begin");
      await author.query("delete from content_comments where id = $1", [bad]);
      let isAnswered = false;
      const reported = report(stranger, bad).finally(() => (isAnswered = true));
      const isAnsweredOrWaits = async () => {
        const { rowCount } = await app.deps.pool.query(
          "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
        );
        return isAnswered || rowCount !== 0;
      };
      await expect.poll(isAnsweredOrWaits).toBe(true);
      await author.query("commit");
      expect(failing(await reported)).toBe("404 NOT_FOUND");
    } finally {
      author.release();
    }
    expect((await report(stranger, good)).status).toBe(201);
  });

  it("are not taken of a comment on what the reporter can not see", async () => {
    const { bad, content, secondClient } = await makeComments();
    const stranger = await app.as(await createUser(app.deps));
    await admin.put(`/api/admin/contents/${content.id}/state`, { state: "hidden", reason: "저작권" });
    expect(failing(await report(stranger, bad))).toBe("404 NOT_FOUND");
    expect((await report(secondClient, bad)).status).toBe(201);
  });

  it("are open once for each reporter and comment, beside one of another comment of the same person", async () => {
    const { bad, buyerClient, content, secondClient } = await makeComments();
    const answers = await Promise.all(Array.from({ length: 6 }, () => report(secondClient, bad)));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409, 409]);
    const { body } = await buyerClient.post(`/api/contents/${content.id}/comments`, {
      comment: "또 심한 말",
    });
    const other = await report(secondClient, String(body["id"]));
    expect(other.status).toBe(201);
    // Different comments: not the same case.
    const shown = await admin.get(`/api/admin/reports/${idOf(other)}`);
    expect([shown.body["sameTarget"], (shown.body["related"] as unknown as Report[]).length]).toEqual([0, 1]);
    await decide(admin, idOf(other), { status: "dismissed" });
    expect(failing(await report(secondClient, bad))).toBe("409 ALREADY_REPORTED");
    expect((await report(secondClient, String(body["id"]))).status).toBe(201);
  });

  it("outlive the comment, and are decided like any other", async () => {
    const { bad, buyerClient, buyer, second, secondClient } = await makeComments();
    const id = idOf(await report(secondClient, bad));
    expect((await buyerClient.delete(`/api/comments/${bad}`)).status).toBe(200);
    const decision = { status: "resolved", penaltyType: "warning", reason: "욕설을 했습니다." };
    expect((await decide(admin, id, decision)).status).toBe(200);
    const { rows } = await app.deps.pool.query(
      "select id, warning_count from users where id = any($1) order by warning_count",
      [[buyer.id, second.id]],
    );
    expect(rows).toEqual([
      { id: second.id, warning_count: 0 },
      { id: buyer.id, warning_count: 1 },
    ]);
  });
});
