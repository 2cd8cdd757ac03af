import { AppError } from "@knowhow/shared";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { buildReport, idOf } from "../testing.ts";
import type { Decision } from "../decision.ts";
import { createDecisions, PartlyDecidedError, undoMs, warningsOnTheWay, type Made } from "./decisions.ts";

const decision: Decision = {
  status: "dismissed",
  penaltyType: "none",
  reviewNotes: "",
  reason: "",
  duration: null,
};

describe("decisions before they are sent", () => {
  let sent: Made[];
  let told: string[];
  let answer: () => Promise<void>;
  beforeEach(() => {
    vi.useFakeTimers();
    sent = [];
    told = [];
    answer = async () => undefined;
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
    decisions.hold([buildReport()], decision);
    await vi.advanceTimersByTimeAsync(undoMs - 1);
    expect(sent).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect([sent.length, told, decisions.list()]).toEqual([1, ["sent 1"], []]);
    await vi.advanceTimersByTimeAsync(undoMs * 3);
    expect(sent).toHaveLength(1);
  });

  it("can be taken back, the latest first, until they are on their way", async () => {
    const decisions = create();
    decisions.hold([buildReport()], decision);
    decisions.hold([buildReport({ id: idOf("2") })], decision);
    expect(decisions.undo()?.id).toBe(2);
    let finish: (() => void) | undefined;
    answer = () => new Promise((resolve) => (finish = resolve));
    await vi.advanceTimersByTimeAsync(undoMs);
    expect(decisions.undo()).toBeUndefined();
    expect(decisions.undo(1)).toBeUndefined();
    void decisions.sendNow(1);
    finish?.();
    await vi.advanceTimersByTimeAsync(undoMs);
    expect([sent.map(({ id }) => id), told]).toEqual([[1], ["sent 1"]]);
  });

  it("that did not get through stay, and are sent again by nobody but the administrator", async () => {
    const decisions = create();
    answer = () => Promise.reject(new AppError("UNAVAILABLE"));
    decisions.hold([buildReport()], decision);
    await vi.advanceTimersByTimeAsync(undoMs * 10);
    expect(sent).toHaveLength(1);
    expect(decisions.list()).toMatchObject([{ state: "failed", decision }]);
    answer = async () => undefined;
    await decisions.sendNow(1);
    expect([sent.length, decisions.list()]).toEqual([2, []]);
  });

  it("are one for each report", async () => {
    const decisions = create();
    const [first, second] = [buildReport(), buildReport({ id: idOf("2") })];
    expect(decisions.hold([first], decision)).toBe(true);
    expect(decisions.hold([second, first], decision)).toBe(false);
    expect(decisions.list()).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(undoMs);
    expect([sent.length, decisions.hold([second, first], decision)]).toEqual([1, true]);
  });

  it("go on with those that nobody else decided about", async () => {
    const decisions = create();
    const [first, second] = [buildReport(), buildReport({ id: idOf("2") })];
    answer = () => Promise.reject(new PartlyDecidedError([second], 1));
    decisions.hold([first, second], decision);
    await vi.advanceTimersByTimeAsync(undoMs);
    expect(decisions.list()).toMatchObject([{ state: "failed", reports: [second] }]);
    answer = async () => undefined;
    await decisions.sendNow(1);
    expect(sent.at(-1)?.reports).toEqual([second]);
  });

  it("count as steps of the ladder where they warn, also while they wait for somebody to send them again", async () => {
    const decisions = create();
    answer = () => Promise.reject(new AppError("UNAVAILABLE"));
    const warning = { ...decision, status: "resolved", penaltyType: "warning" } as const;
    const about = (end: string, personId: string) =>
      buildReport({ id: idOf(end), reportedUser: { ...buildReport().reportedUser, id: personId } });
    decisions.hold([about("1", idOf("b"))], warning);
    await vi.advanceTimersByTimeAsync(undoMs);
    decisions.hold([about("2", idOf("b"))], warning);
    decisions.hold([about("3", idOf("b"))], { ...warning, status: "dismissed" });
    decisions.hold([about("4", idOf("b2"))], warning);
    expect(warningsOnTheWay(decisions.list(), idOf("b"))).toBe(2);
  });

  it("end with the session", async () => {
    const decisions = create();
    decisions.hold([buildReport()], decision);
    decisions.dropAll();
    await vi.advanceTimersByTimeAsync(undoMs);
    expect([sent, decisions.list()]).toEqual([[], []]);
  });

  it("lose what somebody else has decided since they failed, and go with the last of it", async () => {
    const decisions = create();
    answer = async () => {
      throw new AppError("LEASED");
    };
    const [one, two] = [buildReport(), buildReport({ id: idOf("2") })];
    decisions.hold([one, two], decision);
    // What is held is still theirs.
    expect(decisions.leaveOut(one.id)).toBeUndefined();
    expect(decisions.list()[0]?.reports).toEqual([one, two]);
    await vi.advanceTimersByTimeAsync(undoMs);
    expect(decisions.leaveOut(one.id)).toBeUndefined();
    expect(decisions.list()[0]?.reports).toEqual([two]);
    expect(decisions.leaveOut(two.id)?.id).toBe(1);
    expect(decisions.list()).toEqual([]);
  });
});
