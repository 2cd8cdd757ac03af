import { test as base, expect, type APIRequestContext, type BrowserContext } from "@playwright/test";
import { watch } from "./support/guard.ts";

interface Options {
  /** Troubles that a test provokes on purpose: matched against message and path. */
  expected: readonly RegExp[];
}

interface Fixtures {
  /** Opens another browser for another person; watched like the first. */
  openBrowser: () => Promise<BrowserContext>;
  /** A caller with a session of its own, for people whom the test does not show. */
  openSession: () => Promise<APIRequestContext>;
}

const expectNone = (troubles: readonly string[], expected: readonly RegExp[]): void => {
  expect(
    troubles.filter((line) => !expected.some((pattern) => pattern.test(line))),
    "errors in the console",
  ).toEqual([]);
};

/** The test of this suite: fails too when any page has logged an error to the console. */
export const test = base.extend<Options & Fixtures>({
  expected: [[], { option: true }],

  context: async ({ context, expected }, use) => {
    const troubles = await watch(context);
    await use(context);
    expectNone(troubles, expected);
  },

  openBrowser: async ({ browser, expected }, use) => {
    const opened: { context: BrowserContext; troubles: readonly string[] }[] = [];
    await use(async () => {
      const context = await browser.newContext();
      opened.push({ context, troubles: await watch(context) });
      return context;
    });
    for (const { context, troubles } of opened) {
      await context.close();
      expectNone(troubles, expected);
    }
  },

  openSession: async ({ playwright }, use) => {
    const opened: APIRequestContext[] = [];
    await use(async () => {
      const request = await playwright.request.newContext();
      opened.push(request);
      return request;
    });
    for (const request of opened) await request.dispose();
  },
});

export { expect };
