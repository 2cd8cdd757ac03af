import type { Report, ReportReason, ReportType } from "@knowhow/shared";
import { isOpen } from "../decision.ts";
import type { HeldCounts } from "../heldCount.ts";
import type { Counts, ReportListFilter } from "../useReports.ts";
import { countOf, type MadeDecision } from "./decisions.ts";

/** Reports as known here, newest first, one for each target while it is open, and where the next page begins. */
export interface Queue {
  reports: readonly Report[];
  counts: Counts;
  nextCursor: string | undefined;
  /** News were missed: reports behind the first page may have been decided elsewhere. */
  isDoubtful?: boolean;
}

/** Which reports a queue shows; empty means any. */
export interface QueueRequest {
  filter: ReportListFilter;
  type: ReportType | "";
  reason: ReportReason | "";
  q: string;
}

/** Whether a queue shows such a report, as far as that is clear without a search. */
const belongs = (report: Report, { filter, type, reason }: QueueRequest): boolean =>
  isOpen(report) === (filter === "pending") &&
  (type === "" || report.reportType === type) &&
  (reason === "" || report.reportReason === reason);

type Person = Report["reportedUser"];

const isSamePerson = (one: Person, other: Person): boolean =>
  one.openReports === other.openReports &&
  one.warningCount === other.warningCount &&
  one.isBanned === other.isBanned &&
  one.suspendedUntil === other.suspendedUntil &&
  one.nickname === other.nickname;

/** Reports, with their people as freshly read reports have them. */
const withPeople = (known: readonly Report[], fresh: readonly Report[]): Report[] => {
  const people = new Map(fresh.map(({ reportedUser }) => [reportedUser.id, reportedUser]));
  return known.map((report) => {
    const now = people.get(report.reportedUser.id);
    // An unchanged row is not drawn anew.
    return now && !isSamePerson(now, report.reportedUser) ? { ...report, reportedUser: now } : report;
  });
};

const isNewer = (one: Report, other: Report): boolean =>
  one.createdAt === other.createdAt ? one.id > other.id : one.createdAt > other.createdAt;

/** The known queue with a fresh first page, which decides alone within its reach. */
export const withHead = (known: Queue | undefined, head: Queue): Queue => {
  const last = head.reports.at(-1);
  // Without a further page the head is all there is.
  if (!known || !last || head.nextCursor === undefined) return head;
  const behind = known.reports.filter((report) => isNewer(last, report));
  if (behind.length === 0) return head;
  return {
    ...head,
    reports: [...head.reports, ...withPeople(behind, head.reports)],
    nextCursor: known.nextCursor,
    ...(known.isDoubtful ? { isDoubtful: true } : {}),
  };
};

/** The known queue with its next page. */
export const withPage = (known: Queue, page: Queue): Queue => {
  const ids = new Set(known.reports.map(({ id }) => id));
  return {
    ...known,
    ...page,
    reports: [...withPeople(known.reports, page.reports), ...page.reports.filter(({ id }) => !ids.has(id))],
  };
};

/** Reports with the voices of a freshly read one about the same target; a decided one keeps its count. */
const withVoices = (known: readonly Report[], { voices, ...report }: Report): Report[] =>
  known.map((other) =>
    isOpen(other) && other.voices !== voices && isSameTarget(other, { voices, ...report })
      ? { ...other, voices }
      : other,
  );

/** Whether other reports about a report's target are open, one of which may stand for them in a list. */
const isOneOfMany = (report: Report): boolean => isOpen(report) && report.voices > 1;

/**
 * The known queue with one report in its present state: replaced in its place, or removed where it does not belong any
 * more. A new one is inserted where it is within reach, there is no search, and no other can stand for its target.
 * Where another one does from now on, the queue behind the first page is doubtful.
 */
export const withReport = (known: Queue, report: Report, asked: QueueRequest): Queue => {
  const reports = withVoices(withPeople(known.reports, [report]), report);
  const at = reports.findIndex(({ id }) => id === report.id);
  const others = reports.filter(({ id }) => id !== report.id);
  if (!belongs(report, asked)) {
    const stood = reports[at];
    return { ...known, reports: others, ...(stood && isOneOfMany(stood) ? { isDoubtful: true } : {}) };
  }
  if (at >= 0) return { ...known, reports: reports.with(at, report) };
  if (asked.q !== "" || isOneOfMany(report)) return { ...known, reports };
  const place = others.findIndex((other) => isNewer(report, other));
  if (place >= 0) return { ...known, reports: others.toSpliced(place, 0, report) };
  return { ...known, reports: known.nextCursor === undefined ? [...others, report] : others };
};

/** The report to choose after this one: the next of the list, else the one before it. */
export const nextOf = (reports: readonly Report[], id: string | undefined, step = 1): Report | undefined => {
  const at = reports.findIndex((report) => report.id === id);
  if (at < 0) return reports[0];
  return reports[at + step] ?? (step > 0 ? reports[at - 1] : undefined);
};

