import type { Lease, Report } from "@knowhow/shared";
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestApp, type TestApp } from "../../../testing/app.ts";
import { failing, type Answer, type TestClient } from "../../../testing/client.ts";
import { createContent, createUser } from "../../../testing/factories.ts";
import { buy } from "../../../testing/payments.ts";
import { decide, fileReport, makeDeal, type Deal } from "../../../testing/reports.ts";

const leaseOf = ({ body }: Answer) => body["lease"] as unknown as Lease | null;

describe("several administrators at one queue", () => {
  let app: TestApp;
  let one: TestClient;
  let other: TestClient;
  let ids: { one: string; other: string };

  beforeAll(async () => {
    app = await startTestApp({ ADMIN_USER_IDS: "admin1,admin2" });
    const users = [
      await createUser(app.deps, { userId: "admin1", nickname: "지킴이" }),
      await createUser(app.deps, { userId: "admin2", nickname: "돌봄이" }),
    ] as const;
    ids = { one: users[0].id, other: users[1].id };
    [one, other] = [await app.as(users[0]), await app.as(users[1])];
  });
  afterAll(() => app.stop());

  const lease = (client: TestClient, id: string, body: object = {}) =>
    client.put(`/api/admin/reports/${id}/lease`, body);
  const release = (client: TestClient, id: string) => client.delete(`/api/admin/reports/${id}/lease`);
  const caseOf = async (client: TestClient, id: string) =>
    (await client.get(`/api/admin/reports/${id}`)).body;
  const newsOf = async (userId: string, name: string) =>
    (
      await app.deps.pool.query<{ data: { reportId: string } }>(
        "select data from events where user_id = $1 and name = $2",
        [userId, name],
      )
    ).rows.map(({ data }) => data.reportId);
  /** The same seller reported again, by the same buyer about another content. */
  const again = async ({ buyer, seller, buyerClient, sellerClient }: Deal): Promise<Deal> => {
    const content = await createContent(app.deps, seller.id, { price: 0 });
    const { chatRoomId } = await buy(app.url, buyerClient, content);
    return { buyer, seller, buyerClient, sellerClient, content, chatRoomId };
  };

  describe("who is at a report", () => {
    it("is one of them, for five minutes, and everybody hears of it", async () => {
      const id = await fileReport(await makeDeal(app));
      expect((await caseOf(one, id))["lease"]).toBeNull();
      const taken = await lease(one, id);
      expect(leaseOf(taken)).toMatchObject({ adminId: ids.one, nickname: "지킴이" });
      const { rows } = await app.deps.pool.query<{ left: number }>(
        "select extract(epoch from until - app_now())::float as left from report_leases where report_id = $1",
        [id],
      );
      expect(rows[0]?.left).toBeGreaterThan(290);
      expect(rows[0]?.left).toBeLessThanOrEqual(300);
      expect((await caseOf(other, id))["lease"]).toEqual(leaseOf(taken));
      const { leases } = (await other.get("/api/admin/reports/leases")).body;
      expect(leases).toContainEqual({ ...leaseOf(taken), reportId: id });
      for (const adminId of [ids.one, ids.other]) expect(await newsOf(adminId, "lease")).toContain(id);
    });

    it("stays longer without being news again", async () => {
      const id = await fileReport(await makeDeal(app));
      await lease(one, id);
      await lease(one, id);
      expect((await newsOf(ids.other, "lease")).filter((told) => told === id)).toHaveLength(1);
    });

    it("is not driven out without a reason", async () => {
      const id = await fileReport(await makeDeal(app));
      const firstLease = leaseOf(await lease(one, id));
      const refused = await lease(other, id);
      expect(failing(refused)).toBe("409 LEASED");
      expect(leaseOf(refused)).toEqual(firstLease);
      // A reason alone takes nothing over.
      expect(failing(await lease(other, id, { reason: "급해요" }))).toBe("409 LEASED");
      for (const reason of [undefined, null, " ", "\u200b", "가".repeat(501)]) {
        const answer = await lease(other, id, { takeOver: true, reason });
        expect(failing(answer)).toBe("400 VALIDATION");
        expect(answer.body["fields"]).toHaveProperty("reason");
      }
      expect(failing(await lease(other, id, { takeOver: "true", reason: "급해요" }))).toBe("400 VALIDATION");
      expect((await caseOf(one, id))["lease"]).toEqual(firstLease);

      const over = await lease(other, id, { takeOver: true, reason: "자리를 비웠어요" });
      expect(leaseOf(over)).toMatchObject({ adminId: ids.other, nickname: "돌봄이" });
      const lost = await lease(one, id);
      expect(failing(lost)).toBe("409 LEASED");
      // The former holder is told why.
      expect(leaseOf(lost)).toMatchObject({ adminId: ids.other, reason: "자리를 비웠어요" });
      const { rows } = await app.deps.pool.query(
        "select from_admin_id, to_admin_id, reason from report_takeovers where report_id = $1",
        [id],
      );
      expect(rows).toEqual([{ from_admin_id: ids.one, to_admin_id: ids.other, reason: "자리를 비웠어요" }]);
    });

    it("does not give up somebody else's place, and its own as often as it likes", async () => {
      const id = await fileReport(await makeDeal(app));
      await lease(one, id);
      expect(failing(await release(other, id))).toBe("409 LEASED");
      expect((await caseOf(one, id))["lease"]).not.toBeNull();
      for (let turn = 0; turn < 2; turn += 1) expect((await release(one, id)).body).toEqual({ lease: null });
      expect((await lease(other, id)).status).toBe(200);
    });

    it("is nobody once the five minutes are over", async () => {
      const id = await fileReport(await makeDeal(app));
      await lease(one, id);
      await app.deps.pool.query("update report_leases set until = app_now() where report_id = $1", [id]);
      expect((await caseOf(one, id))["lease"]).toBeNull();
      expect((await lease(other, id)).status).toBe(200);
      const { rowCount } = await app.deps.pool.query("select from report_takeovers where report_id = $1", [
        id,
      ]);
      expect(rowCount).toBe(0);
    });

    it("is one when many come at the same moment", async () => {
      const id = await fileReport(await makeDeal(app));
      const answers = await Promise.all(
        Array.from({ length: 8 }, (_, at) => lease(at % 2 === 0 ? one : other, id)),
      );
      const holders = new Set(
        answers.flatMap((answer) => (answer.status === 200 ? [leaseOf(answer)?.adminId] : [])),
      );
      expect(holders.size).toBe(1);
      expect(answers.filter(({ status }) => status === 409)).toHaveLength(4);
    });

    it("ends with the decision, and not while the report is only looked at", async () => {
      const id = await fileReport(await makeDeal(app));
      await lease(one, id);
      expect((await decide(one, id, { status: "reviewed" })).status).toBe(200);
      expect((await caseOf(one, id))["lease"]).not.toBeNull();
      expect((await decide(one, id, { status: "dismissed" })).status).toBe(200);
      expect((await caseOf(one, id))["lease"]).toBeNull();
      expect(failing(await lease(one, id))).toBe("409 ALREADY_PROCESSED");
    });

    it("needs a report", async () => {
      const id = randomUUID();
      expect(failing(await lease(one, id))).toBe("404 NOT_FOUND");
      expect(failing(await release(one, id))).toBe("404 NOT_FOUND");
      expect(failing(await one.get(`/api/admin/reports/${id}`))).toBe("404 NOT_FOUND");
    });
  });

  it("names the other open reports about the same person", async () => {
    const first = await makeDeal(app);
    const [a, b] = [await fileReport(first), await fileReport(await again(first), "fraud")];
    const third = await fileReport(await again(first));
    await decide(one, third, { status: "dismissed" });
    await fileReport(await makeDeal(app));
    const { report, related } = await caseOf(one, a);
    expect((report as unknown as Report).id).toBe(a);
    expect((related as unknown as Report[]).map(({ id }) => id)).toEqual([b]);
  });

  it("names those about the same target first, and counts them", async () => {
    const first = await makeDeal(app);
    const [a, b] = [await fileReport(first), await fileReport(await again(first))];
    const buyer = await createUser(app.deps);
    const buyerClient = await app.as(buyer);
    await buy(app.url, buyerClient, first.content);
    const c = await fileReport({ buyerClient, content: first.content });
    const { related, sameTarget, report } = await caseOf(one, a);
    expect((related as unknown as Report[]).map(({ id }) => id)).toEqual([c, b]);
    expect(sameTarget).toBe(1);
    expect((report as unknown as Report).reportedUser.openReports).toBe(3);
    expect((await caseOf(one, b))["sameTarget"]).toBe(0);
  });

  describe("deciding about several at once", () => {
    const batch = (
      client: TestClient,
      reportIds: readonly unknown[],
      decision: object,
      options?: { headers: Record<string, string> },
    ) => client.post("/api/admin/reports/batch", { ids: reportIds, ...decision }, options);
    const statusOf = async (id: string) => ((await caseOf(one, id))["report"] as unknown as Report).status;
    const warning = { status: "resolved", penaltyType: "warning", reason: "광고를 반복했습니다." };

    it("imposes a penalty once on somebody whom several are about, and tells every reporter", async () => {
      const first = await makeDeal(app);
      const [second, third] = [await again(first), await again(first)];
      const reports = [await fileReport(first), await fileReport(second, "fraud"), await fileReport(third)];
      const elsewhere = await makeDeal(app);
      const elsewhereReport = await fileReport(elsewhere);
      const answer = await batch(one, [...reports, elsewhereReport, elsewhereReport], {
        ...warning,
        reviewNotes: "한꺼번에",
      });
      expect(answer.status).toBe(200);
      const decided = answer.body["reports"] as unknown as Report[];
      expect(decided.map(({ id, status, reviewNotes }) => [id, status, reviewNotes])).toEqual(
        [...reports, elsewhereReport].map((id) => [id, "resolved", "한꺼번에"]),
      );
      for (const { seller } of [first, elsewhere]) {
        const { rows } = await app.deps.pool.query(
          "select penalty_type, reason from user_penalties where user_id = $1",
          [seller.id],
        );
        expect(rows).toEqual([{ penalty_type: "warning", reason: "광고를 반복했습니다." }]);
      }
      const { chatRooms } = (await first.buyerClient.get("/api/user/admin-chats")).body;
      expect((chatRooms as unknown as { unreadCount: number }[])[0]?.unreadCount).toBe(3);
    });

    it("decides about all or none", async () => {
      const [a, b, c] = [
        await fileReport(await makeDeal(app)),
        await fileReport(await makeDeal(app)),
        await fileReport(await makeDeal(app)),
      ];
      await decide(other, c, { status: "dismissed" });
      expect(failing(await batch(one, [a, b, c], warning))).toBe("409 ALREADY_PROCESSED");
      expect(failing(await batch(one, [a, randomUUID(), b], warning))).toBe("404 NOT_FOUND");
      expect([await statusOf(a), await statusOf(b)]).toEqual(["pending", "pending"]);
      const { rowCount } = await app.deps.pool.query(
        "select from user_penalties p join reports r on r.reported_user_id = p.user_id where r.id = any($1)",
        [[a, b]],
      );
      expect(rowCount).toBe(0);
    });

    it.each([
      [[], "ids"],
      [["x"], "ids"],
      [Array.from({ length: 51 }, () => randomUUID()), "ids"],
      ["x", "ids"],
    ])("refuses %j", async (given, field) => {
      const answer = await one.post("/api/admin/reports/batch", { ids: given, status: "dismissed" });
      expect(failing(answer)).toBe("400 VALIDATION");
      expect(answer.body["fields"]).toHaveProperty(field);
    });

    it("keeps to the rules of a single decision", async () => {
      const id = await fileReport(await makeDeal(app));
      expect(failing(await batch(one, [id], { status: "resolved", penaltyType: "ban" }))).toBe(
        "400 VALIDATION",
      );
      expect(failing(await batch(one, [id], { status: "pending" }))).toBe("400 VALIDATION");
    });

    it("happens once, whatever is repeated", async () => {
      const id = await fileReport(await makeDeal(app));
      const options = { headers: { "idempotency-key": randomUUID() } };
      const answers = [await batch(one, [id], warning, options), await batch(one, [id], warning, options)];
      expect(answers.map(({ status }) => status)).toEqual([200, 200]);
      expect(answers[1]?.body).toEqual(answers[0]?.body);
    });

    it("lets one win where two overlap crosswise, and leaves nothing half done", async () => {
      const first = await makeDeal(app);
      const second = await makeDeal(app);
      const [a, b] = [await fileReport(first), await fileReport(second)];
      const answers = await Promise.all([
        batch(one, [a, b], warning),
        batch(other, [b, a], warning),
        batch(one, [b, a], warning),
        decide(other, a, warning),
      ]);
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
      expect(answers.filter((answer) => failing(answer) === "409 ALREADY_PROCESSED")).toHaveLength(3);
      expect([await statusOf(a), await statusOf(b)]).toEqual([
        "resolved",
        answers[3].status === 200 ? "pending" : "resolved",
      ]);
      const { rows } = await app.deps.pool.query<{ count: number }>(
        "select count(*)::int as count from user_penalties where user_id = any($1) group by user_id",
        [[first.seller.id, second.seller.id]],
      );
      expect(rows.map(({ count }) => count)).toEqual(answers[3].status === 200 ? [1] : [1, 1]);
    });
  });
});
