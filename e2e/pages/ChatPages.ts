import { expect, type Locator, type Page } from "@playwright/test";

/** The list of rooms, and one room. */
export class ChatPages {
  private readonly page: Page;
  readonly rooms: Locator;
  readonly log: Locator;
  readonly box: Locator;

  constructor(page: Page) {
    this.page = page;
    this.rooms = page.getByRole("list", { name: "채팅 목록" });
    this.log = page.getByRole("log", { name: "메시지 목록" });
    this.box = page.getByRole("textbox", { name: "메시지" });
  }

  /** Opens a room and waits until news of it come by the stream. */
  async open(roomId: string): Promise<void> {
    const stream = this.page.waitForResponse((response) => response.url().endsWith("/api/events"));
    await this.page.goto(`/chat/${roomId}`);
    await expect(this.log).toBeVisible();
    await stream;
  }

  async say(text: string): Promise<void> {
    await this.box.fill(text);
    await this.box.press("Enter");
    await expect(this.box).toHaveValue("");
  }

  async expectMessage(text: string): Promise<void> {
    await expect(this.log.getByText(text, { exact: true })).toBeVisible();
  }

  /** Reports the other one of the room. */
  async report(reason: string, details: string): Promise<void> {
    await this.page.getByRole("button", { name: "신고하기" }).click();
    const dialog = this.page.getByRole("dialog", { name: "신고하기" });
    await dialog.getByRole("radio", { name: reason }).check();
    await dialog.getByRole("textbox", { name: "상세 내용" }).fill(details);
    await dialog.getByRole("button", { name: "신고하기" }).click();
    await expect(dialog).toBeHidden();
  }
}
