import { expect, type Locator, type Page } from "@playwright/test";

/** The payment page of a content. */
export class CheckoutPage {
  readonly main: Locator;
  readonly consent: Locator;
  readonly pay: Locator;

  constructor(page: Page) {
    this.main = page.getByRole("main");
    this.consent = this.main.getByRole("checkbox", { name: /청약철회가 제한됨에 동의합니다/ });
    this.pay = this.main.getByRole("button", { name: /결제하기$/ });
  }

  /** The choice of a card, or of an easy-pay service. */
  way(name: "카드" | "토스페이" | "네이버페이" | "카카오페이"): Locator {
    return this.main.getByRole("radio", { name: new RegExp(`^${name}`, "u") });
  }

  /** Consents and goes on to the payment window. */
  async toWindow(): Promise<void> {
    await this.consent.check();
    await this.pay.click();
  }
}

/** The provider's window, where the card is. */
export class PaymentWindow {
  private readonly page: Page;
  readonly heading: Locator;
  readonly total: Locator;

  constructor(page: Page) {
    this.page = page;
    this.heading = page.getByRole("heading", {
      level: 1,
      name: /^(카드|토스페이|네이버페이|카카오페이) 결제$/,
    });
    this.total = page.getByRole("region", { name: "주문 정보" });
  }

  async end(button: "결제하기" | "취소" | "카드사 거절" | "시간 만료"): Promise<void> {
    await expect(this.heading).toBeVisible();
    await this.page.getByRole("button", { name: button, exact: true }).click();
  }
}

/** The end of a payment: the receipt. */
export class ReceiptPage {
  readonly heading: Locator;
  readonly receipt: Locator;
  readonly toContent: Locator;
  readonly read: Locator;

  constructor(page: Page) {
    this.heading = page.getByRole("heading", { level: 1, name: "결제가 완료되었습니다" });
    this.receipt = page.getByRole("region", { name: "영수증" });
    this.read = page.getByRole("link", { name: "바로 읽기" });
    this.toContent = page.getByRole("link", { name: "콘텐츠 보기·다운로드" });
  }

  /** What the receipt says under a label. */
  value(label: string): Locator {
    return this.receipt.locator("dt", { hasText: label }).locator("xpath=following-sibling::dd[1]");
  }

  async expectPaid(title: string, amount: string): Promise<void> {
    await expect(this.heading).toBeVisible();
    await expect(this.receipt.getByRole("heading", { name: title })).toBeVisible();
    await expect(this.value("결제 금액")).toHaveText(amount);
    // Together with the provider's own slip it is there as a whole.
    await expect(
      this.receipt.getByRole("link", { name: /(카드 매출전표|결제사 영수증) 보기/ }),
    ).toBeVisible();
    await expect(this.receipt.getByText(/까지 전액 환불할 수 있어요/)).toBeVisible();
  }
}
