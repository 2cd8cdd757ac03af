import { api, pagePaths } from "@knowhow/shared";
import type { Page } from "@playwright/test";
import { expect, test } from "../fixtures.ts";
import { screensOf } from "../pages/index.ts";
import { administrator, makeAdministrator } from "../support/administrator.ts";
import { call, createContent, register, registerSeller } from "../support/api.ts";
import { makePdf, makePreview } from "../support/files.ts";
import { makePerson, mark } from "../support/people.ts";
import { keptAddresses, untilInCharge, untilKept } from "../support/worker.ts";

// Without a network every call fails, and the browser writes so.
// Rare characters have a font of their own, which may not be here, as a preview on home that was not drawn before; then
// another font and a cover stand in.
test.use({
  expected: [
    /net::(ERR_INTERNET_DISCONNECTED|ERR_FAILED (.*subset\.\d+-.*\.woff2|\/api\/proxy-image\/\S+)$)/,
  ],
});

/** Any content's, any room's. */
const pathOf = (path: string, id: string) => path.replace(/:\w+/g, id);

test("what is kept is the app, and of all calls only previews", async ({ page, context, openSession }) => {
  const { shell, content } = screensOf(page);
  const seller = await openSession();
  await registerSeller(seller, makePerson("멘토"));
  const pdf = await makePdf("자료.pdf");
  const { id } = await createContent(seller, {
    title: `보관 ${mark()}`,
    price: 0,
    file: pdf,
    previews: [await makePreview("하나.png")],
  });
  await register(context.request, makePerson("구매자"));
  await page.goto("/");
  await untilInCharge(page);
  await page.goto(`/content/${id}`);
  await content.takeFree();
  await expect(content.previews.getByRole("img").first()).toBeVisible();
  await content.download("자료.pdf");
  for (const [path, title] of [
    ["/chat", "채팅"],
    [`/checkout/${id}`, "이미 구매한 콘텐츠입니다"],
    ["/payment-fail?code=X&message=Y", /결제/],
    ["/profile", "내 정보"],
  ] as const) {
    await page.goto(path);
    await expect(shell.heading(title)).toBeVisible();
  }
  await untilKept(page, /ProfileScreen/);
  const kept = await keptAddresses(page);
  const isApp = (path: string) => /^\/($|assets\/[\w.-]+$|icon\.svg$|manifest\.webmanifest$)/.test(path);
  const others = kept.filter((path) => !isApp(path));
  expect(others.length).toBeGreaterThan(0);
  for (const path of others) expect(path).toMatch(/^\/api\/proxy-image\/[^/]+\/\d+\?v=/);
});

/** The pages that only administrators open, whose files only their devices keep. */
const isOfAdministrators = (path: string): boolean =>
  /^\/(admin|reports|alerts|search-synonyms|refunds|payouts)/.test(path);

/** Opens every page again, and expects it to be there and to say that there is no network. */
const expectEach = async (page: Page, paths: readonly string[], id: string): Promise<void> => {
  for (const path of paths) {
    await page.goto(pathOf(path, id), { waitUntil: "commit" });
    await expect(page.getByRole("heading", { level: 1 }), path).toBeVisible();
    await expect(page.getByText("인터넷에 연결되어 있지 않습니다").first(), path).toBeVisible();
    // Business details stand below every page; a conversation and the reader fill the screen.
    if (!/chat|read/.test(path))
      await expect(page.getByRole("contentinfo").getByText("통신판매업신고번호"), path).toBeVisible();
    await expect(page.getByText("화면을 불러오지 못했습니다"), path).toHaveCount(0);
  }
};

test("every page opens without a network, from a cold start, and says what it lacks", async ({
  page,
  context,
  openSession,
}) => {
  const { shell } = screensOf(page);
  const seller = await openSession();
  await registerSeller(seller, makePerson("멘토"));
  const { id } = await createContent(seller, { title: `오프라인 ${mark()}`, price: 0 });
  const buyer = makePerson("구매자");
  await register(context.request, buyer);
  await page.goto("/");
  await shell.expectSignedIn(buyer);
  await untilInCharge(page);
  await untilKept(page, /ProfileScreen/);
  await page.close();

  await context.setOffline(true);
  const cold = await context.newPage();
  const others = pagePaths.filter((path) => path !== "/logout" && !isOfAdministrators(path));
  await expectEach(cold, [...others, "/nowhere"], id);
  await cold.goto("/logout");
  await expect(cold).toHaveURL("/");
  await expect(screensOf(cold).shell.header.getByRole("link", { name: "로그인" })).toBeVisible();
});

test("an administrator's pages open without a network too", async ({ page, context }) => {
  await makeAdministrator();
  const { userId, password } = administrator;
  await call(context.request, api.accounts.login, { body: { emailOrUserId: userId, password } });
  await page.goto("/");
  await screensOf(page).shell.expectSignedIn(administrator);
  await untilInCharge(page);
  for (const screen of [/AdminScreen/, /TriagePage/, /AlertsScreen/, /RefundsScreen/])
    await untilKept(page, screen);
  await page.close();
  await context.setOffline(true);
  const cold = await context.newPage();
  const paths = pagePaths.filter(isOfAdministrators);
  await expectEach(cold, paths, "01900000-0000-7000-8000-000000000001");
});
