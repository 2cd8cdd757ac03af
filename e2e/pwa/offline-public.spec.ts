import { api } from "@knowhow/shared";
import type { BrowserContext, Page } from "@playwright/test";
import { expect, test } from "../fixtures.ts";
import { screensOf } from "../pages/index.ts";
import { createContent, register, registerSeller } from "../support/api.ts";
import { makePerson, mark } from "../support/people.ts";
import { untilInCharge } from "../support/worker.ts";

// Without a network every call fails, and the browser writes so.
test.use({ expected: [/net::ERR_/] });

const publicPagesKey = "knowhow-public";

const titlesIn = (page: Page, heading: string): Promise<string[]> =>
  screensOf(page).market.results(heading).getByRole("article").getByRole("heading").allTextContents();

/** Reads home and the market while there is a network, then opens both from a cold start without one. */
const expectKept = async (page: Page, context: BrowserContext): Promise<void> => {
  const { shell, market } = screensOf(page);
  await page.goto("/");
  await untilInCharge(page);
  await expect(market.results("인기 콘텐츠 TOP 10").getByRole("article").first()).toBeVisible();
  const popular = await titlesIn(page, "인기 콘텐츠 TOP 10");
  await shell.goTo("market");
  await expect(market.results("최신").getByRole("article").first()).toBeVisible();
  const newest = await titlesIn(page, "최신");
  // Written every two seconds at most: the newest may stand in the list of home before their own is there.
  await expect
    .poll(() => page.evaluate((key) => window.localStorage.getItem(key), publicPagesKey))
    .toContain(JSON.stringify([api.contents.list.path]).slice(0, -1));
  await page.close();

  await context.setOffline(true);
  const cold = await context.newPage();
  await cold.goto("/");
  await expect(
    screensOf(cold).market.results("인기 콘텐츠 TOP 10").getByRole("article").first(),
  ).toBeVisible();
  expect(await titlesIn(cold, "인기 콘텐츠 TOP 10")).toEqual(popular);
  const banner = cold.getByRole("status").filter({ hasText: "인터넷에 연결되어 있지 않습니다" });
  await expect(banner).toContainText("에 저장한 내용이에요");
  await screensOf(cold).shell.goTo("market");
  await expect(screensOf(cold).market.results("최신").getByRole("article").first()).toBeVisible();
  expect(await titlesIn(cold, "최신")).toEqual(newest);

  // With the network they are read again, and the banner goes.
  await context.setOffline(false);
  await expect(banner).toBeHidden();
};

test("a visitor opens home and the market without a network, and reads how old they are", async ({
  page,
  context,
  openSession,
}) => {
  const seller = await openSession();
  await registerSeller(seller, makePerson("멘토"));
  await createContent(seller, { title: `누구나 ${mark()}`, price: 0 });
  await expectKept(page, context);
});

test("a member does, and nothing of the lists tells who read them", async ({
  page,
  context,
  openSession,
}) => {
  const seller = await openSession();
  await registerSeller(seller, makePerson("멘토"));
  const { id } = await createContent(seller, { title: `회원도 ${mark()}`, price: 0 });
  const member = makePerson("회원");
  await register(context.request, member);
  await page.goto(`/content/${id}`);
  await screensOf(page).content.takeFree();
  await expectKept(page, context);
  const next = context.pages().at(-1) ?? page;
  const kept = await next.evaluate((key) => window.localStorage.getItem(key), publicPagesKey);
  expect(kept).not.toMatch(/"(hasPurchased|hasLiked|isOwner)":true/);
  expect(kept).not.toContain(member.nickname);
});
