/**
 * `npm run bench:pages`: how the app starts on a phone. A cold start without a network to a library and to a room that
 * can be read, with the processor slowed down four times; first visits of public pages on a slow network; what the first
 * page loads; what Lighthouse says.
 * RUNS may be set; `--no-lighthouse` leaves that out, `--first-visits` measures only these.
 */
import { api } from "@knowhow/shared";
import { chromium, type Browser, type BrowserContext, type Page } from "@playwright/test";
import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { chmod, mkdtemp, readFile, rm } from "node:fs/promises";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { call, createContent, register, takeFree } from "../e2e/support/api.ts";
import { makePreview } from "../e2e/support/files.ts";
import { makePerson } from "../e2e/support/people.ts";
import { keysIn, untilInCharge } from "../e2e/support/worker.ts";
import { startServerProcess } from "../packages/server/testing/process.ts";
import { findChromium } from "../scripts/chromium.mjs";
import { measureFirstVisits, measurePages } from "./firstVisits.ts";
import { judge, median, say, sumUp } from "./report.ts";

const runs = Number(process.env["RUNS"] ?? 5);
const contents = 20;
const messages = 50;
const root = fileURLToPath(new URL("..", import.meta.url));
const executablePath = findChromium();
const flags = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-sync"];

interface Shop {
  /** The content that was bought last. */
  content: { id: string; title: string };
  room: { id: string; last: string };
}

/** A person with a full shelf and a long talk, in this browser. */
const prepare = async (browser: Browser, buyer: BrowserContext, baseURL: string): Promise<Shop> => {
  const seller = (await browser.newContext({ baseURL })).request;
  await register(seller, makePerson("멘토"));
  await register(buyer.request, makePerson("구매자"));
  let content = { id: "", title: "" };
  for (let index = 1; index <= contents; index += 1) {
    content = await createContent(seller, {
      title: `기차에서 읽는 책 ${index}`,
      price: 0,
      previews: [await makePreview("표지.png")],
    });
    await takeFree(buyer.request, content);
  }
  const { chatRooms } = await call(seller, api.chats.rooms, { query: { limit: 1 } });
  const roomId = chatRooms[0]?.id ?? "";
  for (let index = 1; index <= messages; index += 1)
    await call(seller, api.chats.send, { params: { roomId }, body: { message: `${index}번째 말` } });
  return { content, room: { id: roomId, last: `${messages}번째 말` } };
};

/** Waits until the device has all of it. */
const untilOnDevice = async (page: Page, { room }: Shop): Promise<void> => {
  for (let look = 0; look < 240; look += 1) {
    const keys = await keysIn(page, "answers").catch(() => []);
    const isWhole = keys.filter((key) => key.includes("/comments")).length >= contents;
    if (isWhole && keys.some((key) => key.includes("/messages") && key.includes(room.id))) return;
    await sleep(500);
  }
  throw new Error("The device has not kept the library within two minutes.");
};

/**
 * Notes on the page when a text has been painted on it, be it in the view that the device kept, and when the app itself
 * had drawn it and nothing lay over it; as text, since what runs this adds names that pages do not know.
 */
const lookFor = `(wanted, isKeptShown) => {
  // Chromium (150) forgets at each navigation that its tools have told it so.
  Object.defineProperty(Navigator.prototype, "onLine", { value: false });
  if (!isKeptShown) {
    const { getItem } = Storage.prototype;
    Storage.prototype.getItem = function (key) { return key.startsWith("knowhow-view:") ? null : getItem.call(this, key); };
  }
  let kept;
  const { attachShadow } = Element.prototype;
  Element.prototype.attachShadow = function (options) { return (kept = attachShadow.call(this, options)); };
  const isIn = (place) => [...place?.querySelectorAll("main *") ?? []].some(
    (one) => [...one.childNodes].some((part) => part.nodeType === 3 && part.data.includes(wanted)) && one.checkVisibility());
  const note = (name) => {
    if (document.documentElement.dataset[name] !== undefined) return;
    // Behind the frame that it is in.
    setTimeout(() => { document.documentElement.dataset[name] ??= String(performance.now()); });
  };
  const step = (name) => performance.getEntriesByName(name).length > 0 || performance.mark(name);
  const look = () => {
    if (document.querySelector("#root main")) step("knowhow:commit");
    const isCovered = kept?.host.isConnected === true;
    const isDrawn = !isCovered && isIn(document);
    if (isDrawn || (isCovered && isIn(kept))) note("seenAt");
    if (isDrawn) { step("knowhow:readable"); note("drawnAt"); }
    else requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}`;

