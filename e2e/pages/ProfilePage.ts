import { expect, type Locator, type Page } from "@playwright/test";
import { choose, field } from "./fields.ts";

/** Everything about oneself: figures, what one sells and bought, the settlement account. */
export class ProfilePage {
  private readonly page: Page;
  readonly statistics: Locator;
  readonly sold: Locator;
  readonly library: Locator;
  readonly settlement: Locator;

  constructor(page: Page) {
    this.page = page;
    const section = (name: string) => page.getByRole("region", { name, exact: true });
    this.statistics = section("판매 통계");
    this.sold = section("등록한 콘텐츠");
    this.library = section("구매한 콘텐츠");
    this.settlement = section("정산 계좌");
  }

  /** One of the figures of the statistics, by its label. */
  figure(label: string | RegExp): Locator {
    // On a phone the part is folded.
    return this.statistics.locator("dt", { hasText: label }).locator("xpath=following-sibling::dd[1]");
  }

  /** The entry of one content in a list. */
  entry(list: Locator, title: string): Locator {
    return list
      .getByRole("listitem")
      .filter({ has: this.page.getByRole("link", { name: title, exact: true }) });
  }

  /** Fills in an account and asks whether it is its holder's. */
  async checkAccount(account: { bank: string; number: string; holder: string }): Promise<void> {
    const { settlement } = this;
    const folded = settlement.getByRole("button", { name: "정산 계좌", expanded: false });
    const check = settlement.getByRole("button", { name: "계좌 인증", exact: true });
    await folded.or(check).first().waitFor();
    if (await folded.isVisible()) await folded.click();
    await choose(settlement, "은행", account.bank);
    await field(settlement, "계좌번호").fill(account.number);
    await field(settlement, "예금주").fill(account.holder);
    await check.click();
  }

  /** Verifies an account as the form leads: fill in, verify, consent, save. */
  async saveAccount(account: { bank: string; number: string; holder: string }): Promise<void> {
    const { settlement } = this;
    await this.checkAccount(account);
    await expect(settlement.getByRole("button", { name: "계좌 인증됨" })).toBeVisible();
    await settlement.getByLabel("[필수] 정산을 위한 개인정보 수집 및 이용에 동의합니다").check();
    await settlement.getByRole("button", { name: "계좌 저장" }).click();
    await expect(settlement.getByRole("button", { name: "계좌 변경" })).toBeVisible();
  }
}
