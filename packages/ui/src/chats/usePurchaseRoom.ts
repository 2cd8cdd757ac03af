import { useEffect } from "react";
import { client } from "../client/client.ts";
import { onNews } from "../client/events.ts";
import { useEndpoint } from "../client/queries.ts";
import { createRefresher } from "../client/refresher.ts";

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
