import { pagePaths } from "@knowhow/shared";
import type { Page } from "@playwright/test";
import { expect, test } from "../fixtures.ts";
import { screensOf } from "../pages/index.ts";
import { createContent, register, registerSeller } from "../support/api.ts";
import { makePerson, mark } from "../support/people.ts";

// A room and an order that are not there: every other 404 is an error.
test.use({ expected: [/status of 404 \(Not Found\) \/api\/(chat\/rooms|orders)\//] });

/** Opens the page of each path, for the id that belongs to it. */
const visitAll = async (page: Page, paths: readonly string[], idOf: (path: string) => string) => {
  for (const path of paths) {
    const address = path.replace(/:\w+/, idOf(path));
    const answer = await page.goto(address);
    expect(answer?.status(), address).toBe(200);
    // Leads on with a load of its own, which the next visit must not meet half way.
    if (path === "/logout") await page.waitForURL("/");
    await expect(page.getByRole("heading", { level: 1 }), address).toHaveCount(1);
    await expect(page, address).toHaveTitle(/노하우/);
  }
};

test.describe("every known address answers 200 and shows one h1", { tag: "@once" }, () => {
  test("to a visitor", async ({ page, openSession }) => {
    const seller = await openSession();
    await registerSeller(seller, makePerson());
    const { id, sellerId } = await createContent(seller, { title: `다른 사람의 자료 ${mark()}` });
    await visitAll(page, pagePaths, (path) => (path === "/mentors/:id" ? sellerId : id));
  });

  test("to a member", async ({ page, context, openSession }) => {
    const seller = await openSession();
    await registerSeller(seller, makePerson());
    const foreign = await createContent(seller, { title: `다른 사람의 자료 ${mark()}` });
    await register(context.request, makePerson());
    const own = await createContent(context.request, { title: `내 자료 ${mark()}`, price: 0 });
    const paths = pagePaths.filter((path) => path !== "/logout");
    const ids = new Map([
      ["/edit-content/:id", own.id],
      ["/mentors/:id", foreign.sellerId],
    ]);
    await visitAll(page, paths, (path) => ids.get(path) ?? foreign.id);
  });
});

test.describe("what is not there", () => {
  test.use({ expected: [/status of 404 \(Not Found\)/] });

  test("an unknown address answers 404 with a page that leads on", { tag: "@once" }, async ({ page }) => {
    const { shell } = screensOf(page);
    const answer = await page.goto("/no/such/page");
    expect(answer?.status()).toBe(404);
    await expect(shell.heading("404 Page Not Found")).toBeVisible();
    await shell.main.getByRole("link", { name: "홈으로" }).click();
    await expect(page).toHaveURL("/");
  });

  test("a content that is gone says so and leads to the market", { tag: "@once" }, async ({ page }) => {
    const { shell } = screensOf(page);
    await page.goto("/content/00000000-0000-4000-8000-000000000000");
    await expect(shell.heading("콘텐츠를 찾을 수 없습니다")).toBeVisible();
    await shell.main.getByRole("link", { name: "마켓으로 가기" }).click();
    await expect(shell.heading("마켓")).toBeVisible();
  });
});

test("a search, a category and filters stand in the address and survive a reload; words and chips clear each other", async ({
  page,
  openSession,
}) => {
  const { market } = screensOf(page);
  const seller = await openSession();
  await registerSeller(seller, makePerson());
  const word = mark();
  const title = `발효빵 굽기 ${word}`;
  await createContent(seller, { title, category: "cooking" });
  await createContent(seller, { title: `발효빵 노래 ${word}`, category: "music" });

  await page.goto("/market");
  await market.search(word);
  await expect(page).toHaveURL(/\/market\?q=/);
  const found = market.results(`'${word}' 검색 결과`).getByRole("article");
  await expect(found).toHaveCount(2);
  await page.getByRole("combobox", { name: "가격" }).selectOption("1만~3만 원 (2)");
  await page.getByRole("combobox", { name: "카테고리" }).selectOption("요리/레시피 (1)");
  await expect(page).toHaveURL(/\?q=[^&]+&price=middle&category=cooking$/);
  await expect(market.searchBox).toHaveValue(word);
  await expect(found).toHaveCount(1);
  await page.reload();
  await expect(market.category("요리/레시피")).toHaveAttribute("aria-current", "true");
  await expect(found).toHaveCount(1);
  await expect(market.card(title)).toBeVisible();

  await market.search("ㅂㅎㅃ ㄱㄱ");
  await expect(page).not.toHaveURL(/category=/);
  await expect(market.category("요리/레시피")).not.toHaveAttribute("aria-current");
  await expect(market.card(title)).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL(/category=cooking$/);
  await expect(found).toHaveCount(1);
  await market.category("음악/악보").click();
  await expect(page).toHaveURL("/market?price=middle&category=music");
  await expect(market.searchBox).toHaveValue("");
  await expect(market.results("음악/악보").getByRole("link", { name: `발효빵 노래 ${word}` })).toBeVisible();
});

test("a category is ordered and filtered on its page, and keeps the focus meanwhile", async ({
  page,
  openSession,
}) => {
  const { market } = screensOf(page);
  const seller = await openSession();
  await registerSeller(seller, makePerson());
  const word = mark();
  await createContent(seller, { title: `무료 악보 ${word}`, category: "music", price: 0 });
  await createContent(seller, { title: `비싼 악보 ${word}`, category: "music", price: 40_000 });

  await page.goto("/market?category=music");
  const shown = market.results("음악/악보");
  await expect(shown.getByRole("article").first()).toContainText(`비싼 악보 ${word}`);
  const price = page.getByRole("combobox", { name: "가격" });
  await expect(price.getByRole("option", { name: /^무료 \(\d+\)$/ })).toBeAttached();
  await price.focus();
  await price.selectOption("free");
  await expect(page).toHaveURL("/market?category=music&price=free");
  await expect(market.card(`무료 악보 ${word}`)).toBeVisible();
  await expect(market.card(`비싼 악보 ${word}`)).toHaveCount(0);
  await expect(price).toBeFocused();
  await page.reload();
  await expect(market.card(`무료 악보 ${word}`)).toBeVisible();
  await expect(market.card(`비싼 악보 ${word}`)).toHaveCount(0);
  await page.getByRole("combobox", { name: "정렬" }).selectOption("인기순");
  await expect(page).toHaveURL("/market?category=music&price=free&sort=popular");
  await market.category("전체").click();
  await expect(market.results("전체 콘텐츠").getByRole("article").first()).toBeVisible();
});

test("old addresses lead to the present ones", { tag: "@once" }, async ({ page }) => {
  const { shell } = screensOf(page);
  await page.goto("/auth/login?next=%2Fmarket");
  await expect(page).toHaveURL("/login?next=%2Fmarket");
  await page.goto("/privacy");
  await expect(page).toHaveURL("/privacy-policy");
  await page.goto("/payment?contentId=00000000-0000-4000-8000-000000000000");
  // A visitor reaches the checkout by way of the login.
  await expect(page).toHaveURL(/\/login\?next=%2Fcheckout%2F00000000/);
  await expect(shell.heading("로그인")).toBeVisible();
});

test("a visitor sees a content, but neither its files nor its other pictures", async ({
  page,
  openSession,
}) => {
  const { shell, content } = screensOf(page);
  const seller = await openSession();
  await registerSeller(seller, makePerson());
  const { id, title } = await createContent(seller, { title: `식물 키우기 ${mark()}` });
  await page.goto(`/content/${id}`);
  await expect(content.heading(title)).toBeVisible();
  await expect(shell.main.getByText("10,500원").first()).toBeVisible();
  await expect(shell.main.getByText("댓글을 작성하려면 콘텐츠를 구매해야 해요.")).toBeVisible();
  await expect(content.comments.getByRole("textbox")).toHaveCount(0);
  await expect(shell.main.getByRole("link", { name: /(다운로드|열기 \(새 창\))$/ })).toHaveCount(0);
  // Buying leads to the login and back.
  await content.buy.click();
  await expect(page).toHaveURL(`/login?next=%2Fcontent%2F${id}`);
});
