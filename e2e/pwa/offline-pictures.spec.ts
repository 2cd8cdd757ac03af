import type { Locator } from "@playwright/test";
import { expect, test } from "../fixtures.ts";
import { screensOf } from "../pages/index.ts";
import { createContent, register, takeFree } from "../support/api.ts";
import { makePreview } from "../support/files.ts";
import { makePerson, mark } from "../support/people.ts";
import { keptAddresses, untilInCharge, untilKept } from "../support/worker.ts";

// Without a network every call fails, and the browser writes so.
test.use({ expected: [/net::(ERR_INTERNET_DISCONNECTED|ERR_FAILED .*subset\.\d+-.*\.woff2$)/] });

const previews = ["하나.png", "둘.png", "셋.png"];

/** A picture that is really there: the browser has its pixels. */
const expectDrawn = (picture: Locator): Promise<void> =>
  expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);

test("the pictures of what was bought are there without a network, though it was never opened", async ({
  page,
  context,
  openSession,
}) => {
  const seller = await openSession();
  await register(seller, makePerson("멘토"));
  const buyer = makePerson("구매자");
  await register(context.request, buyer);
  const { id, title } = await createContent(seller, {
    title: `그림책 ${mark()}`,
    price: 0,
    previews: await Promise.all(previews.map((name) => makePreview(name))),
  });
  await takeFree(context.request, { id });

  // One visit, to another page.
  await page.goto("/privacy-policy");
  await screensOf(page).shell.expectSignedIn(buyer);
  await untilInCharge(page);
  await untilKept(page, /ProfileScreen/);
  await expect
    .poll(async () => (await keptAddresses(page)).filter((path) => path.includes(`/${id}/`)).length, {
      timeout: 30_000,
    })
    .toBe(previews.length + 1);
  await page.close();

  await context.setOffline(true);
  const cold = await context.newPage();
  await cold.goto("/profile");
  const main = cold.getByRole("main");
  const row = main.getByRole("listitem").filter({ hasText: title });
  await expectDrawn(row.locator("img"));
  await row.getByRole("link", { name: title, exact: true }).click();
  await expect(cold).toHaveURL(`/content/${id}`);
  const pictures = main.getByRole("region", { name: "미리보기 이미지" }).getByAltText(/ 미리보기 \d$/);
  await expect(pictures).toHaveCount(previews.length);
  for (let index = 0; index < previews.length; index += 1) {
    await expectDrawn(pictures.nth(index));
    if (index + 1 < previews.length) await main.getByRole("button", { name: "다음 이미지" }).click();
  }

  // A finer screen asks for others than those that are here.
  expect((await keptAddresses(cold)).filter((path) => path.includes("w=1280"))).toEqual([]);
  const devtools = await context.newCDPSession(cold);
  const screen = { width: 390, height: 844, deviceScaleFactor: 2, mobile: false };
  await devtools.send("Emulation.setDeviceMetricsOverride", screen);
  await cold.reload();
  await expectDrawn(pictures.first());
  expect(await pictures.first().evaluate((image: HTMLImageElement) => image.currentSrc)).toContain("w=1280");
});
