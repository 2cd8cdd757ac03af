/**
 * `npm run bench:vault`: a bought file of 500 MB that is kept on the device while the browser is killed twice and the
 * connection is cut twice; the cold start of the reader without a network; and the first page of a PDF of 300 pages and
 * 100 MB. With a Chromium of its own. VAULT_MB and READER_MB may be set.
 */
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { mkdtemp, readdir, rm, stat } from "node:fs/promises";
import { once } from "node:events";
import { request, type IncomingMessage } from "node:http";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { fileURLToPath } from "node:url";
import { chromium, type BrowserContext, type Page } from "@playwright/test";
import { amountsOf } from "@knowhow/shared";
import { killBrowser, pageMemory } from "../e2e/support/browserProcess.ts";
import { TestClient } from "../packages/server/testing/client.ts";
import { startServerProcess } from "../packages/server/testing/process.ts";
import { buildRegistration } from "../packages/server/testing/registration.ts";
import { contentBody } from "../packages/server/testing/uploads.ts";
import { findChromium } from "../scripts/chromium.mjs";
import { openCountingProxy } from "./countingProxy.ts";
import { wordsOf, writeLargePdf } from "./largePdf.ts";
import { judge, median, say, sumUp } from "./report.ts";

const mebibyte = 1024 * 1024;
const vaultMb = Number(process.env["VAULT_MB"] ?? 500);
const readerMb = Number(process.env["READER_MB"] ?? 100);
const vaultPages = 500;
const readerPages = 300;
/** The page at which reading stopped. */
const stopPage = 200;
const coldRuns = 3;
const patienceMs = 20 * 60_000;
const executablePath = findChromium();

const wait = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, ms);
  });

const signUp = async (url: string): Promise<TestClient> => {
  const client = new TestClient(url);
  const { status, body } = await client.post("/api/register", buildRegistration());
  if (status !== 201) throw new Error(`no account: ${status} ${JSON.stringify(body)}`);
  return client;
};

/** Puts a file on sale for nothing, and has the buyer take it; gives the content's id. */
const sell = async (
  seller: TestClient,
  buyer: TestClient,
  { title, path, fileName }: { title: string; path: string; fileName: string },
): Promise<string> => {
  const { size } = await stat(path);
  const contentType = "application/pdf";
  const opened = await seller.post("/api/objects/upload", { kind: "file", size, contentType, fileName });
  const call = request(String(opened.body["uploadURL"]), {
    method: "PUT",
    headers: { "content-type": contentType, "content-length": String(size) },
  });
  const answered = once(call, "response") as Promise<[IncomingMessage]>; // What the event brings.
  await pipeline(createReadStream(path), call);
  const [answer] = await answered;
  answer.resume();
  const made = await seller.post(
    "/api/contents",
    contentBody({ title, price: 0, fileUrls: [String(opened.body["objectPath"])], fileNames: [fileName] }),
  );
  const id = String(made.body["id"]);
  const { price, buyerFee, totalAmount } = amountsOf(0);
  const ordered = await buyer.post("/api/orders", {
    contentId: id, originalPrice: price, platformFee: buyerFee, totalAmount,
  }); // oxfmt-ignore
  const { order } = ordered.body as unknown as { order: { orderNumber: string } };
  const taken = await buyer.post("/api/orders/complete-free", { orderNumber: order.orderNumber });
  if (taken.status !== 200) throw new Error(`not taken: ${taken.status} ${JSON.stringify(taken.body)}`);
  return id;
};

const launch = async (profile: string, buyer: TestClient, url: string): Promise<BrowserContext> => {
  const context = await chromium.launchPersistentContext(profile, {
    ...(executablePath ? { executablePath } : {}),
    args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking"],
    viewport: { width: 390, height: 844 },
    locale: "ko-KR",
    acceptDownloads: true,
  });
  // A killed browser may not have written its cookies yet.
  const expires = Date.now() / 1_000 + 86_400;
  await context.addCookies([...buyer.cookies].map(([name, value]) => ({ name, value, url, expires })));
  return context;
};

