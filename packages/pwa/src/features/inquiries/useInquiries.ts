import { pollIntervals } from "@knowhow/shared";
import { useEffect, useMemo } from "react";
import { client } from "@knowhow/ui/client/client.ts";
import { onNews, useNewsLive } from "@knowhow/ui/client/events.ts";
import { useEndpoint } from "@knowhow/ui/client/queries.ts";
import { createRefresher } from "@knowhow/ui/client/refresher.ts";
import { useOnline } from "@knowhow/ui/components/useOnline.ts";

/** How often inquiries are polled, with the event stream and without. */
const everyMs = {
  shown: { live: 30_000, alone: pollIntervals.adminChats },
  counted: { live: 120_000, alone: 30_000 },
} as const;

const useOwnInquiries = (use: keyof typeof everyMs, enabled: boolean) => {
  const isOnline = useOnline();
  const isLive = useNewsLive();
  const interval = everyMs[use][isLive ? "live" : "alone"];
  const query = useEndpoint(
    client.inquiries.mine,
    {},
    {
      enabled,
      refetchInterval: isOnline ? interval : false,
      ...(use === "shown"
        ? {
            refetchOnWindowFocus: "always",
            refetchOnReconnect: "always",
            refetchOnMount: "always",
          }
        : {}),
    },
  );
  const { refetch } = query;
  const refresh = useMemo(() => createRefresher(() => refetch()), [refetch]);
  useEffect(() => {
    if (!enabled) return undefined;
    const stops = [
      onNews("message", ({ kind }) => {
        if (kind === "admin") void refresh();
      }),
      onNews("resync", () => void refresh()),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, [refresh, enabled]);
  return query;
};

/** The user's inquiries, kept up to date while the page is visible. */
export const useInquiries = () => {
  const query = useOwnInquiries("shown", true);
  return { ...query, rooms: query.data?.chatRooms };
};

/** The number of unread messages of administrators. */
export const useUnreadInquiries = (enabled: boolean): number => {
  const { data } = useOwnInquiries("counted", enabled);
  return data?.chatRooms.reduce((total, { unreadCount }) => total + unreadCount, 0) ?? 0;
};
