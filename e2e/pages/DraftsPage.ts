import { expect, type Locator, type Page } from "@playwright/test";

/** The list of drafts. */
export class DraftsPage {
  readonly list: Locator;
  readonly storage: Locator;
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
    this.list = page.getByRole("main").getByRole("list", { name: "작성 중인 콘텐츠" });
    this.storage = page.getByRole("region", { name: "이 기기의 저장 공간" });
  }

  /** One draft, by its title. */
  entry(title: string): Locator {
    return this.list
      .getByRole("listitem")
      .filter({ has: this.#page.getByRole("heading", { name: title, exact: true }) });
  }

  async goOn(title: string): Promise<void> {
    await this.entry(title)
      .getByRole("link", { name: `${title} 이어서 쓰기` })
      .click();
  }

  /** Chooses an act of one that is not its main one. */
  async choose(title: string, act: string): Promise<void> {
    await this.entry(title)
      .getByRole("button", { name: `${title} 다른 작업` })
      .click();
    await this.#page.getByRole("menuitem", { name: `${title} ${act}` }).click();
  }

  /** Deletes one, after the question. */
  async delete(title: string): Promise<void> {
    await this.choose(title, "삭제");
    const dialog = this.#page.getByRole("dialog", { name: "작성 중인 글을 삭제할까요?" });
    await dialog.getByRole("button", { name: "삭제" }).click();
    await expect(this.entry(title)).toHaveCount(0);
  }
}
