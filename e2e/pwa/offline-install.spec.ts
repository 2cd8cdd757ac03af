import { api } from "@knowhow/shared";
import type { Page } from "@playwright/test";
import { expect, test } from "../fixtures.ts";
import { screensOf } from "../pages/index.ts";
import { call, createContent, register, registerSeller } from "../support/api.ts";
import { makePdf } from "../support/files.ts";
import { makePerson, mark } from "../support/people.ts";
import { untilInCharge } from "../support/worker.ts";

declare global {
  interface Window {
    tellPersisted: (answer: boolean) => Promise<void>;
  }
}

const offer = (page: Page) => page.getByRole("group", { name: "노하우를 앱으로 써보세요" });
const link = (page: Page) => page.getByRole("contentinfo").getByRole("button", { name: "앱 설치" });

test("the app can be installed and is offered after the first purchase; installed, it counts what waits @whole", async ({
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

  const { content, selling } = screensOf(page);
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

  // Installed, its icon says how much waits to be sent.
  const { appId: manifestId } = await devtools.send("Page.getAppId");
  if (manifestId === undefined) throw new Error("The manifest names no app.");
  await devtools.send("PWA.install", { manifestId });
  const badge = async () => (await devtools.send("PWA.getOsAppState", { manifestId })).badgeCount;
  expect(await badge()).toBe(0);
  await untilInCharge(page);
  await context.setOffline(true);
  for (const [count, text] of ["첫 소감", "둘째 소감"].entries()) {
    await content.comments.getByRole("textbox", { name: "댓글" }).fill(text);
    await content.comments.getByRole("button", { name: "댓글 등록" }).click();
    await expect.poll(badge).toBe(count + 1);
  }
  await context.setOffline(false);
  await expect.poll(badge).toBe(0);
  expect(await call(seller, api.comments.list, { params: { id }, query: { limit: 20 } })).toHaveLength(2);

  // With the first file of a draft the browser is asked not to clear the storage.
  const permission = { name: "persistent-storage" };
  await devtools.send("Browser.setPermission", { permission, setting: "granted" });
  const answers: boolean[] = [];
  await page.exposeFunction("tellPersisted", (answer: boolean) => answers.push(answer));
  await page.addInitScript(() => {
    const persist = StorageManager.prototype.persist;
    StorageManager.prototype.persist = async function () {
      const answer = await persist.call(this);
      await window.tellPersisted(answer);
      return answer;
    };
  });
  await page.goto("/upload");
  await selling.addFiles(await makePdf("자료.pdf"));
  await expect.poll(() => answers).toEqual([true]);
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
