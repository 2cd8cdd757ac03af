import type { CurrentUser } from "@knowhow/shared";
import { pendingSignOut } from "@knowhow/ui/client/leaving.ts";
import { meKey } from "@knowhow/ui/client/session.ts";
import { hashKey, type QueryClient } from "@tanstack/react-query";
import { isSparing } from "./sparing.ts";
import type { Circle, Message } from "./worker/messages.ts";

const circleOf = (user: CurrentUser | null | undefined): Circle =>
  user ? (user.isAdmin ? "administrator" : "member") : "everyone";

/** The files that the page loaded before it had a worker. */
const loadedFiles = (): string[] =>
  performance
    .getEntriesByType("resource")
    .map(({ name }) => name)
    .filter((name) => name.startsWith(window.location.origin));

/**
 * Has the worker keep the screens of the present visitor or user, again after a sign-in. The loaded files are sent
 * once: later ones may be a user's, and the worker has seen them. During a sign-out nothing is sent.
 */
export const keepScreens = async (queryClient: QueryClient): Promise<void> => {
  const registration = await navigator.serviceWorker.ready;
  const told = new Set<Circle>();
  const tell = () => {
    const circle = circleOf(queryClient.getQueryData<CurrentUser | null>(meKey));
    if (told.has(circle) || pendingSignOut() !== undefined) return;
    const loaded = told.size === 0 ? loadedFiles() : [];
    told.add(circle);
    const message: Message = {
      type: "KEEP",
      loaded,
      ...(isSparing() ? {} : { circle }),
    };
    registration.active?.postMessage(message);
  };
  tell();
  const hash = hashKey(meKey);
  queryClient.getQueryCache().subscribe(({ type, query }) => {
    if (type === "updated" && query.queryHash === hash && query.state.data) tell();
  });
};
