import type { Locator, Page } from "@playwright/test";
import { expect, test } from "../fixtures.ts";
import { screensOf } from "../pages/index.ts";
import { field } from "../pages/fields.ts";
import { createContent, registerSeller, takeFree, register } from "../support/api.ts";
import { expectAccessibleDialog } from "../support/axe.ts";
import { makeText } from "../support/files.ts";
import { makePerson, mark } from "../support/people.ts";

const sentences = [
  "파이썬으로 매주 하던 엑셀 취합을 삼 분 만에 끝내는 순서를 설명합니다.",
  "첫째 장에서는 여러 엑셀 파일을 한 파일로 합치는 코드를 한 줄씩 읽습니다.",
  "둘째 장에서는 합친 표를 메일로 보내는 자동화 코드를 만듭니다.",
];

/** Holds that what floats stands clear of the form's act, wherever that is on the screen. */
const expectUncovered = async (page: Page, floating: Locator): Promise<void> => {
  await expect(floating).toBeVisible();
  const box = await floating.boundingBox();
  for (const below of await page.getByRole("button", { name: "등록하기" }).all()) {
    const other = await below.boundingBox();
    if (!box || !other) continue;
    const isApart =
      box.y + box.height <= other.y ||
      box.y >= other.y + other.height ||
      box.x + box.width <= other.x ||
      box.x >= other.x + other.width;
    expect(isApart, "it stands on 등록하기").toBe(true);
  }
};

test("a seller has a draft made from a document, takes it, gives it back, and sells with it", async ({
  page,
  context,
}) => {
  const { shell, selling, assistant } = screensOf(page);
  await registerSeller(context.request, makePerson("멘토"));
  await page.goto("/upload");
  const title = field(selling.form, "제목");
  await title.fill("내가 쓴 제목");
  await expectUncovered(page, assistant.openDraft);

  await assistant.openDraft.click();
  await expect(field(assistant.draft, "콘텐츠 설명")).toBeFocused();
  await expectAccessibleDialog(page, "the question");
  await assistant.suggest(
    "파이썬으로 엑셀 업무를 자동화하는 방법을 정리한 콘텐츠예요.",
    makeText("교안.txt", ...sentences),
  );
  await expect(assistant.suggested("설명")).toContainText("엑셀");
  await expect(assistant.suggested("카테고리")).toContainText("프로그래밍");
  await expect(assistant.suggested("판매가")).toContainText("원");
  await expectAccessibleDialog(page, "the suggestion");

  // Typed text is covered only after a question; Escape leaves everything as it is.
  await assistant.draft.getByRole("button", { name: "모두 적용" }).click();
  await expect(assistant.draft.getByText("덮어쓸까요?")).toBeVisible();
  await expectAccessibleDialog(page, "the question before covering");
  await page.keyboard.press("Escape");
  await expect(assistant.draft).toBeHidden();
  await expect(assistant.openDraft).toBeFocused();
  await expect(title).toHaveValue("내가 쓴 제목");

  // Going back closes the dialog too, and does not ask about leaving the page, which stays.
  await assistant.openDraft.click();
  await expect(assistant.draft).toBeVisible();
  await page.goBack();
  await expect(assistant.draft).toBeHidden();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(page).toHaveURL("/upload");
  await expect(title).toHaveValue("내가 쓴 제목");

  await assistant.openDraft.click();
  await assistant.draft.getByRole("button", { name: "모두 적용" }).click();
  await assistant.draft.getByRole("button", { name: "모두 덮어쓰기" }).click();
  await expect(assistant.draft).toBeHidden();
  await expect(title).not.toHaveValue("내가 쓴 제목");
  const undo = shell.toast.getByRole("button", { name: "되돌리기" });
  // It stays while it has the focus.
  await undo.focus();
  await expectUncovered(page, shell.toast);
  // The end of the form, where the footer begins.
  await selling.form.evaluate((form) => form.scrollIntoView({ block: "end" }));
  await expectUncovered(page, shell.toast);
  await expectUncovered(page, assistant.openDraft);
  await undo.click();
  await expect(title).toHaveValue("내가 쓴 제목");
  await expect(field(selling.form, "설명")).toHaveValue("");

  await assistant.openDraft.click();
  await assistant.draft.getByRole("button", { name: "모두 적용" }).click();
  await assistant.draft.getByRole("button", { name: "빈 칸만 채우기" }).click();
  await expect(title).toHaveValue("내가 쓴 제목");
  await expect(field(selling.form, "설명")).toHaveValue(/엑셀/);
  const own = `엑셀 자동화 ${mark()}`;
  await selling.fill({ title: own });
  await selling.addFiles(makeText("본문.txt", ...sentences));
  await selling.send("등록하기");
  await expect(page).toHaveURL("/market");
  await shell.expectToast("콘텐츠가 등록되었습니다");
});

test(
  "a buyer reads what the files of a content say, and where",
  { tag: "@once" },
  async ({ page, context, openSession }) => {
    const { content, assistant } = screensOf(page);
    const seller = await openSession();
    await registerSeller(seller, makePerson("멘토"));
    const sold = await createContent(seller, {
      title: `엑셀 자동화 ${mark()}`,
      price: 0,
      category: "programming",
      file: makeText("본문.txt", ...sentences),
    });
    await register(context.request, makePerson("구매자"));
    await page.goto(`/content/${sold.id}`);
    await expect(content.heading(sold.title)).toBeVisible();
    await expect(assistant.openSummary).toHaveCount(0);
    await takeFree(context.request, sold);
    await page.reload();
    await assistant.openSummary.click();
    await expect(assistant.summary.getByText("간이 분석", { exact: true })).toBeVisible();
    const quoted = await assistant.summary.getByRole("listitem").allInnerTexts();
    expect(quoted.filter((text) => sentences.some((sentence) => text.includes(sentence)))).not.toEqual([]);
    expect(quoted.every((text) => text.includes("본문.txt"))).toBe(true);
    await expectAccessibleDialog(page, "the summary");
    await page.keyboard.press("Escape");
    await expect(assistant.summary).toBeHidden();
    await expect(assistant.openSummary).toBeFocused();
  },
);