/** The steps of a start: its first script runs, all modules have been evaluated, the signed-in person is known … */
const steps = ["script", "modules", "person", "commit", "readable"] as const;
type Step = (typeof steps)[number];

interface Start {
  /** Until the text can be read, and until the app has drawn it, in seconds. */
  readable: number;
  usable: number;
  /** How long the main thread was at work by then, slowed down as it is, which other work does not lengthen. */
  busy: number;
  /** When each step was reached, in seconds. */
  steps: Record<Step, number>;
}

/** From the start of the navigation until a text stands on the screen; with or without the view that was kept. */
const timeTo = async (
  context: BrowserContext,
  path: string,
  text: string,
  isKeptShown: boolean,
): Promise<Start> => {
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  // The worker starts from nothing too.
  await devtools.send("ServiceWorker.enable");
  await devtools.send("ServiceWorker.stopAllWorkers");
  await devtools.send("Performance.enable", { timeDomain: "threadTicks" });
  await devtools.send("Emulation.setCPUThrottlingRate", { rate: 4 });
  await page.addInitScript({ content: `(${lookFor})(${JSON.stringify(text)}, ${isKeptShown})` });
  await page.goto(path, { waitUntil: "commit" });
  const html = page.locator("html[data-drawn-at]");
  await html.waitFor({ state: "attached", timeout: 60_000 });
  const [seen, drawn] = [await html.getAttribute("data-seen-at"), await html.getAttribute("data-drawn-at")];
  const { metrics } = await devtools.send("Performance.getMetrics");
  const busy = metrics.find(({ name }) => name === "TaskDuration")?.value ?? Number.NaN;
  const marks = await page.evaluate(() =>
    performance.getEntriesByType("mark").map(({ name, startTime }) => [name, startTime] as const),
  );
  const times = new Map(marks);
  const stepAt = (step: Step) => [step, (times.get(`knowhow:${step}`) ?? Number.NaN) / 1_000] as const;
  await page.close();
  return {
    readable: Number(seen) / 1_000,
    usable: Number(drawn) / 1_000,
    busy,
    steps: Object.fromEntries(steps.map(stepAt)) as Record<Step, number>, // one for each step
  };
};

/** Turn about, so that both meet the same machine: with the view that was kept, and without. */
const judgeStarts = async (context: BrowserContext, what: string, path: string, text: string) => {
  const shown: Start[] = [];
  const plain: Start[] = [];
  for (let run = 0; run < runs; run += 1) {
    shown.push(await timeTo(context, path, text, true));
    plain.push(await timeTo(context, path, text, false));
  }
  const detail = (starts: readonly Start[], which: "readable" | "usable") =>
    `at work ${median(starts.map(({ busy }) => busy)).toFixed(2)} s; ${starts.map((one) => one[which].toFixed(2)).join(" ")}`;
  const of = (starts: readonly Start[], which: "readable" | "usable") =>
    median(starts.map((one) => one[which]));
  judge(`offline cold start to a readable ${what}`, of(shown, "readable"), {
    max: 1.5,
    unit: " s",
    detail: shown.map(({ readable }) => readable.toFixed(2)).join(" "),
  });
  say(`       the app has drawn it: ${of(shown, "usable").toFixed(2)} s (${detail(shown, "usable")})`);
  say(`       with no view kept: ${of(plain, "usable").toFixed(2)} s (${detail(plain, "usable")})`);
  const stepOf = (step: Step) => median(plain.map((start) => start.steps[step])).toFixed(2);
  say(`       its steps: ${steps.map((step) => `${step} ${stepOf(step)}`).join(", ")} s`);
};

const measureColdStarts = async (browser: Browser, baseURL: string, profile: string): Promise<Shop> => {
  // A profile of its own: one that is thrown away keeps no compiled code, which every browser in use does.
  const context = await chromium.launchPersistentContext(profile, {
    ...(executablePath ? { executablePath } : {}),
    args: flags,
    baseURL,
    viewport: { width: 390, height: 844 },
    locale: "ko-KR",
  });
  const shop = await prepare(browser, context, baseURL);
  const page = await context.newPage();
  await page.goto("/");
  await untilInCharge(page);
  await untilOnDevice(page, shop);
  const starts = [
    ["library", "/profile", shop.content.title],
    ["room", `/chat/${shop.room.id}`, shop.room.last],
  ] as const;
  // The app was in use before: a browser keeps compiled code from the second time on.
  for (const [, path, text] of [...starts, ...starts, ...starts]) {
    await page.goto(path);
    await page.getByText(text, { exact: true }).first().waitFor();
    await sleep(3_000);
  }
  await page.close();
  await context.setOffline(true);
  for (const [what, path, text] of starts) await judgeStarts(context, what, path, text);
  await context.close();
  return shop;
};

