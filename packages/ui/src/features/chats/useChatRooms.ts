import type { ChatRoom } from "@knowhow/shared";
import { useInfiniteQuery, useQueryClient, type QueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { client } from "../../client/client.ts";
import { onNews, useNewsLive } from "../../client/events.ts";
import { keyOf, invalidate } from "../../client/queries.ts";
import { createRefresher } from "../../client/refresher.ts";
import { useOnline } from "../../components/useOnline.ts";

/** How often the list is polled, with the stream of news and without. */
const everyMs = { live: 120_000, alone: 15_000 } as const;

/** Marks the list of rooms as out of date. */
export const refreshRooms = (queryClient: QueryClient): Promise<void> =>
  invalidate(queryClient, client.chats.rooms);

const useRoomPages = ({ enabled, isOpened }: { enabled: boolean; isOpened: boolean }) => {
  const isOnline = useOnline();
  const isLive = useNewsLive();
  return useInfiniteQuery({
    enabled,
    queryKey: [...keyOf(client.chats.rooms), "pages"],
    initialPageParam: undefined as string | undefined, // the type of the cursors that follow
    queryFn: ({ pageParam, signal }) =>
      client.chats.rooms.page(pageParam === undefined ? {} : { query: { cursor: pageParam } }, { signal }),
    getNextPageParam: (page) => page.nextCursor,
    refetchInterval: isOnline ? (isLive ? everyMs.live : everyMs.alone) : false,
    refetchOnWindowFocus: "always",
    refetchOnMount: isOpened ? "always" : true,
  });
};

/** The rooms of the person, the one with the newest message first; `rooms` holds all pages so far. */
export const useChatRooms = () => {
  const query = useRoomPages({ enabled: true, isOpened: true });
  return { ...query, rooms: query.data?.pages.flatMap(({ data }): ChatRoom[] => data.chatRooms) };
};

/** How many messages are unread, in the rooms with the latest messages. */
export const useUnreadInRooms = (enabled: boolean): number => {
  const { data } = useRoomPages({ enabled, isOpened: false });
  return (
    data?.pages
      .flatMap((page) => page.data.chatRooms)
      .reduce((total, { unreadCount }) => total + unreadCount, 0) ?? 0
  );
};

/** Keeps the list of rooms up to date by the stream of news. */
export const useRoomNews = (): void => {
  const queryClient = useQueryClient();
  useEffect(() => {
    const refresh = createRefresher(() => refreshRooms(queryClient));
    const stops = [
      onNews("message", ({ kind }) => {
        if (kind === "purchase") void refresh();
      }),
      onNews("room", () => void refresh()),
      onNews("resync", () => void refresh()),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, [queryClient]);
};
