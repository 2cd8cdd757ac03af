import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { expect, test as base } from "../fixtures.ts";
import { screensOf } from "../pages/index.ts";
import { createContent, register, registerSeller, takeFree } from "../support/api.ts";
import { makePerson, mark } from "../support/people.ts";
import { Product } from "../support/product.ts";
import { releaseInto, scriptOf } from "../support/releases.ts";
import { lookForUpdate, untilInCharge } from "../support/worker.ts";

interface Served {
  product: Product;
  /** The folder that the app is served from. */
  appDir: string;
}

/** A product of its own, whose app can be replaced by another release of it. */
const test = base.extend<object, { served: Served }>({
  served: [
    // oxlint-disable-next-line no-empty-pattern -- the runner reads from this pattern what a fixture needs
    async ({}, use) => {
      const appDir = await mkdtemp(join(tmpdir(), "knowhow-app-"));
      await releaseInto(appDir);
      const product = await Product.launch({ APP_DIR: appDir });
      await use({ product, appDir });
      await product.remove();
      await rm(appDir, { recursive: true });
    },
    { scope: "worker", timeout: 60_000 },
  ],
  baseURL: async ({ served }, use) => use(served.product.url),
});

test.describe.configure({ mode: "serial" });
// While a release is laid in, the server is away.
// The white page names no icon.
const trouble =
  /net::ERR_(CONNECTION_REFUSED|INCOMPLETE_CHUNKED_ENCODING|CONNECTION_RESET|EMPTY_RESPONSE)|404 \(Not Found\) \/favicon\.ico/;
test.use({ expected: [trouble] });

const second = "second";
const third = "third";
const expectSecond = (page: Page) => expect(scriptOf(page)).toHaveAttribute("src", new RegExp(second));
const expectFirst = (page: Page) => expect(scriptOf(page)).not.toHaveAttribute("src", new RegExp(second));
const notice = (page: Page) => page.getByRole("group", { name: "새 버전이 있어요" });

test("a new release comes while tabs of the old one are open: no white page, nothing lost", async ({
  page,
  context,
  browser,
  served: { product, appDir },
  openSession,
}) => {
  const seller = await openSession();
  await registerSeller(seller, makePerson("멘토"));
  const free = await createContent(seller, { title: `무료 ${mark()}`, price: 0 });
  const priced = await createContent(seller, { title: `유료 ${mark()}` });
  const buyer = makePerson("구매자");
  await register(context.request, buyer);
  await takeFree(context.request, free);

  const writing = screensOf(page);
  await page.goto(`/content/${free.id}`);
  await untilInCharge(page);
  const box = writing.content.comments.getByRole("textbox", { name: "댓글" });
  await box.fill("아직 다 쓰지 못한");
  const tab = await context.newPage();
  const reading = screensOf(tab);
  await tab.goto(`/content/${priced.id}`);
  await expect(reading.content.buy).toBeVisible();
  const plain = await browser.newContext({ serviceWorkers: "block" });
  const old = await plain.newPage();
  await old.goto("/");
  await expect(old.getByRole("heading", { level: 1 })).toBeVisible();

  await product.stop();
  await releaseInto(appDir, second);
  await product.start();

  // Without a worker the old page finds its screens where they were.
  await screensOf(old).shell.goTo("market");
  await expect(screensOf(old).shell.heading("마켓")).toBeVisible();
  await expectFirst(old);
  await plain.close();

  await lookForUpdate(tab);
  await expect(notice(tab)).toBeVisible();
  await expect(notice(page)).toBeVisible();
  await notice(page).getByRole("button", { name: "지금 적용" }).click();
  await expect(notice(page)).toContainText("하던 일이 끝나지 않아");
  // A release does not interrupt a payment; the page after it gets the release.
  await reading.content.buy.click();
  await expect(reading.checkout.pay).toBeVisible();
  await expectFirst(tab);
  await reading.shell.goTo("market");
  await expectSecond(tab);
  await expect(reading.shell.heading("마켓")).toBeVisible();
  await expect(notice(tab)).toHaveCount(0);

  await expectFirst(page);
  await expect(box).toHaveValue("아직 다 쓰지 못한");
  await expect(notice(page)).toBeVisible();
  await writing.shell.goTo("chat");
  await expectSecond(page);
  await expect(writing.shell.heading("채팅")).toBeVisible();
  await page.goBack();
  await expect(box).toHaveValue("아직 다 쓰지 못한");
});

test("a release that is taken back goes on in its tabs, and leads them to the former one", async ({
  page,
  served: { product, appDir },
}) => {
  const { shell } = screensOf(page);
  await product.stop();
  await releaseInto(appDir, third);
  await product.start();
  await page.goto("/");
  await untilInCharge(page);
  await expect(scriptOf(page)).toHaveAttribute("src", new RegExp(third));

  await product.stop();
  await releaseInto(appDir);
  await product.start();
  await shell.goTo("market");
  await expect(shell.heading("마켓")).toBeVisible();
  await page.reload();
  await expect(shell.heading("마켓")).toBeVisible();
  await expect(scriptOf(page)).toHaveAttribute("src", new RegExp(third));

  await lookForUpdate(page);
  await notice(page).getByRole("button", { name: "지금 적용" }).click();
  await expect(scriptOf(page)).not.toHaveAttribute("src", new RegExp(third));
  await expect(shell.heading("마켓")).toBeVisible();
});

test("a service worker that does harm is ended by the switch", async ({
  page,
  served: { product, appDir },
}) => {
  const { shell } = screensOf(page);
  await writeFile(
    join(appDir, "sw.js"),
    `self.addEventListener("install", () => self.skipWaiting());
     self.addEventListener("activate", (event) => event.waitUntil(caches.open("bad").then(() => clients.claim())));
     self.addEventListener("fetch", (event) => {
       if (event.request.mode === "navigate")
         event.respondWith(new Response("<title>white</title>", { headers: { "content-type": "text/html" } }));
     });`,
  );
  await product.stop();
  await product.start();
  await page.goto("/");
  await untilInCharge(page);
  await page.goto("/market");
  await expect(page).toHaveTitle("white");

  await product.stop();
  await product.start({ APP_DIR: appDir, SERVICE_WORKER: "off" });
  await page.goto("/market");
  await expect(shell.heading("마켓")).toBeVisible();
  await page.reload();
  await expect(shell.heading("마켓")).toBeVisible();
  const left = await page.evaluate(async () => [
    ...(await caches.keys()),
    ...(await navigator.serviceWorker.getRegistrations()).map(({ scope }) => scope),
  ]);
  expect(left).toEqual([]);
});
