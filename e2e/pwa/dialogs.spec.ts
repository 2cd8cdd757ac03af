import { expect, test } from "../fixtures.ts";
import { screensOf } from "../pages/index.ts";
import { createContent, register, renameContent, takeFree } from "../support/api.ts";
import { expectAccessible, expectAccessibleDialog } from "../support/axe.ts";
import { tabTo } from "../support/keys.ts";
import { makePerson, mark } from "../support/people.ts";

test("a comment is written and taken back with the keyboard alone", async ({
  page,
  context,
  openSession,
}) => {
  const seller = await openSession();
  await register(seller, makePerson("멘토"));
  const sold = await createContent(seller, { title: `손끝으로 쓴 댓글 ${mark()}`, price: 0 });
  await register(context.request, makePerson("구매자"));
  await takeFree(context.request, sold);
  const { content } = screensOf(page);
  await page.goto(`/content/${sold.id}`);
  await tabTo(content.comments.getByRole("textbox", { name: "댓글" }));
  await page.keyboard.type("잘 읽었어요");
  await tabTo(content.comments.getByRole("button", { name: "댓글 등록" }));
  await page.keyboard.press("Enter");
  const remove = content.comments.getByRole("button", { name: "내 댓글 삭제: 잘 읽었어요" });
  await tabTo(remove);
  await page.keyboard.press("Enter");
  const question = page.getByRole("dialog", { name: "댓글을 삭제할까요?" });
  // Not to delete is what Enter does.
  await expect(question.getByRole("button", { name: "취소" })).toBeFocused();
  await expectAccessibleDialog(page, "deleting a comment");
  await page.keyboard.press("Escape");
  await expect(question).toBeHidden();
  await expect(remove).toBeFocused();
  await page.keyboard.press("Enter");
  await tabTo(question.getByRole("button", { name: "삭제", exact: true }));
  await page.keyboard.press("Enter");
  await expect(remove).toHaveCount(0);
});

test("the receipt holds text of any size, at the edge of nothing", async ({ page, context, openSession }) => {
  const seller = await openSession();
  await register(seller, makePerson("멘토"));
  const title = `받은 서식 ${mark()}`;
  const sold = await createContent(seller, { title, price: 0, category: "template" });
  await register(context.request, makePerson("구매자"));
  await takeFree(context.request, sold);
  await page.goto("/profile");
  await page.getByRole("button", { name: `${title} 영수증 보기` }).click();
  const receipt = page.getByRole("dialog", { name: "영수증" });
  await expect(receipt.getByText("템플릿/리소스")).toBeVisible();
  await expectAccessibleDialog(page, "the receipt");
  for (const size of ["100%", "200%"]) {
    await page.evaluate((fontSize) => {
      document.documentElement.style.fontSize = fontSize;
    }, size);
    // The narrowest distance between the text and the right edge of the dialog.
    const room = () =>
      receipt.evaluate((dialog) => {
        const edge = dialog.getBoundingClientRect().right;
        const parts = [...dialog.querySelectorAll("dd, dd > span")];
        return Math.min(...parts.map((part) => edge - part.getBoundingClientRect().right));
      });
    await expect.poll(room, { message: size }).toBeGreaterThanOrEqual(16);
  }
});

test.describe("changed elsewhere", () => {
  test.use({ expected: [/status of 409 \(Conflict\) \/api\/contents\//] });

  test(
    "an edit that came too late is told what came first, and loses nothing",
    { tag: "@once" },
    async ({ page, context }) => {
      const { selling, shell } = screensOf(page);
      await register(context.request, makePerson("멘토"));
      const content = await createContent(context.request, { title: `두 기기 ${mark()}`, price: 0 });
      await page.goto(`/edit-content/${content.id}`);
      await selling.fill({ title: "여기서 고친 제목" });
      await renameContent(context.request, content, "먼저 고친 제목");

      await selling.send("수정하기");
      await expect(selling.form.getByText("다른 곳에서 먼저 수정되었습니다")).toBeVisible();
      await expectAccessible(page, "a conflict");
      await selling.form.getByRole("button", { name: "최신 내용 불러오기" }).click();
      await expect(selling.form.getByRole("alert").getByText("먼저 고친 제목")).toBeVisible();
      await expectAccessible(page, "the newest version");
      await selling.send("수정하기");
      await shell.expectToast("콘텐츠가 성공적으로 수정되었습니다.");
    },
  );
});
