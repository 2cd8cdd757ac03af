import type { Lease, Report, SanctionStatus } from "@knowhow/shared";
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestApp, type TestApp } from "../../../testing/app.ts";
import { failing, type Answer, type TestClient } from "../../../testing/client.ts";
import { createContent, createUser } from "../../../testing/factories.ts";
import { meanwhile } from "../../../testing/meanwhile.ts";
import { buy } from "../../../testing/payments.ts";
import { decide, fileReport, makeDeal, unconditional, type Deal } from "../../../testing/reports.ts";
import { processReports } from "./process.ts";

const warning = { status: "resolved", penaltyType: "warning", reason: "광고를 반복했습니다." } as const;
const clean: SanctionStatus = { warningCount: 0, suspendedUntil: null, isBanned: false };

describe("decisions on today's facts", () => {
  let app: TestApp;
  let one: TestClient;
  let other: TestClient;
  let [oneId, otherId] = ["", ""];

  beforeAll(async () => {
    app = await startTestApp({ ADMIN_USER_IDS: "admin1,admin2" });
    const [first, second] = [
      await createUser(app.deps, { userId: "admin1", nickname: "지킴이" }),
      await createUser(app.deps, { userId: "admin2", nickname: "돌봄이" }),
    ];
    [oneId, otherId] = [first.id, second.id];
    [one, other] = [await app.as(first), await app.as(second)];
  });
  afterAll(() => app.stop());

  /** The same seller reported again, by the same buyer about another content. */
  const again = async ({ buyer, seller, buyerClient, sellerClient }: Deal): Promise<Deal> => {
    const content = await createContent(app.deps, seller.id, { price: 0 });
    const { chatRoomId } = await buy(app.url, buyerClient, content);
    return { buyer, seller, buyerClient, sellerClient, content, chatRoomId };
  };
  const lease = (client: TestClient, id: string, body: object = {}) =>
    client.put(`/api/admin/reports/${id}/lease`, body);
  const batch = (client: TestClient, ids: readonly string[], decision: object) =>
    client.post("/api/admin/reports/batch", { ids, ...decision });
  const reportNow = async (id: string) =>
    (await one.get(`/api/admin/reports/${id}`)).body["report"] as unknown as Report;
  const standingNow = async (userId: string): Promise<SanctionStatus> => {
    const { warningCount, suspendedUntil, isBanned } = (await one.get(`/api/admin/users/${userId}/history`))
      .body["user"] as unknown as SanctionStatus;
    return { warningCount, suspendedUntil, isBanned };
  };
  const wrongFields = ({ body }: Answer) => Object.keys(body["fields"] as unknown as object);
  const standingIn = ({ body }: Answer) => body["standing"] as unknown as SanctionStatus;
  const noticesOf = async ({ sellerClient }: Deal) =>
    ((await sellerClient.get("/api/user/admin-chats")).body["chatRooms"] as unknown as unknown[]).length;

  /** A user with two reports, and a bystander with one. */
  const makeCases = async () => {
    const deal = await makeDeal(app);
    const bystander = await makeDeal(app);
    return {
      deal,
      reports: [await fileReport(deal), await fileReport(await again(deal))] as const,
      bystander,
      bystanderReport: await fileReport(bystander),
    };
  };

  it("of two administrators at two reports of one person the second learns what is, and nothing happens", async () => {
    const { deal, reports, bystander, bystanderReport } = await makeCases();
    const [first, second] = reports;
    expect((await decide(one, first, { ...warning, expected: clean })).status).toBe(200);

    const refused = await decide(other, second, { ...warning, expected: clean });
    expect(failing(refused)).toBe("409 STANDING_CHANGED");
    expect(standingIn(refused)).toEqual({ ...clean, warningCount: 1 });
    expect((await reportNow(second)).status).toBe("pending");
    expect(await standingNow(deal.seller.id)).toEqual({ ...clean, warningCount: 1 });

    // Confirmed on the present standing, it is the second warning.
    expect((await decide(other, second, { ...warning, expected: standingIn(refused) })).status).toBe(200);
    const suspended = await standingNow(deal.seller.id);
    expect(suspended).toMatchObject({ warningCount: 2, isBanned: false });
    expect(suspended.suspendedUntil).not.toBeNull();
    expect([await standingNow(bystander.seller.id), (await reportNow(bystanderReport)).status]).toEqual([
      clean,
      "pending",
    ]);
    expect(await noticesOf(bystander)).toBe(0);
  });

  it("lets one of many at the same moment through, each with a report of their own", async () => {
    const { deal, reports, bystander } = await makeCases();
    const ids = [...reports, await fileReport(await again(deal)), await fileReport(await again(deal))];
    const answers = await Promise.all(
      ids.map((id, at) => decide(at % 2 === 0 ? one : other, id, { ...warning, expected: clean })),
    );
    expect(answers.map(failing).sort()).toEqual([
      "200 undefined",
      ...Array.from({ length: 3 }, () => "409 STANDING_CHANGED"),
    ]);
    expect(await standingNow(deal.seller.id)).toEqual({ ...clean, warningCount: 1 });
    expect(await standingNow(bystander.seller.id)).toEqual(clean);
  });

  it("waits for a decision that is just being made, and sees what it did", async () => {
    const { deal, reports } = await makeCases();
    const [first, second] = reports;
    const refused = await meanwhile(
      app.deps,
      (trx) =>
        processReports(trx, app.deps, {
          ...unconditional,
          ...warning,
          reportIds: [first],
          adminId: otherId,
          reviewNotes: null,
          duration: null,
        }),
      () => decide(one, second, { ...warning, expected: clean }),
    );
    expect(failing(refused)).toBe("409 STANDING_CHANGED");
    expect(standingIn(refused).warningCount).toBe(1);
    expect(await standingNow(deal.seller.id)).toMatchObject({ warningCount: 1 });
  });

  it("compares every part of the standing, also after a lift, and knows a suspension that is over as none", async () => {
    const { deal, reports } = await makeCases();
    const [first, second] = reports;
    const suspension = { ...warning, penaltyType: "suspension", duration: 7 };
    await decide(one, first, { ...suspension, expected: clean });
    const suspended = await standingNow(deal.seller.id);
    const soon = new Date(Date.parse(suspended.suspendedUntil ?? "") + 1_000).toISOString();
    for (const expected of [
      clean,
      { ...suspended, suspendedUntil: soon },
      { ...suspended, warningCount: 1 },
      { ...suspended, isBanned: true },
    ]) {
      const refused = await decide(one, second, { ...warning, expected });
      expect([failing(refused), standingIn(refused)]).toEqual(["409 STANDING_CHANGED", suspended]);
    }
    // A decision without a penalty depends on no standing.
    const third = await fileReport(await again(deal));
    expect((await decide(one, third, { status: "dismissed", expected: clean })).status).toBe(200);

    await app.deps.pool.query(
      "update users set suspended_until = app_now() - interval '1 second' where id = $1",
      [deal.seller.id],
    );
    expect((await decide(one, second, { ...warning, expected: clean })).status).toBe(200);
  });

  it("judges a call without what was seen by what is", async () => {
    const { deal, reports } = await makeCases();
    for (const [at, id] of reports.entries()) {
      const decision = at === 0 ? warning : { ...warning, expected: null };
      expect((await decide(at === 0 ? one : other, id, decision)).status).toBe(200);
    }
    expect(await standingNow(deal.seller.id)).toMatchObject({ warningCount: 2 });
  });

  it("refuses what is no standing", async () => {
    const { reports } = await makeCases();
    for (const expected of [
      "x",
      7,
      [],
      {},
      { warningCount: "0", suspendedUntil: null, isBanned: false },
      { warningCount: -1, suspendedUntil: null, isBanned: false },
      { warningCount: 0.5, suspendedUntil: null, isBanned: false },
      { warningCount: 0, suspendedUntil: null, isBanned: 0 },
      { warningCount: 0, suspendedUntil: null, isBanned: "false" },
      { warningCount: 0, suspendedUntil: "내일", isBanned: false },
      { warningCount: 0, suspendedUntil: 0, isBanned: false },
      { warningCount: 0, isBanned: false },
    ]) {
      const answer = await decide(one, reports[0], { ...warning, expected });
      expect([expected, failing(answer), wrongFields(answer)]).toEqual([
        expected,
        "400 VALIDATION",
        ["expected"],
      ]);
    }
    expect((await reportNow(reports[0])).status).toBe("pending");
  });

  describe("of several at once", () => {
    it("are made about everybody or nobody", async () => {
      const { deal, reports, bystander, bystanderReport } = await makeCases();
      const [first, second] = reports;
      await decide(one, first, warning);
      const refused = await batch(other, [second, bystanderReport], { ...warning, expected: clean });
      expect(failing(refused)).toBe("409 STANDING_CHANGED");
      expect(refused.body).toMatchObject({
        userId: deal.seller.id,
        standing: { ...clean, warningCount: 1 },
      });
      expect([(await reportNow(second)).status, (await reportNow(bystanderReport)).status]).toEqual([
        "pending",
        "pending",
      ]);
      expect(await standingNow(bystander.seller.id)).toEqual(clean);
    });

    it("say of each person how they stand", async () => {
      const { deal, reports, bystander, bystanderReport } = await makeCases();
      const [first, second] = reports;
      await decide(one, first, warning);
      const warned = { ...clean, warningCount: 1 };
      const expectedByUser = (...standings: SanctionStatus[]) => ({
        expectedByUser: [deal, bystander].flatMap(({ seller: { id: userId } }, at) =>
          standings[at] ? [{ userId, ...standings[at] }] : [],
        ),
      });
      const ids = [second, bystanderReport];
      const wrong = await batch(one, ids, { ...warning, ...expectedByUser(warned, warned) });
      expect(failing(wrong)).toBe("409 STANDING_CHANGED");
      expect(wrong.body).toMatchObject({ userId: bystander.seller.id, standing: clean });
      // A standing given for one user precedes the common one.
      const right = await batch(one, ids, { ...warning, expected: clean, ...expectedByUser(warned) });
      expect(right.status).toBe(200);
      expect(await standingNow(deal.seller.id)).toMatchObject({ warningCount: 2 });
      expect(await standingNow(bystander.seller.id)).toMatchObject({ warningCount: 1 });
    });

    it("refuse what is nobody's standing", async () => {
      const { reports } = await makeCases();
      for (const expectedByUser of [[clean], [{ ...clean, userId: "x" }], "x"]) {
        const answer = await batch(one, reports, { ...warning, expectedByUser });
        expect(failing(answer)).toBe("400 VALIDATION");
        expect(wrongFields(answer)).toEqual(["expectedByUser"]);
      }
    });
  });

  describe("at a report of another administrator", () => {
    it("are refused, whatever they are, until the report is taken over", async () => {
      const { deal, reports, bystanderReport } = await makeCases();
      const [first, second] = reports;
      const holder = (await lease(other, first)).body["lease"] as unknown as Lease;
      for (const decision of [warning, { status: "reviewed" }, { status: "dismissed" }]) {
        const refused = await decide(one, first, decision);
        expect([failing(refused), refused.body["lease"]]).toEqual([
          "409 LEASED",
          { ...holder, reportId: first },
        ]);
      }
      for (const ids of [[first], [second, first], [bystanderReport, first]])
        expect(failing(await batch(one, ids, { ...warning, expected: clean }))).toBe("409 LEASED");
      for (const id of [...reports, bystanderReport]) expect((await reportNow(id)).status).toBe("pending");
      expect(await standingNow(deal.seller.id)).toEqual(clean);

      // Another report of the same user is not leased.
      expect((await decide(one, second, warning)).status).toBe(200);
      await lease(one, first, { takeOver: true, reason: "자리를 비웠어요" });
      expect(failing(await decide(other, first, { status: "dismissed" }))).toBe("409 LEASED");
      expect((await decide(one, first, { status: "dismissed" })).status).toBe(200);
    });

    it("go on once its minutes are over", async () => {
      const { reports } = await makeCases();
      await lease(other, reports[0]);
      await app.deps.pool.query("update report_leases set until = app_now() where report_id = $1", [
        reports[0],
      ]);
      expect((await decide(one, reports[0], { status: "reviewed" })).status).toBe(200);
    });

    it("tell of a result before they tell who is there", async () => {
      const { reports } = await makeCases();
      await lease(other, reports[0]);
      await decide(other, reports[0], { status: "dismissed" });
      expect(failing(await decide(one, reports[0], warning))).toBe("409 ALREADY_PROCESSED");
    });
  });

  describe("that ban", () => {
    const forget = () => app.deps.pool.query("update sessions set password_at = null");
    /** A user with two warnings and another report. */
    const makeLastStep = async () => {
      const { deal, reports, bystander, bystanderReport } = await makeCases();
      for (const id of reports) await decide(one, id, warning);
      const report = await fileReport(await again(deal));
      return { deal, report, bystander, bystanderReport, last: await standingNow(deal.seller.id) };
    };

    it("need the password of these minutes, as bans and as the last warning, and other penalties do not", async () => {
      const { deal, report, bystander, bystanderReport, last } = await makeLastStep();
      await forget();
      const ban = { ...warning, penaltyType: "ban" };
      for (const answer of [
        await decide(one, report, { ...warning, expected: last }),
        await decide(one, report, warning),
        await decide(one, report, { ...ban, expected: last }),
        await decide(one, bystanderReport, ban),
        // One of several is the last step.
        await batch(one, [bystanderReport, report], warning),
      ])
        expect(failing(answer)).toBe("403 PASSWORD_REQUIRED");
      expect(await standingNow(deal.seller.id)).toMatchObject({ warningCount: 2, isBanned: false });
      expect([(await reportNow(report)).status, (await reportNow(bystanderReport)).status]).toEqual([
        "pending",
        "pending",
      ]);
      expect((await decide(one, bystanderReport, { ...warning, expected: clean })).status).toBe(200);
      expect(await standingNow(bystander.seller.id)).toMatchObject({ warningCount: 1, isBanned: false });

      await app.enterPassword({ id: oneId });
      expect((await decide(one, report, { ...warning, expected: last })).status).toBe(200);
      expect(await standingNow(deal.seller.id)).toMatchObject({ warningCount: 3, isBanned: true });
    });

    it("are told what has changed, and who is there, before they are asked for it", async () => {
      const { report, last } = await makeLastStep();
      await forget();
      const seen = { ...last, warningCount: 1 };
      expect(failing(await decide(one, report, { ...warning, expected: seen }))).toBe("409 STANDING_CHANGED");
      await lease(other, report);
      expect(failing(await decide(one, report, { ...warning, expected: last }))).toBe("409 LEASED");
      await app.enterPassword({ id: oneId });
    });
  });

  it("are made once, however often and late they are sent", async () => {
    const { deal, reports } = await makeCases();
    const [first, second] = reports;
    const key = () => ({ headers: { "idempotency-key": randomUUID() } });
    const send = (id: string, decision: object, options: ReturnType<typeof key>) =>
      one.put(`/api/admin/reports/${id}`, decision, options);
    const [firstKey, secondKey] = [key(), key()];
    const decision = { ...warning, expected: clean };
    const answers = [await send(first, decision, firstKey), await send(first, decision, firstKey)];
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(answers[1]?.body).toEqual(answers[0]?.body);
    // A refusal is not stored: the confirmed decision goes through under the same key.
    expect(failing(await send(second, decision, secondKey))).toBe("409 STANDING_CHANGED");
    const confirmed = { ...warning, expected: { ...clean, warningCount: 1 } };
    expect((await send(second, confirmed, secondKey)).status).toBe(200);
    expect((await send(first, decision, firstKey)).body).toEqual(answers[0]?.body);
    expect(await standingNow(deal.seller.id)).toMatchObject({ warningCount: 2 });
  });
});
