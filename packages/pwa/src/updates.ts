import { isBusy } from "@knowhow/ui/device/update/busy.ts";
import { lookBy, offerUpdate } from "./features/update/updates.ts";
import { Workbox } from "workbox-window";
import type { Message } from "./worker/messages.ts";

const hourMs = 60 * 60 * 1_000;
/** Returning to the tab looks for a new version, unless the last look was less than this ago. */
const lookAgainMs = 60_000;
const answerMs = 2_000;

const workers = navigator.serviceWorker;

/** The script that this page was loaded with: it names the page's version. */
const ownScript = (): string | undefined =>
  document.querySelector<HTMLScriptElement>('script[type="module"][src]')?.src;

const reload = () => {
  window.location.reload();
};

/** Whether the controlling worker has the files of this page; assumed if it does not answer. */
const isSameRelease = (): Promise<boolean> =>
  new Promise((resolve) => {
    const script = ownScript();
    if (!workers.controller || script === undefined) {
      resolve(true);
      return;
    }
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = ({ data }) => {
      resolve(data === true);
      port1.close();
    };
    setTimeout(() => {
      resolve(true);
    }, answerMs);
    workers.controller.postMessage({ type: "IS_YOURS", script } satisfies Message, [port2]);
  });

const quietMs = 150;
/** How often it is checked whether the page is still loading pictures. */
const maxLooks = 20;

/** Waits until the page loads no pictures; a new screen requests them in its first moments. */
const untilQuiet = async (): Promise<void> => {
  for (let look = 0; look < maxLooks; look += 1) {
    await new Promise((resolve) => setTimeout(resolve, quietMs));
    // A lazy picture is not loaded before it is scrolled to.
    if ([...document.images].every(({ complete, loading }) => complete || loading === "lazy")) return;
  }
};

/** Waits until the version just found is installed or has failed. */
const untilInstalled = ({ installing }: ServiceWorkerRegistration): Promise<void> =>
  new Promise((resolve) => {
    if (!installing) {
      resolve();
      return;
    }
    installing.addEventListener("statechange", () => {
      if (installing.state !== "installing") resolve();
    });
  });

/**
 * Registers the service worker, offers new versions of it and looks for them: every hour and whenever the tab is
 * visible again. A new version is activated when the user accepts it, or when all tabs were closed.
 */
export const keepUpToDate = async (): Promise<void> => {
  const workbox = new Workbox("/sw.js");
  /** The new version was accepted in this tab: this page reloads at once, other tabs when it suits them. */
  let isLetIn = false;
  const offer = ({ waiting }: ServiceWorkerRegistration) => {
    if (!waiting) return;
    offerUpdate(() => {
      // A request while Chromium stops the old worker would start it again, and the new one would go on waiting.
      void untilQuiet().then(() => {
        if (isBusy()) return;
        isLetIn = true;
        waiting.postMessage({ type: "SKIP_WAITING" } satisfies Message);
      });
    });
  };
  // The library's `isUpdate` is not used: it is false in the tab that saw the first worker install.
  workers.addEventListener("controllerchange", () => {
    const wasLetIn = isLetIn;
    // The consent was for that version: a still newer one needs another.
    isLetIn = false;
    // The old worker may have been slow, and the user have begun to pay or to write meanwhile.
    if (wasLetIn && !isBusy()) reload();
    else
      void isSameRelease().then((isSame) => {
        offerUpdate(isSame ? undefined : reload);
      });
  });
  // The worker that removes all others reloads pages that do not answer.
  workers.addEventListener("message", ({ data, ports }: MessageEvent<unknown>) => {
    if (typeof data === "object" && data !== null && "type" in data && data.type === "ARE_YOU_THERE")
      ports[0]?.postMessage(true);
  });
  const registration = await workbox.register();
  if (!registration) return;
  workbox.addEventListener("waiting", () => {
    offer(registration);
  });
  offer(registration);

  let lookedAt = Date.now();
  const look = async () => {
    lookedAt = Date.now();
    await registration.update();
    await untilInstalled(registration);
    offer(registration);
  };
  const lookQuietly = () => {
    // Without a network no new version can be found.
    look().catch(() => undefined);
  };
  lookBy(look);
  setInterval(lookQuietly, hourMs);
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "visible" && Date.now() - lookedAt >= lookAgainMs) lookQuietly();
  });
};
