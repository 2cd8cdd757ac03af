import { api } from "@knowhow/shared";
import type { BrowserContext, Cookie, Page } from "@playwright/test";
import { createHash, randomBytes } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { get } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { expect, test } from "../fixtures.ts";
import { screensOf } from "../pages/index.ts";
import { call, registerSeller } from "../support/api.ts";
import { killBrowser, pageMemory } from "../support/browserProcess.ts";
import { killOn } from "../support/ownBrowser.ts";
import { makePerson, mark } from "../support/people.ts";
import { Proxy } from "../support/proxy.ts";
import { untilInCharge, untilKept } from "../support/worker.ts";

const megabyte = 1024 * 1024;
/** Of the file, in megabytes; `npm run test:soak` sets the full size. */
const size = Number(process.env.DRAFT_MEGABYTES ?? 32) * megabyte;
/** How long the whole of it is on its way, in seconds, so that there is time to break it off. */
const seconds = Math.max(6, size / (16 * megabyte));

const bytesOf = function* (total: number): Generator<Buffer> {
  for (let left = total; left > 0; left -= megabyte) yield Buffer.from(randomBytes(megabyte).toString("base64")).subarray(0, Math.min(left, megabyte)); // oxfmt-ignore
};

const hashOf = async (stream: AsyncIterable<Buffer>): Promise<string> => {
  const hash = createHash("sha256");
  for await (const chunk of stream) hash.update(chunk);
  return hash.digest("hex");
};

/** How many bytes of uploads the server has, as the page knows it. */
const uploadedPercent = async (page: Page): Promise<number> => {
  const text = (await page.getByRole("main").textContent()) ?? "";
  return Math.max(0, ...[...text.matchAll(/(\d+) ?%/g)].map(([, percent]) => Number(percent)));
};

test("a large file added without a network is there once, whole, after two killed browsers and two cuts @whole", async ({
  playwright,
}) => {
  test.setTimeout(240_000 + seconds * 12_000);
  const folder = await mkdtemp(join(tmpdir(), "knowhow-large-"));
  const profile = join(folder, "profile");
  const path = join(folder, "큰 파일.txt");
  await pipeline(bytesOf(size), createWriteStream(path));
  const proxy = await Proxy.open(Number(process.env.E2E_PORT), size / seconds);
  const { launchOptions, viewport } = test.info().project.use;
  let cookies: Cookie[] = [];
  const launch = async () => {
    const launched = await playwright.chromium.launchPersistentContext(profile, {
      ...launchOptions,
      ...(viewport === undefined ? {} : { viewport }),
      baseURL: proxy.url,
      locale: "ko-KR",
    });
    // The browser writes them down every half minute only: a session is older than that when it is killed.
    await launched.addCookies(cookies);
    return launched;
  };
  let context: BrowserContext = await launch();
  let maxBytes = 0;
  const watching = setInterval(() => {
    void pageMemory(profile).then((bytes) => {
      maxBytes = Math.max(maxBytes, bytes);
    });
  }, 250);
  const title = `큰 파일 ${mark()}`;
  try {
    await registerSeller(context.request, makePerson("멘토"));
    cookies = await context.cookies();
    let page = context.pages()[0] ?? (await context.newPage());
    await page.goto("/upload");
    await untilInCharge(page);
    await untilKept(page, /UploadScreen/);
    await context.setOffline(true);
    await page.goto("/upload");
    const { selling } = screensOf(page);
    await selling.fill({ title, category: "외국어", description: "끊겨도 이어서 올라갑니다.", price: 0 });
    await selling.chooseFileAt(path);
    await expect(selling.files.getByText(/연결되면/)).toBeVisible({ timeout: 60_000 });
    await selling.form.getByRole("button", { name: /등록하기/ }).click();
    await expect(page).toHaveURL(/\/drafts/);
    // Killed before anything has been sent.
    await killOn(profile, context);

    const before = proxy.sent;
    context = await launch();
    page = context.pages()[0] ?? (await context.newPage());
    await page.goto("/drafts");
    await expect.poll(() => uploadedPercent(page), { timeout: 60_000, intervals: [100] }).toBeGreaterThan(20);
    for (const percent of [35, 50]) {
      proxy.cut();
      await context.setOffline(true);
      await expect(page.getByText(/연결되면 올려요/).first()).toBeVisible();
      proxy.mend();
      await context.setOffline(false);
      await expect
        .poll(() => uploadedPercent(page), { timeout: 60_000, intervals: [100] })
        .toBeGreaterThan(percent);
    }
    await killOn(profile, context);
    context = await launch();
    page = context.pages()[0] ?? (await context.newPage());
    await page.goto("/");
    await expect(page.getByText("콘텐츠가 등록되었습니다")).toBeVisible({
      timeout: 60_000 + seconds * 2_000,
    });
    const sent = proxy.sent - before;

    const ownContents = await call(context.request, api.contents.mine, { query: { limit: 20 } });
    expect(ownContents.map((content) => content.title)).toEqual([title]);
    const cookie = (await context.cookies()).map(({ name, value }) => `${name}=${value}`).join("; ");
    const answer = await new Promise<AsyncIterable<Buffer>>((resolve, reject) => {
      const address = `http://localhost:${process.env.E2E_PORT ?? ""}/api/download/${ownContents[0]?.id ?? ""}/0`;
      get(address, { headers: { cookie } }, resolve).on("error", reject);
    });
    expect(await hashOf(answer)).toBe(await hashOf(createReadStream(path)));
    const twice = (sent - size) / size;
    const figures = `${size / megabyte} MB: ${(twice * 100).toFixed(2)} % twice, ${Math.round(maxBytes / megabyte)} MB of memory`;
    test.info().annotations.push({ type: "figures", description: figures });
    process.stdout.write(`  ${figures}\n`);
    // The pages and scripts of three starts are in it: with a small file they are what counts.
    expect(sent - size).toBeLessThan(Math.max(0.05 * size, 4 * megabyte));
    // Nothing found is nothing measured.
    expect(maxBytes).toBeGreaterThan(0);
    expect(maxBytes).toBeLessThan(250 * megabyte);
  } finally {
    clearInterval(watching);
    // What outlived a failure, too.
    await killBrowser(profile);
    proxy.close();
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  }
});

