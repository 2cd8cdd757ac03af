import { api, refundDays, type Content } from "@knowhow/shared";
import type { BrowserContext, Locator, Page } from "@playwright/test";
import { expect, test } from "../fixtures.ts";
import { field } from "../pages/fields.ts";
import { screensOf } from "../pages/index.ts";
import { administrator, makeAdministrator } from "../support/administrator.ts";
import { call, createContent, payFor, register, registerSeller } from "../support/api.ts";
import { expectAccessible, expectAccessibleDialog } from "../support/axe.ts";
import { makePdf } from "../support/files.ts";
import { stopLongTimers } from "../support/longTimers.ts";
import { makePerson, mark } from "../support/people.ts";

/** Pays for a content on the screen; gives the order's number. */
const pay = async (page: Page, { id, title }: Content): Promise<string> => {
  const { checkout, window, receipt } = screensOf(page);
  await page.goto(`/checkout/${id}`);
  await checkout.toWindow();
  await window.end("결제하기");
  await receipt.expectPaid(title, "10,500원");
  return receipt.value("주문번호").innerText();
};

/** What the provider says happened to the money of an order. */
const eventsOf = async (page: Page, orderNumber: string): Promise<string[]> => {
  const answer = await page.request.get(`/standin/toss/control/log?orderId=${orderNumber}`);
  const log = (await answer.json()) as { event: string }[]; // The stand-in's documented shape.
  return log.map(({ event }) => event);
};

/** The settlement of a content's one sale on its seller's page. */
const settlementOf = (page: Page, { title }: Content): Locator =>
  page.getByRole("listitem").filter({ has: page.getByRole("heading", { name: title }) });

/** Milliseconds for news to reach an open page, with room for a busy machine. */
const soon = { timeout: 10_000 };

test("who opened nothing gets the money back, by keyboard, and the mentor sees it at once", async ({
  page,
  context,
  openBrowser,
}) => {
  const selling = await openBrowser();
  await stopLongTimers(selling);
  await registerSeller(selling.request, makePerson("멘토"));
  const content = await createContent(selling.request, { title: `돌려줄 노트 ${mark()}` });
  await register(context.request, makePerson("구매자"));
  const orderNumber = await pay(page, content);
  const other = await createContent(selling.request, { title: `다른 노트 ${mark()}` });
  await payFor(context.request, other);

  await page.goto(`/content/${content.id}`);
  const { shell } = screensOf(page);
  await expect(shell.main.getByText(/^아직 열지 않아 .*까지 전액 환불할 수 있어요\./)).toBeVisible();
  // The link leads to the room of the purchase, not to the list of rooms.
  const talk = shell.main.getByRole("link", { name: "멘토와 채팅하기" });
  await expect(talk).toHaveAttribute("href", /^\/chat\/[0-9a-f-]{36}$/);
  const mentor = await selling.newPage();
  await mentor.goto((await talk.getAttribute("href")) ?? "");
  await expect(mentor.getByRole("textbox", { name: "메시지" })).toBeVisible();
  const sales = await selling.newPage();
  await sales.goto("/seller");
  const givenBack = (sold: Content) => settlementOf(sales, sold).getByText("취소(환불)");
  /** Told from the request on: the provider takes its time. */
  const goingBack = (sold: Content) =>
    settlementOf(sales, sold)
      .getByText(/^환불 요청을 확인하고 있습니다\.$/)
      .or(givenBack(sold));
  await expect(settlementOf(sales, content)).toBeVisible();

  await shell.main.getByRole("button", { name: /환불 요청$/ }).press("Enter");
  const dialog = page.getByRole("dialog", { name: "환불 요청" });
  await expect(dialog.getByText(/요청하면 바로 환불이 시작돼요. 결제한 10,500원을 모두/)).toBeVisible();
  await expect(field(dialog, "환불을 요청하는 이유")).toBeFocused();
  await expectAccessibleDialog(page, "asking for money back");
  await page.keyboard.type("다른 것을 사려고 했어요.");
  await dialog.getByRole("button", { name: "환불 요청하기" }).press("Enter");
  await expect(goingBack(content)).toBeVisible(soon);
  await expect(dialog).toHaveCount(0);

  await expect(mentor.getByRole("textbox", { name: "메시지" })).toHaveCount(0, soon);
  await expect(givenBack(content)).toBeVisible(soon);
  // Given back, it is for sale to its buyer again.
  await expect(shell.main.getByRole("link", { name: "구매하기" })).toBeVisible(soon);
  await expect.poll(() => eventsOf(page, orderNumber), soon).toContain("CANCELED");
  expect((await eventsOf(page, orderNumber)).filter((event) => event === "CANCELED")).toHaveLength(1);
  await expect(settlementOf(sales, other)).toBeVisible();
  await expect(goingBack(other)).toHaveCount(0);
});

