import { pollIntervals, type EventName, type OutputOf, type Report, type api } from "@knowhow/shared";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { client } from "../../client/client.ts";
import { onNews } from "../../client/events.ts";
import { invalidate, useEndpoint } from "../../client/queries.ts";
import { createRefresher } from "../../client/refresher.ts";
import { useOnline } from "../../components/useOnline.ts";
import { useHeldCount, withoutHeld } from "./heldCount.ts";
import { usePolledPages } from "./usePolledPages.ts";

/** Which reports: those that wait for a decision, or those that are decided. */
export type ReportListFilter = "pending" | "processed";

/** The same as the server names it: a report under review waits too. */
export const statusOf = { pending: "open", processed: "decided" } as const satisfies Record<
  ReportListFilter,
  string
>;

/** How many reports there are, how many rows wait or are decided, and how many reports the waiting rows stand for. */
export type Counts = Record<ReportListFilter | "all", number> & { voices?: number };

type Told = OutputOf<(typeof api)["reports"]["list"]>["counts"];

/** The server's counts as the screens show them; a kept answer of an older version may lack some. */
export const countsOf = ({ all, pending, processed, open, decided, voices }: Told): Counts => ({
  ...{ all, pending: open ?? pending, processed: decided ?? processed },
  ...(voices === undefined ? {} : { voices }),
});

/** Reports, newest first, those about one thing as one; `reports` holds all pages so far. */
export const useReports = (status: ReportListFilter, q: string) => {
  const input = { query: { status: statusOf[status], group: "target" as const, ...(q === "" ? {} : { q }) } };
  const query = usePolledPages(client.reports.list, input, pollIntervals.adminReports);
  return { ...query, reports: query.data?.pages.flatMap(({ data }): Report[] => data.reports) };
};

/** How many reports there are and how many rows of each kind, without those that are decided here already. */
export const useReportCounts = () => {
  const isOnline = useOnline();
  const held = useHeldCount();
  const { data } = useEndpoint(
    client.reports.list,
    { query: { limit: 1, group: "target" as const } },
    {
      refetchInterval: isOnline ? pollIntervals.adminReports : false,
      refetchOnMount: "always",
      refetchOnWindowFocus: "always",
      refetchOnReconnect: "always",
    },
  );
  return data && withoutHeld(countsOf(data.counts), held);
};

/** Keeps the lists of the dashboard up to date by the stream of news, sooner than polling does. */
export const useDashboardNews = (): void => {
  const queryClient = useQueryClient();
  useEffect(() => {
    const refreshReports = createRefresher(async () => {
      // The case of an open dialog too.
      await Promise.all([
        invalidate(queryClient, client.reports.list),
        invalidate(queryClient, client.reports.get),
      ]);
    });
    const refreshRooms = createRefresher(() => invalidate(queryClient, client.inquiries.list));
    const both = (name: Extract<EventName, "resync" | "report">) =>
      onNews(name, () => {
        void refreshReports();
        void refreshRooms();
      });
    const stops = [
      both("report"),
      both("resync"),
      onNews("message", ({ kind }) => {
        if (kind === "admin") void refreshRooms();
      }),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, [queryClient]);
};
