import type { Content } from "@knowhow/shared";
import { expect, test } from "../fixtures.ts";
import { screensOf } from "../pages/index.ts";
import { createContent, register, registerSeller } from "../support/api.ts";
import { makeText } from "../support/files.ts";
import { makePerson, mark, type Person } from "../support/people.ts";

/** A signed-in buyer, and another person's content to buy. */
const shop = test.extend<{ goods: Content; buyer: Person }>({
  goods: async ({ openSession }, use) => {
    const seller = await openSession();
    await registerSeller(seller, makePerson("멘토"));
    await use(await createContent(seller, { title: `엑셀 함수 모음 ${mark()}`, category: "programming" }));
  },
  buyer: async ({ context }, use) => {
    const buyer = makePerson("구매자");
    await register(context.request, buyer);
    await use(buyer);
  },
});

/** The payment provider's own account of what happened to an order. */
const chargesOf = async (
  request: { get: (url: string) => Promise<{ json: () => Promise<unknown> }> },
  order: string,
) => {
  const answer = await request.get(`/standin/toss/control/log?orderId=${order}`);
  const log = (await answer.json()) as { event: string }[]; // The stand-in's documented shape.
  return log.map(({ event }) => event).filter((event) => event === "DONE");
};

shop(
  "cancels once, then buys by an easy-pay service with the consent kept, and lands on the file itself",
  async ({ page, openSession, buyer }) => {
    const { shell, content, checkout, window, receipt } = screensOf(page);
    const seller = await openSession();
    await registerSeller(seller, makePerson("멘토"));
    const title = `읽기 자료 ${mark()}`;
    const file = makeText(
      "첫걸음.txt",
      "첫걸음을 떼는 법",
      ...Array.from({ length: 40 }, () => "한 줄씩 읽어요."),
    );
    const goods = await createContent(seller, { title, file });
    await page.goto(`/content/${goods.id}`);
    await shell.expectSignedIn(buyer);
    // A consent is kept for what may be read before paying, once that is known.
    await expect(page.getByRole("region", { name: "미리 읽기", exact: true })).toContainText(
      "첫걸음을 떼는 법",
    );
    await content.buy.click();
    await checkout.way("카카오페이").check();
    await checkout.toWindow();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("카카오페이 결제");
    await window.end("취소");
    await expect(page).toHaveURL(/\/payment-fail\?/);
    await expect(shell.heading("결제를 취소했습니다")).toBeVisible();
    await expect(shell.main).toContainText(title);
    await expect(shell.main).toContainText("결제된 금액은 없어요.");
    await page.getByRole("link", { name: "다른 방법으로 결제하기" }).click();
    await expect(page).toHaveURL(`/checkout/${goods.id}`);
    await expect(checkout.consent).toBeChecked();
    await expect(checkout.way("카카오페이")).toBeChecked();
    await checkout.pay.click();
    await window.end("결제하기");
    await receipt.expectPaid(title, "10,500원");
    await expect(receipt.value("결제 수단")).toHaveText("카카오페이");
    await receipt.read.click();
    await expect(page).toHaveURL(`/read/${goods.id}/0`);
    await page.getByRole("button", { name: "열어서 읽기" }).click();
    await expect(page.getByText("첫걸음을 떼는 법")).toBeVisible();
    await page.goBack();
    await expect(page).toHaveURL(`/content/${goods.id}`);
    await content.expectOwned();
  },
);

shop(
  "a card that is refused is told with the reason, and nothing is charged",
  async ({ page, goods, buyer }) => {
    const { shell, checkout, window } = screensOf(page);
    await page.goto(`/checkout/${goods.id}`);
    await shell.expectSignedIn(buyer);
    await checkout.toWindow();
    await window.end("카드사 거절");
    await expect(shell.heading("카드사에서 결제를 거절했습니다")).toBeVisible();
    await expect(shell.main).not.toContainText("REJECT_CARD_COMPANY");
    const order = new URL(page.url()).searchParams.get("orderId") ?? "";
    expect(await chargesOf(page.request, order)).toEqual([]);
    // Once more by one press: the consent still holds.
    await page.getByRole("button", { name: "10,500원 다시 결제하기" }).click();
    await window.end("취소");
    await page.getByRole("link", { name: "다른 방법으로 결제하기" }).click();
    await expect(checkout.pay).toBeVisible();
  },
);

