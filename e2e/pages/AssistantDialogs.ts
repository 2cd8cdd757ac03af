import { expect, type Locator, type Page } from "@playwright/test";
import type { UploadedFile } from "../support/files.ts";
import { field } from "./fields.ts";

/** The helper's two dialogs: drafts for the form that sells, summaries of purchases. */
export class AssistantDialogs {
  readonly openDraft: Locator;
  readonly draft: Locator;
  readonly openSummary: Locator;
  readonly summary: Locator;

  constructor(page: Page) {
    this.openDraft = page.getByRole("button", { name: "AI 도우미" });
    this.draft = page.getByRole("dialog", { name: "AI 도우미" });
    this.openSummary = page.getByRole("button", { name: "AI 요약" });
    this.summary = page.getByRole("dialog", { name: "AI 요약" });
  }

  /** Describes a content, with a document, and waits for the suggestion. */
  async suggest(description: string, document: UploadedFile): Promise<void> {
    await field(this.draft, "콘텐츠 설명").fill(description);
    await this.draft.locator("input[type=file]").setInputFiles(document);
    await expect(this.draft.getByRole("button", { name: `${document.name} 빼기` })).toBeVisible();
    await this.draft.getByRole("button", { name: "제안 받기" }).click();
    await expect(this.draft.getByText("간이 분석", { exact: true })).toBeVisible();
  }

  /** One field of the suggestion. */
  suggested(label: string): Locator {
    return this.draft.getByRole("region", { name: label, exact: true });
  }
}
