import { expect, test } from "../fixtures.ts";
import { screensOf } from "../pages/index.ts";
import { createContent, registerSeller } from "../support/api.ts";
import { expectAccessible, expectAccessibleDialog } from "../support/axe.ts";
import { makePdf } from "../support/files.ts";
import { makePerson, mark } from "../support/people.ts";

const proposal = "미리 읽기: 1쪽 (4쪽 가운데 1쪽) · 제안";
/** The file is read in a program of its own, one file after another. */
const patience = { timeout: 90_000 };

test.describe("the trial of a content", () => {
  // The address of a page that is not open is tried.
  // What the device reads by itself may meet the sign-out.
  test.use({
    expected: [/status of (404 \(Not Found\) \/api\/trial\/|401 \(Unauthorized\) \/api\/(?!auth\/))/],
  });

  test("is chosen in the form by keyboard, and found by the words of a search", async ({ page, context }) => {
    const { shell, selling, content } = screensOf(page);
    const seller = makePerson("멘토");
    await registerSeller(context.request, seller);
    const title = `고른 자료 ${mark()}`;
    await page.goto("/upload");
    await selling.fill({ title, category: "주식/투자", description: "읽어보고 사세요.", price: 5_000 });
    await selling.addFiles(await makePdf("먼저.pdf"));
    await expect(selling.files).toContainText(proposal, patience);
    await selling.files.getByRole("button", { name: "먼저.pdf 미리 읽기 고르기" }).focus();
    await page.keyboard.press("Enter");
    const choice = page.getByRole("dialog", { name: "미리 읽기 고르기" });
    await expect(choice.getByRole("checkbox", { name: "1쪽" })).toBeChecked();
    await expectAccessibleDialog(page, "choosing a trial in the form");
    for (const number of ["2쪽", "3쪽"]) {
      await choice.getByRole("checkbox", { name: number }).focus();
      await page.keyboard.press("Space");
    }
    await choice.getByRole("checkbox", { name: "1쪽" }).focus();
    await page.keyboard.press("Space");
    await choice.getByRole("button", { name: "저장" }).focus();
    await page.keyboard.press("Enter");
    await expect(choice).toHaveCount(0);
    await expect(selling.files).toContainText("미리 읽기: 2–3쪽 (4쪽 가운데 2쪽)");
    // A file that replaces the chosen one begins with the proposal, and the form says so.
    await selling.files.getByRole("button", { name: "먼저.pdf 제거" }).click();
    await expect(selling.files).toContainText("먼저.pdf에서 고른 미리 읽기는 파일과 함께 지워졌어요");
    await selling.addFiles(await makePdf("나중.pdf"));
    await expect(selling.files).toContainText(proposal, patience);
    await selling.files.getByRole("button", { name: "나중.pdf 미리 읽기 고르기" }).click();
    for (const number of ["2쪽", "3쪽"]) await choice.getByRole("checkbox", { name: number }).check();
    await choice.getByRole("button", { name: "저장" }).click();
    await expect(choice).toHaveCount(0);
    await selling.send("등록하기");
    await expect(page).toHaveURL("/market");

    await shell.signOut(seller);
    await page.goto(`/market?q=${encodeURIComponent(title)}`);
    await page.getByRole("link", { name: title }).click();
    await expect(page).toHaveURL(/\/content\/[^?]+\?words=/);
    await expect(content.heading(title)).toBeVisible();
    await page.goto(`${new URL(page.url()).pathname}?words=chapter 2`);
    const strip = page.getByRole("list", { name: "미리 읽을 수 있는 부분" });
    await expect(strip.getByRole("button").first()).toHaveAccessibleName("나중.pdf 3쪽 미리 읽기");
    await expect(strip.locator("mark").first()).toHaveText("Chapter");
    await expect(page.getByText("4쪽 가운데 3쪽", { exact: true })).toBeVisible();
    await expectAccessible(page, "content found by words");
    await strip.getByRole("button").first().click();
    const reading = page.getByRole("dialog", { name: "미리 읽기" });
    await expect(reading.getByText("나중.pdf: 4쪽 가운데 3쪽 읽었어요.")).toBeVisible();
    await expectAccessibleDialog(page, "a trial found by words");
  });

  test("is chosen by its seller and read by a stranger, page by page and nothing else", async ({
    page,
    context,
  }) => {
    const { shell, content } = screensOf(page);
    const seller = makePerson("멘토");
    await registerSeller(context.request, seller);
    const title = `읽어보는 자료 ${mark()}`;
    const { id } = await createContent(context.request, { title, file: await makePdf("네 쪽.pdf") });

    await page.goto(`/content/${id}`);
    const section = page.getByRole("region", { name: "미리 읽기", exact: true });
    await expect(section.getByRole("button", { name: "네 쪽.pdf 1쪽 미리 읽기" })).toBeVisible();
    await section.getByRole("button", { name: "고르기" }).click();
    const choice = page.getByRole("dialog", { name: "미리 읽기 고르기" });
    await choice.getByRole("checkbox", { name: "1쪽" }).uncheck();
    await expect(choice).toContainText("네 쪽.pdf: 미리 읽을 부분을 1쪽 이상 골라주세요.");
    await expect(choice.getByRole("button", { name: "저장" })).toBeDisabled();
    await choice.getByRole("checkbox", { name: "2쪽" }).check();
    await choice.getByRole("checkbox", { name: "4쪽" }).check();
    await expectAccessibleDialog(page, "choosing a trial");
    await choice.getByRole("button", { name: "저장" }).click();
    await shell.expectToast("미리 읽기를 바꿨습니다");
    await expect(section.getByRole("button", { name: /미리 읽기$/ })).toHaveCount(2);

    await shell.signOut(seller);
    await page.goto(`/content/${id}`);
    await expect(content.heading(title)).toBeVisible();
    await expect(section.getByRole("button", { name: "고르기" })).toHaveCount(0);
    const last = section.getByRole("button", { name: "네 쪽.pdf 4쪽 미리 읽기" });
    await expect(last).toBeVisible();
    await expectAccessible(page, "content with a trial");
    await last.focus();
    await page.keyboard.press("Enter");
    const reading = page.getByRole("dialog", { name: "미리 읽기" });
    const picture = reading.getByRole("img", { name: "네 쪽.pdf 4쪽" });
    await expect(picture).toBeInViewport();
    await expect
      .poll(() => picture.evaluate((image) => (image instanceof HTMLImageElement ? image.naturalHeight : 0)))
      .toBe(1_600);
    await expectAccessibleDialog(page, "reading a trial");
    // Going back closes the reader.
    await page.goBack();
    await expect(reading).toHaveCount(0);
    await expect(content.heading(title)).toBeVisible();
    const statuses = await page.evaluate(
      async (at) =>
        Promise.all([1, 2, 3, 4, 5].map(async (number) => (await fetch(`${at}/${number}`)).status)),
      `/api/trial/${id}/0`,
    );
    expect(statuses).toEqual([404, 200, 404, 200, 404]);
  });
});
