import type { Locator, Page } from "@playwright/test";
import { expect, test } from "../fixtures.ts";
import { createContent, register, registerSeller, takeFree } from "../support/api.ts";
import { expectAccessibleDialog } from "../support/axe.ts";
import { makePdf } from "../support/files.ts";
import { tabTo } from "../support/keys.ts";
import { makePerson, mark } from "../support/people.ts";

/** The document, its pages, and the field of the page's number; a menu over them hides them from roles alone. */
const partsOf = (page: Page) => {
  const file = page.getByRole("region", { name: "문서", exact: true, includeHidden: true });
  return {
    file,
    leaf: (number: number) => file.getByRole("region", { name: `${number}쪽`, includeHidden: true }),
    number: page.getByRole("textbox", { name: "쪽 번호, 전체 4쪽", includeHidden: true }),
  };
};

const boxOf = async (part: Locator) =>
  (await part.boundingBox()) ?? { x: Number.NaN, y: Number.NaN, width: Number.NaN, height: Number.NaN };

/** A PDF of four pages, a picture and three chapters, opened from its content. */
const reading = test.extend<{ opened: undefined }>({
  opened: [
    async ({ page, context, openSession, isMobile }, use) => {
      test.skip(isMobile, "a phone has no keyboard of this kind");
      const seller = await openSession();
      await registerSeller(seller, makePerson("멘토"));
      const file = await makePdf("네 쪽.pdf");
      const { id } = await createContent(seller, { title: `읽을 자료 ${mark()}`, price: 0, file });
      await register(context.request, makePerson("구매자"));
      await takeFree(context.request, { id });
      await page.goto(`/content/${id}`);
      await page.getByRole("link", { name: "네 쪽.pdf 읽기" }).click();
      await use(undefined);
    },
    { auto: true },
  ],
});

reading("the keys turn and scroll the pages of a PDF as soon as it is open", async ({ page }) => {
  const { file, leaf, number } = partsOf(page);
  await expect(leaf(1)).toBeInViewport();
  for (const [key, shown] of [
    ["ArrowRight", "2"],
    ["ArrowRight", "3"],
    ["ArrowLeft", "2"],
    ["End", "4"],
    ["ArrowRight", "4"],
    ["Home", "1"],
  ] as const) {
    await page.keyboard.press(key);
    await expect(number, key).toHaveValue(shown);
  }
  // The browser's way to the top takes its time; the next key would start from the midst of it.
  await expect.poll(() => file.evaluate(({ scrollTop }) => scrollTop)).toBe(0);
  // As fast as keys go.
  for (const key of ["ArrowRight", "ArrowRight", "ArrowRight", "ArrowLeft"]) await page.keyboard.press(key);
  await expect(number).toHaveValue("3");
  await page.keyboard.press("Home");
  await expect(number).toHaveValue("1");
  const chapter = file.getByText("Chapter 1");
  await page.keyboard.press("ArrowRight");
  await expect(chapter).toBeInViewport();
  const { y } = await boxOf(chapter);
  await page.keyboard.press("PageDown");
  await expect(chapter).not.toBeInViewport();
  await page.keyboard.press("PageUp");
  await expect.poll(async () => (await boxOf(chapter)).y).toBeCloseTo(y, 0);

  // In the field they move within its number.
  await number.press("ArrowRight");
  await expect(number).toHaveValue("2");
  await number.fill("4");
  await number.press("Enter");
  await expect(file.getByText("Chapter 3")).toBeInViewport();
});

// PDF.js complains of a page that is drawn anew while it looks for links there.
reading.use({ expected: [/#injectLinkAnnotations: Error: `render` method must be called before/] });

reading("a PDF grows, shrinks and fits the window, by keys and by the menu", async ({ page }) => {
  const { file, leaf, number } = partsOf(page);
  const widthOf = async (part: Locator) => Math.round((await boxOf(part)).width);
  await expect(file).toBeFocused();
  const first = await widthOf(leaf(1));
  await page.keyboard.press("+");
  await expect.poll(() => widthOf(leaf(1))).toBeGreaterThan(first);
  await page.keyboard.press("-");
  await page.keyboard.press("-");
  await expect.poll(() => widthOf(leaf(1))).toBeLessThan(first);
  await page.keyboard.press("0");
  const window = await widthOf(file);
  await expect.poll(() => widthOf(leaf(1))).toBe(window);

  // In a page wider than the window the arrows move sideways, and do not leave it.
  await page.keyboard.press("+");
  await expect.poll(() => widthOf(leaf(1))).toBeGreaterThan(window);
  await page.keyboard.press("ArrowRight");
  await expect.poll(() => file.evaluate(({ scrollLeft }) => scrollLeft)).toBeGreaterThan(0);
  await expect(number).toHaveValue("1");

  await tabTo(page.getByRole("button", { name: "보기 설정" }));
  await page.keyboard.press("Enter");
  const menu = page.getByRole("dialog", { name: "보기 설정" });
  await expectAccessibleDialog(page, "how a PDF is shown");
  await tabTo(menu.getByRole("button", { name: "쪽에 맞춤" }));
  await page.keyboard.press("Enter");
  await expect
    .poll(async () => (await boxOf(leaf(1))).height)
    .toBeLessThanOrEqual((await boxOf(file)).height);
  const fitted = await widthOf(leaf(1));
  await menu.getByRole("button", { name: "크게" }).click();
  await expect.poll(() => widthOf(leaf(1))).toBeGreaterThan(fitted);
  const enlarged = await widthOf(leaf(1));
  await menu.getByRole("button", { name: "작게" }).click();
  await expect.poll(() => widthOf(leaf(1))).toBeLessThan(enlarged);
  await menu.getByRole("button", { name: "너비에 맞춤" }).click();
  await expect.poll(() => widthOf(leaf(1))).toBe(window);
  await page.keyboard.press("Escape");
  await expect(page.getByRole("button", { name: "보기 설정" })).toBeFocused();
});

reading("two pages of a PDF stand side by side, whole, and are turned together", async ({ page }) => {
  const { file, leaf, number } = partsOf(page);
  await expect(file).toBeFocused();
  await page.keyboard.press("ArrowRight");
  await expect(number).toHaveValue("2");
  await page.getByRole("button", { name: "보기 설정" }).click();
  await page.getByRole("switch", { name: "두 쪽씩 보기" }).click();
  await page.keyboard.press("Escape");

  await expect.poll(async () => (await boxOf(leaf(3))).y).toBe((await boxOf(leaf(2))).y);
  await expect(number).toHaveValue("2");
  const window = await boxOf(file);
  const [left, right] = [await boxOf(leaf(2)), await boxOf(leaf(3))];
  expect(left.x).toBeGreaterThanOrEqual(window.x);
  expect(right.x).toBeGreaterThanOrEqual(left.x + left.width);
  expect(right.x + right.width).toBeLessThanOrEqual(window.x + window.width);

  // The first page stands alone, as in a book.
  for (const [key, shown] of [
    ["ArrowRight", "4"],
    ["ArrowLeft", "2"],
    ["ArrowLeft", "1"],
    ["ArrowRight", "2"],
  ] as const) {
    await page.keyboard.press(key);
    await expect(number, key).toHaveValue(shown);
  }
  await page.getByRole("button", { name: "보기 설정" }).click();
  await page.getByRole("switch", { name: "두 쪽씩 보기" }).click();
  await expect.poll(async () => (await boxOf(leaf(3))).y).toBeGreaterThan((await boxOf(leaf(2))).y);
  await expect(number).toHaveValue("2");
});
