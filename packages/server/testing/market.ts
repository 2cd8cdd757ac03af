import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { runAlone } from "../src/database/runAlone.ts";
import { payOut } from "../src/features/payouts/payOut.ts";
import { reconcileLedger } from "../src/features/payouts/reconcileLedger.ts";
import type { TestApp } from "./app.ts";
import { TestClient, type Answer } from "./client.ts";
import { createContent, createSeller, createUser, type TestContent, type TestUser } from "./factories.ts";
import { moneyDeeds } from "./marketMoney.ts";
import type { Deed, MarketStep } from "./marketSteps.ts";
import { authorise, confirm, control, orderBody, type CreatedOrder } from "./payments.ts";
import { startServerProcess, type ServerProcess } from "./process.ts";

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** A process that does not answer has this long to turn out to be killed. */
const maxDyingMs = 5_000;
/** Between tries to move the clock while payouts are under way. */
const betweenTriesMs = 20;

const waits = [minute, 20 * minute, 3 * hour, day, 2 * day, 4 * day];
const prices = [0, 1_500, 10_000, 10_000, 33_333, 99_999, 300_000, 2_000_000];
const faults = [
  { code: "PROVIDER_ERROR" },
  { code: "FAILED_INTERNAL_SYSTEM_PROCESSING" },
  { drop: true },
  { drop: true },
  { delayMs: 200 },
];
const decisions = [
  { status: "dismissed" },
  { status: "reviewed" },
  { status: "resolved" },
  { status: "resolved", penaltyType: "warning", reason: "광고" },
  { status: "resolved", penaltyType: "warning", reason: "욕설" },
  { status: "resolved", penaltyType: "suspension", duration: 1, reason: "광고" },
  { status: "resolved", penaltyType: "suspension", duration: 7, reason: "광고" },
  { status: "resolved", penaltyType: "ban", reason: "사기" },
];
const failpoints = [
  "",
  "claimBeforeCommit",
  "claimed",
  "providerConfirmed",
  "saleBeforeCommit",
  "saleCommitted",
  "refundClaimed",
  "providerCancelled",
  "payoutClaimed",
  "payoutClaimed",
];

const at = <T>(list: readonly T[], index: number): T => {
  const chosen = list[index % list.length];
  if (chosen === undefined) throw new Error("nothing to choose from");
  return chosen;
};

interface Place {
  url: string;
  server?: ServerProcess;
  isGone?: boolean;
  /** Killed by a step, not by itself. */
  isVictim?: boolean;
}

/** What a market's walk came to. */
interface Tally {
  deeds: Record<string, number>;
  killed: Record<string, number>;
  /** Answers that nothing explains. */
  unexpected: string[];
}

/**
 * People who buy, sell, talk, report and decide, at a server that stays and others that are killed; `processes` says
 * how many of those are started in all.
 */
