import { api } from "@knowhow/shared";
import type { Page, Request } from "@playwright/test";
import { expect, test } from "../fixtures.ts";
import { createContent, registerSeller } from "../support/api.ts";
import { makePreview } from "../support/files.ts";
import { makePerson, mark } from "../support/people.ts";

declare global {
  interface Window {
    /** How far things have jumped since the page began, as browsers count it. */
    jumped: number;
  }
}

const countJumps = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    window.jumped = 0;
    new PerformanceObserver((list) => {
      // The library's types do not know this kind of entry.
      for (const entry of list.getEntries() as (PerformanceEntry & {
        value: number;
        hadRecentInput: boolean;
      })[])
        if (!entry.hadRecentInput) window.jumped += entry.value;
    }).observe({ type: "layout-shift", buffered: true });
  });

const compressedSize = async (requests: readonly Request[]): Promise<number> => {
  const sizes = await Promise.all(requests.map(async (request) => (await request.sizes()).responseBodySize));
  return sizes.reduce((sum, size) => sum + size, 0);
};

/** The file of the contract's schemas and their library. */
const isOfSchemas = (request: Request): boolean => /\/assets\/schemas-[^/]+\.js$/.test(request.url());

test("the first visit loads little, and nothing jumps while a screen fills", async ({
  page,
  openSession,
}) => {
  const seller = await openSession();
  await registerSeller(seller, makePerson("멘토"));
  const { id } = await createContent(seller, {
    title: `첫 화면의 무게 ${mark()}`,
    previews: [await makePreview("하나.png"), await makePreview("둘.png", "#B4451F")],
  });
  await countJumps(page);
  const loaded: Request[] = [];
  page.on("requestfinished", (request) => loaded.push(request));

  for (const path of ["/", "/market", `/content/${id}`]) {
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expect(page.getByRole("main").getByRole("article").first()).toBeVisible();
    await page.waitForLoadState("networkidle");
    if (path === "/") {
      const scripts = loaded.filter((request) => request.resourceType() === "script");
      expect(scripts.length).toBeGreaterThan(3);
      expect(await compressedSize(scripts), "scripts, compressed").toBeLessThanOrEqual(190_000);
      const fonts = loaded.filter((request) => request.resourceType() === "font");
      expect(fonts.length, "font slices").toBeLessThanOrEqual(3);
      // The page itself says that there is no session.
      expect(loaded.map((request) => new URL(request.url()).pathname)).not.toContain(api.accounts.me.path);
    }
    // Below a content one writes comments.
    if (path === "/" || path === "/market")
      expect(loaded.filter(isOfSchemas), `schemas of forms at ${path}`).toEqual([]);
    expect(await page.evaluate(() => window.jumped), `${path} jumps`).toBeLessThan(0.05);
  }
  await page.goto("/login");
  await expect(page.getByRole("button", { name: "로그인" }).last()).toBeVisible();
  expect(loaded.some(isOfSchemas), "schemas with the first form").toBe(true);
});

test("the page's frame stands until the first screen is loaded", async ({ page }) => {
  let release: () => void = () => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route(/\/assets\/LoginScreen-[^/]+\.js$/, async (route) => {
    await held;
    await route.continue();
  });
  await page.goto("/login", { waitUntil: "commit" });
  const frame = page.locator("#root > .frame");
  await expect(frame).toBeVisible();
  await expect(frame).toHaveText("");
  release();
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(frame).toHaveCount(0);
});