test("who opened it is told first, may take the request back, and reads why it was denied; the mentor sees each step at once @once", async ({
  page,
  context,
  openBrowser,
}) => {
  const selling = await openBrowser();
  await stopLongTimers(selling);
  await registerSeller(selling.request, makePerson("멘토"));
  const file = await makePdf("열어본 노트.pdf");
  const content = await createContent(selling.request, { title: `열어본 노트 ${mark()}`, file });
  await register(context.request, makePerson("구매자"));
  const orderNumber = await pay(page, content);
  const { shell, content: shown } = screensOf(page);
  const other = await createContent(selling.request, { title: `다른 노트 ${mark()}` });
  const otherNumber = await payFor(context.request, other);
  // Counts as opened.
  await context.request.get(`/api/download/${other.id}/0`, { maxRedirects: 0 });
  await call(context.request, api.refunds.request, {
    params: { orderNumber: otherNumber },
    body: { reason: "생각과 달라요." },
  });
  const mentor = await selling.newPage();
  await mentor.goto("/seller");
  const holdReasonOf = (sold: Content) =>
    settlementOf(mentor, sold).getByText("환불 요청을 확인하고 있습니다.");
  const holdReason = holdReasonOf(content);
  await expect(settlementOf(mentor, content)).toBeVisible();

  await page.goto(`/content/${content.id}`);
  // No link as yet, which a new tab or the browser's menu would open past the notice.
  await shell.main.getByRole("button", { name: `${file.name} 다운로드` }).click();
  const notice = page.getByRole("dialog", { name: "처음 여는 콘텐츠예요" });
  await expect(notice.getByText(/청약철회가 제한돼요/)).toBeVisible();
  await expectAccessibleDialog(page, "the first opening");
  await notice.getByRole("button", { name: "나중에" }).click();
  await expect(notice).toHaveCount(0);
  await expect(shell.main.getByText(/^아직 열지 않아/)).toBeVisible();
  await shown.download(file.name);
  await expect(shell.main.getByText(/^콘텐츠를 열어서 환불은 관리자가 확인한 뒤 결정해요/)).toBeVisible();

  const ask = async (reason: string) => {
    await shell.main.getByRole("button", { name: /환불 요청$/ }).click();
    const dialog = page.getByRole("dialog", { name: "환불 요청" });
    await expect(dialog.getByText(/관리자가 영업일 기준 3일 안에 확인하고 결정해요/)).toBeVisible();
    await field(dialog, "환불을 요청하는 이유").fill(reason);
    await dialog.getByRole("button", { name: "환불 요청하기" }).click();
    await expect(shell.main.getByText(/^환불을 요청했어요. 관리자가 .*까지 확인하고 결정해요/)).toBeVisible();
  };
  await ask("생각과 달라요.");
  await expect(holdReason).toBeVisible(soon);
  await shell.main.getByRole("button", { name: /환불 요청 취소$/ }).click();
  await page.getByRole("dialog").getByRole("button", { name: "요청 취소하기" }).click();
  await expect(shell.main.getByText(/^콘텐츠를 열어서 환불은/)).toBeVisible();
  await expect(holdReason).toHaveCount(0, soon);
  await ask("설명보다 짧아요.");
  await expect(holdReason).toBeVisible(soon);

  await makeAdministrator();
  const office = await openBrowser();
  await call(office.request, api.accounts.login, {
    body: { emailOrUserId: administrator.userId, password: administrator.password },
  });
  const desk = await office.newPage();
  await desk.goto("/admin");
  await desk.getByRole("link", { name: /^환불/ }).click();
  await expect(desk).toHaveURL("/refunds");
  const cardOf = ({ title }: Content) => desk.getByRole("listitem").filter({ hasText: title });
  const card = cardOf(content);
  await expect(card.getByText("설명보다 짧아요.")).toBeVisible();
  await expect(card.getByText(new RegExp(`^파일 ${file.name}`))).toBeVisible();
  await expectAccessible(desk, "the queue of refunds");
  const decision = desk.getByRole("dialog", { name: "환불 거절" });
  await card.getByRole("button", { name: /거절$/ }).click();
  await field(decision, "결정한 이유").fill("설명에 쪽수가 적혀 있습니다.");
  await expectAccessibleDialog(desk, "denying a refund");
  await decision.getByRole("button", { name: "환불 거절" }).click();
  await expect(holdReason).toHaveCount(0, soon);
  await expect(card).toHaveCount(0);
  await expect(holdReasonOf(other)).toBeVisible();
  await expect(cardOf(other)).toBeVisible();

  const denied = "관리자가 환불 요청을 거절했어요. 이유: 설명에 쪽수가 적혀 있습니다.";
  await expect(shell.main.getByText(denied)).toBeVisible(soon);
  await page.goto("/profile#purchases");
  const bought = shell.main.getByRole("listitem").filter({ hasText: content.title });
  await expect(bought.getByText(denied)).toBeVisible();
  // The paid content stays the buyer's.
  await page.goto(`/content/${content.id}`);
  await shown.download(file.name);
  expect(await eventsOf(page, orderNumber)).not.toContain("CANCELED");
});

