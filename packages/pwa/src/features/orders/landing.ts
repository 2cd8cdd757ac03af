import { useCallback, useEffect, type MouseEvent } from "react";
import { useNavigate } from "react-router-dom";
import { object, string } from "yup";
import { removeTabItems, setTabItem, getTabItem } from "@knowhow/ui/client/tabItems.ts";
import { lastCheckout } from "./lastCheckout.ts";

const name = "landing";
const shape = object({ contentId: string().required(), path: string().required() });

let takeovers = 0;

/** How many checkouts this page was taken over from: a payment that began before the last one is over, and no failure. */
export const countTakeovers = (): number => takeovers;

/** Browsers count no further: beyond it the way back can not be measured. */
const maxEntries = 50;
/** A way back that did not lead anywhere by then is given up. */
const patienceMs = 1_500;

/**
 * How long the tab's history is up to the checkout, noted before the payment window opens. What lies ahead of it is cut
 * off by an entry of its own, which is the last one then. A payment that is repeated after a failure began there too.
 */
export const entriesAtCheckout = (): { entries?: number | undefined } => {
  if (!window.location.pathname.startsWith("/checkout/")) return { entries: lastCheckout()?.entries };
  window.history.pushState(window.history.state, "", window.location.href);
  const { length } = window.history;
  return length < maxEntries ? { entries: length - 1 } : {};
};

/**
 * Goes on from the end of a payment in the place of its checkout: so the back button leads to what was before it, and
 * never into the provider's window or to the confirmation again.
 */
export const useLanding = (contentId: string, orderNumber: string | undefined): ((path: string) => void) => {
  const navigate = useNavigate();
  return useCallback(
    (path) => {
      const checkout = lastCheckout();
      const { length } = window.history;
      const behind =
        checkout !== undefined &&
        checkout.orderNumber === orderNumber &&
        checkout.entries !== undefined &&
        length < maxEntries
          ? length - checkout.entries
          : 0;
      const replace = () => void navigate(path, { replace: true });
      if (behind <= 0) {
        replace();
        return;
      }
      setTabItem(name, { contentId, path });
      const timer = window.setTimeout(() => {
        removeTabItems(name);
        replace();
      }, patienceMs);
      window.addEventListener("pagehide", () => window.clearTimeout(timer), { once: true });
      window.history.go(-behind);
    },
    [navigate, contentId, orderNumber],
  );
};

/** The props of a link that goes on so; a press for the browser's own handling of links is left to it. */
export const landingLink = (land: (path: string) => void, path: string) => ({
  href: path,
  onClick: (event: MouseEvent) => {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    land(path);
  },
});

/** Takes the checkout of a purchase that is finished over for where its buyer goes on. */
export const useTakeover = (contentId: string): void => {
  const navigate = useNavigate();
  useEffect(() => {
    const goOn = () => {
      const kept = getTabItem(name);
      if (!shape.isValidSync(kept)) return;
      const { contentId: wanted, path } = shape.cast(kept);
      if (wanted !== contentId || !path.startsWith("/")) return;
      removeTabItems(name);
      takeovers += 1;
      void navigate(path, { replace: true });
    };
    goOn();
    // The page may come back as it was left.
    window.addEventListener("pageshow", goOn);
    return () => window.removeEventListener("pageshow", goOn);
  }, [contentId, navigate]);
};
