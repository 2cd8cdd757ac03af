import { expect, test } from "../fixtures.ts";
import { screensOf } from "../pages/index.ts";
import { createContent, registerSeller } from "../support/api.ts";
import { expectAccessible, expectAccessibleDialog } from "../support/axe.ts";
import { makePdf } from "../support/files.ts";
import { makePerson, mark } from "../support/people.ts";

test.describe("the trial of a content", () => {
  // The address of a page that is not open is tried.
  test.use({ expected: [/status of 404 \(Not Found\) \/api\/trial\//] });

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
    // The way back closes it.
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