/** Notes on a page when the picture of a kept view stands on it; as text, since what runs this adds names. */
const noteKeptPage = `
  // Chromium (150) forgets at each navigation that its tools have told it so.
  Object.defineProperty(Navigator.prototype, "onLine", { value: false });
  const { attachShadow } = Element.prototype;
  Element.prototype.attachShadow = function (options) {
    const kept = attachShadow.call(this, options);
    const look = () => {
      const picture = kept.querySelector("[data-picture] img");
      if (!picture?.complete || picture.naturalWidth === 0) return requestAnimationFrame(look);
      // Behind the frame that it is in.
      requestAnimationFrame(() => setTimeout(() => {
        document.documentElement.dataset.seenAt = String(performance.now());
      }));
    };
    requestAnimationFrame(look);
    return kept;
  };
`;

const kill = async (profile: string, context: BrowserContext): Promise<void> => {
  const gone = context.waitForEvent("close");
  await killBrowser(profile);
  await gone;
};

/** The session of the test library with a page, which is no part of what it exports. */
interface InnerPage {
  _connection: {
    toImpl: (page: InnerPage) => {
      delegate: {
        _mainFrameSession: { _client: { send: (method: string, settings: object) => Promise<void> } };
      };
    };
  };
}

/**
 * Opens an address, and takes from the developer tools the copies of answers that they keep for the test library, up to
 * 200 MB in the page's own process, anew with each document: a person's browser has none.
 */
const goTo = async (page: Page, address: string): Promise<void> => {
  await page.goto(address);
  // The library does not export it; a run with another version of it fails here.
  const inner = page as unknown as InnerPage;
  const { _client } = inner._connection.toImpl(inner).delegate._mainFrameSession;
  await _client.send("Network.enable", { maxTotalBufferSize: 0, maxResourceBufferSize: 0 });
};

/** Opens a content's page, on which it is kept, and waits for its switch. */
const openContent = async (context: BrowserContext, url: string, id: string): Promise<Page> => {
  const page = await context.newPage();
  await goTo(page, `${url}/content/${id}`);
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
  });
  await page.getByRole("switch", { name: "이 기기에 보관" }).waitFor({ timeout: 60_000 });
  return page;
};

const keptWords = /기기에 저장되어 연결이 없어도 볼 수 있어요/;

/** Waits until so many percent are there. */
const until = async (page: Page, percent: number): Promise<void> => {
  const state = page.getByText(/\d+% · /).first();
  for (;;) {
    const words = await state.textContent({ timeout: 120_000 });
    if (Number(/(\d+)%/.exec(words ?? "")?.[1] ?? 0) >= percent) return;
    await wait(100);
  }
};

/** Whether any file below a folder holds these bytes. */
const holds = async (folder: string, needle: string): Promise<boolean> => {
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    let tail = Buffer.alloc(0);
    for await (const chunk of createReadStream(join(entry.parentPath, entry.name))) {
      const part = Buffer.concat([tail, chunk as Buffer]); // Without an encoding.
      if (part.includes(needle)) return true;
      tail = part.subarray(-needle.length);
    }
  }
  return false;
};

const hashOf = async (path: string): Promise<string> => {
  const hash = createHash("sha256");
  await pipeline(createReadStream(path), hash);
  return hash.digest("hex");
};

/** Runs work while the page's memory is looked at, and gives the most that was seen, in MB. */
const watchMemory = (profile: string) => {
  let peak = 0;
  const over = new AbortController();
  const watching = (async () => {
    while (!over.signal.aborted) {
      peak = Math.max(peak, await pageMemory(profile));
      await wait(250);
    }
  })();
  return async (): Promise<number> => {
    over.abort();
    await watching;
    return peak / mebibyte;
  };
};

interface Setting {
  profile: string;
  buyer: TestClient;
  proxy: Awaited<ReturnType<typeof openCountingProxy>>;
}

interface SoldFile {
  id: string;
  size: number;
  sha256: string;
}

