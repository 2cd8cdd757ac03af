import { isBusy } from "@knowhow/ui/device/update/busy.ts";
import { lookBy, offerUpdate } from "./features/update/updates.ts";
import { Workbox } from "workbox-window";
import type { Message } from "./worker/messages.ts";

const hourMs = 60 * 60 * 1_000;
/** Coming back to a tab looks for a new version, unless that was done less than this ago. */
const lookAgainMs = 60_000;
const answerMs = 2_000;

const workers = navigator.serviceWorker;

/** The script that this page began with: it tells of which version the page is. */
const ownScript = (): string | undefined =>
  document.querySelector<HTMLScriptElement>('script[type="module"][src]')?.src;

const reload = () => {
  window.location.reload();
};

/** Whether the worker in charge has the files of this page; one that says nothing is believed to. */
const isOurs = (): Promise<boolean> =>
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
/** How often it is looked whether the page still loads something. */
const mostLooks = 20;

/** Until the page loads no pictures; a screen that has just come asks for them in its first moments. */
const untilQuiet = async (): Promise<void> => {
  for (let look = 0; look < mostLooks; look += 1) {
    await new Promise((resolve) => setTimeout(resolve, quietMs));
    // One that waits to be scrolled to is not being loaded.
    if ([...document.images].every(({ complete, loading }) => complete || loading === "lazy")) return;
  }
};

/** Until the version that was just found is here, or turned out to be none. */
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
 * Registers the service worker, offers new versions of it and looks for them: every hour and whenever the tab is looked
 * at again. A new one comes into force when somebody lets it in, or when all tabs were closed.
 */
export const keepUpToDate = async (): Promise<void> => {
  const workbox = new Workbox("/sw.js");
  /** Somebody let the new version in here: this page goes with it at once, others when it suits them. */
  let isLetIn = false;
  const offer = ({ waiting }: ServiceWorkerRegistration) => {
    if (!waiting) return;
    offerUpdate(() => {
      // A request that comes while Chromium stops the old worker starts it again, and the new one goes on waiting.
      void untilQuiet().then(() => {
        if (isBusy()) return;
        isLetIn = true;
        waiting.postMessage({ type: "SKIP_WAITING" } satisfies Message);
      });
    });
  };
  // Not told by the library whether it is an update: it thinks not in the tab that saw the first worker come.
  workers.addEventListener("controllerchange", () => {
    const wasLetIn = isLetIn;
    // It was about that one: a still newer one is let in anew.
    isLetIn = false;
    // The old one may have taken its time, and somebody have begun to pay or to write meanwhile.
    if (wasLetIn && !isBusy()) reload();
    else
      void isOurs().then((isSame) => {
        offerUpdate(isSame ? undefined : reload);
      });
  });
  // The worker that ends all others loads pages anew that do not answer.
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
    // Without a network there is nothing to be found.
    look().catch(() => undefined);
  };
  lookBy(look);
  setInterval(lookQuietly, hourMs);
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "visible" && Date.now() - lookedAt >= lookAgainMs) lookQuietly();
  });
};
