import type { Locator, Page } from "@playwright/test";

/** The market: search, categories, results. */
export class MarketPage {
  readonly searchBox: Locator;
  private readonly main: Locator;

  constructor(page: Page) {
    this.main = page.getByRole("main");
    this.searchBox = this.main.getByRole("combobox", { name: "콘텐츠 검색" });
  }

  async search(text: string): Promise<void> {
    await this.searchBox.fill(text);
    await this.main.getByRole("button", { name: "검색", exact: true }).click();
  }

  category(label: string): Locator {
    return this.main
      .getByRole("navigation", { name: "카테고리" })
      .getByRole("link", { name: label, exact: true });
  }

  /** Everything under one heading: a shelf, or what a search or a category gave. */
  results(heading: string): Locator {
    return this.main.getByRole("region", { name: heading, exact: true });
  }

  /** The card of a content. */
  card(title: string): Locator {
    return this.main
      .getByRole("article")
      .filter({ has: this.main.page().getByRole("link", { name: title, exact: true }) });
  }

  async open(title: string): Promise<void> {
    await this.card(title).getByRole("link", { name: title, exact: true }).click();
  }
}
