import { oldestStaleAt } from "@knowhow/ui/client/responseCache.ts";
import { activeUserId } from "@knowhow/ui/client/activeUser.ts";
import { meKey } from "@knowhow/ui/client/session.ts";
import type { CurrentUser } from "@knowhow/shared";
import type { QueryClient } from "@tanstack/react-query";
import { isKeepable } from "./screens.ts";
import { keepView } from "./store.ts";
import { takePicture } from "./takeView.ts";

/** Interval and number of checks whether an opened screen is fully rendered. */
const lookMs = 3_000;
const maxLooks = 5;

/** Keeps the view of the present screen, if it is a kept one and its user is still signed in. */
const keepCurrentView = (queryClient: QueryClient, root: Element): boolean => {
  const user = queryClient.getQueryData<CurrentUser | null>(meKey);
  if (!user || user.isBanned || user.mustChangePassword || user.id !== activeUserId()) return false;
  const { pathname } = window.location;
  if (!isKeepable(pathname, root)) return false;
  const keptAt = Date.now();
  keepView(pathname, {
    personId: user.id,
    keptAt,
    since: oldestStaleAt() ?? keptAt,
    scheme: document.documentElement.dataset["scheme"] ?? "",
    width: window.innerWidth,
    ...takePicture(root),
  });
  return true;
};

/** Keeps the last view of the screens that can be read without a network: once rendered, and on leaving the page. */
export const watchViews = (queryClient: QueryClient, onPath: (listener: () => void) => void): void => {
  const root = document.getElementById("root");
  if (!root) return;
  const keep = () => keepCurrentView(queryClient, root);
  let timer: ReturnType<typeof setTimeout> | undefined;
  const look = (left: number) => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      if (left > 0 && !keep()) look(left - 1);
    }, lookMs);
  };
  look(maxLooks);
  onPath(() => look(maxLooks));
  // A page that goes away fires one of these two events, or both.
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "hidden") keep();
  });
  window.addEventListener("pagehide", () => {
    if (document.visibilityState === "visible") keep();
  });
};
