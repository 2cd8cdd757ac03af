import { expect, type Locator, type Page } from "@playwright/test";
import type { Person } from "../support/people.ts";

/** Where the bottom bar of a phone begins to be the header of a desk, in px. */
const deskFrom = 900;

/** The places, and how the header of a desk names them. */
const places = {
  home: { phone: "홈", desk: "노하우 홈" },
  market: { phone: "마켓", desk: "마켓" },
  library: { phone: "서재", desk: "서재" },
  /** A member's way on a phone leads over the market. */
  upload: { phone: "", desk: "콘텐츠 올리기" },
  chat: { phone: "채팅", desk: "채팅" },
} as const;

/** What stands round every screen: header, bottom bar, toasts; and the ways from screen to screen. */
export class Shell {
  readonly page: Page;
  readonly header: Locator;
  readonly main: Locator;
  readonly toast: Locator;

  constructor(page: Page) {
    this.page = page;
    this.header = page.getByRole("banner");
    this.main = page.getByRole("main");
    this.toast = page.getByRole("region", { name: "알림 (F8)" }).getByRole("status");
  }

  get isPhone(): boolean {
    return (this.page.viewportSize()?.width ?? deskFrom) < deskFrom;
  }

  /** The one h1 of the screen. */
  heading(name: string | RegExp): Locator {
    return this.page.getByRole("heading", { level: 1, name });
  }

  async goTo(place: keyof typeof places): Promise<void> {
    const { phone, desk } = places[place];
    if (place === "upload" && this.isPhone) {
      await this.goTo("market");
      await expect(this.heading("마켓")).toBeVisible();
      // An empty market has a second one in its middle.
      await this.main.getByRole("link", { name: desk, exact: true }).first().click();
      return;
    }
    const bar = this.isPhone ? this.page.getByRole("navigation", { name: "빠른 메뉴" }) : this.header;
    // A form has its own bar in the place of the bottom bar.
    if (this.isPhone && new URL(this.page.url()).pathname === "/upload")
      await this.header.getByRole("link", { name: "노하우 홈" }).click();
    await bar.getByRole("link", { name: this.isPhone ? phone : desk, exact: true }).click();
  }

  async goToProfile({ nickname }: Pick<Person, "nickname">): Promise<void> {
    await this.header.getByRole("link", { name: `${nickname}님` }).click();
    await expect(this.heading("내 정보")).toBeVisible();
  }

  async goToLogin(): Promise<void> {
    await this.header.getByRole("link", { name: "로그인" }).click();
    await expect(this.heading("로그인")).toBeVisible();
  }

  async goToRegister(): Promise<void> {
    if (this.isPhone) {
      await this.goToLogin();
      await this.main.getByRole("link", { name: "회원가입" }).click();
    } else await this.header.getByRole("link", { name: "회원가입" }).click();
    await expect(this.heading("회원가입")).toBeVisible();
  }

  /** Signs out by the header's button, or on a phone by the one at the end of the profile. */
  async signOut(person: Pick<Person, "nickname">): Promise<void> {
    if (this.isPhone) {
      await this.goToProfile(person);
      await this.main.getByRole("link", { name: "로그아웃" }).click();
    } else await this.header.getByRole("button", { name: "로그아웃" }).click();
    await expect(this.page).toHaveURL("/");
    await expect(this.header.getByRole("link", { name: "로그인" })).toBeVisible();
  }

  async expectSignedIn({ nickname }: Pick<Person, "nickname">): Promise<void> {
    await expect(this.header.getByRole("link", { name: `${nickname}님` })).toBeVisible();
  }

  async expectToast(text: string): Promise<void> {
    await expect(this.toast).toContainText(text);
  }
}
