import type { Page } from "@playwright/test";
import { expect, test } from "../fixtures.ts";
import { createContent, register, registerSeller } from "../support/api.ts";
import { makePerson, mark } from "../support/people.ts";

// An address that the app does not have is answered with 404, with the page.
test.use({ expected: [/status of 404 \(Not Found\) \/nowhere$/] });

/** Narrow phones, and the sizes that people set their text to. */
const widths = [320, 390] as const;
const sizes = ["100%", "150%", "200%"] as const;

/** How far the page is wider than the screen, in px. */
const excessOf = (page: Page, width: number): Promise<number> =>
  page.evaluate((wide) => Math.max(document.documentElement.scrollWidth, window.innerWidth) - wide, width);

const expectFits = async (page: Page, path: string): Promise<void> => {
  await page.goto(path);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  for (const width of widths)
    for (const size of sizes) {
      await page.setViewportSize({ width, height: 844 });
      await page.evaluate((fontSize) => {
        document.documentElement.style.fontSize = fontSize;
      }, size);
      await expect.poll(() => excessOf(page, width), { message: `${path} at ${width} px, ${size}` }).toBe(0);
    }
};

test(
  "nothing sticks out at the side of a narrow phone, however large the text and long the name",
  { tag: "@once" },
  async ({ page, context, openSession, openBrowser }) => {
    const seller = await openSession();
    await registerSeller(seller, makePerson("멘토"));
    const { id } = await createContent(seller, {
      title: `사진 보정 순서 ${mark()}`,
      category: "programming",
    });
    const visitor = await (await openBrowser()).newPage();
    for (const path of [`/content/${id}`, "/login", "/register"]) await expectFits(visitor, path);

    await register(context.request, { ...makePerson(), nickname: `W${mark()}`.padEnd(20, "W") });
    for (const path of [
      `/content/${id}`,
      `/checkout/${id}`,
      "/payment-fail",
      "/market",
      "/seller/statement",
      "/nowhere",
    ])
      await expectFits(page, path);
    const bar = page.getByRole("navigation", { name: "빠른 메뉴" });
    await expect(bar.getByRole("link", { name: "홈" })).toBeInViewport({ ratio: 1 });
    // A name cut short on the screen is whole for screen readers.
    await expect(page.getByRole("banner").getByRole("link", { name: /^W.*W님$/ })).toBeVisible();
  },
);
