import { loginPath } from "@knowhow/ui/client/session.ts";
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

/** How the last session of this window ended; forgotten with the next sign-in, as all that is not of its person. */
export const useSessionEnd = (): SessionEnd | undefined =>
  useQuery<SessionEnd>({ queryKey: endKey, queryFn: skipToken }).data;

type Router = ReturnType<typeof createBrowserRouter>;
type Step = (router: Router) => void;

/** Does what the main process says by itself: goes where it leads, and ends with a session. */
export const followShell = (queryClient: QueryClient) => {
  const early: Step[] = [];
  let take = (step: Step): void => {
    early.push(step);
  };
  // Before anybody is signed in too: the menu leads to the servers.
  bridge.on.goTo(({ path }) => {
    take((router) => void router.navigate(path));
  });
  bridge.on.sessionEnded(({ reason }) => {
    // Before nobody is there any more, and they are dropped.
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