const measureVault = async ({ profile, buyer, proxy }: Setting, file: SoldFile): Promise<void> => {
  const started = performance.now();
  const stopWatching = watchMemory(profile);
  let context = await launch(profile, buyer, proxy.url);
  let page = await openContent(context, proxy.url, file.id);
  const before = proxy.counted.bytes;
  say(`page before: ${((await pageMemory(profile)) / mebibyte).toFixed(0)} MB`);
  await page.getByRole("switch", { name: "이 기기에 보관" }).click();
  for (const [percent, blow] of [
    [20, "kill"],
    [40, "cut"],
    [60, "kill"],
    [80, "cut"],
  ] as const) {
    await until(page, percent);
    say(`${blow} at ${percent}%, ${((proxy.counted.bytes - before) / mebibyte).toFixed(0)} MB sent`);
    if (blow === "cut") await proxy.cut(2_000);
    else {
      await kill(profile, context);
      context = await launch(profile, buyer, proxy.url);
      page = await openContent(context, proxy.url, file.id);
    }
  }
  await page.getByText(keptWords).waitFor({ timeout: patienceMs });
  const sent = proxy.counted.bytes - before;
  say(`kept after ${((performance.now() - started) / 1_000).toFixed(0)} s`);
  judge("vault: bytes sent twice", (sent / file.size - 1) * 100, { max: 5, unit: " %" });
  judge("vault: memory of the page while it loads", await stopWatching(), { max: 250, unit: " MB" });

  await context.setOffline(true);
  const stopSaving = watchMemory(profile);
  const saved = page.waitForEvent("download", { timeout: patienceMs });
  await page.getByRole("link", { name: /다운로드$/ }).click();
  const download = await saved;
  const sha256 = await hashOf(await download.path());
  judge("vault: memory of the page while it saves", await stopSaving(), { max: 250, unit: " MB" });
  judge("vault: same SHA-256 (1 = yes)", Number(sha256 === file.sha256), { min: 1 });
  await download.delete();
  await context.close();
  const folder = join(profile, "Default", "IndexedDB");
  judge("vault: stored bytes show a PDF (0 = no)", Number(await holds(folder, "%PDF-1")), { max: 0 });
};

/** Waits until the search has the text of all files. */
const untilTextTaken = async (page: Page): Promise<void> => {
  for (;;) {
    const isTaken = await page.evaluate(async () => {
      const known = await indexedDB.databases();
      const opening = indexedDB.open(known.find(({ name }) => name?.startsWith("knowhow:"))?.name ?? "");
      await new Promise((resolve) => {
        opening.addEventListener("success", resolve);
      });
      const reading = opening.result.transaction("vaultFiles").objectStore("vaultFiles").getAll();
      await new Promise((resolve) => {
        reading.addEventListener("success", resolve);
      });
      opening.result.close();
      return (reading.result as { isTextTaken?: boolean }[]).every((file) => file.isTextTaken === true);
    });
    if (isTaken) return;
    await wait(500);
  }
};

const numberField = (page: Page) => page.getByRole("textbox", { name: /^쪽 번호/ });

/** Waits until a page stands there, drawn and with its words. */
const untilDrawn = async (page: Page, number: number): Promise<void> => {
  await page
    .locator(`.page[data-page-number="${number}"] .textLayer`, { hasText: wordsOf(number) })
    .waitFor({ timeout: 120_000 });
  await page.locator(`.page[data-page-number="${number}"] canvas`).first().waitFor();
};

