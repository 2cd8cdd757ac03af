import type { Report } from "@knowhow/shared";
import { describe, expect, it } from "vitest";
import { buildReport, idOf } from "../testing.ts";
import { withoutHeld } from "../heldCount.ts";
import type { MadeDecision } from "./decisions.ts";
import {
  countHeld,
  countHeldByPerson,
  inTabs,
  isSameTarget,
  nextOf,
  withHead,
  withoutHeldRows,
  withPage,
  withReport,
  type QueueRequest,
  type Queue,
} from "./queue.ts";

const at = (nth: number, overrides: Partial<Report> = {}) =>
  buildReport({
    id: idOf(String(nth)),
    createdAt: `2026-11-20T00:00:${String(nth).padStart(2, "0")}.000Z`,
    ...overrides,
  });
const counts = { all: 9, pending: 9, processed: 0 };
const queue = (nths: readonly number[], nextCursor?: string): Queue => ({
  reports: nths.map((nth) => at(nth)),
  counts,
  nextCursor,
});
const dismissal = {
  status: "dismissed",
  penaltyType: "none",
  reviewNotes: "",
  reason: "",
  duration: null,
} as const;
const hold = (reports: MadeDecision["reports"], overrides: Partial<MadeDecision> = {}): MadeDecision => ({
  ...{ id: 1, reports, decision: dismissal, sendAt: 0, state: "held" },
  seen: { standing: { warningCount: 0, suspendedUntil: null, isBanned: false }, basis: [] },
  ...overrides,
});
const idsOf = ({ reports }: Pick<Queue, "reports">) => reports.map(({ id }) => Number(id.slice(-12)));
const pending: QueueRequest = { filter: "pending", type: "", reason: "", q: "" };

