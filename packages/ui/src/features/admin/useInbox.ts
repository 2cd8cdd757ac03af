import { pollIntervals, type api, type InquiryRoom, type OutputOf } from "@knowhow/shared";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { client } from "../../client/client.ts";
import { onNews, useNewsLive } from "../../client/events.ts";
import { invalidate } from "../../client/queries.ts";
import { createRefresher } from "../../client/refresher.ts";
import { usePolledPages } from "./usePolledPages.ts";

type Inbox = OutputOf<(typeof api)["inquiries"]["inbox"]>;

/** While news arrive, polling only finds what they may have left out. */
const heartbeatMs = 30_000;

/** How many messages are unread, by the server's count; an older server's answer gives only the page's sum. */
const countUnread = ({ unreadCount, chatRooms }: Inbox): number =>
  unreadCount ?? chatRooms.reduce((sum, room) => sum + room.unreadCount, 0);

/**
 * The conversations of all people with the administrators; `rooms` holds all pages so far, `unread` counts in all
 * conversations. `isWaiting`: only those that wait for an answer.
 */
export const useInbox = (isWaiting = false) => {
  const queryClient = useQueryClient();
  const isLive = useNewsLive();
  const query = usePolledPages(
    client.inquiries.inbox,
    { query: isWaiting ? { waiting: "true" } : {} },
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
  const pages = query.data?.pages;
  const first = pages?.[0];
  return {
    ...query,
    rooms: pages?.flatMap(({ data }): InquiryRoom[] => data.chatRooms),
    unread: first && countUnread(first.data),
  };
};
