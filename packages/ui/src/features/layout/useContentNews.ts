import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { client } from "../../client/client.ts";
import { dropContent, rereadContent, rereadContents } from "../../client/contentCache.ts";
import { onNews, useNewsLive } from "../../client/events.ts";
import { createRefresher } from "../../client/refresher.ts";
import { hasCode } from "../../components/failure.ts";

const pages = { queryKey: [client.contents.get.contract.path] };

/**
 * Keeps hidden contents off a member's screen: by the stream of news, and without it by reading again whenever the tab
 * or a page is returned to.
 */
export const useContentNews = (isMember: boolean): void => {
  const queryClient = useQueryClient();
  const isLive = useNewsLive();
  useEffect(() => {
    const rereadAll = createRefresher(() => rereadContents(queryClient));
    const told = new Set<string>();
    const rereadTold = createRefresher(async () => {
      const ids = [...told];
      told.clear();
      // Without an answer it is read with the next look.
      await Promise.allSettled(ids.map((id) => rereadContent(queryClient, id)));
    });
    const stops = [
      onNews("content", ({ id }) => {
        told.add(id);
        void rereadTold();
      }),
      onNews("resync", () => void rereadAll()),
      queryClient.getQueryCache().subscribe((event) => {
        if (event.type !== "updated" || event.action.type !== "error") return;
        const [path, input] = event.query.queryKey as readonly unknown[];
        if (path !== pages.queryKey[0] || !hasCode(event.action.error, "NOT_FOUND")) return;
        const { params } = input as { params: { id: string } }; // made by keyOf
        dropContent(queryClient, params.id);
      }),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, [queryClient]);
  useEffect(() => {
    if (!isMember || isLive) return undefined;
    const rereadAll = createRefresher(() => rereadContents(queryClient));
    const look = () => {
      if (document.visibilityState === "visible" && navigator.onLine) void rereadAll();
    };
    const leaving = new AbortController();
    window.addEventListener("focus", look, { signal: leaving.signal });
    document.addEventListener("visibilitychange", look, { signal: leaving.signal });
    queryClient.setQueryDefaults(pages.queryKey, { staleTime: 0 });
    return () => {
      leaving.abort();
      queryClient.setQueryDefaults(pages.queryKey, { staleTime: Infinity });
    };
  }, [queryClient, isMember, isLive]);
};
