import { readFile } from "node:fs/promises";
import { expect, type Locator, type Page } from "@playwright/test";

/** The page of one content. */
export class ContentPage {
  private readonly page: Page;
  readonly main: Locator;
  readonly previews: Locator;
  readonly like: Locator;
  readonly comments: Locator;
  readonly buy: Locator;

  constructor(page: Page) {
    this.page = page;
    this.main = page.getByRole("main");
    this.previews = this.main.getByRole("region", { name: "미리보기 이미지" });
    this.like = this.main.getByRole("button", { name: /^좋아요 / });
    this.comments = this.main.getByRole("region", { name: "댓글", exact: true });
    this.buy = this.main.getByRole("link", { name: "구매하기" });
  }

  /** A tag, which leads to a search for it. */
  tag(name: string): Locator {
    return this.main.getByRole("list", { name: "태그" }).getByRole("link", { name: `#${name}`, exact: true });
  }

  heading(title: string): Locator {
    return this.page.getByRole("heading", { level: 1, name: title });
  }

  /** Takes a free content and waits until it is purchased. */
  async takeFree(): Promise<void> {
    await this.main.getByRole("button", { name: "무료로 받기" }).click();
    await this.expectOwned();
  }

  async expectOwned(): Promise<void> {
    await expect(this.main.getByText("구매한 콘텐츠예요")).toBeVisible();
  }

  /** Agrees to the notice before the first opening of a paid content. */
  async agreeToOpen(): Promise<void> {
    await this.page.getByRole("dialog").getByRole("button", { name: "열기", exact: true }).click();
  }

  /** The control that gives a file: a link; a button before the first opening of a paid content. */
  fileWay(name: string): Locator {
    const named = { name: `${name} 다운로드` };
    return this.main.getByRole("link", named).or(this.main.getByRole("button", named));
  }

  /** Presses the download of a file and gives the bytes that arrived, with the name they came under. */
  async download(name: string): Promise<{ bytes: Buffer; name: string }> {
    const arriving = this.page.waitForEvent("download");
    await this.fileWay(name).click();
    await Promise.race([arriving, this.agreeToOpen().catch(() => undefined)]);
    const download = await arriving;
    return { bytes: await readFile(await download.path()), name: download.suggestedFilename() };
  }

  async comment(text: string): Promise<void> {
    await this.comments.getByRole("textbox", { name: "댓글" }).fill(text);
    await this.comments.getByRole("button", { name: "댓글 등록" }).click();
    // The control to delete it comes when it is stored.
    await expect(
      this.comments.getByRole("button", { name: `내 댓글 삭제: ${text.slice(0, 20)}` }),
    ).toBeVisible();
  }
}
