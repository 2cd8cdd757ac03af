import "./views/painted.ts";
import "./fonts/fonts.css";
import { hasKnownUser, activeUserId } from "@knowhow/ui/client/activeUser.ts";
import { platform } from "@knowhow/ui/client/platform.ts";
import { createQueryClient } from "@knowhow/ui/client/queries.ts";
import { meKey, readMe } from "@knowhow/ui/client/session.ts";
import { readHasWorker } from "@knowhow/ui/client/bootstrap.ts";
import { Providers } from "@knowhow/ui/features/layout/Providers.tsx";
import { textsOf } from "@knowhow/ui/device/texts/texts.ts";
import { applyScheme } from "@knowhow/ui/theme/scheme.ts";
import { onlineManager } from "@tanstack/react-query";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { createBrowserRouter, RouterProvider } from "react-router-dom";
import { watchInstalling } from "./installing.ts";
import { createLazyDraftStore } from "./offline/lazyDraftStore.ts";
import { createLazyJobStore } from "./offline/lazyJobStore.ts";
import { loadedLater } from "./offline/loadedLater.ts";
import { keepPublicPages } from "./offline/publicPages.ts";
import { routes } from "./routes.tsx";

// Steps of a start, for bench/pages.ts: all modules of the first screen have been evaluated, it is known who is there.
performance.mark("knowhow:modules");
applyScheme();
watchInstalling();
platform.openJobStore = (personId) =>
  createLazyJobStore(async () => (await import("./offline/jobStore.ts")).createDeviceJobStore(personId));
platform.openDraftStore = (personId) =>
  createLazyDraftStore(async () =>
    (await import("./offline/draftStore.ts")).createDeviceDraftStore(personId),
  );
platform.openResponseCache = (personId) => {
  const { store: load } = loadedLater(async () =>
    (await import("./offline/responseCache.ts")).createResponseCache(personId),
  );
  return {
    keep: async (address, kept) => (await load()).keep(address, kept),
    recall: async (address) => (await load()).recall(address),
    forget: async (start) => (await load()).forget(start),
  };
};
platform.openTextStore = (personId) => {
  // Made once: what is written after a sign-out is refused by the store from before it.
  const { store: load } = loadedLater(async () =>
    (await import("./offline/textStore.ts")).createTextStore(personId),
  );
  return {
    read: async () => (await load()).read(),
    onMore: (listener) => {
      load().then(
        (store) => store.onMore?.(listener),
        // Without it nothing is read either.
        () => undefined,
      );
    },
    keep: async (name, value) => (await load()).keep(name, value),
    keepMissing: async (name, value) => (await load()).keepMissing(name, value),
  };
};
platform.countSealed = async (personId) => (await import("./offline/sealing.ts")).countSealed(personId);
// Read while the first screen is on its way, so that no box is filled in late.
const here = activeUserId();
if (here !== null) textsOf(here);
// It begins by believing in a network, also where the page was opened without one.
onlineManager.setOnline(navigator.onLine);

const root = document.getElementById("root");
if (!root) throw new Error("The page has no place for the app.");

// Rare characters come from the font's own many small slices, whose list is long and can wait.
void import("pretendard/dist/web/variable/pretendardvariable-dynamic-subset.css");

const queryClient = createQueryClient();
keepPublicPages(queryClient);

// The first screen is still being loaded: with the answer at hand it is drawn once, for whoever it is for.
queryClient
  .query({ queryKey: meKey, queryFn: ({ signal }) => readMe(signal) })
  .then(() => performance.mark("knowhow:person"))
  // Asked again by whoever needs it.
  .catch(() => undefined);

/** After the first screen is there: the worker must not take the network from it. */
const startWorker = async () => {
  const { keepUpToDate, keepScreens } = await import("./serviceWorker.ts");
  await keepUpToDate();
  await keepScreens(queryClient);
};
if (readHasWorker() && "serviceWorker" in navigator)
  window.addEventListener("load", () => {
    startWorker().catch((error: unknown) => {
      // The app works without it, as long as there is a network.
      console.warn(error);
    });
  });

const router = createBrowserRouter(routes);

/** What the device keeps for somebody; a visitor's first page does not carry it. */
const startKeeping = () => {
  import("./offline/library.ts").then(
    ({ watchLibrary }) => watchLibrary(queryClient),
    // Without a network nothing could be read anyway.
    () => undefined,
  );
  import("./offline/forgotten.ts").then(
    ({ watchEndings, watchForgotten }) => {
      watchEndings(queryClient);
      watchForgotten(queryClient);
    },
    // The next start does it.
    () => undefined,
  );
  import("./views/keepViews.ts").then(
    ({ watchViews }) => watchViews(queryClient, (listener) => router.subscribe(listener)),
    // Without it the app starts a little later.
    () => undefined,
  );
};
window.addEventListener("load", () => {
  if (hasKnownUser()) {
    startKeeping();
    return;
  }
  // The first sign-in on this device.
  const stop = queryClient.getQueryCache().subscribe(() => {
    if (!hasKnownUser()) return;
    stop();
    startKeeping();
  });
});

createRoot(root).render(
  <StrictMode>
    <Providers queryClient={queryClient}>
      <RouterProvider router={router} />
    </Providers>
  </StrictMode>,
);
