import type { OutputOf, Report, api } from "@knowhow/shared";
import type { ReportFilter } from "../useReports.ts";

/** How many reports there are: in all, waiting, looked at. */
export type Counts = OutputOf<(typeof api)["reports"]["list"]>["counts"];

/** Reports as they are known here, newest first, and where the next page begins. */
export interface Queue {
  reports: readonly Report[];
  counts: Counts;
  nextCursor: string | undefined;
}

/** Whether a queue shows reports in this state. */
export const belongs = ({ status }: Pick<Report, "status">, filter: ReportFilter): boolean =>
  (status === "pending") === (filter === "pending");

const isNewer = (one: Report, other: Report): boolean =>
  one.createdAt === other.createdAt ? one.id > other.id : one.createdAt > other.createdAt;

/** What is known, with a first page that was read just now: within its reach only what it says is there. */
export const withHead = (known: Queue | undefined, head: Queue): Queue => {
  const last = head.reports.at(-1);
  // Without a further page the head is all there is.
  if (!known || !last || head.nextCursor === undefined) return head;
  const behind = known.reports.filter((report) => isNewer(last, report));
  if (behind.length === 0) return head;
  return { ...head, reports: [...head.reports, ...behind], nextCursor: known.nextCursor };
};

/** What is known, with the page behind it. */
export const withPage = (known: Queue, page: Queue): Queue => {
  const ids = new Set(known.reports.map(({ id }) => id));
  return { ...page, reports: [...known.reports, ...page.reports.filter(({ id }) => !ids.has(id))] };
};

/**
 * What is known, with one report as it stands now: in its place, gone where it does not belong any more. A new one comes
 * in where it is within reach and nothing is searched for.
 */
export const withReport = (
  known: Queue,
  report: Report,
  { filter, q }: { filter: ReportFilter; q: string },
): Queue => {
  const at = known.reports.findIndex(({ id }) => id === report.id);
  const others = known.reports.filter(({ id }) => id !== report.id);
  if (!belongs(report, filter)) return at < 0 ? known : { ...known, reports: others };
  if (at >= 0) return { ...known, reports: known.reports.with(at, report) };
  if (q !== "") return known;
  const place = others.findIndex((other) => isNewer(report, other));
  if (place < 0) return known.nextCursor === undefined ? { ...known, reports: [...others, report] } : known;
  return { ...known, reports: others.toSpliced(place, 0, report) };
};

/** Which one is chosen after the one at hand is done: the next of the list, else the one before it. */
export const nextOf = (reports: readonly Report[], id: string | undefined, step = 1): Report | undefined => {
  const at = reports.findIndex((report) => report.id === id);
  if (at < 0) return reports[0];
  return reports[at + step] ?? (step > 0 ? reports[at - 1] : undefined);
};

/** How many of these reports there are about each person. */
export const countByPerson = (reports: readonly Report[]): ReadonlyMap<string, number> => {
  const counts = new Map<string, number>();
  for (const { reportedUser } of reports) counts.set(reportedUser.id, (counts.get(reportedUser.id) ?? 0) + 1);
  return counts;
};

/** Whether two reports are about the same thing: a content, or what somebody said. */
export const isSameTarget = (one: Report, other: Report): boolean =>
  one.reportType === other.reportType &&
  (one.contentId === null
    ? one.reportedUser.id === other.reportedUser.id
    : one.contentId === other.contentId);