describe("a queue of reports", () => {
  it("takes what was read anew, and leaves what is behind it", () => {
    const known = withPage(queue([9, 8, 7], "a"), queue([7, 6, 5], "b"));
    expect([idsOf(known), known.nextCursor]).toEqual([[9, 8, 7, 6, 5], "b"]);
    // 8 was decided elsewhere, 10 is new.
    const now = withHead(known, queue([10, 9, 7], "a2"));
    expect([idsOf(now), now.nextCursor]).toEqual([[10, 9, 7, 6, 5], "b"]);
    expect(idsOf(withHead(known, queue([9, 6])))).toEqual([9, 6]);
    expect(idsOf(withHead(undefined, queue([1])))).toEqual([1]);
    expect(withHead(queue([3], undefined), queue([5, 4], "c")).nextCursor).toBeUndefined();
  });

  it("follows one report: in, out, in its place", () => {
    const known = queue([9, 7, 5], "a");
    expect(idsOf(withReport(known, at(8), pending))).toEqual([9, 8, 7, 5]);
    expect(idsOf(withReport(known, at(4), pending))).toEqual([9, 7, 5]);
    expect(idsOf(withReport(queue([9, 7]), at(4), pending))).toEqual([9, 7, 4]);
    expect(idsOf(withReport(known, at(8), { ...pending, q: "x" }))).toEqual([9, 7, 5]);
    expect(idsOf(withReport(known, at(7, { status: "dismissed" }), pending))).toEqual([9, 5]);
    // A report under review, or reopened, waits.
    expect(idsOf(withReport(known, at(7, { status: "reviewed" }), pending))).toEqual([9, 7, 5]);
    expect(idsOf(withReport(known, at(8, { status: "reviewed" }), pending))).toEqual([9, 8, 7, 5]);
    const decided: QueueRequest = { ...pending, filter: "processed" };
    expect(idsOf(withReport(known, at(7, { status: "reviewed" }), decided))).toEqual([9, 5]);
    const [, changed] = withReport(known, at(7, { reviewNotes: "메모" }), pending).reports;
    expect(changed?.reviewNotes).toBe("메모");
    expect(
      idsOf(withReport(known, at(8, { status: "resolved" }), { ...pending, filter: "processed" })),
    ).toEqual([9, 8, 7, 5]);
  });

  it("has one row for a target, which counts its voices and is another one's once it is decided", () => {
    const one = { contentId: idOf("x") };
    const known = {
      ...queue([9, 7], "a"),
      reports: [at(9), at(8, { ...one, voices: 2 }), at(5, { contentId: idOf("y") })],
    };
    const grown = withReport(known, at(10, { ...one, voices: 3 }), pending);
    expect(grown.reports.map(({ id, voices }) => [Number(id.slice(-12)), voices])).toEqual([
      [9, 1],
      [8, 3],
      [5, 1],
    ]);
    expect(grown.isDoubtful).toBeUndefined();
    const next = withReport(grown, at(8, { ...one, voices: 2, status: "dismissed" }), pending);
    expect([idsOf(next), next.isDoubtful]).toEqual([[9, 5], true]);
    expect(withReport(grown, at(9, { status: "dismissed" }), pending).isDoubtful).toBeUndefined();
  });

  it("takes in only what it was asked for", () => {
    const known = queue([9, 7]);
    const other = at(8, { reportReason: "spam" });
    expect(idsOf(withReport(known, other, { ...pending, reason: "fraud" }))).toEqual([9, 7]);
    expect(idsOf(withReport(known, other, { ...pending, reason: "spam" }))).toEqual([9, 8, 7]);
    expect(idsOf(withReport(known, other, { ...pending, type: "chat" }))).toEqual([9, 7]);
  });

  it("has everybody stand as the report says that was read last, whichever rows are about them", () => {
    const person = { ...at(1).reportedUser, openReports: 7, warningCount: 2 };
    const openOf = ({ reports }: Queue) => reports.map(({ reportedUser }) => reportedUser.openReports);
    const known = queue([9, 7, 5], "a");
    const read = at(7, { status: "dismissed", reportedUser: person });
    expect(openOf(withReport(known, read, pending))).toEqual([7, 7]);
    expect(openOf(withReport(known, at(4, { reportedUser: person }), pending))).toEqual([7, 7, 7]);
    expect(openOf(withPage(known, { ...queue([4]), reports: [at(4, { reportedUser: person })] }))).toEqual([
      7, 7, 7, 7,
    ]);
    expect(
      openOf(withHead(known, { ...queue([], "b"), reports: [at(9, { reportedUser: person })] })),
    ).toEqual([7, 7, 7]);
    // A row without changes stays the same object.
    expect(withReport(known, at(9), pending).reports[1]).toBe(known.reports[1]);
  });

  it("stays doubtful with what is behind the head", () => {
    const known = { ...queue([9, 8, 7, 6], "a"), isDoubtful: true };
    expect(withHead(known, queue([9, 8], "b")).isDoubtful).toBe(true);
    expect(withHead(known, queue([9, 8])).isDoubtful).toBeUndefined();
  });

  it("goes on to the next, back from the last, and to the first from nowhere", () => {
    const { reports } = queue([9, 7, 5]);
    expect(nextOf(reports, idOf("9"))?.id).toBe(idOf("7"));
    expect(nextOf(reports, idOf("5"))?.id).toBe(idOf("7"));
    expect(nextOf(reports, idOf("9"), -1)).toBeUndefined();
    expect(nextOf(reports, undefined)?.id).toBe(idOf("9"));
    expect(nextOf([], idOf("9"))).toBeUndefined();
  });

  it("counts by person and knows the same target", () => {
    const other = { ...at(1).reportedUser, id: idOf("x") };
    const made = [hold([at(1), at(2)]), hold([at(3, { reportedUser: other })], { voices: 60 })];
    expect([...countHeldByPerson(made).values()]).toEqual([2, 60]);
    expect(isSameTarget(at(1), at(2))).toBe(true);
    expect(isSameTarget(at(1), at(2, { contentId: idOf("y") }))).toBe(false);
    const talk = { reportType: "chat", contentId: null, chatRoomId: idOf("r") } as const;
    expect(isSameTarget(at(1, talk), at(2, talk))).toBe(true);
    expect(isSameTarget(at(1, talk), at(2, { ...talk, chatRoomId: idOf("s") }))).toBe(false);
    expect(isSameTarget(at(1, talk), at(2))).toBe(false);
    expect(isSameTarget(at(1, talk), at(2, { ...talk, reportedUser: other }))).toBe(false);
  });
});

