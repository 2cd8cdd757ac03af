import { personHeader, type Report } from "@knowhow/shared";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { refuse, type startServer } from "../../../testing/server.ts";
import { admin, buildAct, buildCase, buildLease, buildReport, idOf, startAdminServer } from "../testing.ts";
import type { Decision, Seen } from "../decision.ts";
import { createDecisions, countOf, PartlyDecidedError, type MadeDecision } from "./decisions.ts";
import { createSending, LostAnswerError, standingIn } from "./sending.ts";
import { testPlatform } from "../../../testing/platform.ts";

const dismissal: Decision = {
  status: "dismissed",
  penaltyType: "none",
  reviewNotes: "",
  reason: "",
  duration: null,
};
const warning: Decision = { ...dismissal, status: "resolved", penaltyType: "warning", reason: "허위" };

const first = buildReport();
const second = buildReport({ id: idOf("2") });
const newestVoiceId = idOf("aa");
let count = 0;
const asListed: Seen = { standing: { warningCount: 0, suspendedUntil: null, isBanned: false }, basis: [] };
const make = (decision: Decision, more: Partial<MadeDecision> = {}): MadeDecision => {
  count += 1;
  return { id: count, reports: [first], decision, seen: asListed, sendAt: 0, state: "sending", ...more };
};

const released = (asked: readonly { method: string; path: string }[]) =>
  asked.filter(({ method }) => method === "DELETE").map(({ path }) => path);

const isLease = (address: unknown) => typeof address === "string" && address.endsWith("/lease");

type Asked = Awaited<ReturnType<typeof startServer>>["asked"][number];

