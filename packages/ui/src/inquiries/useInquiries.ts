import { pollIntervals } from "@knowhow/shared";
import { useEffect, useMemo } from "react";
import { client } from "../client/client.ts";
import { onNews, useNewsLive } from "../client/events.ts";
import { useEndpoint } from "../client/queries.ts";
import { createRefresher } from "../client/refresher.ts";
import { useOnline } from "../components/useOnline.ts";

/** While news arrive by themselves, asking is only for what they may have left out. */
const heartbeatMs = 30_000;

/** The person's own conversations with the administrators, kept up to date while the page is looked at. */
export const useInquiries = () => {
  const isOnline = useOnline();
  const isLive = useNewsLive();
  const query = useEndpoint(
    client.inquiries.mine,
    {},
    {
      refetchInterval: isOnline ? (isLive ? heartbeatMs : pollIntervals.adminChats) : false,
      refetchOnWindowFocus: "always",
      refetchOnReconnect: "always",
      refetchOnMount: "always",
    },
  );
  const { refetch } = query;
  const refresh = useMemo(() => createRefresher(() => refetch()), [refetch]);
  useEffect(() => {
    const stops = [
      onNews("message", ({ kind }) => {
        if (kind === "admin") void refresh();
      }),
      onNews("resync", () => void refresh()),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, [refresh]);
  return { ...query, rooms: query.data?.chatRooms };
};
