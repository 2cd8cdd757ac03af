import "./views/painted.ts";
import "./fonts/fonts.css";
import "./fonts/fallback.css";
import "./print.css";
import { hasKnownUser, activeUserId } from "@knowhow/ui/client/activeUser.ts";
import { createBrowserPlatform } from "@knowhow/ui/client/browserPlatform.ts";
import { createQueryClient } from "@knowhow/ui/client/queries.ts";
import { meKey, readMe } from "@knowhow/ui/client/session.ts";
import { readHasWorker } from "@knowhow/ui/client/bootstrap.ts";
import { keepResponsesIn } from "@knowhow/ui/client/responseCache.ts";
import { createDevice } from "@knowhow/ui/device/device.ts";
import { Providers } from "@knowhow/ui/features/layout/Providers.tsx";
import { applyScheme } from "@knowhow/ui/theme/scheme.ts";
import { onlineManager } from "@tanstack/react-query";
import { StrictMode, useLayoutEffect, type ReactNode } from "react";
import { createRoot, hydrateRoot } from "react-dom/client";
import { createBrowserRouter, RouterProvider } from "react-router-dom";
import { watchInstalling } from "./installing.ts";
import {
  createLazyDraftStore,
  createLazyJobStore,
  createLazyResponseCache,
  createLazyTextStore,
} from "./offline/lazyStores.ts";
import { keepPublicPages } from "./offline/publicPages.ts";
import { primeReads, takeEarlyInput, takeServerPage } from "./renderedPage.ts";
import { routes } from "./routes.tsx";
import { firstScreen } from "./routes/firstScreen.ts";

// Marks for bench/pages.ts: here the modules of the first screen are evaluated, below the session is known.
performance.mark("knowhow:modules");
applyScheme();
watchInstalling();
const device = createDevice({
  openJobStore: (personId) =>
    createLazyJobStore(async () => (await import("./offline/jobStore.ts")).createDeviceJobStore(personId)),
  openDraftStore: (personId) =>
    createLazyDraftStore(async () =>
      (await import("./offline/draftStore.ts")).createDeviceDraftStore(personId),
    ),
  openTextStore: (personId) =>
    createLazyTextStore(async () => (await import("./offline/textStore.ts")).createTextStore(personId)),
  countSealed: async (personId) => (await import("./offline/sealing.ts")).countSealed(personId),
  staffWaits: false,
});
keepResponsesIn((personId) =>
  createLazyResponseCache(async () =>
    (await import("./offline/responseCache.ts")).createResponseCache(personId),
  ),
);
// Read while the first screen is on its way, so that no box is filled in late.
const here = activeUserId();
if (here !== null) device.textsOf(here);
// The library assumes a network at the start, also where the page was opened without one.
onlineManager.setOnline(navigator.onLine);

const root = document.getElementById("root");
if (!root) throw new Error("The page has no place for the app.");

// Rare characters come from the font's own many small slices, whose list is long and can wait.
void import("pretendard/dist/web/variable/pretendardvariable-dynamic-subset.css");

const queryClient = createQueryClient();
// Before anything is noted on the device.
const page = takeServerPage(root);
keepPublicPages(queryClient);
if (page) {
  primeReads(queryClient, page.reads);
  queryClient.setQueryData(meKey, null);
} else
  // Asked while the first screen is loading, so that it is rendered once, with the session known.
  queryClient
    .query({ queryKey: meKey, queryFn: ({ signal }) => readMe(signal) })
    .then(() => performance.mark("knowhow:person"))
    // A component that needs the session asks again.
    .catch(() => undefined);

/** Runs after the first screen is loaded: the worker must not compete with it for the network. */
const startWorker = async () => {
  const { keepUpToDate, keepScreens } = await import("./serviceWorker.ts");
  await keepUpToDate();
  await keepScreens(queryClient);
};
if (readHasWorker() && "serviceWorker" in navigator)
  window.addEventListener("load", () => {
    startWorker().catch((error: unknown) => {
      // Without a worker the app works as long as there is a network.
      console.warn(error);
    });
  });

const router = createBrowserRouter(routes);
if (page) {
  const stop = router.subscribe(({ location }) => {
    if (location.key === "default") return;
    stop();
    // The words of the page that the server sent are not those of the next one.
    for (const word of document.querySelectorAll(
      'link[rel=canonical], meta[property^="og:"], [type$="ld+json"]',
    ))
      word.remove();
  });
}

/** Starts what the device keeps for a user; a visitor's first page does not load this code. */
const startKeeping = () => {
  import("./offline/library.ts").then(
    ({ watchLibrary }) => watchLibrary(queryClient, device),
    // Without a network nothing could be fetched anyway.
    () => undefined,
  );
  import("./offline/forgotten.ts").then(
    ({ watchEndings, watchForgotten }) => {
      watchEndings(queryClient);
      watchForgotten(queryClient);
    },
    // The next start tries again.
    () => undefined,
  );
  import("./views/keepViews.ts").then(
    ({ watchViews }) => watchViews(queryClient, (listener) => router.subscribe(listener)),
    // Without kept views a start without a network shows its screen a little later.
    () => undefined,
  );
};
window.addEventListener("load", () => {
  if (hasKnownUser()) {
    startKeeping();
    return;
  }
  // Starts with the first sign-in on this device.
  const stop = queryClient.getQueryCache().subscribe(() => {
    if (!hasKnownUser()) return;
    stop();
    startKeeping();
  });
});

interface ListeningProps {
  onListen: () => void;
  children: ReactNode;
}

/** Tells when the app is drawn and listens. */
const Listening = ({ onListen, children }: ListeningProps) => {
  // After the router has scrolled, before anything is painted.
  useLayoutEffect(onListen, [onListen]);
  return children;
};

// The page that the server sent stands until the first screen is there: its frame, or a public page.
void firstScreen(router).then(() => {
  const app = (
    <StrictMode>
      <Listening onListen={takeEarlyInput(root)}>
        <Providers platform={createBrowserPlatform(device)} queryClient={queryClient}>
          <RouterProvider router={router} />
        </Providers>
      </Listening>
    </StrictMode>
  );
  if (page?.isSame) hydrateRoot(root, app);
  else createRoot(root).render(app);
});
