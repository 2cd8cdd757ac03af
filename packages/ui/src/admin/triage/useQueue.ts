import { pageSize, pollIntervals, type Report } from "@knowhow/shared";
import {
  keepPreviousData,
  useMutation,
  useQuery,
  useQueryClient,
  type QueryClient,
} from "@tanstack/react-query";
import { useCallback, useEffect, useMemo } from "react";
import { client } from "../../client/client.ts";
import { onNews } from "../../client/events.ts";
import { keyOf } from "../../client/queries.ts";
import { createRefresher } from "../../client/refresher.ts";
import { useOnline } from "../../components/useOnline.ts";
import type { ReportFilter } from "../useReports.ts";
import { withHead, withPage, withReport, type Queue } from "./queue.ts";

const queueKey = "report-queue";

interface Asked {
  filter: ReportFilter;
  q: string;
}

const readPage = async (
  { filter, q }: Asked,
  cursor: string | undefined,
  signal?: AbortSignal,
): Promise<Queue> => {
  const query = {
    status: filter,
    limit: pageSize.max,
    ...(q === "" ? {} : { q }),
    ...(cursor === undefined ? {} : { cursor }),
  };
  const { data, nextCursor } = await client.reports.list.page({ query }, signal ? { signal } : {});
  return { ...data, nextCursor };
};

/** Shows reports as they stand now in every queue that is known, and in the case that is open. */
export const showReports = (queryClient: QueryClient, reports: readonly Report[]): void => {
  for (const [key, known] of queryClient.getQueriesData<Queue>({ queryKey: [queueKey] })) {
    const asked = key[1] as Asked; // the only key there is, written below
    if (known)
      queryClient.setQueryData<Queue>(
        key,
        reports.reduce((queue, report) => withReport(queue, report, asked), known),
      );
  }
};

const follow = (queryClient: QueryClient): (() => void) => {
  const refresh = createRefresher(() => queryClient.invalidateQueries({ queryKey: [queueKey] }));
  const readOne = async (reportId: string) => {
    const { report } = await client.reports.get({ params: { reportId } });
    showReports(queryClient, [report]);
    await queryClient.invalidateQueries({ queryKey: keyOf(client.reports.get, { params: { reportId } }) });
  };
  const stops = [
    onNews("report", ({ id }) => {
      // Without an answer the list itself is asked for, as it is now and then.
      readOne(id).catch(() => undefined);
      void refresh();
    }),
    onNews("resync", () => void refresh()),
  ];
  return () => {
    for (const stop of stops) stop();
  };
};

/** The reports that wait or were looked at, newest first, kept true by the news and by asking now and then. */
export const useQueue = (filter: ReportFilter, q: string) => {
  const queryClient = useQueryClient();
  const isOnline = useOnline();
  const asked = useMemo((): Asked => ({ filter, q }), [filter, q]);
  const key = useMemo(() => [queueKey, asked], [asked]);
  const query = useQuery({
    queryKey: key,
    queryFn: async ({ signal }) =>
      withHead(queryClient.getQueryData<Queue>(key), await readPage(asked, undefined, signal)),
    placeholderData: keepPreviousData,
    refetchInterval: isOnline ? pollIntervals.adminReports : false,
    refetchOnMount: "always",
    refetchOnWindowFocus: "always",
    refetchOnReconnect: "always",
    structuralSharing: false,
  });
  useEffect(() => follow(queryClient), [queryClient]);
  const more = useMutation({
    mutationFn: async (cursor: string) => {
      const page = await readPage(asked, cursor);
      queryClient.setQueryData<Queue>(key, (known) =>
        // Another page came first, or the list begins anew.
        known?.nextCursor === cursor ? withPage(known, page) : known,
      );
    },
  });
  const { isPending, mutate } = more;
  const nextCursor = query.data?.nextCursor;
  const loadMore = useCallback(() => {
    if (nextCursor !== undefined && !isPending) mutate(nextCursor);
  }, [nextCursor, isPending, mutate]);
  return {
    queue: query.data,
    isOfBefore: query.isPlaceholderData,
    error: query.error,
    refetch: query.refetch,
    hasMore: nextCursor !== undefined,
    loadMore,
  };
};
