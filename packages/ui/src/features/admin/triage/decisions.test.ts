import { AppError, type SanctionStatus } from "@knowhow/shared";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { buildReport, idOf } from "../testing.ts";
import type { Decision, Seen } from "../decision.ts";
import {
  countOf,
  createDecisions,
  isContingent,
  isUnsent,
  PartlyDecidedError,
  seenWith,
  undoMs,
  type MadeDecision,
} from "./decisions.ts";

const decision: Decision = {
  status: "dismissed",
  penaltyType: "none",
  reviewNotes: "",
  reason: "",
  duration: null,
};

const clean = { warningCount: 0, suspendedUntil: null, isBanned: false };
const asListed: Seen = { standing: clean, basis: [] };
const warning: Decision = { ...decision, status: "resolved", penaltyType: "warning", reason: "광고" };
const about = (end: string, personId = idOf("b")) =>
  buildReport({ id: idOf(end), reportedUser: { ...buildReport().reportedUser, id: personId } });

describe("decisions before they are sent", () => {
  let sent: MadeDecision[];
  let told: string[];
  let answer: () => Promise<SanctionStatus>;
  beforeEach(() => {
    vi.useFakeTimers();
    sent = [];
    told = [];
    answer = async () => clean;
  });
  afterEach(() => vi.useRealTimers());
  const create = () =>
    createDecisions({
      send: (made) => {
        sent.push(made);
        return answer();
      },
      onSent: ({ id }) => told.push(`sent ${id}`),
      onFailed: ({ id }, error) => told.push(`failed ${id} ${error.message}`),
    });

  it("wait ten seconds, and go out once", async () => {
    const decisions = create();
    decisions.hold([buildReport()], decision, asListed);
    await vi.advanceTimersByTimeAsync(undoMs - 1);
    expect(sent).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect([sent.length, told, decisions.list()]).toEqual([1, ["sent 1"], []]);
    await vi.advanceTimersByTimeAsync(undoMs * 3);
    expect(sent).toHaveLength(1);
  });

  it("can be taken back, the latest first, until they are on their way", async () => {
    const decisions = create();
    decisions.hold([buildReport()], decision, asListed);
    decisions.hold([buildReport({ id: idOf("2") })], decision, asListed);
    expect(decisions.undo()?.id).toBe(2);
    let finish: ((standing: SanctionStatus) => void) | undefined;
    answer = () => new Promise((resolve) => (finish = resolve));
    await vi.advanceTimersByTimeAsync(undoMs);
    expect(decisions.undo()).toBeUndefined();
    expect(decisions.undo(1)).toBeUndefined();
    void decisions.sendNow(1);
    finish?.(clean);
    await vi.advanceTimersByTimeAsync(undoMs);
    expect([sent.map(({ id }) => id), told]).toEqual([[1], ["sent 1"]]);
  });

  it("that did not get through stay, and are sent again by nobody but the administrator", async () => {
    const decisions = create();
    answer = () => Promise.reject(new AppError("UNAVAILABLE"));
    decisions.hold([buildReport()], decision, asListed);
    await vi.advanceTimersByTimeAsync(undoMs * 10);
    expect(sent).toHaveLength(1);
    expect(decisions.list()).toMatchObject([{ state: "failed", decision }]);
    answer = async () => clean;
    await decisions.sendNow(1);
    expect([sent.length, decisions.list()]).toEqual([2, []]);
  });

  it("are one for each report", async () => {
    const decisions = create();
    const [first, second] = [buildReport(), buildReport({ id: idOf("2") })];
    expect(decisions.hold([first], decision, asListed)).toBe(true);
    expect(decisions.hold([second, first], decision, asListed)).toBe(false);
    expect(decisions.list()).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(undoMs);
    expect([sent.length, decisions.hold([second, first], decision, asListed)]).toEqual([1, true]);
  });

  it("go on with those that nobody else decided about", async () => {
    const decisions = create();
    const [first, second] = [buildReport(), buildReport({ id: idOf("2") })];
    answer = () => Promise.reject(new PartlyDecidedError([second], 1));
    decisions.hold([first, second], decision, asListed);
    await vi.advanceTimersByTimeAsync(undoMs);
    expect(decisions.list()).toMatchObject([{ state: "failed", reports: [second] }]);
    answer = async () => clean;
    await decisions.sendNow(1);
    expect(sent.at(-1)?.reports).toEqual([second]);
  });

  it("count as steps of the ladder, also while they wait for somebody to send them again", async () => {
    const decisions = create();
    answer = () => Promise.reject(new AppError("UNAVAILABLE"));
    const seen = () => seenWith(decisions.list(), idOf("b"), clean);
    decisions.hold([about("1")], warning, seen());
    await vi.advanceTimersByTimeAsync(undoMs);
    decisions.hold([about("2")], warning, seen());
    decisions.hold([about("3")], { ...warning, status: "dismissed" }, seen());
    decisions.hold([about("4", idOf("b2"))], warning, asListed);
    expect(seen()).toMatchObject({ standing: { warningCount: 2, isBanned: false }, basis: [1, 2] });
    expect(Date.parse(seen().standing.suspendedUntil ?? "")).toBeGreaterThan(Date.now());
    decisions.hold([about("5")], warning, seen());
    expect(seen().standing).toMatchObject({ warningCount: 3, isBanned: true });
  });

  it("rest on what the ones before have come to, and on what was seen where one of those was taken back", async () => {
    const decisions = create();
    const seen = () => seenWith(decisions.list(), idOf("b"), clean);
    for (const end of ["1", "2", "3"]) decisions.hold([about(end)], warning, seen());
    decisions.hold([about("4", idOf("b2"))], warning, asListed);
    const warned = { ...clean, warningCount: 1 };
    const suspended = { warningCount: 2, suspendedUntil: "2026-11-30T01:02:03.456Z", isBanned: false };
    const sendAs = async (id: number, standing: SanctionStatus) => {
      answer = async () => standing;
      await decisions.sendNow(id);
      return sent.at(-1)?.seen;
    };
    expect(await sendAs(1, warned)).toEqual(asListed);
    expect(await sendAs(4, { ...clean, warningCount: 9 })).toEqual(asListed);
    expect(await sendAs(2, suspended)).toEqual({ standing: warned, basis: [] });
    // To the millisecond, as the server has it.
    expect(await sendAs(3, clean)).toEqual({ standing: suspended, basis: [] });

    decisions.hold([about("1")], warning, seen());
    decisions.hold([about("2")], warning, seen());
    decisions.undo(5);
    expect(await sendAs(6, clean)).toEqual({ standing: warned, basis: [5] });
  });

  it("of one person go one after the other, whatever becomes of the one before", async () => {
    const decisions = create();
    decisions.hold([about("1")], warning, asListed);
    decisions.hold([about("2")], warning, asListed);
    decisions.hold([about("3", idOf("b2"))], warning, asListed);
    let fail: ((reason: Error) => void) | undefined;
    answer = () => (sent.length === 1 ? new Promise((_, reject) => (fail = reject)) : Promise.resolve(clean));
    await vi.advanceTimersByTimeAsync(undoMs);
    expect(sent.map(({ id }) => id)).toEqual([1, 3]);
    fail?.(new AppError("LEASED"));
    await vi.advanceTimersByTimeAsync(0);
    expect(sent.map(({ id }) => id)).toEqual([1, 3, 2]);
    expect(decisions.list()).toMatchObject([{ id: 1, state: "failed" }]);
  });

  it("keep what their own screen said when one that they count is confirmed as another step", async () => {
    const decisions = create();
    const seen = () => seenWith(decisions.list(), idOf("b"), clean);
    decisions.hold([about("1")], warning, seen());
    decisions.hold([about("2")], warning, seen());
    // A colleague has warned meanwhile: the first one is the second warning now, so the second one is not.
    const warned = { ...clean, warningCount: 1 };
    answer = () => Promise.reject(new AppError("STANDING_CHANGED", { extra: { standing: warned } }));
    await decisions.sendNow(1);
    answer = async () => ({ ...clean, warningCount: 2 });
    await decisions.confirm(1, warned);
    await decisions.sendNow(2);
    expect(sent.at(-1)?.seen.standing).toEqual(warned);
  });

  it("go on when what is told of one of them fails", async () => {
    const decisions = createDecisions({
      send: async (made) => {
        sent.push(made);
        return answer();
      },
      onSent: ({ id }) => told.push(`sent ${id}`),
      onFailed: () => {
        throw new Error("nobody listens");
      },
    });
    answer = () => Promise.reject(new AppError("LEASED"));
    decisions.hold([about("1")], warning, asListed);
    decisions.hold([about("2")], warning, asListed);
    const [first, second] = [decisions.sendNow(1), decisions.sendNow(2)];
    await expect(first).rejects.toThrow("nobody listens");
    await expect(second).rejects.toThrow("nobody listens");
    expect(sent.map(({ id }) => id)).toEqual([1, 2]);
  });

  it("are sent anew on what the administrator has confirmed, and never by themselves", async () => {
    const decisions = create();
    const now = { ...clean, warningCount: 2 };
    answer = () => Promise.reject(new AppError("STANDING_CHANGED", { extra: { standing: now } }));
    decisions.hold([about("1")], warning, asListed);
    await vi.advanceTimersByTimeAsync(undoMs * 10);
    expect(sent).toHaveLength(1);
    answer = async () => clean;
    await decisions.confirm(1, now);
    expect(sent.at(-1)?.seen).toEqual({ standing: now, basis: [] });
    expect(decisions.list()).toEqual([]);
  });

  it("end with the session", async () => {
    const decisions = create();
    decisions.hold([buildReport()], decision, asListed);
    expect(decisions.dropAll()).toMatchObject([{ id: 1 }]);
    await vi.advanceTimersByTimeAsync(undoMs);
    expect([sent, decisions.list()]).toEqual([[], []]);
  });

  it("go out at once where the page goes, but none that failed, nor what counts one that leaves only now", async () => {
    const decisions = create();
    const seen = () => seenWith(decisions.list(), idOf("b"), clean);
    answer = () => Promise.reject(new AppError("LEASED"));
    decisions.hold([about("1", idOf("c"))], decision, asListed);
    await decisions.sendNow(1);
    const answers: ((standing: SanctionStatus) => void)[] = [];
    answer = () => new Promise((resolve) => answers.push(resolve));
    decisions.hold([about("2")], warning, seen());
    decisions.hold([about("3")], warning, seen());
    decisions.hold([about("4")], decision, seen());
    decisions.hold([about("5", idOf("b2"))], warning, asListed);
    expect(decisions.list().filter(isContingent)).toMatchObject([{ id: 3 }]);
    decisions.sendAllAtOnce();
    // On a closing page no decision waits for an answer.
    expect(sent.map(({ id }) => id)).toEqual([1, 2, 4, 5]);
    // The page came back: the remaining one is sent in its turn, on the standing after the one before.
    await vi.advanceTimersByTimeAsync(undoMs);
    expect(sent).toHaveLength(4);
    expect(decisions.list().filter(isUnsent)).toMatchObject([{ id: 3, state: "waiting" }]);
    const warned = { ...clean, warningCount: 1 };
    for (const resolve of answers) resolve(warned);
    await vi.advanceTimersByTimeAsync(0);
    expect(sent.map(({ id }) => id)).toEqual([1, 2, 4, 5, 3]);
    expect(sent.at(-1)?.seen).toEqual({ standing: warned, basis: [] });
  });

  it("that wait for one on its way go out where the page goes, once, and are taken back until then", async () => {
    const decisions = create();
    const seen = () => seenWith(decisions.list(), idOf("b"), clean);
    let fail: ((reason: Error) => void) | undefined;
    let finish: ((standing: SanctionStatus) => void) | undefined;
    answer = () =>
      new Promise((resolve, reject) => {
        finish ??= resolve;
        fail = reject;
      });
    decisions.hold([about("1")], warning, seen());
    decisions.hold([about("2")], warning, seen());
    decisions.hold([about("3")], warning, seen());
    decisions.hold([about("4")], decision, seen());
    await vi.advanceTimersByTimeAsync(undoMs);
    const states = () => decisions.list().map(({ id, state }) => `${id} ${state}`);
    expect(states()).toEqual(["1 sending", "2 waiting", "3 waiting", "4 waiting"]);
    expect(decisions.undo()?.id).toBe(4);
    decisions.sendAllAtOnce();
    expect(sent.map(({ id }) => id)).toEqual([1, 2]);
    // Refused, it waits for the administrator: its turn, which comes now, does not send it again.
    fail?.(new AppError("LEASED"));
    await vi.advanceTimersByTimeAsync(0);
    finish?.({ ...clean, warningCount: 1 });
    await vi.advanceTimersByTimeAsync(0);
    expect(sent.map(({ id }) => id)).toEqual([1, 2, 3]);
    expect(states()).toEqual(["2 failed", "3 sending"]);
  });

  it("are not held for nothing where somebody else has decided", async () => {
    const decisions = create();
    decisions.hold([about("1")], decision, asListed);
    decisions.hold([about("2")], decision, asListed);
    expect(decisions.leaveOut(idOf("1"), 0)?.id).toBe(1);
    await vi.advanceTimersByTimeAsync(undoMs);
    expect(sent.map(({ id }) => id)).toEqual([2]);
    // A decision that is on its way gets its own answer.
    answer = () => new Promise(() => undefined);
    decisions.hold([about("3")], decision, asListed);
    void decisions.sendNow(3);
    expect(decisions.leaveOut(idOf("3"), 0)).toBeUndefined();
    expect(decisions.list()).toHaveLength(1);
  });

  it("lose what somebody else has decided since they failed, and go with the last of it", async () => {
    const decisions = create();
    answer = async () => {
      throw new AppError("LEASED");
    };
    const [one, two] = [buildReport(), buildReport({ id: idOf("2") })];
    decisions.hold([one, two], decision, asListed);
    // A held decision keeps its reports.
    expect(decisions.leaveOut(one.id, 0)).toBeUndefined();
    expect(decisions.list()[0]?.reports).toEqual([one, two]);
    await vi.advanceTimersByTimeAsync(undoMs);
    expect(decisions.leaveOut(one.id, 0)).toBeUndefined();
    expect(decisions.list()[0]?.reports).toEqual([two]);
    expect(decisions.leaveOut(two.id, 0)?.id).toBe(1);
    expect(decisions.list()).toEqual([]);
  });

  it("count all about a target anew as somebody else decides about one of them", async () => {
    const decisions = create();
    answer = () =>
      Promise.reject(new PartlyDecidedError([about("2"), about("3"), about("6")], 1, { voices: 65 }));
    decisions.hold([about("1"), about("2"), about("3"), about("6")], decision, asListed, { voices: 66 });
    decisions.hold([about("4"), about("5")], decision, asListed);
    await decisions.sendNow(1);
    answer = () => Promise.reject(new AppError("LEASED"));
    await decisions.sendNow(2);
    const counts = () => decisions.list().map(countOf);
    expect(counts()).toEqual([65, 2]);
    decisions.leaveOut(idOf("2"), 64);
    decisions.leaveOut(idOf("4"), 30);
    expect(counts()).toEqual([64, 1]);
    // Reports that it names still count until they, too, are known to be decided.
    decisions.leaveOut(idOf("3"), 0);
    expect(counts()).toEqual([1, 1]);
  });
});
