import { useQueryClient, type QueryClient } from "@tanstack/react-query";
import { useEffect, useSyncExternalStore } from "react";
import { isMissed, onRecovery, onOldestStaleAt } from "../../client/responseCache.ts";
import { waitForServer } from "../../client/waitForServer.ts";
import { useOnline } from "../../components/useOnline.ts";

const subscribe = (onChange: () => void) => {
  const stops = [onOldestStaleAt(onChange), onRecovery(onChange)];
  return () => {
    for (const stop of stops) stop();
  };
};

/** Whether the server gave no answer last, though there is a network. */
export const useIsMissed = (): boolean => {
  const isOnline = useOnline();
  return useSyncExternalStore(subscribe, isMissed) && isOnline;
};

/** Repeats failed reads as soon as the server answers: no event of the browser tells of it. */
export const useServerBack = (): void => {
  const queryClient = useQueryClient();
  const isAway = useIsMissed();
  useEffect(
    () =>
      onRecovery(
        () =>
          void queryClient.refetchQueries(
            { type: "active", predicate: ({ state }) => state.status === "error" },
            // Other code reads anew too by then.
            { cancelRefetch: false },
          ),
      ),
    [queryClient],
  );
  // The awaited answer itself reports the recovery.
  useEffect(() => (isAway ? waitForServer(() => undefined) : undefined), [isAway]);
};

/** When the latest answer on the screen was read, in milliseconds; undefined where there is none. */
export const readAt = (queryClient: QueryClient): number | undefined => {
  const times = queryClient
    .getQueryCache()
    .findAll({ type: "active" })
    .map(({ state }) => state.dataUpdatedAt);
  const latest = Math.max(0, ...times);
  return latest === 0 ? undefined : latest;
};
