import type { EventEmitter } from "node:events";
import type { CDPSession } from "playwright-core";
import { fromChromium } from "./addresses.ts";
import { emitPreventable } from "./preventable.ts";

/** Asks the app before the window goes somewhere that the app itself did not send it, and before a redirect. */
export const guardNavigation = (contents: EventEmitter) => {
  let isExpected = false;
  const isRefused = (name: string, url: string): boolean =>
    !emitPreventable(contents, name, { url, isMainFrame: name !== "will-frame-navigate" }, url);
  return {
    /** What comes next is the app's own doing. */
    expect: (): void => {
      isExpected = true;
    },
    /** Holds every load of a document until the app has been asked. */
    watch: async (cdp: CDPSession): Promise<void> => {
      const { frameTree } = await cdp.send("Page.getFrameTree");
      cdp.on("Fetch.requestPaused", ({ requestId, request, frameId, redirectedRequestId }) => {
        const url = fromChromium(request.url);
        const isFromApp = isExpected;
        let isStopped = false;
        if (frameId === frameTree.frame.id) {
          isExpected = false;
          if (redirectedRequestId !== undefined) isStopped = isRefused("will-redirect", url);
          else if (!isFromApp) isStopped = isRefused("will-navigate", url);
        } else isStopped = isRefused("will-frame-navigate", url);
        const done = isStopped
          ? cdp.send("Fetch.failRequest", { requestId, errorReason: "Aborted" })
          : cdp.send("Fetch.continueRequest", { requestId });
        done.catch(() => undefined); // The page has gone on or closed meanwhile.
      });
      await cdp.send("Fetch.enable", { patterns: [{ urlPattern: "*", resourceType: "Document" }] });
    },
  };
};