describe("the sending of decisions", () => {
  let server: Awaited<ReturnType<typeof startServer>>;
  let known: Map<string, Report>;
  let warningCount: number;
  /** How many other reports about the target of each are open, and how many have come since the newest of these. */
  let sameTarget: number;
  let later: number;
  /** The answer under each key, as the server keeps it. */
  let answered: Map<string, object>;
  /** Another administrator who is at the reports. */
  let holder: string | undefined;
  const send = (made: MadeDecision) => createSending(admin.id, testPlatform).send(made);

  const decide = (ids: readonly string[], { status, penaltyType }: Partial<Decision>) => {
    for (const id of ids) known.set(id, { ...(known.get(id) ?? first), status: status ?? "dismissed" });
    if (status === "resolved" && penaltyType === "warning") warningCount += 1;
  };
  const isFinal = (id: string) => /resolved|dismissed/.test(known.get(id)?.status ?? "");
  const judge = ({ method, path, body, headers }: Asked) => {
    const key = String(headers["idempotency-key"]);
    const before = answered.get(key);
    if (before) return { body: before };
    const { ids = [path.split("/")[4] ?? ""], ...decision } = JSON.parse(body) as Decision & {
      ids?: string[];
      expected?: Seen["standing"];
    }; // as it was sent
    if (ids.some(isFinal)) return refuse("ALREADY_PROCESSED");
    if (holder !== undefined)
      return refuse("LEASED", { lease: buildLease({ adminId: idOf("f0"), nickname: holder }) });
    if (decision.expected && decision.expected.warningCount !== warningCount)
      return refuse("STANDING_CHANGED", { standing: { ...decision.expected, warningCount } });
    decide(ids, decision);
    const reports = ids.map((id) => known.get(id));
    const answer = method === "PUT" ? { report: reports[0] } : { reports };
    answered.set(key, answer);
    return { body: answer };
  };

  beforeEach(async () => {
    known = new Map([first, second].map((report) => [report.id, report]));
    warningCount = 0;
    sameTarget = 1;
    later = 0;
    answered = new Map();
    holder = undefined;
    server = await startAdminServer({
      "/api/admin/reports": (asked) => {
        if (asked.path.endsWith("/lease")) return { body: { lease: buildLease() } };
        if (asked.method !== "GET") return judge(asked);
        const [address = "", query] = asked.path.split("?");
        const report = known.get(address.split("/")[4] ?? "");
        const counted = query === `newestVoiceId=${newestVoiceId}` ? sameTarget : sameTarget + later;
        return report ? { body: buildCase(report, { sameTarget: counted }) } : refuse("NOT_FOUND");
      },
    });
  });
  afterEach(async () => {
    vi.restoreAllMocks();
    await server.close();
  });

  const decided = () =>
    server.asked.filter(
      ({ method, path }) => (method === "PUT" || method === "POST") && !path.endsWith("/lease"),
    );

  /** Loses so many answers to decisions; the server still acts on the requests, unless `arrives` is false. */
  const loseAnswers = (losses: number, arrives = true) => {
    const real = globalThis.fetch;
    let left = losses;
    return vi.spyOn(globalThis, "fetch").mockImplementation(async (address, options) => {
      if (options?.method !== "PUT" || isLease(address) || left === 0) return real(address, options);
      left -= 1;
      if (arrives) await real(address, options);
      throw new TypeError("lost");
    });
  };

  it("brings what a penalty rests on, and gives what is instead where that has changed", async () => {
    await send(make(warning));
    await send(make(dismissal, { reports: [second] }));
    expect(decided().map(({ body }) => JSON.parse(body) as unknown)).toEqual([
      { status: "resolved", penaltyType: "warning", reason: "허위", expected: asListed.standing },
      { status: "dismissed" },
    ]);
    known.set(second.id, second);
    const failure: unknown = await send(make(warning, { reports: [second] })).catch(
      (error: unknown) => error,
    );
    expect(standingIn(failure)).toEqual({ ...asListed.standing, warningCount: 1 });
    expect([warningCount, known.get(second.id)?.status]).toEqual([1, "pending"]);
  });

  it("says of several once what their penalty rests on", async () => {
    await send(make(warning, { reports: [first, second] }));
    const body = {
      status: "resolved",
      penaltyType: "warning",
      reason: "허위",
      expected: asListed.standing,
      ids: [first.id, second.id],
    };
    expect(decided().map((asked) => [asked.method, JSON.parse(asked.body) as unknown])).toEqual([
      ["POST", body],
    ]);
  });

  it("asks once about a case that somebody else has taken over", async () => {
    holder = "돌봄이";
    await expect(send(make(dismissal))).rejects.toMatchObject({ code: "LEASED" });
    expect(decided()).toHaveLength(1);
  });

  it("tells which of several are left when some were decided meanwhile", async () => {
    decide([first.id], dismissal);
    const both = make(dismissal, { reports: [first, second] });
    const failure: unknown = await send(both).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(PartlyDecidedError);
    expect(failure).toMatchObject({ left: [{ id: second.id }], gone: 1 });
    await send({ ...both, reports: [second] });
    expect(known.get(second.id)?.status).toBe("dismissed");
    await expect(send(make(dismissal))).rejects.toMatchObject({ code: "ALREADY_PROCESSED" });
  });

  it("tells one's own decisions from those of colleagues", async () => {
    const third = buildReport({ id: idOf("3") });
    known.set(third.id, third);
    const by = (report: Report, adminId: string) =>
      known.set(report.id, {
        ...report,
        status: "dismissed",
        lastAct: buildAct({ kind: "dismissed", adminId }),
      });
    by(first, admin.id);
    const both = make(dismissal, { reports: [first, second, third] });
    await expect(send(both)).rejects.toMatchObject({ gone: 1, own: 1 });
    by(second, idOf("ee"));
    await expect(send(both)).rejects.toMatchObject({ left: [{ id: third.id }], gone: 2, own: 1 });
    // Unnamed ones go with the named ones of one administrator, and are nobody's own beside a colleague's.
    sameTarget = 4;
    const all = { ...both, voices: 10 };
    await expect(send(all)).rejects.toMatchObject({ gone: 5, own: 1 });
    by(second, admin.id);
    await expect(send(all)).rejects.toMatchObject({ gone: 5, own: 5 });
  });

  it("tells how many are left of more than it names when some were decided meanwhile", async () => {
    const named = Array.from({ length: 49 }, (_, at) => buildReport({ id: idOf(String(at + 2)) }));
    for (const report of named) known.set(report.id, report);
    decide([first.id], dismissal);
    sameTarget = 64;
    const all = make(dismissal, { reports: [first, ...named], voices: 66, newestVoiceId });
    await expect(send(all)).rejects.toMatchObject({ left: named, gone: 1, voices: 65 });
    // A colleague has decided unnamed ones too.
    sameTarget = 54;
    await expect(send(all)).rejects.toMatchObject({ left: named, gone: 11, voices: 55 });
    // New ones have come meanwhile: they are not decided with the rest.
    later = 5;
    const decisions = createDecisions({
      send: () => send(all).then(() => asListed.standing),
      onSent: vi.fn(),
      onFailed: vi.fn(),
    });
    decisions.hold(all.reports, dismissal, asListed, { voices: 66, newestVoiceId });
    await decisions.sendNow(1);
    const [failed = all] = decisions.list();
    expect([countOf(failed), failed.error]).toEqual([55, expect.objectContaining({ gone: 11 })]);
    // Sent again, it is about no others.
    await send(failed);
    expect(decided().at(-1)?.body).toBe(
      JSON.stringify({ status: "dismissed", includeVoices: true, newestVoiceId }),
    );
    decisions.dropAll();
  });

  it("asks again under the same key when an answer was lost: the decision happens once", async () => {
    loseAnswers(1);
    await expect(send(make(warning))).resolves.toMatchObject([{ status: "resolved" }]);
    expect([warningCount, decided().length]).toEqual([1, 2]);
    expect(new Set(decided().map(({ headers }) => headers["idempotency-key"])).size).toBe(1);
  });

  it.each([true, false])(
    "says that it does not know while the server says nothing, and happens once when sent again (arrived: %s)",
    async (arrives) => {
      const sending = createSending(admin.id, testPlatform);
      const made = make(warning);
      loseAnswers(2, arrives);
      await expect(sending.send(made)).rejects.toBeInstanceOf(LostAnswerError);
      expect(warningCount).toBe(arrives ? 1 : 0);
      await expect(sending.send(made)).resolves.toMatchObject([{ status: "resolved" }]);
      expect(warningCount).toBe(1);
    },
  );

  it("takes another administrator's decision for theirs, after a lost answer too", async () => {
    const real = globalThis.fetch;
    let isLost = true;
    vi.spyOn(globalThis, "fetch").mockImplementation(async (address, options) => {
      if (options?.method !== "PUT" || !isLost) return real(address, options);
      isLost = false;
      decide([first.id], { status: "resolved", penaltyType: "none" });
      throw new TypeError("lost");
    });
    await expect(send(make(warning))).rejects.toMatchObject({ code: "ALREADY_PROCESSED" });
    expect(warningCount).toBe(0);
  });

  it("does nothing in the name of whoever has signed in meanwhile", async () => {
    await send(make(warning));
    const names = server.asked.map(({ headers }) => headers[personHeader]);
    expect(new Set(names)).toEqual(new Set([admin.id]));
  });

  it("is at all of several while they are held, and leaves the others where they stay open", async () => {
    const sending = createSending(admin.id, testPlatform);
    const both = { reports: [first, second] as const };
    await sending.takeOthers(make(dismissal, both));
    const taken = server.asked.filter(({ method, path }) => method === "PUT" && isLease(path));
    expect(taken.map(({ path }) => path)).toEqual([`/api/admin/reports/${second.id}/lease`]);
    await sending.send(make(dismissal, both));
    expect(released(server.asked)).toEqual([]);
    known = new Map([first, second].map((report) => [report.id, report]));
    holder = "돌봄이";
    await expect(sending.send(make(dismissal, both))).rejects.toThrow();
    await expect.poll(() => released(server.asked)).toEqual([`/api/admin/reports/${second.id}/lease`]);
  });
});
