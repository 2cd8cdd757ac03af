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
import { countsOf, statusOf } from "../useReports.ts";
import { withHead, withPage, withReport, type QueueRequest, type Queue } from "./queue.ts";

const queueKey = "report-queue";
/** So many news are followed one by one; of more, as of a case with many voices, the list is read anew. */
const maxFollowed = 5;
/** So many pages are read anew at most when news were missed; what lies further behind is paged again. */
const mostAnew = 20;

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

/** The queue from its begin, as far as somebody looks. */
const readAnew = async (asked: QueueRequest, reach: number, signal: AbortSignal): Promise<Queue> => {
  let queue = await readPage(asked, undefined, signal);
  for (let pages = 1; pages < mostAnew && queue.reports.length < reach; pages += 1) {
    if (queue.nextCursor === undefined) break;
    queue = withPage(queue, await readPage(asked, queue.nextCursor, signal));
  }
  return queue;
};

/** Shows reports as they stand now in every queue that is known, and in the case that is open. */
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
  // Until they are read anew none of the later reports is relied on.
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
    // Without an answer the list itself is asked for, as it is now and then.
    else await Promise.all(ids.map((id) => readOne(id).catch(() => undefined)));
  });
  const stops = [
    onNews("report", ({ id }) => {
      heard.add(id);
      void readHeard();
      void refresh();
    }),
    onNews("resync", () => {
      // Which reports there were news of is not known.
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

/** Asks for the page behind the last one: once, and after a failure only when news of the list came or by a press. */
const useNextPage = (asked: QueueRequest, nextCursor: string | undefined, readAt: number) => {
  const queryClient = useQueryClient();
  const more = useMutation({
    mutationFn: async ({ asked: whose, cursor }: PageAsked) => {
      const page = await readPage(whose, cursor);
      queryClient.setQueryData<Queue>([queueKey, whose], (known) =>
        // Another page came first, or the list begins anew.
        known?.nextCursor === cursor ? withPage(known, page) : known,
      );
    },
  });
  const { mutate, variables, status, submittedAt } = more;
  const isThis = variables?.asked === asked && variables.cursor === nextCursor;
  const isUnderWay = isThis && status === "pending";
  // Whoever answers the list may answer the page too; who does not is not asked without end.
  const hasFailed = isThis && status === "error" && readAt <= submittedAt;
  const retryMore = useCallback(() => {
    if (nextCursor !== undefined && !isUnderWay) mutate({ asked, cursor: nextCursor });
  }, [asked, nextCursor, isUnderWay, mutate]);
  const loadMore = useCallback(() => {
    if (!hasFailed) retryMore();
  }, [hasFailed, retryMore]);
  return {
    loadMore,
    /** Why there is no further page, until it is asked for again. */
    moreError: hasFailed ? more.error : null,
    retryMore,
  };
};

/** The reports that wait or were looked at, newest first, kept true by the news and by asking now and then. */
export const useQueue = ({ filter, type, reason, q }: QueueRequest) => {
  const queryClient = useQueryClient();
  const isOnline = useOnline();
  const asked = useMemo((): QueueRequest => ({ filter, type, reason, q }), [filter, type, reason, q]);
  const key = useMemo(() => [queueKey, asked], [asked]);
  /** How many rows, from the first one, somebody looks at. */
  const reach = useRef(0);
  const query = useQuery({
    queryKey: key,
    queryFn: async ({ signal }) => {
      const known = () => queryClient.getQueryData<Queue>(key);
      if (known()?.isDoubtful) return readAnew(asked, reach.current, signal);
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
    /** Has to be told how many rows, from the first one, somebody looks at. */
    look,
  };
};