test("one tab uploads, the others watch; when it is closed another goes on where it was", async ({
  browser,
}) => {
  const proxy = await Proxy.open(Number(process.env.E2E_PORT), 3 * megabyte);
  const { viewport } = test.info().project.use;
  const context = await browser.newContext({
    ...(viewport === undefined ? {} : { viewport }),
    baseURL: proxy.url,
    locale: "ko-KR",
  });
  try {
    await registerSeller(context.request, makePerson("멘토"));
    const first = await context.newPage();
    const methods: string[] = [];
    let uploading = first;
    context.on("request", (request) => {
      if (!new URL(request.url()).pathname.startsWith(api.uploads.create.path)) return;
      methods.push(request.method());
      uploading = request.frame().page();
    });
    await first.goto("/drafts");
    await expect(first.getByRole("heading", { name: "작성 중인 콘텐츠", level: 1 })).toBeVisible();
    const second = await context.newPage();
    await second.goto("/upload");
    const { selling } = screensOf(second);
    await selling.fill({ title: `두 창 ${mark()}` });
    const before = proxy.sent;
    const path = test.info().outputPath("두 창.txt");
    await pipeline(bytesOf(12 * megabyte), createWriteStream(path));
    await selling.chooseFileAt(path);
    await expect.poll(() => uploadedPercent(first), { intervals: [100] }).toBeGreaterThan(25);
    // One of them is told by the other tab.
    expect(await uploadedPercent(second)).toBeGreaterThan(0);
    expect(methods.filter((method) => method === "POST")).toHaveLength(1);
    await uploading.close();
    const files = async () =>
      (await call(context.request, api.drafts.list, { query: { limit: 20 } })).flatMap((draft) =>
        draft.files.map(({ name, size: bytes }) => [name, bytes]),
      );
    // The server's copy of the draft names the upload.
    await expect.poll(files, { timeout: 40_000 }).toEqual([["두 창.txt", 12 * megabyte]]);
    expect(methods.filter((method) => method === "POST")).toHaveLength(1);
    expect(methods.filter((method) => method === "HEAD")).toHaveLength(1);
    expect(proxy.sent - before - 12 * megabyte).toBeLessThan(3 * megabyte);
  } finally {
    await context.close();
    proxy.close();
  }
});
