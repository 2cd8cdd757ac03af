import type { Browser } from "@playwright/test";
import autocannon from "autocannon";
import { judge, median, say } from "./report.ts";

interface FirstVisit {
  /** First and largest paint, in seconds, and how far things have jumped. */
  first: number;
  largest: number;
  jumped: number;
  /** When the app was there, in seconds. */
  listening: number;
}

declare global {
  interface Window {
    paints: { first: number; largest: number; jumped: number; listening: number };
  }
}

/** Collects the paints of a page, and when the app has taken it over. */
const collect = (): void => {
  const paints = { first: Number.NaN, largest: Number.NaN, jumped: 0, listening: Number.NaN };
  window.paints = paints;
  const observe = (type: string, take: (entry: PerformanceEntry) => void) =>
    new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({ type, buffered: true });
  observe("paint", ({ name, startTime }) => {
    if (name === "first-contentful-paint") paints.first = startTime / 1_000;
  });
  observe("largest-contentful-paint", ({ startTime }) => {
    paints.largest = startTime / 1_000;
  });
  observe("layout-shift", (entry) => {
    // The library's types do not know this kind of entry.
    paints.jumped += (entry as PerformanceEntry & { value: number }).value;
  });
  const look = () => {
    const root = document.getElementById("root");
    const isThere = root?.querySelector("main") && root.dataset["rendered"] === undefined;
    if (isThere) paints.listening = performance.now() / 1_000;
    else requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
};

/** The first visit of a phone: processor slowed down four times, 1.6 Mbit/s, 150 ms. */
const visit = async (
  browser: Browser,
  baseURL: string,
  path: string,
  isRendered: boolean,
): Promise<FirstVisit> => {
  const context = await browser.newContext({
    baseURL,
    serviceWorkers: "block",
    viewport: { width: 390, height: 844 },
    deviceScaleFactor: 2,
    isMobile: true,
    hasTouch: true,
    userAgent:
      "Mozilla/5.0 (Linux; Android 14; Pixel 7) AppleWebKit/537.36 Chrome/150.0 Mobile Safari/537.36",
  });
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  await devtools.send("Network.enable");
  await devtools.send("Network.emulateNetworkConditions", {
    offline: false,
    latency: 150,
    downloadThroughput: 1_600_000 / 8,
    uploadThroughput: 750_000 / 8,
  });
  await devtools.send("Emulation.setCPUThrottlingRate", { rate: 4 });
  // The translator names functions by a helper that pages do not know.
  await page.addInitScript({ content: `var __name = (named) => named; (${collect.toString()})();` });
  // A request for no document gets the app's frame.
  if (!isRendered)
    await page.route(
      (url) => url.pathname === path,
      (route) => route.continue({ headers: { ...route.request().headers(), "sec-fetch-dest": "empty" } }),
    );
  await page.goto(path, { waitUntil: "load" });
  await page.waitForFunction(() => !Number.isNaN(window.paints.listening), undefined, { timeout: 60_000 });
  await page.waitForLoadState("networkidle");
  const paints = await page.evaluate(() => window.paints);
  await context.close();
  return paints;
};

/** Requests per second of a page with its contents, beside its first answer alone. */
export const measurePages = async (baseURL: string, contentId: string): Promise<void> => {
  const places = [
    ["home", "/", "/api/contents/popular"],
    ["market", "/market", "/api/contents?limit=12"],
    ["content", `/content/${contentId}`, `/api/contents/${contentId}`],
  ] as const;
  const rateOf = async (path: string) => {
    const headers = { "sec-fetch-dest": "document", "accept-encoding": "gzip", "sec-ch-ua-mobile": "?1" };
    const { requests, non2xx } = await autocannon({
      url: baseURL + path,
      connections: 16,
      duration: 3,
      headers,
    });
    if (non2xx > 0) throw new Error(`${path} was refused`);
    return requests.average;
  };
  for (const [what, path, call] of places) {
    // The first seconds translate.
    await rateOf(path);
    const [page, answer] = [await rateOf(path), await rateOf(call)];
    judge(`${what} per second beside its first answer`, page / answer, {
      min: 0.5,
      unit: " ×",
      detail: `${page.toFixed(0)} and ${answer.toFixed(0)}`,
    });
  }
};

/** Compares pages that arrive with their contents and the same pages as the app's frame, turn about. */
export const measureFirstVisits = async (
  browser: Browser,
  baseURL: string,
  contentId: string,
  runs: number,
): Promise<void> => {
  const places = [
    ["home", "/"],
    ["market", "/market"],
    ["content", `/content/${contentId}`],
  ] as const;
  for (const [what, path] of places) {
    const visits: Record<"rendered" | "frame", FirstVisit[]> = { rendered: [], frame: [] };
    // The server renders a page when it is first asked for.
    await visit(browser, baseURL, path, true);
    for (let run = 0; run < runs; run += 1) {
      visits.rendered.push(await visit(browser, baseURL, path, true));
      visits.frame.push(await visit(browser, baseURL, path, false));
    }
    const of = (which: keyof typeof visits, part: keyof FirstVisit) =>
      median(visits[which].map((one) => one[part]));
    judge(`first visit of ${what}, first paint`, of("rendered", "first"), { max: 1.5, unit: " s" });
    judge(`first visit of ${what}, largest paint`, of("rendered", "largest"), { max: 2.5, unit: " s" });
    judge(`first visit of ${what}, jumps`, of("rendered", "jumped"), { max: 0.05 });
    say(
      `       the app listens after ${of("rendered", "listening").toFixed(2)} s; with the frame alone: ${of("frame", "first").toFixed(2)} s, ${of("frame", "largest").toFixed(2)} s, ${of("frame", "listening").toFixed(2)} s`,
    );
  }
};
