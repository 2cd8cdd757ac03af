import { formatBuyerPrice } from "@knowhow/shared";
import type { Page } from "@playwright/test";
import { expect, test } from "../fixtures.ts";
import { screensOf } from "../pages/index.ts";
import { createContent, registerSeller } from "../support/api.ts";
import { makePreview } from "../support/files.ts";
import { makePerson, mark } from "../support/people.ts";

/** Holds the app's modules back until they are let go; the page's first script is none of them. */
const holdModules = async (page: Page): Promise<() => void> => {
  let release: () => void = () => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route(/\/assets\/(?!view-)[^/]+\.js$/, async (route) => {
    await held;
    await route.continue();
  });
  return release;
};

/** Paths of the calls that a page makes, without those for pictures. */
const callsOf = (page: Page): string[] => {
  const calls: string[] = [];
  page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith("/api/") && request.resourceType() !== "image") calls.push(pathname);
  });
  return calls;
};

const expectTakenOver = (page: Page): Promise<void> =>
  expect(page.locator("#root")).not.toHaveAttribute("data-rendered");

test("home, market and a content are read without any script", async ({ browser, openSession }) => {
  const seller = await openSession();
  await registerSeller(seller, makePerson("멘토"));
  const content = await createContent(seller, {
    title: `글로 온 노트 ${mark()}`,
    previews: [await makePreview("표지.png")],
  });
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto("/");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await page.getByRole("link", { name: "마켓 둘러보기" }).first().click();
  await expect(page).toHaveTitle("마켓 | 노하우");
  await page.getByRole("link", { name: content.title }).first().click();
  await expect(page).toHaveTitle(`${content.title} | 노하우`);
  await expect(page.getByRole("heading", { level: 1, name: content.title })).toBeVisible();
  await expect(page.getByText(formatBuyerPrice(content.price)).first()).toBeVisible();
  await expect(page.getByRole("img", { name: `${content.title} 미리보기 1` })).toBeVisible();
  await expect(page.locator('meta[property="og:title"]')).toHaveAttribute(
    "content",
    `${content.title} | 노하우`,
  );
  await context.close();
});

test("the app takes a public page over as it stands, and asks for nothing again", async ({
  page,
  openSession,
}) => {
  const seller = await openSession();
  await registerSeller(seller, makePerson("멘토"));
  const { id } = await createContent(seller, { title: `넘겨받은 노트 ${mark()}` });
  // Only an element of the server's page has the mark.
  await page.addInitScript(() => {
    new MutationObserver((_, observer) => {
      const main = document.querySelector("main");
      if (!main) return;
      main.dataset["server"] = "";
      observer.disconnect();
    }).observe(document, { childList: true, subtree: true });
    // Notes of the page before would have the app draw anew.
    window.localStorage.clear();
  });
  const calls = callsOf(page);
  for (const path of ["/", "/market?category=all", `/content/${id}`, "/market"]) {
    const release = await holdModules(page);
    await page.goto(path, { waitUntil: "commit" });
    await expect(page.getByRole("main").getByRole("heading").first()).toBeVisible();
    release();
    await expectTakenOver(page);
    await expect(page.locator("main")).toHaveAttribute("data-server");
    // A shelf further down is read once it is near.
    expect(
      calls.filter((call) => !(path === "/market" && call.startsWith("/api/contents/category/"))),
    ).toEqual([]);
    calls.length = 0;
    await page.unrouteAll();
  }
});

test("what is typed and pressed before the app is there is not lost", async ({ page }) => {
  const { market } = screensOf(page);
  const release = await holdModules(page);
  await page.goto("/market", { waitUntil: "commit" });
  await expect(page.locator("script[src*='/assets/view-']")).toBeAttached();
  const box = page.getByRole("textbox", { name: "콘텐츠 검색" });
  await box.fill("없는 것을 찾아요");
  await box.press("Enter");
  release();
  await expect(page).toHaveURL(/\?q=/);
  await expect(box).toHaveValue("없는 것을 찾아요");
  await expect(market.results("'없는 것을 찾아요' 검색 결과")).toBeVisible();
});

test("a device that knows more draws anew, without a flash of the frame", async ({ page }) => {
  await page.goto("/market");
  await expectTakenOver(page);
  await page.addInitScript(() => {
    window.addEventListener("DOMContentLoaded", () => {
      new MutationObserver(() => {
        if (document.querySelector(".frame")) console.error("the frame flashed");
      }).observe(document.body, { childList: true, subtree: true });
    });
  });
  const calls = callsOf(page);
  await page.evaluate(() => window.localStorage.setItem("knowhow-scheme", "dark"));
  await page.reload();
  await expect(page.getByRole("button", { name: "화면 밝기: 어둡게" })).toBeVisible();
  await expectTakenOver(page);
  expect(calls).toContain("/api/contents");
});