const measureReader = async ({ profile, buyer, proxy }: Setting, file: SoldFile): Promise<void> => {
  const context = await launch(profile, buyer, proxy.url);
  // The app's own code comes first, so that the figures are the reader's.
  const page = await openContent(context, proxy.url, file.id);
  await wait(3_000);
  const before = { ...proxy.counted };
  const started = performance.now();
  await page.getByRole("link", { name: /읽기$/ }).click();
  await untilDrawn(page, 1);
  const seconds = (performance.now() - started) / 1_000;
  const bytes = proxy.counted.bytes - before.bytes;
  say(
    `first page: ${(bytes / mebibyte).toFixed(1)} MB in ${proxy.counted.requests - before.requests} requests`,
  );
  judge("reader: bytes sent before the first page", (bytes / file.size) * 100, {
    max: 10,
    unit: " %",
    detail: `of ${(file.size / mebibyte).toFixed(0)} MB`,
  });
  judge("reader: first page shows", seconds, { max: 5, unit: " s" });

  await numberField(page).fill(String(stopPage));
  await numberField(page).press("Enter");
  await untilDrawn(page, stopPage);
  // The place is told when reading rests.
  await wait(4_000);
  await page.goBack();
  await page.getByRole("switch", { name: "이 기기에 보관" }).click();
  await page.getByText(keptWords).waitFor({ timeout: patienceMs });
  const stopTaking = watchMemory(profile);
  await untilTextTaken(page);
  judge("reader: memory while the text is taken", await stopTaking(), { max: 250, unit: " MB" });
  // Read once more, as it will be found without a network.
  await page.getByRole("link", { name: /읽기$/ }).click();
  await untilDrawn(page, stopPage);
  await wait(6_000);
  await context.close();

  const found: { readable: number; usable: number }[] = [];
  // The first of them fills what the browser keeps of compiled code.
  for (let run = 0; run <= coldRuns; run += 1) {
    const cold = await launch(profile, buyer, proxy.url);
    await cold.setOffline(true);
    const reading = await cold.newPage();
    await reading.addInitScript({ content: noteKeptPage });
    const session = await cold.newCDPSession(reading);
    await session.send("Emulation.setCPUThrottlingRate", { rate: 4 });
    const begun = performance.now();
    await reading.goto(`${proxy.url}/read/${file.id}/0`, { waitUntil: "commit" });
    await untilDrawn(reading, stopPage);
    const usable = (performance.now() - begun) / 1_000;
    const seen = await reading.evaluate(() => document.documentElement.dataset["seenAt"]);
    if (run > 0) found.push({ readable: seen === undefined ? usable : Number(seen) / 1_000, usable });
    await cold.close();
  }
  const tell = (which: "readable" | "usable") => found.map((one) => one[which].toFixed(2)).join(", ");
  judge(
    "reader: the page of before, cold and without a network",
    median(found.map(({ readable }) => readable)),
    {
      max: 2,
      unit: " s",
      detail: `page ${stopPage}, four times slower: ${tell("readable")}; drawn by the app itself: ${tell("usable")}`,
    },
  );
};

execFileSync(process.execPath, [fileURLToPath(new URL("../scripts/build.mjs", import.meta.url))], {
  stdio: "inherit",
});
const folder = await mkdtemp(join(tmpdir(), "knowhow-vault-bench-"));
const server = await startServerProcess(undefined, { NODE_ENV: "local", DATA_DIR: join(folder, "data") });
const proxy = await openCountingProxy(server.url);
try {
  say(
    `load average ${loadavg()
      .map((load) => load.toFixed(1))
      .join(", ")}`,
  );
  const seller = await signUp(server.url);
  const buyer = await signUp(server.url);
  const put = async (name: string, pages: number, mb: number): Promise<SoldFile> => {
    const path = join(folder, name);
    const written = await writeLargePdf(path, { pages, bytes: mb * mebibyte });
    const id = await sell(seller, buyer, { title: `벤치 ${name}`, path, fileName: name });
    await rm(path);
    return { id, ...written };
  };
  const setting = (name: string): Setting => ({ profile: join(folder, name), buyer, proxy });
  if (readerMb > 0) await measureReader(setting("reader"), await put("reader.pdf", readerPages, readerMb));
  await measureVault(setting("keeper"), await put("vault.pdf", vaultPages, vaultMb));
  say(
    `load average ${loadavg()
      .map((load) => load.toFixed(1))
      .join(", ")}`,
  );
  sumUp();
} finally {
  await killBrowser(join(folder, "reader"));
  await killBrowser(join(folder, "keeper"));
  proxy.close();
  await server.kill();
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
}
