import type { OrderRefund, refundQueueStates } from "@knowhow/shared";
import { pollIntervals, type AdminRefund } from "@knowhow/shared";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { client } from "../../../client/client.ts";
import { onNews } from "../../../client/events.ts";
import { invalidate, useEndpoint } from "../../../client/queries.ts";
import { createRefresher } from "../../../client/refresher.ts";
import { useMe } from "../../../client/session.ts";
import { useOnline } from "../../../components/useOnline.ts";
import { usePolledPages } from "../usePolledPages.ts";

/** Which refunds are listed; `requested` are those that wait for a decision. */
export type RefundFilter = (typeof refundQueueStates)[number];

/** Refunds in one state, overdue ones first; `refunds` holds all pages so far. */
export const useRefunds = (status: RefundFilter) => {
  const query = usePolledPages(client.refunds.list, { query: { status } }, pollIntervals.adminReports);
  return { ...query, refunds: query.data?.pages.flatMap(({ data }): AdminRefund[] => data.refunds) };
};

/** How many requests wait for a decision, and how many of them for too long; undefined while it is not known. */
export const useRefundCounts = () => {
  const isOnline = useOnline();
  const { user } = useMe();
  const { data } = useEndpoint(
    client.refunds.list,
    { query: { status: "requested", limit: 1 } },
    {
      enabled: user?.isAdmin === true,
      refetchInterval: isOnline ? pollIntervals.adminReports : false,
      refetchIntervalInBackground: true,
      refetchOnMount: "always",
    },
  );
  return data?.counts;
};

/** Reads the queue and its counts anew. */
export const useRefreshRefunds = () => {
  const queryClient = useQueryClient();
  return () => invalidate(queryClient, client.refunds.list);
};

/** The refund of one order, read anew by news of the order and by polling; `known` until the first answer. */
export const useOrderRefund = (known: OrderRefund) => {
  const { orderNumber } = known;
  const { data, refetch } = useEndpoint(
    client.refunds.get,
    { params: { orderNumber } },
    {
      initialData: { refund: known },
      refetchOnMount: "always",
      refetchInterval: pollIntervals.adminReports,
      gcTime: 0,
    },
  );
  useEffect(() => {
    const refresh = createRefresher(refetch);
    const stops = [
      onNews("order", (news) => {
        if (news.orderNumber === orderNumber) void refresh();
      }),
      onNews("resync", () => void refresh()),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, [orderNumber, refetch]);
  return { refund: data?.refund ?? known, refetch };
};