const isHeld = ({ state }: MadeDecision): boolean => state !== "failed";

/** Whether open reports about one thing share a row. */
type SharesRow = (one: Report, other: Report) => boolean;
const inQueue: SharesRow = () => true;
/** In the dashboard's tabs those of one state do. */
export const inTabs: SharesRow = (one, other) => one.status === other.status;

/** How much of a report's target held decisions are about: its named reports, those that they leave, whether it is all. */
const heldAbout = (report: Report, made: readonly MadeDecision[]) => {
  const held = made.filter(isHeld);
  const isAbout = (other: Report) => isSameTarget(other, report);
  const named = held.flatMap(({ reports }) => reports.filter(isAbout));
  const left = held
    .flatMap(({ left: others = [] }) => others.filter(isAbout))
    .filter(({ id }) => named.every((other) => other.id !== id));
  const voices = held.find((one) => one.voices !== undefined && isAbout(one.reports[0]))?.voices;
  return { named, left, isAll: voices !== undefined, count: voices ?? named.length };
};

/** Whether nothing is left of an open report's row once held decisions have arrived. */
const isGone = (report: Report, made: readonly MadeDecision[], sharesRow: SharesRow): boolean => {
  const { named, left, isAll } = heldAbout(report, made);
  if (isAll) return true;
  if (!named.some((other) => sharesRow(other, report))) return false;
  const voices = Math.max(...named.map((other) => other.voices));
  if (named.length >= voices) return true;
  // Of those that no decision knows one may share the row.
  const known = named.length + new Set(left.map(({ id }) => id)).size;
  return known >= voices && !left.some((other) => sharesRow(other, report));
};

/** How many rows of reports of a kind held decisions leave nothing of. */
const countGone = (
  made: readonly MadeDecision[],
  sharesRow: SharesRow,
  isOfKind: (report: Report) => boolean,
): number => {
  const reports = made.filter(isHeld).flatMap((one) => one.reports.filter(isOfKind));
  return reports.filter((report, at) => {
    const isFirst = !reports
      .slice(0, at)
      .some((other) => isSameTarget(other, report) && sharesRow(other, report));
    return isFirst && isGone(report, made, sharesRow);
  }).length;
};

const isPending = ({ status }: Report): boolean => status === "pending";

/** How much of each list is decided here and may still arrive; of unnamed reports as if they were pending. */
export const countHeld = (made: readonly MadeDecision[]): HeldCounts => {
  const held = made.filter(isHeld);
  const reports = held.reduce((sum, one) => sum + countOf(one), 0);
  const reviewed = held.flatMap((one) => one.reports).filter((report) => !isPending(report));
  return {
    queue: { pending: countGone(made, inQueue, () => true), processed: 0, reports },
    tabs: {
      pending: countGone(made, inTabs, isPending),
      processed: countGone(made, inTabs, (report) => !isPending(report)),
      reports: reports - reviewed.length,
    },
  };
};

/**
 * The rows of a list without held decisions: a case goes with the last of its reports; until then it counts fewer, and
 * its next report stands for it.
 */
export const withoutHeldRows = (
  reports: readonly Report[],
  made: readonly MadeDecision[],
  sharesRow = inQueue,
): Report[] =>
  reports
    .filter((report) => !isOpen(report) || !isGone(report, made, sharesRow))
    .map((report) => {
      if (!isOpen(report)) return report;
      const { named, left, count } = heldAbout(report, made);
      if (count === 0) return report;
      const isDecided = named.some(({ id }) => id === report.id);
      const next = isDecided ? left.find((other) => sharesRow(other, report)) : undefined;
      return { ...(next ?? report), voices: Math.max(report.voices - count, 1) };
    });

/** How many reports about each person are decided here and may still arrive. */
export const countHeldByPerson = (made: readonly MadeDecision[]): ReadonlyMap<string, number> => {
  const counts = new Map<string, number>();
  const add = ({ reportedUser: { id } }: Report, more: number) =>
    counts.set(id, (counts.get(id) ?? 0) + more);
  for (const one of made.filter(isHeld))
    if (one.voices === undefined) for (const report of one.reports) add(report, 1);
    else add(one.reports[0], one.voices);
  return counts;
};

/** Whether two reports are about the same thing: a content, words at one, or a person in one room. */
export const isSameTarget = (one: Report, other: Report): boolean =>
  one.reportType === other.reportType &&
  one.commentId === other.commentId &&
  one.ratingId === other.ratingId &&
  one.questionId === other.questionId &&
  one.contentId === other.contentId &&
  one.chatRoomId === other.chatRoomId &&
  one.reportedUser.id === other.reportedUser.id;
