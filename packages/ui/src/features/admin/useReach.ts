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

/** Has what could not be read without an answer read as soon as there is one: no event of the browser's tells of it. */
export const useServerBack = (): void => {
  const queryClient = useQueryClient();
  const isAway = useIsMissed();
  useEffect(
    () =>
      onRecovery(
        () =>
          void queryClient.refetchQueries(
            { type: "active", predicate: ({ state }) => state.status === "error" },
            // Others read anew too by then.
            { cancelRefetch: false },
          ),
      ),
    [queryClient],
  );
  // The answer that is waited for is itself what tells of the recovery.
  useEffect(() => (isAway ? waitForServer(() => undefined) : undefined), [isAway]);
};

/** When the latest of what is on the screen was read, in milliseconds; undefined where nothing was. */
export const readAt = (queryClient: QueryClient): number | undefined => {
  const times = queryClient
    .getQueryCache()
    .findAll({ type: "active" })
    .map(({ state }) => state.dataUpdatedAt);
  const latest = Math.max(0, ...times);
  return latest === 0 ? undefined : latest;
};
