import { expect, type Locator, type Page } from "@playwright/test";
import type { UploadedFile } from "../support/files.ts";
import { choose, field } from "./fields.ts";

/** Input of the form that sells. */
export interface SellingInput {
  title?: string;
  category?: string;
  description?: string;
  /** In won; 0 chooses 무료. */
  price?: number;
  link?: string;
}

/** The form that sells: new contents and changed ones. */
export class SellingPage {
  readonly form: Locator;
  readonly files: Locator;
  readonly previews: Locator;

  constructor(page: Page) {
    this.form = page.getByRole("main");
    this.files = this.form.getByRole("region", { name: "판매할 파일" });
    this.previews = this.form.getByRole("region", { name: "미리보기 이미지" });
  }

  async fill({ title, category, description, price, link }: SellingInput): Promise<void> {
    const { form } = this;
    if (title !== undefined) await field(form, "제목").fill(title);
    if (category !== undefined) await choose(form, "카테고리", category);
    if (description !== undefined) await field(form, "설명").fill(description);
    if (price === 0) await form.getByRole("radio", { name: "무료" }).check();
    else if (price !== undefined) {
      await form.getByRole("radio", { name: "유료" }).check();
      await field(form, "판매가").fill(String(price));
    }
    if (link !== undefined) await field(form, "외부 링크").fill(link);
  }

  async addTag(tag: string): Promise<void> {
    await field(this.form, "태그").fill(tag);
    await field(this.form, "태그").press("Enter");
    await expect(this.form.getByRole("button", { name: `${tag} 태그 삭제` })).toBeVisible();
  }

  /** Chooses files and waits until all are up. */
  async addFiles(...chosen: readonly UploadedFile[]): Promise<void> {
    await this.files.locator("input[type=file]").setInputFiles([...chosen]);
    for (const { name } of chosen)
      await expect(this.files.getByRole("button", { name: `${name} 제거` })).toBeVisible();
  }

  /** Chooses files and does not wait for them. */
  async chooseFiles(...chosen: readonly UploadedFile[]): Promise<void> {
    await this.files.locator("input[type=file]").setInputFiles([...chosen]);
  }

  /** Chooses a file on the disk: a large one handed to the page as bytes takes it a minute on a busy machine. */
  async chooseFileAt(path: string): Promise<void> {
    await this.files.locator("input[type=file]").setInputFiles(path);
  }

  /** Waits until the device has kept the input. */
  async expectKept(): Promise<void> {
    await expect(this.form.getByText(/^임시 저장됨 · /).filter({ visible: true })).toBeVisible();
  }

  async addPreviews(...chosen: readonly UploadedFile[]): Promise<void> {
    await this.previews.locator("input[type=file]").setInputFiles([...chosen]);
    await expect(this.previews.getByRole("button", { name: /번째 이미지 제거$/ })).toHaveCount(chosen.length);
  }

  /** One of the three figures of a sale, by its label. */
  figure(label: string): Locator {
    return this.form
      .locator("div", { has: this.form.page().locator("dt", { hasText: label }) })
      .locator("dd")
      .first();
  }

  async send(button: "등록하기" | "수정하기" | "연결되면 등록하기" | "연결되면 수정하기"): Promise<void> {
    await this.form.getByRole("button", { name: button, exact: true }).click();
  }
}
