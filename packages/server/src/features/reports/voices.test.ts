import type { Report, SanctionStatus } from "@knowhow/shared";
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestApp, type TestApp } from "../../../testing/app.ts";
import { failing, type Answer, type TestClient } from "../../../testing/client.ts";
import { createUser } from "../../../testing/factories.ts";
import { meanwhile } from "../../../testing/meanwhile.ts";
import { buy } from "../../../testing/payments.ts";
import { decide, fileReport, makeDeal, type Deal } from "../../../testing/reports.ts";
import { reportContent } from "./create.ts";

const warning = { status: "resolved", penaltyType: "warning", reason: "광고를 반복했습니다." } as const;
const all = { ...warning, includeVoices: true };
const clean: SanctionStatus = { warningCount: 0, suspendedUntil: null, isBanned: false };
const reportsOf = ({ body }: Answer) => body["reports"] as unknown as Report[];

describe("many reports about one thing", () => {
  let app: TestApp;
  let one: TestClient;
  let other: TestClient;

  beforeAll(async () => {
    app = await startTestApp({ ADMIN_USER_IDS: "admin1,admin2" });
    one = await app.as(await createUser(app.deps, { userId: "admin1", nickname: "지킴이" }));
    other = await app.as(await createUser(app.deps, { userId: "admin2", nickname: "돌봄이" }));
  });
  afterAll(() => app.stop());

  /** So many more users report the content of a deal, one second after the other; gives the ids, oldest first. */
  const shout = async ({ seller, content }: Deal, count: number, reason = "spam"): Promise<string[]> => {
    const { rows } = await app.deps.pool.query<{ id: string }>(
      `with people as (
         insert into users (name, user_id, user_id_skeleton, nickname, nickname_skeleton, email, password, phone_number)
         select '새사람', 'n' || tag || nth, 'n' || tag || nth, '새사람' || tag || nth, '새사람' || tag || nth, tag || nth || '@example.com', 'x', '01000000000'
         from (select left(md5($1::text), 6) as tag) t, generate_series(1, $2::int) nth
         returning id)
       insert into reports (report_type, reporter_id, reported_user_id, content_id, content_title, report_reason,
         report_details, created_at)
       select 'content', id, $3, $4, '같은 것', $5, '광고뿐입니다', app_now() + row_number() over () * interval '1 second' from people
       returning id`,
      [randomUUID(), count, seller.id, content.id, reason],
    );
    return rows.map(({ id }) => id);
  };
  const list = async (query: string, client = one) =>
    reportsOf(await client.get(`/api/admin/reports?limit=100&${query}`));
  const about = ({ seller }: Deal) => `q=${encodeURIComponent(seller.nickname)}`;
  const grouped = async (query: string, client = one) =>
    (await list(`group=target&${query}`, client)).map(({ id, voices }) => [id, voices]);
  const statusesOf = async (ids: readonly string[]) =>
    (
      await app.deps.pool.query<{ status: string; count: number }>(
        "select status, count(*)::int as count from reports where id = any($1) group by 1 order by 1",
        [ids],
      )
    ).rows.map(({ status, count }) => `${status} ${count}`);
  const penaltiesOf = async ({ seller }: Deal) =>
    (
      await app.deps.pool.query<{ report_id: string }>(
        "select report_id from user_penalties where user_id = $1",
        [seller.id],
      )
    ).rows.map(({ report_id }) => report_id);
  const toldOf = async (ids: readonly string[]) =>
    (
      await app.deps.pool.query(
        `select from admin_chat_rooms r join admin_chat_messages m on m.chat_room_id = r.id
         join reports p on p.reporter_id = r.user_id
         where p.id = any($1) and r.type = 'report_result' and m.message like '%' || p.content_title || '%'`,
        [ids],
      )
    ).rowCount;

  describe("in the list", () => {
    it("say how many they are, and are one row for which the oldest stands", async () => {
      const [deal, bystander] = [await makeDeal(app), await makeDeal(app)];
      const oldest = await fileReport(deal);
      const crowd = await shout(deal, 4);
      const elsewhere = await fileReport(bystander);
      const talk = await deal.buyerClient.post("/api/chat/reports", {
        chatRoomId: deal.chatRoomId, reportedUserId: deal.seller.id, reportReason: "harassment", reportDetails: "욕설",
      }); // oxfmt-ignore
      const inRoom = (talk.body["report"] as unknown as { id: string }).id;

      const each = (await list(about(deal))).map(({ id, voices }) => [id, voices]);
      expect(each).toHaveLength(6);
      expect(each).toEqual(expect.arrayContaining([[inRoom, 1], ...crowd.map((id) => [id, 5])]));
      expect(await grouped(about(deal))).toEqual([
        [inRoom, 1],
        [oldest, 5],
      ]);
      expect(await grouped(about(bystander))).toEqual([[elsewhere, 1]]);
      expect((await one.get(`/api/admin/reports/${crowd[2]}`)).body).toMatchObject({
        report: { voices: 5 },
        sameTarget: 4,
      });
      expect(failing(await one.get("/api/admin/reports?group=person"))).toBe("400 VALIDATION");
    });

    it("say what another one of them has brought already, where they were made before that", async () => {
      const [deal, bystander] = [await makeDeal(app), await makeDeal(app)];
      const oldest = await fileReport(deal);
      const [second = ""] = await shout(deal, 1);
      const elsewhere = await fileReport(bystander);
      await app.moveClock(5_000);
      const brought = async (id: string) =>
        (
          (await one.get(`/api/admin/reports/${id}`)).body["report"] as unknown as Report
        ).targetPenalties?.map(({ penaltyType }) => penaltyType);
      expect(await brought(second)).toEqual([]);
      expect((await decide(one, oldest, warning)).status).toBe(200);
      await app.moveClock(5_000);
      const [later = ""] = await shout(deal, 1);
      expect(await brought(second)).toEqual(["warning"]);
      const listed = await list(about(deal));
      expect(listed.find(({ id }) => id === second)?.targetPenalties).toHaveLength(1);
      // Its own penalty, one that an earlier thing brought, and another person's are none.
      for (const id of [oldest, later, elsewhere]) expect([id, await brought(id)]).toEqual([id, []]);
      const { rows } = await app.deps.pool.query<{ id: string }>(
        "select id from user_penalties where user_id = $1",
        [deal.seller.id],
      );
      const lifted = await one.put(`/api/admin/penalties/${rows[0]?.id}`, {
        isActive: false,
        reason: "확인",
      });
      expect(lifted.status).toBe(200);
      expect(await brought(second)).toEqual([]);
    });

    it("are counted as the rows that are listed, with the voices beside them", async () => {
      const counts = async (query: string) =>
        (await one.get(`/api/admin/reports?limit=1&${query}`)).body["counts"] as unknown as Record<
          string,
          number
        >;
      const since = async (before: Record<string, number>, query: string) =>
        Object.fromEntries(
          Object.entries(await counts(query)).map(([name, count]) => [name, count - (before[name] ?? 0)]),
        );
      const [apart, together] = [await counts(""), await counts("group=target")];
      const [deal, bystander] = [await makeDeal(app), await makeDeal(app)];
      const crowd = await shout(deal, 4);
      await fileReport(bystander);
      expect(await since(apart, "")).toEqual({ all: 5, pending: 5, processed: 0 });
      expect(await since(together, "group=target")).toEqual({
        ...{ all: 5, pending: 2, processed: 0 },
        ...{ open: 2, decided: 0, voices: 5, pendingVoices: 5 },
      });
      for (const id of crowd.slice(0, 2)) await decide(one, id, { status: "reviewed" });
      await decide(one, crowd[2] ?? "", { status: "dismissed" });
      expect(await since(apart, "")).toEqual({ all: 5, pending: 2, processed: 3 });
      // The two under review are one row, as is the open rest; the dismissed one is listed singly.
      expect(await since(together, "group=target")).toEqual({
        ...{ all: 5, pending: 2, processed: 2 },
        ...{ open: 2, decided: 1, voices: 4, pendingVoices: 2 },
      });
      expect((await grouped(`status=open&${about(deal)}`)).map(([, voices]) => voices)).toEqual([3]);
      expect(await grouped(`status=decided&${about(deal)}`)).toEqual([[crowd[2], 3]]);
    });

    it("leave the total as it is when their case is decided, and agree with the rows", async () => {
      const [deal, bystander] = [await makeDeal(app), await makeDeal(app)];
      const figures = async () => {
        const { all, open, voices, decided } = (await one.get("/api/admin/reports?limit=1&group=target"))
          .body["counts"] as unknown as Record<string, number>;
        return [all ?? 0, open ?? 0, voices ?? 0, decided ?? 0];
      };
      const rowsOf = async (status: string) =>
        (await grouped(`status=${status}&${about(deal)}`)).length +
        (await grouped(`status=${status}&${about(bystander)}`)).length;
      const before = await figures();
      const since = async () => (await figures()).map((count, at) => count - (before[at] ?? 0));
      const [first = ""] = await shout(deal, 3);
      await fileReport(bystander);
      expect(await since()).toEqual([4, 2, 4, 0]);
      expect([await rowsOf("open"), await rowsOf("decided")]).toEqual([2, 0]);
      await decide(one, first, { status: "dismissed", includeVoices: true });
      expect(await since()).toEqual([4, 1, 1, 3]);
      expect([await rowsOf("open"), await rowsOf("decided")]).toEqual([1, 3]);
    });

    it("are rows of a tab by their own state, however old another one of the other tab is", async () => {
      const [deal, bystander] = [await makeDeal(app), await makeDeal(app)];
      const figures = async () => {
        const { pending, pendingVoices, processed } = (
          await one.get("/api/admin/reports?limit=1&group=target")
        ).body["counts"] as unknown as Record<string, number>;
        return [pending ?? 0, pendingVoices ?? 0, processed ?? 0];
      };
      const before = await figures();
      const since = async () => (await figures()).map((count, at) => count - (before[at] ?? 0));
      const idsOf = async (status: string) =>
        [
          ...(await grouped(`status=${status}&${about(deal)}`)),
          ...(await grouped(`status=${status}&${about(bystander)}`)),
        ].map(([id]) => id);
      const [first = "", second = "", third = "", fourth = ""] = await shout(deal, 4);
      const elsewhere = await fileReport(bystander);
      for (const id of [first, second, elsewhere]) await decide(one, id, { status: "reviewed" });
      expect([await idsOf("pending"), await idsOf("processed")]).toEqual([[third], [first, elsewhere]]);
      expect(await since()).toEqual([1, 2, 2]);
      await decide(one, third, { status: "dismissed" });
      expect([await idsOf("pending"), await idsOf("processed")]).toEqual([
        [fourth],
        [third, first, elsewhere],
      ]);
      expect(await since()).toEqual([1, 1, 3]);
      await decide(one, first, { status: "dismissed", includeVoices: true });
      expect([await idsOf("pending"), await idsOf("processed")]).toEqual([
        [],
        [fourth, third, second, first, elsewhere],
      ]);
      expect(await since()).toEqual([0, 0, 5]);
    });

    it("are grouped among those that are asked for, and stand for themselves once decided", async () => {
      const deal = await makeDeal(app);
      const oldest = await fileReport(deal);
      const [second = "", third = "", fourth = ""] = await shout(deal, 3);
      await decide(one, oldest, { status: "reviewed" });
      expect(await grouped(`status=pending&${about(deal)}`)).toEqual([[second, 4]]);
      expect(await grouped(`status=processed&${about(deal)}`)).toEqual([[oldest, 4]]);
      await decide(one, oldest, { status: "dismissed" });
      await decide(one, third, { status: "dismissed" });
      expect(await grouped(about(deal))).toEqual([
        [third, 2],
        [second, 2],
        [oldest, 2],
      ]);
      const { rows } = await app.deps.pool.query<{ nickname: string }>(
        "select u.nickname from users u join reports r on r.reporter_id = u.id where r.id = $1",
        [fourth],
      );
      // Each decided one was decided separately; the remaining ones are all named.
      const apartOf = async (id: string) => {
        const { body } = await one.get(`/api/admin/reports/${id}`);
        return [body["decidedApart"], body["sameTarget"], (body["voices"] as unknown as object[]).length];
      };
      expect([await apartOf(second), await apartOf(oldest)]).toEqual([
        [2, 1, 2],
        [1, 2, 1],
      ]);
      const bystander = await makeDeal(app);
      expect(await apartOf(await fileReport(bystander))).toEqual([0, 0, 1]);
      // A search finds a voice although another report represents the target.
      expect(await grouped(`q=${encodeURIComponent(rows[0]?.nickname ?? "")}`)).toEqual([[fourth, 2]]);
    });

    it("are walked by pages, each target once", async () => {
      const deals = [await makeDeal(app), await makeDeal(app), await makeDeal(app)];
      for (const deal of deals) await shout(deal, 5);
      const walked: string[] = [];
      let next: string | undefined = "/api/admin/reports?group=target&status=pending&limit=2";
      while (next !== undefined) {
        const answer: Answer = await one.get(next);
        walked.push(...reportsOf(answer).map(({ id }) => id));
        next = /<([^>]+)>; rel="next"/.exec(answer.headers.get("link") ?? "")?.[1];
      }
      expect(walked).toEqual((await list("group=target&status=pending")).map(({ id }) => id));
      const { rows } = await app.deps.pool.query<{ targets: number }>(
        `select count(distinct (coalesce(comment_id, content_id, chat_room_id), reported_user_id))::int as targets
         from reports where status = 'pending'`,
      );
      expect(walked).toHaveLength(rows[0]?.targets ?? 0);
    });
  });

  describe("decided as one", () => {
    it("are sixty results and one penalty, and nothing else is touched", async () => {
      const [deal, bystander] = [await makeDeal(app), await makeDeal(app)];
      const ids = [await fileReport(deal), ...(await shout(deal, 59, "fraud"))];
      const [asked = "", ...more] = ids.slice(30);
      const elsewhere = await fileReport(bystander);
      const { buyerClient, chatRoomId, seller } = deal;
      const talk = await buyerClient.post("/api/chat/reports", {
        chatRoomId, reportedUserId: seller.id, reportReason: "harassment", reportDetails: "욕설",
      }); // oxfmt-ignore
      const inRoom = (talk.body["report"] as unknown as { id: string }).id;
      const answer = await decide(one, asked, { ...all, expected: clean, reviewNotes: "한꺼번에" });
      expect([answer.status, answer.body["report"]]).toMatchObject([
        200,
        { id: asked, status: "resolved", reviewNotes: "한꺼번에", reportedUser: { warningCount: 1 } },
      ]);
      expect(await statusesOf(ids)).toEqual(["resolved 60"]);
      expect(await penaltiesOf(deal)).toEqual([asked]);
      expect(await toldOf(more)).toBe(29);
      expect(await statusesOf([elsewhere, inRoom])).toEqual(["pending 2"]);
      expect(await penaltiesOf(bystander)).toEqual([]);
      // Each of them shows its decision.
      expect((await one.get(`/api/admin/reports/${ids[59]}`)).body).toMatchObject({
        acts: [{ kind: "resolved", adminNickname: "지킴이", penalty: { penaltyType: "warning" } }],
      });
      expect(failing(await decide(other, ids[3] ?? "", all))).toBe("409 ALREADY_PROCESSED");
    });

    it("are one report without it, and a flag alone", async () => {
      const deal = await makeDeal(app);
      const ids = await shout(deal, 3);
      expect((await decide(one, ids[0] ?? "", { status: "dismissed" })).status).toBe(200);
      expect(await statusesOf(ids)).toEqual(["dismissed 1", "pending 2"]);
      for (const includeVoices of ["true", 1, {}])
        expect(failing(await decide(one, ids[1] ?? "", { status: "dismissed", includeVoices }))).toBe(
          "400 VALIDATION",
        );
      expect(failing(await decide(one, randomUUID(), all))).toBe("404 NOT_FOUND");
    });

    it("are decided by one of two administrators, whichever of them they ask about", async () => {
      const deal = await makeDeal(app);
      const ids = await shout(deal, 12);
      const answers = await Promise.all(
        ids.slice(0, 8).map((id, at) => decide(at % 2 === 0 ? one : other, id, all)),
      );
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
      expect(answers.filter((answer) => failing(answer) === "409 ALREADY_PROCESSED")).toHaveLength(7);
      expect(await statusesOf(ids)).toEqual(["resolved 12"]);
      expect(await penaltiesOf(deal)).toHaveLength(1);
      expect(await toldOf(ids)).toBe(12);
    });

    it("leave to another administrator what they decide meanwhile", async () => {
      const deal = await makeDeal(app);
      const ids = await shout(deal, 6);
      const answers = await Promise.all([
        decide(one, ids[0] ?? "", { status: "dismissed", includeVoices: true }),
        ...ids.slice(3).map((id) => decide(other, id, { status: "resolved" })),
      ]);
      expect(answers[0].status).toBe(200);
      for (const answer of answers.slice(1))
        expect(["200 undefined", "409 ALREADY_PROCESSED"]).toContain(failing(answer));
      const resolved = answers.slice(1).filter(({ status }) => status === 200).length;
      expect(await statusesOf(ids)).toEqual([
        `dismissed ${6 - resolved}`,
        ...(resolved === 0 ? [] : [`resolved ${resolved}`]),
      ]);
      expect(await toldOf(ids)).toBe(6);
    });

    it("are refused where another administrator is at one, or the person does not stand so any more", async () => {
      const deal = await makeDeal(app);
      const ids = await shout(deal, 4);
      const seen = { warningCount: 1, suspendedUntil: null, isBanned: false };
      expect(failing(await decide(one, ids[0] ?? "", { ...all, expected: seen }))).toBe(
        "409 STANDING_CHANGED",
      );
      await other.put(`/api/admin/reports/${ids[2]}/lease`, {});
      const refused = await decide(one, ids[0] ?? "", all);
      expect([failing(refused), refused.body["lease"]]).toEqual([
        "409 LEASED",
        expect.objectContaining({ reportId: ids[2] }),
      ]);
      expect(await statusesOf(ids)).toEqual(["pending 4"]);
      expect((await decide(other, ids[2] ?? "", all)).status).toBe(200);
      expect(await statusesOf(ids)).toEqual(["resolved 4"]);
    });

    it("are those that were known: one that has come since stays open, and is not reopened with them", async () => {
      const [deal, bystander] = [await makeDeal(app), await makeDeal(app)];
      const ids = [await fileReport(deal), ...(await shout(deal, 59))];
      const [asked = ""] = ids;
      const elsewhere = await fileReport(bystander);
      const look = async (id: string, query = "") => {
        const { sameTarget, newestVoiceId } = (await one.get(`/api/admin/reports/${id}${query}`)).body;
        return [sameTarget, newestVoiceId];
      };
      const newestVoiceId = ids.at(-1);
      expect(await look(asked)).toEqual([59, newestVoiceId]);
      const buyerClient = await app.as(await createUser(app.deps));
      await buy(app.url, buyerClient, deal.content);
      const late = await fileReport({ buyerClient, content: deal.content }, "hate_speech");
      const upToKnown = `?newestVoiceId=${newestVoiceId}`;
      expect([await look(asked), await look(asked, upToKnown)]).toEqual([
        [60, late],
        [59, late],
      ]);

      const dismissal = { status: "dismissed", includeVoices: true };
      expect((await decide(one, asked, { ...dismissal, newestVoiceId })).status).toBe(200);
      expect([await statusesOf(ids), await statusesOf([late, elsewhere])]).toEqual([
        ["dismissed 60"],
        ["pending 2"],
      ]);
      expect([await toldOf(ids.slice(1)), await toldOf([late])]).toEqual([59, 0]);
      expect([await look(asked), await look(asked, upToKnown)]).toEqual([
        [1, late],
        [0, late],
      ]);
      expect((await decide(one, late, { status: "dismissed" })).status).toBe(200);
      const again = { reason: "다시 봅니다.", includeVoices: true };
      expect((await one.post(`/api/admin/reports/${asked}/reopen`, again)).status).toBe(200);
      expect([await statusesOf(ids), await statusesOf([late, elsewhere])]).toEqual([
        ["reviewed 60"],
        ["dismissed 1", "pending 1"],
      ]);
      expect(failing(await decide(one, asked, { ...dismissal, newestVoiceId: "x" }))).toBe("400 VALIDATION");
      expect(failing(await one.get(`/api/admin/reports/${asked}?newestVoiceId=x`))).toBe("400 VALIDATION");
      // The report itself is always decided.
      expect((await decide(one, ids[9] ?? "", { ...dismissal, newestVoiceId: asked })).status).toBe(200);
      expect(await statusesOf(ids)).toEqual(["dismissed 2", "reviewed 58"]);
    });

    it.each([
      ["spam", "dismissed", "pending", false],
      // Fraud locks the reported user: the report comes first, and a decision without a bound includes it.
      ["fraud", "dismissed", "dismissed", false],
      ["fraud", "dismissed", "pending", true],
    ])(
      "lose no report of %s that comes meanwhile: %s, %s, bounded %s",
      async (reportReason, status, late, isBounded) => {
        const deal = await makeDeal(app);
        const ids = await shout(deal, 3);
        const buyer = await createUser(app.deps);
        await buy(app.url, await app.as(buyer), deal.content);
        let arrived = "";
        const answer = await meanwhile(
          app.deps,
          async (trx) => {
            const filing = { reporterId: buyer.id, contentId: deal.content.id, reportDetails: "저도요" };
            arrived = (await reportContent(trx, app.deps, { ...filing, reportReason })).id;
          },
          () =>
            decide(one, ids[0] ?? "", {
              status,
              includeVoices: true,
              ...(isBounded ? { newestVoiceId: ids[2] } : {}),
            }),
        );
        expect(answer.status).toBe(200);
        expect([await statusesOf(ids), await statusesOf([arrived])]).toEqual([
          [`${status} 3`],
          [`${late} 1`],
        ]);
      },
    );
  });
});
