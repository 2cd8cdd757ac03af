import { pollIntervals, type EventName, type OutputOf, type Report, type api } from "@knowhow/shared";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { client } from "../../client/client.ts";
import { onNews } from "../../client/events.ts";
import { invalidate, useEndpoint } from "../../client/queries.ts";
import { createRefresher } from "../../client/refresher.ts";
import { useOnline } from "../../components/useOnline.ts";
import { useHeldCounts, withoutHeld } from "./heldCount.ts";
import { usePolledPages } from "./usePolledPages.ts";

/** Which of two lists: of the dashboard's tabs, or of the queue, where reports under review are among the first. */
export type ReportListFilter = "pending" | "processed";

/** How many reports there are, how many rows each list has, and how many reports the rows of the first stand for. */
export type Counts = Record<ReportListFilter | "all", number> & { voices?: number };

type Told = OutputOf<(typeof api)["reports"]["list"]>["counts"];

/** The server's counts for the queue; a kept answer of an older version may lack some. */
export const countsOf = ({ all, pending, processed, open, decided, voices }: Told): Counts => ({
  ...{ all, pending: open ?? pending, processed: decided ?? processed },
  ...(voices === undefined ? {} : { voices }),
});

/** The server's counts for the dashboard's tabs. */
export const tabCountsOf = ({ all, pending, processed, pendingVoices }: Told): Counts => ({
  ...{ all, pending, processed },
  ...(pendingVoices === undefined ? {} : { voices: pendingVoices }),
});

/** Reports of a tab, newest first, those about one thing as one; `reports` holds all pages so far. */
export const useReports = (status: ReportListFilter, q: string) => {
  const input = { query: { status, group: "target" as const, ...(q === "" ? {} : { q }) } };
  const query = usePolledPages(client.reports.list, input, pollIntervals.adminReports);
  return { ...query, reports: query.data?.pages.flatMap(({ data }): Report[] => data.reports) };
};

const useTold = (): Told | undefined => {
  const isOnline = useOnline();
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
  return data?.counts;
};

/** The counts of the queue, without decisions from here. */
export const useReportCounts = (): Counts | undefined => {
  const told = useTold();
  const { queue } = useHeldCounts();
  return told && withoutHeld(countsOf(told), queue);
};

/** The counts of the dashboard's tabs, without decisions from here. */
export const useTabCounts = (): Counts | undefined => {
  const told = useTold();
  const { tabs } = useHeldCounts();
  return told && withoutHeld(tabCountsOf(told), tabs);
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
