import { loginPath } from "@knowhow/ui/client/loginPath.ts";
import { countEndingDecisions } from "@knowhow/ui/device/lostDecisions.ts";
import { sessionOver } from "@knowhow/ui/device/sessionKeeping.ts";
import type { SessionEndReason } from "@knowhow/shared/ipc.ts";
import { skipToken, useQuery, type QueryClient } from "@tanstack/react-query";
import type { createBrowserRouter } from "react-router-dom";
import { bridge } from "./bridge.ts";

const endKey = ["session-end"];

interface SessionEnd {
  reason: SessionEndReason;
  /** How many decisions had not arrived: they went with it. */
  unsent: number;
}

/** How the last session of this window ended; forgotten with the next sign-in. */
export const useSessionEnd = (): SessionEnd | undefined =>
  useQuery<SessionEnd>({ queryKey: endKey, queryFn: skipToken }).data;

type Router = ReturnType<typeof createBrowserRouter>;
type Step = (router: Router) => void;

/** Follows the main process: goes where it leads, and ends with a session. */
export const followShell = (queryClient: QueryClient) => {
  const early: Step[] = [];
  let take = (step: Step): void => {
    early.push(step);
  };
  // Without a session too: the menu leads to the servers.
  bridge.on.goTo(({ path }) => {
    take((router) => void router.navigate(path));
  });
  bridge.on.sessionEnded(({ reason }) => {
    // Counted before the session's end drops them.
    const unsent = countEndingDecisions();
    sessionOver(queryClient);
    queryClient.setQueryData<SessionEnd>(endKey, { reason, unsent });
    take((router) => {
      const { pathname, search } = router.state.location;
      if (pathname !== "/login") void router.navigate(loginPath(pathname + search), { replace: true });
    });
  });
  return {
    /** From now on there are screens to lead to. */
    lead: (router: Router): void => {
      take = (step) => step(router);
      for (const step of early) step(router);
    },
  };
};
