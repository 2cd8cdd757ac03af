import { maskEmail } from "@knowhow/shared";
import { expect, test } from "../fixtures.ts";
import { screensOf } from "../pages/index.ts";
import { createContent, register, registerSeller, takeFree } from "../support/api.ts";
import { holdOtherCalls, isPostTo, keepCalm } from "../support/calm.ts";
import { makePerson, mark } from "../support/people.ts";

// A session that is gone is answered with 401; that is what these tests are about.
test.use({ expected: [/status of (401 \(Unauthorized\)|409 \(Conflict\))/] });

test(
  "a comment written after the session ran out is there again after signing in, and stored once",
  { tag: "@once" },
  async ({ page, context, openSession }) => {
    const { shell, content, login } = screensOf(page);
    const seller = await openSession();
    await register(seller, makePerson("멘토"));
    const { id, title } = await createContent(seller, { title: `무료 서식 ${mark()}`, price: 0 });
    const buyer = makePerson("구매자");
    await register(context.request, buyer);
    await takeFree(context.request, { id });
    await keepCalm(page);
    await page.goto(`/content/${id}`);
    await shell.expectSignedIn(buyer);
    const text = `오래 생각하고 쓴 댓글 ${mark()}`;
    await content.comments.getByRole("textbox", { name: "댓글" }).fill(text);
    // Read when it comes near, which would notice the session's end before the press.
    await shell.main.getByRole("region", { name: "구매 전 문의" }).scrollIntoViewIfNeeded();
    await expect(shell.main.getByText("아직 문의가 없어요")).toBeVisible();

    await holdOtherCalls(page, isPostTo("/comments"));
    await context.clearCookies();
    await content.comments.getByRole("button", { name: "댓글 등록" }).click();
    await shell.expectToast("로그인이 끝났어요");
    await expect(shell.header.getByRole("link", { name: "로그인" })).toBeVisible();
    // The old purchase is hidden, the typed text stays.
    await expect(shell.main.getByText("구매한 콘텐츠예요")).toHaveCount(0);
    await expect(content.comments.getByText(text)).toBeVisible();

    await content.comments.getByRole("link", { name: "로그인" }).click();
    await login.signIn(buyer);
    await expect(page).toHaveURL(`/content/${id}`);
    await expect(content.heading(title)).toBeVisible();
    // The comment waited for its writer.
    await expect(content.comments.getByRole("button", { name: /^내 댓글 삭제/ })).toHaveCount(1);
    await page.reload();
    await expect(content.comments.getByText(text)).toHaveCount(1);
  },
);

test(
  "the checkout leads to the login and back when the session has run out",
  { tag: "@once" },
  async ({ page, context, openSession }) => {
    const { shell, checkout, login } = screensOf(page);
    const seller = await openSession();
    await registerSeller(seller, makePerson("멘토"));
    const { id } = await createContent(seller, { title: `엑셀 함수 모음 ${mark()}` });
    const buyer = makePerson("구매자");
    await register(context.request, buyer);
    await keepCalm(page);
    await page.goto(`/checkout/${id}`);
    await checkout.consent.check();
    await holdOtherCalls(page, isPostTo("/orders"));
    await context.clearCookies();
    await checkout.pay.click();
    await expect(page).toHaveURL(`/login?next=%2Fcheckout%2F${id}`);
    await shell.expectToast("로그인이 끝났어요");
    await login.signIn(buyer);
    await expect(page).toHaveURL(`/checkout/${id}`);
    await expect(checkout.pay).toBeVisible();
  },
);

test(
  "signing in and out in one tab is known in the others at once",
  { tag: "@once" },
  async ({ page, context }) => {
    const person = makePerson();
    await register(context.request, person);
    await context.clearCookies();
    await page.goto("/market");
    const { shell } = screensOf(page);
    await expect(shell.header.getByRole("link", { name: "로그인" })).toBeVisible();

    const tab = await context.newPage();
    const other = screensOf(tab);
    await tab.goto("/login");
    await other.login.signIn(person);
    await other.shell.expectSignedIn(person);
    await shell.expectSignedIn(person);

    await shell.goToProfile(person);
    // On a phone its part is folded.
    await expect(shell.main.getByText(maskEmail(person.email))).toHaveCount(1);
    await other.shell.signOut(person);
    await expect(shell.heading("로그인이 필요합니다")).toBeVisible();
    await expect(page.getByText(maskEmail(person.email))).toHaveCount(0);
    await expect(page.getByText(person.nickname)).toHaveCount(0);
  },
);

test(
  "the second of two payment windows for one content says that it is bought",
  { tag: "@once" },
  async ({ page, context, openSession }) => {
    const seller = await openSession();
    await registerSeller(seller, makePerson("멘토"));
    const { id, title } = await createContent(seller, { title: `두 창 ${mark()}` });
    await register(context.request, makePerson("구매자"));
    const first = screensOf(page);
    await page.goto(`/checkout/${id}`);
    await first.checkout.toWindow();
    const tab = await context.newPage();
    const second = screensOf(tab);
    await tab.goto(`/checkout/${id}`);
    await second.checkout.toWindow();

    await first.window.end("결제하기");
    await first.receipt.expectPaid(title, "10,500원");
    await expect(first.receipt.heading).toBeFocused();
    await second.window.end("결제하기");
    await expect(second.shell.heading("이미 구매한 콘텐츠예요")).toBeVisible();
    await expect(second.shell.main.getByText("다시 결제하기")).toHaveCount(0);
    await second.shell.main.getByRole("link", { name: "콘텐츠 보기" }).click();
    await expect(second.content.heading(title)).toBeVisible();
    await second.content.expectOwned();
  },
);

test(
  "a heart of a visitor leads to the login and back to where it was pressed",
  { tag: "@once" },
  async ({ page, openSession }) => {
    const { shell, market, login } = screensOf(page);
    const seller = await openSession();
    await register(seller, makePerson("멘토"));
    const { title } = await createContent(seller, { title: `하트 ${mark()}`, price: 0 });
    const visitor = makePerson();
    await register(await openSession(), visitor);
    await page.goto("/market");
    await market.search(title);
    await market
      .results(`'${title}' 검색 결과`)
      .getByRole("button", { name: `${title} 좋아요` })
      .click();
    await shell.toast.getByRole("button", { name: "로그인" }).click();
    await login.signIn(visitor);
    await expect(page).toHaveURL(/\/market\?q=/);
    await expect(market.searchBox).toHaveValue(title);
  },
);