/** Sets the clock of a browser's pages forward; the server's stays. */
const shiftClock = (context: BrowserContext, aheadMs: number): Promise<unknown> =>
  context.addInitScript((ms) => {
    const RealDate = Date;
    globalThis.Date = new Proxy(RealDate, {
      construct: (target, given: unknown[]) =>
        Reflect.construct(target, given.length > 0 ? given : [RealDate.now() + ms]) as Date,
      get: (target, key) => (key === "now" ? () => RealDate.now() + ms : Reflect.get(target, key)) as unknown,
    });
  }, aheadMs);

test.describe("a phone whose clock is ahead", () => {
  // The browser writes so where there is no network.
  test.use({ expected: [/net::ERR_/] });

  test("gives money back, and what was written without a network arrives @once", async ({
    page,
    context,
    openBrowser,
  }) => {
    // The phone's clock is ahead: by it the days for a refund are over.
    await shiftClock(context, (refundDays + 1) * 24 * 60 * 60 * 1_000);
    const selling = await openBrowser();
    await registerSeller(selling.request, makePerson("멘토"));
    const content = await createContent(selling.request, { title: `하루 앞선 노트 ${mark()}` });
    await register(context.request, makePerson("구매자"));
    const orderNumber = await pay(page, content);
    const { shell, chat } = screensOf(page);

    await page.goto(`/content/${content.id}`);
    await expect(shell.main.getByText(/^아직 열지 않아 .*까지 전액 환불할 수 있어요\./)).toBeVisible();
    await shell.main.getByRole("link", { name: "멘토와 채팅하기" }).click();
    await expect(chat.log).toBeVisible();
    await context.setOffline(true);
    await chat.say("시계가 하루 빨라요");
    await expect(chat.log.getByText("시계가 하루 빨라요", { exact: true })).toBeVisible();
    const mentor = await selling.newPage();
    await mentor.goto(page.url());
    await expect(mentor.getByRole("textbox", { name: "메시지" })).toBeVisible();
    await context.setOffline(false);
    await expect(mentor.getByText("시계가 하루 빨라요", { exact: true })).toHaveCount(1);

    await page.goBack();
    await shell.main.getByRole("button", { name: /환불 요청$/ }).click();
    const dialog = page.getByRole("dialog", { name: "환불 요청" });
    await field(dialog, "환불을 요청하는 이유").fill("다른 것을 사려고 했어요.");
    await dialog.getByRole("button", { name: "환불 요청하기" }).click();
    await expect(shell.main.getByRole("link", { name: "구매하기" })).toBeVisible();
    await expect.poll(() => eventsOf(page, orderNumber)).toContain("CANCELED");
  });
});
