import { api } from "@knowhow/shared";
import type { Page } from "@playwright/test";
import sharp from "sharp";
import { expect, test } from "../fixtures.ts";
import { screensOf } from "../pages/index.ts";
import { bankAccount, call, createContent, register, registerSeller, takeFree } from "../support/api.ts";
import { expectAccessible } from "../support/axe.ts";
import { makePdf, makePreview } from "../support/files.ts";
import { tabTo } from "../support/keys.ts";
import { makePerson, mark } from "../support/people.ts";

/** The page's ground in both schemes, and how bright a picture of the whole may be. */
const schemes = {
  light: { ground: "rgb(250, 248, 244)", isRight: (brightness: number) => brightness > 180 },
  dark: { ground: "rgb(20, 22, 26)", isRight: (brightness: number) => brightness < 90 },
} as const;

/** Waits until no placeholder is on the screen, scrolling to parts that load only when they are near. */
const settle = async (page: Page): Promise<void> => {
  await expect(page.getByRole("heading", { level: 1 })).toHaveCount(1);
  const placeholder = page.locator("main .MuiSkeleton-root").first();
  await expect(async () => {
    if ((await placeholder.count()) > 0) await placeholder.scrollIntoViewIfNeeded({ timeout: 500 });
    await expect(placeholder).toHaveCount(0, { timeout: 300 });
  }).toPass({ intervals: [50], timeout: 20_000 });
  await page.evaluate(() => {
    window.scrollTo(0, 0);
  });
};

/** Contents of every kind, sold by one person and bought by the person signed in here. */
const showcase = test.extend<{
  paths: {
    visitor: string[];
    member: string[];
    /** Each with the title of an entry. */
    lists: [path: string, entry: string][];
  };
}>({
  paths: async ({ openSession, context }, use) => {
    const seller = await openSession();
    await registerSeller(seller, makePerson("멘토"));
    const paid = await createContent(seller, {
      title: `사진 보정 순서 ${mark()}`,
      category: "hobby",
      file: await makePdf("사진 보정.pdf"),
      previews: [await makePreview("하나.png"), await makePreview("둘.png", "#B4451F")],
    });
    const free = await createContent(seller, { title: `무료 맛보기 ${mark()}`, price: 0, category: "music" });
    const member = makePerson("회원");
    await registerSeller(context.request, member);
    await takeFree(context.request, free);
    await call(context.request, api.wishes.add, { params: { id: paid.id } });
    const own = await createContent(context.request, { title: `내 자료 ${mark()}`, category: "health" });
    const { orderId } = await call(context.request, api.accounts.verifyAccount, {
      body: bankAccount(member),
    });
    await use({
      visitor: [
        "/",
        "/market",
        "/market?q=%EC%97%86%EB%8A%94%20%EB%A7%90",
        `/content/${paid.id}`,
        "/login",
        "/register",
        "/profile",
        "/nowhere",
      ],
      member: [
        `/market?category=hobby`,
        `/content/${free.id}`,
        "/upload",
        "/drafts",
        "/orders",
        "/seller",
        "/seller/statement",
        `/checkout/${paid.id}`,
        "/profile",
        "/payment-fail?code=REJECT_CARD_COMPANY",
        `/content/${own.id}`,
        `/edit-content/${own.id}`,
        `/account-verify-success?orderId=${orderId}`,
        "/account-verify-fail",
        "/penalty-notice",
        "/chat",
      ],
      lists: [
        ["/wishes", paid.title],
        ["/library", free.title],
        [`/mentors/${paid.sellerId}`, free.title],
      ],
    });
  },
});

// An address that the app does not have is answered with 404, with the page.
showcase.use({ expected: [/status of 404 \(Not Found\) \/nowhere$/] });

const examine = async (page: Page, paths: readonly string[]) => {
  for (const path of paths) {
    await page.goto(path);
    await settle(page);
    await expectAccessible(page, path);
  }
};

showcase("axe finds nothing serious on any screen of a visitor", async ({ paths, openBrowser }) => {
  await examine(await (await openBrowser()).newPage(), paths.visitor);
});

showcase("axe finds nothing serious on any screen of a member", async ({ page, paths }) => {
  await examine(page, paths.member);
});

showcase(
  "axe finds nothing serious where a member's contents and a mentor's are listed",
  async ({ page, paths }) => {
    for (const [path, entry] of paths.lists) {
      await page.goto(path);
      await expect(page.getByRole("main").getByRole("link", { name: entry, exact: true })).toBeVisible();
      await examine(page, [path]);
    }
  },
);

for (const colorScheme of ["light", "dark"] as const) {
  // What sticks out does so in both schemes.
  const tag = colorScheme === "dark" ? ["@once"] : [];
  showcase(`the screens are drawn in ${colorScheme}`, { tag }, async ({ page, paths }, testInfo) => {
    const { ground, isRight } = schemes[colorScheme];
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    for (const [index, path] of ["/", ...paths.member.slice(1, 5)].entries()) {
      await page.goto(path);
      await settle(page);
      await expect(page.locator("body")).toHaveCSS("background-color", ground);
      const picture = await page.screenshot({ path: testInfo.outputPath(`${colorScheme}-${index}.png`) });
      const { channels } = await sharp(picture).greyscale().stats();
      const [grey] = channels;
      expect(isRight(grey?.mean ?? 127), `brightness of ${path}: ${grey?.mean}`).toBe(true);
      // Something is on it: text and edges, not one plain colour.
      expect(grey?.stdev, path).toBeGreaterThan(10);
      // Nothing sticks out at the side.
      const excess = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      expect(excess, `${path} scrolls sideways`).toBeLessThanOrEqual(0);
    }
  });
}

test("buying works with the keyboard alone", async ({ page, context, openSession }) => {
  const seller = await openSession();
  await registerSeller(seller, makePerson("멘토"));
  const { title } = await createContent(seller, { title: `글씨 연습 ${mark()}`, category: "hobby" });
  await register(context.request, makePerson("구매자"));
  const { market, content, checkout, receipt } = screensOf(page);

  await page.goto("/market");
  await expect(market.searchBox).toBeVisible();
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "본문으로 건너뛰기" })).toBeFocused();
  await page.keyboard.press("Enter");
  await tabTo(market.searchBox);
  await page.keyboard.insertText(title);
  await page.keyboard.press("Enter");
  await expect(market.results(`'${title}' 검색 결과`)).toBeVisible();
  await tabTo(market.card(title).getByRole("link", { name: title }));
  await page.keyboard.press("Enter");
  await expect(content.heading(title)).toBeVisible();
  await tabTo(content.buy);
  await page.keyboard.press("Enter");
  await tabTo(checkout.consent);
  await page.keyboard.press("Space");
  await expect(checkout.consent).toBeChecked();
  await tabTo(checkout.pay);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "카드 결제" })).toBeVisible();
  await tabTo(page.getByRole("button", { name: "결제하기", exact: true }));
  await page.keyboard.press("Enter");
  await receipt.expectPaid(title, "10,500원");
  await expectAccessible(page, "the receipt");
  await tabTo(receipt.toContent);
  await page.keyboard.press("Enter");
  await content.expectOwned();
});
