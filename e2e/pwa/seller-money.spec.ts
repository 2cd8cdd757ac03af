import { api } from "@knowhow/shared";
import { expect, test } from "../fixtures.ts";
import { screensOf } from "../pages/index.ts";
import { call, payFor, register, registerSeller } from "../support/api.ts";
import { makePerson, mark } from "../support/people.ts";

// The seller's page hears of the order too, and its read of it is refused.
test.use({ expected: [/404 .*\/api\/orders\//] });

test(
  "a seller types what buyers pay, and sees a sale and its refund as they happen",
  { tag: "@once" },
  async ({ page, context, openSession }) => {
    const { shell, selling } = screensOf(page);
    await registerSeller(context.request, makePerson("멘토"));
    const title = `판매 현황 ${mark()}`;
    await page.goto("/upload");
    await selling.fill({
      title,
      category: "프로그래밍",
      description: "결제 금액으로 가격을 정해요.",
      link: "https://drive.google.com/file/d/1/view",
    });
    await selling.form.getByRole("button", { name: "구매자 결제액" }).click();
    await selling.form.getByRole("textbox", { name: "구매자 결제액" }).fill("9,900");
    await expect(selling.form.getByText("9,429원")).toBeVisible();
    await selling.form.getByRole("button", { name: "등록하기" }).click();
    await expect(page).toHaveURL("/market");
    const [content] = await call(context.request, api.contents.mine, {
      query: { limit: 20, cursor: undefined },
    });
    expect(content).toMatchObject({ title, price: 9_429 });
    if (!content) return;

    await page.goto("/profile");
    await page.getByRole("link", { name: "판매 현황" }).first().click();
    await expect(shell.heading("판매 현황")).toBeVisible();
    const money = page.getByRole("region", { name: "정산 현황" });
    await expect(money.getByText("예정된 정산이 없어요")).toBeVisible();

    const buyer = await openSession();
    await register(buyer, makePerson("구매자"));
    const orderNumber = await payFor(buyer, content);
    // Nothing is asked for by the clock: only the news can bring it.
    await expect(money.getByText("8,958원")).toHaveCount(2);
    // The newest day has its label, whole: of all bars it is the one that is looked for.
    const sales = page.getByRole("region", { name: "판매 추이" });
    await sales.getByText("표로 보기").click();
    const newest = (await sales.getByRole("rowheader").first().textContent()) ?? "";
    const [, month, day] = newest.match(/\d+/g) ?? [];
    const label = `${month}.${day}`;
    await expect(sales.locator("svg").getByText(label, { exact: true })).toBeVisible();
    const settlements = page.getByRole("region", { name: "정산 내역", exact: true });
    await expect(settlements.getByText(`주문번호 ${orderNumber}`)).toBeVisible();
    await settlements.getByText("결제부터 입금까지").click();
    await expect(settlements.getByRole("list", { name: "주문 금액의 흐름" })).toContainText("9,900원");

    await call(buyer, api.refunds.request, { params: { orderNumber }, body: { reason: "잘못 샀어요" } });
    await expect(settlements.getByText("취소(환불)")).toBeVisible();
    await expect(money.getByText("예정된 정산이 없어요")).toBeVisible();
  },
);
