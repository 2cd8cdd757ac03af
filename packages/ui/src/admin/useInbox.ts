import { pollIntervals, type InquiryRoom } from "@knowhow/shared";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { client } from "../client/client.ts";
import { onNews, useNewsLive } from "../client/events.ts";
import { invalidate } from "../client/queries.ts";
import { createRefresher } from "../client/refresher.ts";
import { usePolledPages } from "./usePolledPages.ts";

/** While news arrive by themselves, asking is only for what they may have left out. */
const heartbeatMs = 30_000;

/** The conversations of everybody with the administrators; `rooms` holds all pages so far. */
export const useInbox = () => {
  const queryClient = useQueryClient();
  const isLive = useNewsLive();
  const query = usePolledPages(
    client.inquiries.inbox,
    { query: {} },
    isLive ? heartbeatMs : pollIntervals.adminChats,
  );
  useEffect(() => {
    const refresh = createRefresher(() => invalidate(queryClient, client.inquiries.inbox));
    const stops = [
      onNews("message", ({ kind }) => {
        if (kind === "admin") void refresh();
      }),
      onNews("room", () => void refresh()),
      onNews("resync", () => void refresh()),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, [queryClient]);
  return { ...query, rooms: query.data?.pages.flatMap(({ data }): InquiryRoom[] => data.chatRooms) };
};