shop(
  "the payment asks for the consent that the law wants first",
  { tag: "@once" },
  async ({ page, goods, buyer }) => {
    const { shell, checkout } = screensOf(page);
    await page.goto(`/checkout/${goods.id}`);
    await shell.expectSignedIn(buyer);
    await checkout.pay.click();
    await expect(checkout.main.getByText("결제하려면 청약철회 제한에 동의해주세요.")).toBeVisible();
    await expect(checkout.consent).toBeFocused();
    await expect(page).toHaveURL(`/checkout/${goods.id}`);
  },
);

shop(
  "the receipt survives a reload, and a second tab: one charge, one order",
  { tag: "@once" },
  async ({ page, context, goods, buyer }) => {
    const { shell, checkout, window, receipt } = screensOf(page);
    await page.goto(`/checkout/${goods.id}`);
    await shell.expectSignedIn(buyer);
    await checkout.toWindow();
    await window.end("결제하기");
    await receipt.expectPaid(goods.title, "10,500원");
    const order = (await receipt.value("주문번호").textContent()) ?? "";
    await page.reload();
    await receipt.expectPaid(goods.title, "10,500원");
    await expect(receipt.value("주문번호")).toHaveText(order);
    const tab = await context.newPage();
    await tab.goto(page.url());
    await screensOf(tab).receipt.expectPaid(goods.title, "10,500원");
    expect(await chargesOf(page.request, order)).toEqual(["DONE"]);
    // Bought is bought: the checkout offers the content instead of a second payment.
    await page.goto(`/checkout/${goods.id}`);
    await expect(shell.heading("이미 구매한 콘텐츠입니다")).toBeVisible();
  },
);

shop(
  "coming back from the bank in another browser: sign in there, then the receipt",
  { tag: "@once" },
  async ({ page, goods, buyer, openBrowser }) => {
    const { shell, checkout } = screensOf(page);
    await page.goto(`/checkout/${goods.id}`);
    await shell.expectSignedIn(buyer);
    await checkout.toWindow();
    await expect(page).toHaveURL(/\/standin\/toss\/pay\//);

    const elsewhere = await (await openBrowser()).newPage();
    const { shell: frame, window, login, receipt } = screensOf(elsewhere);
    await elsewhere.goto(page.url());
    await window.end("결제하기");
    await expect(frame.heading("로그인")).toBeVisible();
    await frame.expectToast("로그인이 필요합니다");
    await login.signIn(buyer);
    await receipt.expectPaid(goods.title, "10,500원");
    await expect(elsewhere).toHaveURL(/\/payment-success\?/);
  },
);

shop(
  "/payment-success without its values says so and leads to the market",
  { tag: "@once" },
  async ({ page, buyer }) => {
    const { shell } = screensOf(page);
    await page.goto("/payment-success?orderId=1");
    await shell.expectSignedIn(buyer);
    await expect(page).toHaveURL("/market");
    await shell.expectToast("결제 정보를 찾을 수 없습니다");
  },
);

shop(
  "a free content is taken at once, without the payment window",
  { tag: "@once" },
  async ({ page, openSession, buyer }) => {
    const { shell, content, profile } = screensOf(page);
    const seller = await openSession();
    await register(seller, makePerson("멘토"));
    const { id, title } = await createContent(seller, { title: `무료 서식 ${mark()}`, price: 0 });
    await page.goto(`/content/${id}`);
    await expect(shell.main.getByText("무료", { exact: true }).first()).toBeVisible();
    await content.takeFree();
    await shell.expectToast("구매가 완료되었습니다");
    await expect(shell.main.getByRole("link", { name: "drive.google.com 열기 (새 창)" })).toBeVisible();
    await shell.goToProfile(buyer);
    await expect(profile.entry(profile.library, title)).toBeVisible();
  },
);