describe("what is shown beside what is held", () => {
  const counts = { all: 9, pending: 4, processed: 5, voices: 8 };
  const many = (nth: number, voices = 3) => at(nth, { contentId: idOf("c2"), voices });
  /** The rows of a list, and the counts above it, without held decisions. */
  const beside = (rows: readonly Report[], made: readonly MadeDecision[]) => {
    const { pending, voices } = withoutHeld(counts, countHeld(made).queue);
    return [
      ...withoutHeldRows(rows, made).map((row) => [Number(row.id.slice(-12)), row.voices]),
      pending,
      voices,
    ];
  };

  it("is everything where nothing is", () => {
    expect(withoutHeld(counts, countHeld([]).queue)).toEqual(counts);
    const rows = [at(1), many(2)];
    expect(withoutHeldRows(rows, [])).toEqual(rows);
  });

  it("is no row and no count of a case that is decided whole, and another one's as they are", () => {
    const rows = [at(1), many(2), at(9, { contentId: idOf("c9") })];
    expect(beside(rows, [hold([at(1)])])).toEqual([[2, 3], [9, 1], 3, 7]);
    expect(withoutHeld(counts, countHeld([hold([at(1)])]).queue).all).toBe(9);
    expect(beside(rows, [hold([at(1)]), hold([many(2), many(3), many(4)])])).toEqual([[9, 1], 2, 4]);
    // Two decisions about one case, the second of which is about the rest.
    expect(beside(rows, [hold([many(3), many(4)]), hold([many(2)])])).toEqual([[1, 1], [9, 1], 3, 5]);
    // A group that is counted, not named, and whose row is not among the named.
    expect(beside(rows, [hold([many(3, 6)], { voices: 6 })])).toEqual([[1, 1], [9, 1], 3, 2]);
  });

  it("is the row with fewer voices of a case of which something is left", () => {
    const rows = [at(1), many(2)];
    expect(beside(rows, [hold([many(2)])])).toEqual([[1, 1], [2, 2], 4, 7]);
    expect(beside(rows, [hold([many(4)])])).toEqual([[1, 1], [2, 2], 4, 7]);
    expect(beside(rows, [hold([many(2)], { state: "failed" })])).toEqual([[1, 1], [2, 3], 4, 8]);
  });

  it("is the next report of a case whose first one is decided, and another case's own", () => {
    const rows = [at(1), many(2)];
    const left = [at(3), many(4), many(5)];
    expect(beside(rows, [hold([many(2)], { left })])).toEqual([[1, 1], [4, 2], 4, 7]);
    const two = [hold([many(2)], { left }), hold([many(4)], { left: [many(5)] })];
    expect(beside(rows, two)).toEqual([[1, 1], [5, 1], 4, 6]);
    // The first one still waits.
    expect(beside(rows, [hold([many(4)], { left: [many(2), many(5)] })])).toEqual([[1, 1], [2, 2], 4, 7]);
    expect(beside(rows, [hold([many(2)], { left, state: "failed" })])).toEqual([[1, 1], [2, 3], 4, 8]);
  });

  it("is in the dashboard's tabs what is left there of a case that has reports in both", () => {
    const about = { contentId: idOf("c2"), voices: 3 };
    const pending = [at(2, about), at(3, about)] as const;
    const reviewed = at(1, { ...about, status: "reviewed" });
    const bystanders = [at(8), at(9, { contentId: idOf("c9"), status: "reviewed" })];
    /** The rows of both tabs: the oldest of a case stands for it. */
    const rowsBeside = (made: readonly MadeDecision[]) => {
      const rows = withoutHeldRows([pending[0], reviewed, ...bystanders], made, inTabs);
      const { pending: waiting, processed, reports } = countHeld(made).tabs;
      return [rows.map(({ id, voices }) => [Number(id.slice(-12)), voices]), waiting, processed, reports];
    };
    const others = [[8, 1], [9, 1]]; // oxfmt-ignore
    const all = [...pending, reviewed] as const;
    const alone = (report: Report) => hold([report], { left: all.filter((other) => other !== report) });
    expect(rowsBeside([])).toEqual([[[2, 3], [1, 3], ...others], 0, 0, 0]);
    expect(rowsBeside([alone(pending[0])])).toEqual([[[3, 2], [1, 2], ...others], 0, 0, 1]);
    expect(rowsBeside([alone(reviewed)])).toEqual([[[2, 2], ...others], 0, 1, 0]);
    expect(rowsBeside([hold(pending, { left: [reviewed] })])).toEqual([[[1, 1], ...others], 1, 0, 2]);
    expect(rowsBeside([hold(all)])).toEqual([others, 1, 1, 2]);
    // One of them could not be named: it may be another pending one.
    expect(rowsBeside([hold([pending[0]], { left: [reviewed] })])).toEqual([
      [[2, 2], [1, 2], ...others],
      0,
      0,
      1,
    ]);
    // In the queue all are one row, of which something is left.
    expect(withoutHeldRows([reviewed], [alone(reviewed)]).map(({ id }) => id)).toEqual([pending[0].id]);
  });

  it("is what was decided before, whatever is held about the same thing", () => {
    const processed = at(5, { status: "dismissed" });
    expect(withoutHeldRows([processed], [hold([at(1)])])).toEqual([processed]);
  });
});
