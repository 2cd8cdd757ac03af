import type { CurrentUser } from "@knowhow/shared";
import { meKey } from "@knowhow/ui/client/session.ts";
import { hashKey, type QueryClient } from "@tanstack/react-query";
import { isSparing } from "./sparing.ts";
import type { Circle, Message } from "./worker/messages.ts";

const circleOf = (user: CurrentUser | null | undefined): Circle =>
  user ? (user.isAdmin ? "administrator" : "member") : "everyone";

/** What the page loaded before its worker was there to see it. */
const loadedFiles = (): string[] =>
  performance
    .getEntriesByType("resource")
    .map(({ name }) => name)
    .filter((name) => name.startsWith(window.location.origin));

/** Has the worker keep, when there is time for it, the screens of whoever is here; again when somebody else is. */
export const keepScreens = async (queryClient: QueryClient): Promise<void> => {
  const registration = await navigator.serviceWorker.ready;
  const told = new Set<Circle>();
  const tell = () => {
    const circle = circleOf(queryClient.getQueryData<CurrentUser | null>(meKey));
    if (told.has(circle)) return;
    told.add(circle);
    const message: Message = {
      type: "KEEP",
      loaded: loadedFiles(),
      ...(isSparing() ? {} : { circle }),
    };
    registration.active?.postMessage(message);
  };
  tell();
  const hash = hashKey(meKey);
  queryClient.getQueryCache().subscribe(({ type, query }) => {
    if (type === "updated" && query.queryHash === hash && query.state.status === "success") tell();
  });
};
