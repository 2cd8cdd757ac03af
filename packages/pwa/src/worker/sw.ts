import { callPattern, frameHeader } from "@knowhow/shared/pages.ts";
import { clientsClaim } from "workbox-core";
import {
  addPlugins, cleanupOutdatedCaches, createHandlerBoundToURL, matchPrecache, precacheAndRoute,
} from "workbox-precaching"; // oxfmt-ignore
import { registerRoute } from "workbox-routing";
import { NetworkOnly } from "workbox-strategies";
import { runtimeCaches } from "./caches.ts";
import { circles, type Circle, type Message } from "./messages.ts";
import { listenForPushes } from "./notifications.ts";
import { ruleOf, type Rule } from "./rules.ts";

/** One file of this build: kept with the worker, or on idle where it belongs to a circle. */
interface BuiltFile {
  url: string;
  revision: string | null;
  circle?: Circle;
}

declare const self: ServiceWorkerGlobalScope;

// The build inserts these, sorted by vite.config.ts; the library's type has no circles.
const built = self.__WB_MANIFEST as BuiltFile[];

/** The page, which the server renders; so the server inserts its revision when it serves this file. */
const page = { url: "/", revision: "__PAGE_REVISION__" };

// Without the header the page of a visitor has contents, of one address and of this moment.
addPlugins([
  {
    requestWillFetch: async ({ request }) =>
      request.url === new URL(page.url, self.location.origin).href
        ? new Request(request, { headers: { [frameHeader]: "1" } })
        : request,
  },
]);
precacheAndRoute([...built.filter(({ circle }) => circle === undefined), page], {
  // An address matches only the file of its own name.
  cleanURLs: false,
  directoryIndex: "",
  ignoreURLParametersMatching: [],
});
cleanupOutdatedCaches();
/** The event of browsers with static routes; no standard type has it yet. */
interface RoutingEvent extends ExtendableEvent {
  addRoutes: (rule: {
    condition: { urlPattern: { pathname: string }; requestDestination: string };
    source: "network";
  }) => Promise<void>;
}
const isRouting = (event: ExtendableEvent): event is RoutingEvent => "addRoutes" in event;
self.addEventListener("install", (event) => {
  // Calls bypass the worker: they do not wait for its start, and do not restart the old one while a new one takes over,
  // which Chromium would then forget.
  if (isRouting(event))
    event.waitUntil(
      event
        .addRoutes({
          condition: { urlPattern: { pathname: callPattern }, requestDestination: "" },
          source: "network",
        })
        // An optimisation: a browser with other conditions still gets the offline app.
        .catch((error: unknown) => console.warn(error)),
    );
});
clientsClaim();

const { origin } = self.location;
const isUnder =
  (wanted: Rule) =>
  ({ request: { method, mode, destination }, url }: { request: Request; url: URL }): boolean =>
    ruleOf({ method, mode, destination, url }, origin) === wanted;

const shell = createHandlerBoundToURL(page.url);
registerRoute(isUnder("shell"), shell);
const network = new NetworkOnly();
registerRoute(isUnder("page"), async (options) => {
  try {
    return await network.handle(options);
  } catch {
    // Without a network the app itself shows that there is no such page.
    return shell(options);
  }
});
for (const rule of ["asset", "font", "image"] as const) registerRoute(isUnder(rule), runtimeCaches[rule]);

/** Keeps one file, unless it is precached or no rule keeps such files. */
const keep = async (event: ExtendableEvent, address: string): Promise<void> => {
  const url = new URL(address, origin);
  const rule = ruleOf({ method: "GET", mode: "no-cors", destination: "image", url }, origin);
  if (rule !== "asset" && rule !== "font" && rule !== "image") return;
  if (await matchPrecache(url.href)) return;
  await runtimeCaches[rule].handle({ event, request: new Request(url.href) });
};

/** Keeps files one after the other, so that requests of the page go first. */
const keepAll = async (
  event: ExtendableEvent,
  loaded: readonly string[],
  circle: Circle | undefined,
): Promise<void> => {
  const userCircles = circles.slice(0, circle === undefined ? 0 : circles.indexOf(circle) + 1);
  const parts = built.filter((file) => file.circle !== undefined && userCircles.includes(file.circle));
  for (const address of [...loaded, ...parts.map(({ url }) => url)]) {
    try {
      await keep(event, address);
    } catch {
      // Without a network, or room on the device, the rest is kept another time.
      return;
    }
  }
};

self.addEventListener("message", (event) => {
  // Only our own pages can send to this worker.
  const message = event.data as Message;
  if (message.type === "SKIP_WAITING") void self.skipWaiting();
  if (message.type === "IS_YOURS")
    event.ports[0]?.postMessage(built.some(({ url }) => new URL(url, origin).href === message.script));
  if (message.type === "KEEP") event.waitUntil(keepAll(event, message.loaded, message.circle));
});

listenForPushes();
