import { pollIntervals } from "@knowhow/shared";
import { useEffect, useMemo } from "react";
import { client } from "../../client/client.ts";
import { onNews } from "../../client/events.ts";
import { useEndpoint } from "../../client/queries.ts";
import { createRefresher } from "../../client/refresher.ts";
import { useTalk, type TalkState, type TalkSource } from "./useTalk.ts";

/** One room of a purchase, read anew when something about it changes. */
export const usePurchaseRoom = (roomId: string) => {
  const query = useEndpoint(client.chats.room, { params: { roomId } }, { refetchOnMount: "always" });
  const { refetch } = query;
  useEffect(() => {
    const refresh = createRefresher(() => refetch());
    const stops = [
      onNews("room", (data) => {
        if (data.roomId === roomId) void refresh();
      }),
      onNews("resync", () => void refresh()),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, [refetch, roomId]);
  return query;
};

/** The messages of a purchase's room; `isThere` turns false once it is known that there is no such room. */
export const usePurchaseTalk = (roomId: string, isThere = true): TalkState => {
  const source = useMemo<TalkSource>(
    () => ({
      roomId,
      path: client.chats.messages.contract.path,
      intervalMs: pollIntervals.chatMessages,
      read: (query, signal) => client.chats.messages({ params: { roomId }, query }, signal ? { signal } : {}),
    }),
    [roomId],
  );
  return useTalk(source, isThere);
};
