import { pageSize, pollIntervals, type Report } from "@knowhow/shared";
import {
  keepPreviousData,
  useMutation,
  useQuery,
  useQueryClient,
  type QueryClient,
} from "@tanstack/react-query";
import { useCallback, useEffect, useMemo, useRef } from "react";
import { client } from "../../../client/client.ts";
import { onNews } from "../../../client/events.ts";
import { invalidate } from "../../../client/queries.ts";
import { createRefresher } from "../../../client/refresher.ts";
import { useOnline } from "../../../components/useOnline.ts";
import { countsOf } from "../useReports.ts";
import { withHead, withPage, withReport, type QueueRequest, type Queue } from "./queue.ts";

const queueKey = "report-queue";
/** In the queue a report under review waits too. */
const statusOf = { pending: "open", processed: "decided" } as const;
/** Most news that are followed one by one; for more, as of a case with many voices, the list is read anew. */
const maxFollowed = 5;
/** Most pages that are read anew after missed news; rows further behind are paged again. */
const maxPages = 20;

const readPage = async (
  { filter, type, reason, q }: QueueRequest,
  cursor: string | undefined,
  signal?: AbortSignal,
): Promise<Queue> => {
  const query = {
    status: statusOf[filter],
    limit: pageSize.max,
    group: "target" as const,
    ...(type === "" ? {} : { type }),
    ...(reason === "" ? {} : { reason }),
    ...(q === "" ? {} : { q }),
    ...(cursor === undefined ? {} : { cursor }),
  };
  const { data, nextCursor } = await client.reports.list.page({ query }, signal ? { signal } : {});
  return { reports: data.reports, counts: countsOf(data.counts), nextCursor };
};

/** The queue from its start, as far as the administrator has scrolled. */
const reloadQueue = async (asked: QueueRequest, reach: number, signal: AbortSignal): Promise<Queue> => {
  let queue = await readPage(asked, undefined, signal);
  for (let pages = 1; pages < maxPages && queue.reports.length < reach; pages += 1) {
    if (queue.nextCursor === undefined) break;
    queue = withPage(queue, await readPage(asked, queue.nextCursor, signal));
  }
  return queue;
};

/** Shows reports in their present state in every known queue, and in the open case. */
export const showReports = (queryClient: QueryClient, reports: readonly Report[]): void => {
  for (const [key, known] of queryClient.getQueriesData<Queue>({ queryKey: [queueKey] })) {
    const asked = key[1] as QueueRequest; // the only key there is, written below
    if (known)
      queryClient.setQueryData<Queue>(
        key,
        reports.reduce((queue, report) => withReport(queue, report, asked), known),
      );
  }
};

const follow = (queryClient: QueryClient): (() => void) => {
  const refresh = createRefresher(() => queryClient.invalidateQueries({ queryKey: [queueKey] }));
  // Any open case may be about the same person: it counts that report, and offers to decide it too.
  const refreshCase = createRefresher(() => invalidate(queryClient, client.reports.get));
  const readOne = async (reportId: string) => {
    const { report } = await client.reports.get({ params: { reportId } });
    showReports(queryClient, [report]);
    await refreshCase();
  };
  // Until they are read anew the later reports are doubtful.
  const doubt = () =>
    queryClient.setQueriesData<Queue>(
      { queryKey: [queueKey] },
      (known) => known && { ...known, isDoubtful: true },
    );
  const heard = new Set<string>();
  const readHeard = createRefresher(async () => {
    const ids = [...heard];
    heard.clear();
    if (ids.length > maxFollowed) {
      doubt();
      await Promise.all([refresh(), refreshCase()]);
    }
    // Without an answer the regular poll of the list has to do.
    else await Promise.all(ids.map((id) => readOne(id).catch(() => undefined)));
  });
  const stops = [
    onNews("report", ({ id }) => {
      heard.add(id);
      void readHeard();
      void refresh();
    }),
    onNews("resync", () => {
      // The reports of missed news are unknown.
      doubt();
      void refresh();
    }),
  ];
  return () => {
    for (const stop of stops) stop();
  };
};

interface PageAsked {
  asked: QueueRequest;
  cursor: string;
}

/** Asks for the next page: once, and after a failure only after a later read of the list or by a press. */
const useNextPage = (asked: QueueRequest, nextCursor: string | undefined, readAt: number) => {
  const queryClient = useQueryClient();
  const more = useMutation({
    mutationFn: async ({ asked: request, cursor }: PageAsked) => {
      const page = await readPage(request, cursor);
      queryClient.setQueryData<Queue>([queueKey, request], (known) =>
        // Another page came first, or the list starts over.
        known?.nextCursor === cursor ? withPage(known, page) : known,
      );
    },
  });
  const { mutate, variables, status, submittedAt } = more;
  const isThis = variables?.asked === asked && variables.cursor === nextCursor;
  const isUnderWay = isThis && status === "pending";
  // A server that answers the list may answer the page too; a silent one is not asked without end.
  const hasFailed = isThis && status === "error" && readAt <= submittedAt;
  const retryMore = useCallback(() => {
    if (nextCursor !== undefined && !isUnderWay) mutate({ asked, cursor: nextCursor });
  }, [asked, nextCursor, isUnderWay, mutate]);
  const loadMore = useCallback(() => {
    if (!hasFailed) retryMore();
  }, [hasFailed, retryMore]);
  return {
    loadMore,
    /** Why there is no further page, until it is requested again. */
    moreError: hasFailed ? more.error : null,
    retryMore,
  };
};

/** Waiting or decided reports, newest first, kept up to date by news and polling. */
export const useQueue = ({ filter, type, reason, q }: QueueRequest) => {
  const queryClient = useQueryClient();
  const isOnline = useOnline();
  const asked = useMemo((): QueueRequest => ({ filter, type, reason, q }), [filter, type, reason, q]);
  const key = useMemo(() => [queueKey, asked], [asked]);
  /** How many rows there are up to the last visible or selected one. */
  const reach = useRef(0);
  const query = useQuery({
    queryKey: key,
    queryFn: async ({ signal }) => {
      const known = () => queryClient.getQueryData<Queue>(key);
      if (known()?.isDoubtful) return reloadQueue(asked, reach.current, signal);
      const head = await readPage(asked, undefined, signal);
      return withHead(known(), head);
    },
    placeholderData: keepPreviousData,
    refetchInterval: isOnline ? pollIntervals.adminReports : false,
    refetchOnMount: "always",
    refetchOnWindowFocus: "always",
    refetchOnReconnect: "always",
    structuralSharing: false,
  });
  useEffect(() => follow(queryClient), [queryClient]);
  const nextCursor = query.data?.nextCursor;
  const next = useNextPage(asked, nextCursor, query.dataUpdatedAt);
  const look = useCallback((rows: number) => {
    reach.current = rows;
  }, []);
  return {
    queue: query.data,
    isOfBefore: query.isPlaceholderData,
    error: query.error,
    refetch: query.refetch,
    hasMore: nextCursor !== undefined,
    ...next,
    /** Takes the number of rows up to the last visible or selected one. */
    look,
  };
};
