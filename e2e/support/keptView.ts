import { expect, type BrowserContext, type Page } from "@playwright/test";

declare global {
  interface Window {
    /** The kept view, which is closed to everybody else. */
    keptView: ShadowRoot | undefined;
    /** Lets it make way for the app, which it does not before. */
    paintNow: (() => void) | undefined;
  }
}

/** Makes the kept view of a page reachable for the test, and holds it; as text, since what runs this adds names. */
const hold = `
  const { attachShadow } = Element.prototype;
  Element.prototype.attachShadow = function (options) { return (window.keptView = attachShadow.call(this, options)); };
  const Observer = window.MutationObserver;
  // The first of the page: it waits for the app.
  window.MutationObserver = class extends Observer {
    constructor(callback) {
      let isHeld = true;
      super((...told) => { if (!isHeld) callback(...told); });
      window.paintNow = () => { isHeld = false; callback([], this); };
      window.MutationObserver = Observer;
    }
  };
`;

/** Some versions of Chromium (150) forget at a navigation that they have been told so. */
const withoutNetwork = `Object.defineProperty(Navigator.prototype, "onLine", { value: false });`;

/** Opens a page in which a kept view stays until the test ends it. */
export const openHeld = async (context: BrowserContext, path: string, isOnline = false): Promise<Page> => {
  const page = await context.newPage();
  await page.addInitScript({ content: `${isOnline ? "" : withoutNetwork}${hold}` });
  await page.goto(path);
  return page;
};

/** Whether a kept view is there. */
export const isKeptShown = (page: Page): Promise<boolean> =>
  page.evaluate(() => window.keptView?.host.isConnected === true);

/** Ends a kept view as soon as the app is drawn; the app may draw a part of it anew at any moment. */
export const endKeptView = (page: Page): Promise<void> =>
  expect
    .poll(async () => {
      await page.evaluate(() => window.paintNow?.());
      return isKeptShown(page);
    })
    .toBe(false);

/** The paths of which the device keeps a view. */
export const keptPaths = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    Object.keys(localStorage).flatMap((key) => (key.startsWith("knowhow-view:") ? [key.slice(13)] : [])),
  );

/** Opens a screen and waits until its view is kept. */
export const untilViewKept = async (page: Page, path: string): Promise<void> => {
  await page.goto(path);
  await expect.poll(() => keptPaths(page)).toContain(path);
};