const measureFirstLoad = async (browser: Browser, baseURL: string): Promise<void> => {
  const page = await (await browser.newContext({ baseURL, serviceWorkers: "block" })).newPage();
  const sizes: Promise<number>[] = [];
  page.on("requestfinished", (request) => {
    if (request.resourceType() === "script")
      sizes.push(request.sizes().then((size) => size.responseBodySize));
  });
  await page.goto("/", { waitUntil: "networkidle" });
  const bytes = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
  judge("script of the first page, compressed", bytes / 1_000, { max: 190, unit: " kB" });
};

/** The part of Lighthouse's report that is read here. */
interface Report {
  categories: Record<string, { score: number; auditRefs: { id: string; weight: number }[] }>;
  audits: Record<string, { score: number | null; displayValue?: string }>;
}

const askLighthouse = async (shop: Shop, baseURL: string, folder: string): Promise<void> => {
  const home = join(root, "bench/lighthouse");
  const program = join(home, "node_modules/lighthouse/cli/index.js");
  if (!existsSync(program))
    execFileSync("npm", ["ci", "--no-audit", "--no-fund"], {
      cwd: home,
      stdio: ["ignore", "ignore", "inherit"],
    });
  for (const path of ["/", "/market", `/content/${shop.content.id}`]) {
    const output = join(folder, "report.json");
    const options = ["--quiet", "--output=json", `--output-path=${output}`];
    execFileSync(
      process.execPath,
      [program, baseURL + path, ...options, `--chrome-flags=--headless=new ${flags.join(" ")}`],
      {
        env: { ...process.env, ...(executablePath ? { CHROME_PATH: executablePath } : {}) },
        stdio: ["ignore", "ignore", "inherit"],
      },
    );
    const { categories, audits } = JSON.parse(await readFile(output, "utf8")) as Report; // Lighthouse's own format.
    const name = path.startsWith("/content") ? "/content" : path;
    for (const [id, { score, auditRefs }] of Object.entries(categories)) {
      const isLow = ({ id: audit, weight }: { id: string; weight: number }) =>
        weight > 0 && (audits[audit]?.score ?? 1) < 1;
      const detail =
        id === "performance"
          ? [
              "first-contentful-paint",
              "largest-contentful-paint",
              "total-blocking-time",
              "cumulative-layout-shift",
              "speed-index",
            ]
              .map((audit) => audits[audit]?.displayValue ?? "")
              .join(", ")
          : auditRefs
              .filter(isLow)
              .map((ref) => ref.id)
              .join(", ");
      // Performance depends on what else the machine does: it is told, and no target.
      if (id === "performance")
        say(`       Lighthouse ${name} performance ${Math.round(score * 100)}: ${detail}`);
      else judge(`Lighthouse ${name} ${id}`, score * 100, { min: 100, detail });
    }
  }
};

execFileSync(process.execPath, [join(root, "scripts/build.mjs")], { stdio: "inherit" });
const dataDir = await mkdtemp(join(tmpdir(), "knowhow-pages-"));
// The database's user has to enter the folder when this is root.
await chmod(dataDir, 0o755);
const server = await startServerProcess(undefined, { NODE_ENV: "local", DATA_DIR: dataDir });
const browser = await chromium.launch({ ...(executablePath ? { executablePath } : {}), args: flags });
try {
  say(
    `load average ${loadavg()
      .map((load) => load.toFixed(1))
      .join(", ")}`,
  );
  if (process.argv.includes("--first-visits")) {
    const buyer = await browser.newContext({ baseURL: server.url });
    const { content } = await prepare(browser, buyer, server.url);
    await buyer.close();
    await measureFirstVisits(browser, server.url, content.id, runs);
    await measurePages(server.url, content.id);
  } else {
    await measureFirstLoad(browser, server.url);
    const shop = await measureColdStarts(browser, server.url, join(dataDir, "profile"));
    await measureFirstVisits(browser, server.url, shop.content.id, runs);
    await measurePages(server.url, shop.content.id);
    if (!process.argv.includes("--no-lighthouse")) await askLighthouse(shop, server.url, dataDir);
  }
  sumUp();
} finally {
  await browser.close();
  await server.kill();
  await rm(dataDir, { recursive: true, force: true });
}
