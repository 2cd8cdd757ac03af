import { expect, type Page } from "@playwright/test";

/** Waits until a service worker is in charge of this page. */
export const untilInCharge = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    await navigator.serviceWorker.ready;
    if (!navigator.serviceWorker.controller)
      await new Promise((resolve) => {
        navigator.serviceWorker.addEventListener("controllerchange", resolve, { once: true });
      });
  });

/** Every address that the caches hold, without what tells revisions apart. */
export const keptAddresses = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    const found = [];
    for (const name of await caches.keys())
      for (const { url } of await (await caches.open(name)).keys()) {
        const { pathname, search } = new URL(url);
        found.push(pathname + search.replace(/[?&]__WB_REVISION__=[^&]*/, ""));
      }
    return found;
  });

type Table = "answers" | "texts" | "jobs" | "sealed" | "vaultTexts";

const readTable = (page: Page, table: Table, what: "getAll" | "getAllKeys"): Promise<string[]> =>
  page.evaluate(
    async ([name, method]) => {
      const databases = await indexedDB.databases();
      const kept = databases.find((one) => one.name?.startsWith("knowhow:"))?.name;
      // The app has not made it yet.
      if (kept === undefined) return [];
      return new Promise<string[]>((resolve, reject) => {
        const opening = indexedDB.open(kept);
        opening.onerror = () => reject(new Error("not opened"));
        opening.onsuccess = () => {
          const all = opening.result.transaction(name).objectStore(name)[method]();
          all.onsuccess = () => {
            opening.result.close();
            resolve(all.result.map((one: unknown) => (typeof one === "string" ? one : JSON.stringify(one))));
          };
        };
      });
    },
    [table, what] as const,
  );

/** The keys of the signed-in person's rows on the device, in one of its tables. */
export const keysIn = (page: Page, table: Table): Promise<string[]> => readTable(page, table, "getAllKeys");

/** The same of the rows, as JSON. */
export const valuesIn = (page: Page, table: Table): Promise<string[]> => readTable(page, table, "getAll");

/** Looks in a row that find nothing new: on a busy machine a file may take a second to come. */
const stillLooks = 6;

/** Waits until the worker has kept everything that it keeps on idle: until it keeps no more than two seconds before. */
export const untilKept = async (page: Page, more: RegExp): Promise<void> => {
  await expect
    .poll(async () => (await keptAddresses(page)).filter((path) => more.test(path)).length)
    .toBeGreaterThan(0);
  let last = -1;
  let still = 0;
  await expect
    .poll(
      async () => {
        const before = last;
        last = (await keptAddresses(page)).length;
        still = last === before ? still + 1 : 0;
        return still;
      },
      { intervals: [300] },
    )
    .toBeGreaterThanOrEqual(stillLooks);
};

/** Has the browser look for a new version, as it does every hour. */
export const lookForUpdate = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    await (await navigator.serviceWorker.getRegistration())?.update();
  });
