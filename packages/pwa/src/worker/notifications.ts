import type { OpenMessage } from "./messages.ts";
import { pushMessageOf, windowFor } from "./pushMessages.ts";

declare const self: ServiceWorkerGlobalScope;

const windows = () => self.clients.matchAll({ type: "window", includeUncontrolled: true });

const show = async (data: string | undefined): Promise<void> => {
  const { title, body, path, tag } = pushMessageOf(data);
  await self.registration.showNotification(title, {
    body,
    tag,
    icon: "/icons/icon-192.png",
    badge: "/icons/icon-192.png",
    lang: "ko",
    data: { path },
  });
};

const open = async (path: string): Promise<void> => {
  const found = windowFor(path, await windows());
  if (!found) {
    await self.clients.openWindow(path);
    return;
  }
  // Gone inside the app: a reload would lose words that are not sent.
  found.postMessage({ type: "OPEN", path } satisfies OpenMessage);
  // A browser that refuses has gone there all the same.
  await found.focus().catch(() => undefined);
};

/**
 * Shows messages of the server, and opens their pages. A subscription that the browser changes goes to the server at the
 * next start of the app, where its person is known.
 */
export const listenForPushes = (): void => {
  self.addEventListener("push", (event) => event.waitUntil(show(event.data?.text())));
  self.addEventListener("notificationclick", (event) => {
    event.notification.close();
    // Set above; the library's type leaves it open.
    const { path } = event.notification.data as { path: string };
    event.waitUntil(open(path));
  });
};