export const openMarket = async (app: TestApp, { processes }: { processes: number }) => {
  const { deps } = app;
  const tally: Tally = { deeds: {}, killed: {}, unexpected: [] };
  const count = (where: Record<string, number>, key: string) => (where[key] = (where[key] ?? 0) + 1);
  const admins = [await createUser(deps, { userId: "admin1" }), await createUser(deps, { userId: "admin2" })];
  const buyers: TestUser[] = [];
  const sellers: TestUser[] = [];
  const contents: TestContent[] = [];
  const home: Place = { url: app.url };
  const others: Place[] = [];
  let started = 0;
  const starting = new Set<Promise<unknown>>();
  const sessions = new Map<string, Map<string, string>>();
  let sinceRenewal = 0;

  const one = async <T extends object>(sql: string, values: unknown[] = []): Promise<T | undefined> =>
    (await deps.pool.query<T>(sql, values)).rows[0];
  /** One row of a query that names an id, chosen by a number. */
  const pick = <T extends { id: string }>(sql: string, n: number): Promise<T | undefined> =>
    one<T>(
      `with c as (${sql}) select * from c order by id offset $1 % (select greatest(count(*), 1) from c) limit 1`,
      [n],
    );

  const start = (index: number): void => {
    if (started >= processes) return;
    started += 1;
    const failpoint = at(failpoints, index);
    const settings = {
      ADMIN_USER_IDS: "admin1,admin2",
      ...(failpoint === "" ? {} : { FAILPOINT: failpoint }),
    };
    const launched = startServerProcess(app, settings).then((server) => {
      const place: Place = { url: server.url, server };
      others.push(place);
      void server.ended.then((how) => {
        place.isGone = true;
        others.splice(others.indexOf(place), 1);
        // Whether it was at its failpoint or anywhere else.
        if (how === "SIGKILL") count(tally.killed, place.isVictim === true ? "anywhere" : failpoint);
        starting.delete(launched);
        start(index + 1);
      });
    });
    starting.add(launched);
  };

  /** Sends a call as this person, at one of the processes: undefined when that one was killed meanwhile. */
  const as = async (
    user: Pick<TestUser, "id">,
    m: number,
    send: (client: TestClient) => Promise<Answer>,
    allowed: readonly number[],
  ): Promise<Answer | undefined> => {
    const place = m % 3 === 0 ? home : at([...others, home], m);
    const cookies = sessions.get(user.id) ?? (await app.as(user)).cookies;
    sessions.set(user.id, cookies);
    const client = new TestClient(place.url);
    for (const [name, value] of cookies) client.cookies.set(name, value);
    try {
      const answer = await send(client);
      const { status, body } = answer;
      if (!allowed.includes(status)) tally.unexpected.push(`${status} ${JSON.stringify(body)}`);
      return answer;
    } catch (error) {
      await Promise.race([place.server?.ended, sleep(maxDyingMs)]);
      if (place.isGone) return undefined;
      throw error;
    }
  };

  const isInMarketSql = () => `seller_id = any('{${sellers.map(({ id }) => id).join()}}')`;
  const talkRoom = (n: number) =>
    pick<{ id: string; buyer_id: string; seller_id: string; content_id: string }>(
      `select id, buyer_id, seller_id, content_id from chat_rooms where ${isInMarketSql()}`,
      n,
    );
  const person = (id: string): TestUser => {
    const found = [...buyers, ...sellers].find((user) => user.id === id);
    if (!found) throw new Error("nobody of this market");
    return found;
  };

  const deeds: Record<Deed, (n: number, m: number) => Promise<unknown>> = {
    ...moneyDeeds({ app, admins, as, pick, isInMarketSql: () => `o.${isInMarketSql()}` }),
    async buy(n, m) {
      const buyer = at(buyers, n);
      const content = at(contents.slice(-30), m);
      const made = await as(
        buyer,
        n,
        (client) => client.post("/api/orders", orderBody(content)),
        [201, 403, 404, 409],
      );
      if (made?.status !== 201) return;
      const order = made.body["order"] as unknown as CreatedOrder; // The contract's answer was checked by the server.
      if (order.amount === 0) {
        const body = { orderNumber: order.orderNumber };
        await as(buyer, m, (client) => client.post("/api/orders/complete-free", body), [200, 403, 404, 409]);
        return;
      }
      const payment = await authorise(app.url, order, n % 4 === 0 ? "easy-pay" : "approve");
      const ends = [200, 400, 402, 403, 404, 409, 502, 503];
      await Promise.all(
        [n, m]
          .slice(0, 1 + (m % 2))
          .map((place) => as(buyer, place, (client) => confirm(client, payment), ends)),
      );
    },
    async open(n, m) {
      contents.push(await createContent(deps, at(sellers, n).id, { price: at(prices, m) }));
    },
    async talk(n, m) {
      const room = await talkRoom(n);
      if (!room) return;
      const speaker = m % 12 === 0 ? at(admins, n) : person(m % 2 ? room.buyer_id : room.seller_id);
      const said = { message: `말 ${n}`, clientId: randomUUID() };
      const places = Array.from({ length: 1 + (n % 3) }, (_, copy) => m + copy);
      await Promise.all(
        places.map((place) =>
          as(
            speaker,
            place,
            (client) => client.post(`/api/chat/rooms/${room.id}/messages`, said),
            [200, 201, 403, 409],
          ),
        ),
      );
    },
    async read(n, m) {
      const room = await talkRoom(n);
      if (!room) return;
      const reader = person(m % 2 ? room.buyer_id : room.seller_id);
      await as(reader, m, (client) => client.get(`/api/chat/rooms/${room.id}/messages`), [200, 403]);
    },
    ask: (n, m) =>
      as(
        at(n % 2 ? buyers : sellers, n),
        m,
        (client) => client.post("/api/user/admin-chats/create", { message: `문의 ${n}` }),
        [200, 201],
      ),
    async reply(n, m) {
      const room = await pick<{ id: string; user_id: string }>("select id, user_id from admin_chat_rooms", n);
      if (!room) return;
      const own = `/api/user/admin-chats/${room.id}/messages`;
      const staffs = `/api/admin/chats/${room.id}/messages`;
      await Promise.all([
        as(at(admins, n), n, (client) => client.get(staffs), [200]),
        as(person(room.user_id), m, (client) => client.get(own), [200]),
        as(at(admins, m), m, (client) => client.post(staffs, { message: "확인했습니다." }), [201]),
        as(person(room.user_id), n, (client) => client.post(own, { message: "네." }), [201]),
      ]);
    },
    async report(n, m) {
      const room = await talkRoom(n);
      if (!room) return;
      const about = { reportReason: at(["spam", "fraud", "harassment"], n), reportDetails: "확인해 주세요." };
      const [reporter, reported] =
        m % 3 === 0 ? [room.seller_id, room.buyer_id] : [room.buyer_id, room.seller_id];
      const ends = [201, 403, 404, 409];
      if (m % 3 === 1) {
        const body = { reportType: "content", contentId: room.content_id, ...about };
        return as(person(reporter), m, (client) => client.post("/api/reports", body), ends);
      }
      const body = { chatRoomId: room.id, reportedUserId: reported, ...about };
      return as(person(reporter), m, (client) => client.post("/api/chat/reports", body), ends);
    },
    async decide(n, m) {
      const report = await pick("select id from reports where status in ('pending', 'reviewed')", n);
      if (!report) return;
      const both = m % 4 === 0 ? [n, n + 1] : [n];
      const answers = await Promise.all(
        both.map((which) =>
          as(
            at(admins, which),
            m + which,
            (client) => client.put(`/api/admin/reports/${report.id}`, at(decisions, m + which)),
            [200, 400, 409],
          ),
        ),
      );
      // A penalty from before the report was reopened has to be lifted first.
      const refused = answers.find((answer) => answer?.status === 400);
      if (refused && !(await one("select from reports where id = $1 and reopened_count > 0", [report.id])))
        tally.unexpected.push(`400 ${JSON.stringify(refused.body)}`);
    },
    async reopen(n, m) {
      const report = await pick(
        "select id from reports where status in ('reviewed', 'resolved', 'dismissed')",
        n,
      );
      if (!report) return;
      const both = m % 4 === 0 ? [n, n + 1] : [n];
      const body = { reason: "다시 봅니다.", includeVoices: m % 2 === 0 };
      await Promise.all(
        both.map((which) =>
          as(
            at(admins, which),
            m + which,
            (client) => client.post(`/api/admin/reports/${report.id}/reopen`, body),
            [200, 409],
          ),
        ),
      );
    },
    async "warn reporter"(n, m) {
      const report = await pick("select id from reports where status = 'dismissed'", n);
      if (!report) return;
      const path = `/api/admin/reports/${report.id}/reporter-warning`;
      await as(at(admins, m), m, (client) => client.post(path, { reason: "거짓 신고" }), [201, 409]);
    },
    async lift(n, m) {
      const penalty = await pick("select id from user_penalties where is_active = 1", n);
      const body = { isActive: false, reason: "소명" };
      if (penalty)
        await as(
          at(admins, m),
          m,
          (client) => client.put(`/api/admin/penalties/${penalty.id}`, body),
          [200, 409],
        );
    },
    async "change account"(n, m) {
      const seller = at(sellers, n);
      const account = {
        bankName: "신한은행",
        accountNumber: `110${10_000_000 + m}0`,
        accountHolder: "홍길동",
      };
      await as(seller, n, (client) => client.post("/api/verify-account", account), [200, 403, 502, 503]);
      await as(seller, m, (client) => client.put("/api/user/bank-account", account), [200, 400, 403]);
    },
    "pay out": (n) =>
      n % 2
        ? runAlone(deps.directPool, "payOut", () => payOut(deps))
        : deps.pool.query("select graphile_worker.add_job('payOut')"),
    reconcile: () => app.reconcile(),
    "compare books": () => reconcileLedger(deps),
    "fail next": (n) => control(app.url, "next", at(faults, n)),
    async kill(n) {
      const victim = others[0];
      await sleep(n % 150);
      if (!victim || victim.isGone === true) return;
      victim.isVictim = true;
      await victim.server?.kill("SIGKILL");
    },
  };

  /** New people take the places of those that may not trade. */
  const fillUp = async (): Promise<void> => {
    const { rows } = await deps.pool.query<{ id: string }>(
      "select id from users where is_banned = 1 or suspended_until > app_now()",
    );
    const barred = new Set(rows.map(({ id }) => id));
    const free = (people: TestUser[]) => people.filter(({ id }) => !barred.has(id)).length;
    while (free(buyers) < 5) buyers.push(await createUser(deps));
    while (free(sellers) < 3) {
      const seller = await createSeller(deps);
      sellers.push(seller);
      // Of one in six the bank takes nothing.
      if (sellers.length % 6 === 0)
        await deps.pool.query("update users set account_number = $2 where id = $1", [
          seller.id,
          deps.cipher.encrypt("12345678909", seller.id),
        ]);
      for (const price of prices.slice(0, 4)) contents.push(await createContent(deps, seller.id, { price }));
    }
  };

  const pass = async (ms: number): Promise<void> => {
    const move = async () => {
      await app.moveClock(ms);
      await control(app.url, "clock", { advanceMs: ms });
    };
    // No time goes by between the last look at a payment and the request for its payout.
    while (!(await runAlone(deps.directPool, "payOut", move))) await sleep(betweenTriesMs);
    for (const admin of admins) await app.enterPassword(admin);
    sinceRenewal += ms;
    if (sinceRenewal > 7 * day) sessions.clear();
    if (sessions.size === 0) sinceRenewal = 0;
    await app.reconcile();
  };

  await fillUp();
  start(6);
  start(3);

  return {
    tally,
    admin: () => app.as(at(admins, 0)),
    pass,
    /** One thing happens; time is moved by `wait` alone, which must come when nothing else is under way. */
    async happen({ does, n, m }: MarketStep): Promise<void> {
      count(tally.deeds, does);
      if (does === "wait") {
        await pass(at(waits, n));
        await fillUp();
      } else await deeds[does](n, m);
    },
    /** No process but the first, which goes on alone. */
    async closeOthers(): Promise<void> {
      started = processes;
      await Promise.allSettled([...starting]);
      for (const place of [...others]) {
        place.isVictim = true;
        await place.server?.kill("SIGKILL");
      }
    },
  };
};
