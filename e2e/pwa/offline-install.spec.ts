import type { Page } from "@playwright/test";
import { expect, test } from "../fixtures.ts";
import { screensOf } from "../pages/index.ts";
import { createContent, register, registerSeller } from "../support/api.ts";
import { makePerson, mark } from "../support/people.ts";

const offer = (page: Page) => page.getByRole("group", { name: "노하우를 앱으로 써보세요" });
const link = (page: Page) => page.getByRole("contentinfo").getByRole("button", { name: "앱 설치" });

test("the app can be installed, and is offered after the first purchase, not before; a no is remembered", async ({
  playwright,
  baseURL,
  openSession,
}) => {
  const seller = await openSession();
  await registerSeller(seller, makePerson("멘토"));
  const { id } = await createContent(seller, { title: `설치 ${mark()}`, price: 0 });
  const { launchOptions, viewport, locale } = test.info().project.use;
  // Only a browser with a profile of its own installs apps.
  const context = await playwright.chromium.launchPersistentContext("", {
    ...launchOptions,
    ...(baseURL === undefined ? {} : { baseURL }),
    ...(viewport === undefined ? {} : { viewport }),
    ...(locale === undefined ? {} : { locale }),
  });
  const page = context.pages()[0] ?? (await context.newPage());
  await register(context.request, makePerson("구매자"));
  await page.goto(`/content/${id}`);
  await expect(link(page)).toBeVisible();
  const devtools = await context.newCDPSession(page);
  expect((await devtools.send("Page.getAppManifest")).errors).toEqual([]);
  expect((await devtools.send("Page.getInstallabilityErrors")).installabilityErrors).toEqual([]);

  const { content } = screensOf(page);
  await expect(offer(page)).toHaveCount(0);
  await content.takeFree();
  await expect(offer(page)).toBeVisible();
  await offer(page).getByRole("button", { name: "괜찮아요" }).click();
  await expect(offer(page)).toHaveCount(0);
  await page.reload();
  await expect(link(page)).toBeVisible();
  await expect(offer(page)).toHaveCount(0);
  await link(page).click();
  await expect(offer(page)).toBeVisible();
  await context.close();
});

test("where the browser can not be asked, the steps are shown", async ({ page, context, openSession }) => {
  const seller = await openSession();
  await registerSeller(seller, makePerson("멘토"));
  const { id } = await createContent(seller, { title: `설치 ${mark()}`, price: 0 });
  await register(context.request, makePerson("구매자"));
  await page.addInitScript(() => {
    Object.defineProperty(navigator, "standalone", { value: false });
  });
  await page.goto(`/content/${id}`);
  await screensOf(page).content.takeFree();
  await offer(page).getByRole("button", { name: "추가하는 방법" }).click();
  const steps = page.getByRole("dialog", { name: "홈 화면에 노하우 추가하기" });
  await expect(steps.getByRole("listitem")).toHaveCount(3);
  await steps.getByRole("button", { name: "알겠어요" }).click();
  await expect(steps).toHaveCount(0);
  await expect(offer(page)).toHaveCount(0);
});
