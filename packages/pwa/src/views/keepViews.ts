import { oldestStaleAt } from "@knowhow/ui/client/responseCache.ts";
import { activeUserId } from "@knowhow/ui/client/activeUser.ts";
import { meKey } from "@knowhow/ui/client/session.ts";
import type { CurrentUser } from "@knowhow/shared";
import type { QueryClient } from "@tanstack/react-query";
import { fileAt, isKeepable } from "./screens.ts";
import { keepView, type KeptView } from "./store.ts";
import { takeDrawnPicture, takePicture, type Picture } from "./takeView.ts";

/** Interval and number of checks whether an opened screen is fully rendered. */
const lookMs = 3_000;
const maxLooks = 5;
/** Characters of the view of a reader: a picture of a large window has some 500,000. */
const maxReaderLength = 2_000_000;

/** Keeps the view of the present screen, if it is a kept one and its user is still signed in. */
const keepCurrentView = async (queryClient: QueryClient, root: Element): Promise<boolean> => {
  const user = queryClient.getQueryData<CurrentUser | null>(meKey);
  if (!user || user.isBanned || user.mustChangePassword || user.id !== activeUserId()) return false;
  const { pathname, search } = window.location;
  if (!isKeepable(pathname, root)) return false;
  const nowOf = (): Omit<KeptView, keyof Picture> => {
    const keptAt = Date.now();
    return {
      personId: user.id,
      keptAt,
      since: oldestStaleAt() ?? keptAt,
      scheme: document.documentElement.dataset["scheme"] ?? "",
      width: window.innerWidth,
    };
  };
  const fileId = fileAt(pathname);
  if (fileId === undefined) {
    keepView(pathname, { ...nowOf(), ...takePicture(root) });
    return true;
  }
  const objectPath = root.querySelector<HTMLElement>("[data-object]")?.dataset["object"];
  // An older version of a file is not opened there without a network.
  if (objectPath === undefined || new URLSearchParams(search).has("version")) return true;
  const { openVault } = await import("../offline/vault/vaultFiles.ts");
  return openVault(user.id).keepView(fileId, objectPath, async () => {
    if (window.location.pathname !== pathname || !isKeepable(pathname, root)) return undefined;
    const now = nowOf();
    const view = JSON.stringify({ ...now, ...(await takeDrawnPicture(root)) });
    return view.length > maxReaderLength ? undefined : view;
  });
};

/**
 * Keeps the last view of the screens that can be read without a network: once rendered, when reading rests, and on
 * leaving the page.
 */
export const watchViews = (queryClient: QueryClient, onPath: (listener: () => void) => void): void => {
  const root = document.getElementById("root");
  if (!root) return;
  const keep = () =>
    keepCurrentView(queryClient, root).catch((error: unknown) => {
      // Without room, or with the database of a user who has gone, there is no view.
      console.warn(error);
      return true;
    });
  let timer: ReturnType<typeof setTimeout> | undefined;
  const look = (left = maxLooks) => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      if (left > 0) void keep().then((isKept) => isKept || look(left - 1));
    }, lookMs);
  };
  look();
  onPath(() => look());
  // The reader scrolls in a box of its own.
  const handleScroll = () => {
    if (fileAt(window.location.pathname) !== undefined) look();
  };
  document.addEventListener("scroll", handleScroll, { capture: true, passive: true });
  // A page that goes away fires one of these two events, or both.
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "hidden") void keep();
  });
  window.addEventListener("pagehide", () => {
    if (document.visibilityState === "visible") void keep();
  });
};
