import { api } from "@knowhow/shared";
import { expect, test } from "../fixtures.ts";
import { screensOf } from "../pages/index.ts";
import { call, createContent, register, takeFree } from "../support/api.ts";
import { expectAccessible } from "../support/axe.ts";
import { makePerson, mark } from "../support/people.ts";

test("a question and a comment are answered while their author looks on", async ({
  page,
  context,
  openSession,
}) => {
  const { shell, content } = screensOf(page);
  const mentor = await openSession();
  await register(mentor, makePerson("멘토"));
  const sold = await createContent(mentor, { title: `물어보는 자료 ${mark()}`, price: 0 });
  await register(context.request, makePerson("구매자"));

  await page.goto(`/content/${sold.id}#questions`);
  const section = page.getByRole("region", { name: "구매 전 문의" });
  await section.getByRole("textbox", { name: "문의 내용" }).fill("몇 쪽인가요?");
  await section.getByRole("button", { name: "문의 남기기" }).click();
  await section.getByRole("button", { name: /^내 문의 수정/ }).click();
  await section.getByRole("textbox", { name: "문의 수정" }).fill("모두 몇 쪽인가요?");
  await section.getByRole("button", { name: "저장" }).click();
  await expect(section.getByRole("list", { name: "문의 목록" })).toContainText("수정됨");
  await expect(section.getByRole("list", { name: "문의 목록" })).toContainText("답변 대기");
  const list = { params: { id: sold.id }, query: { limit: 20 } };
  const [question] = await call(mentor, api.questions.list, list);
  await call(mentor, api.questions.answer, {
    params: { id: question?.id ?? "" },
    body: { answer: "서른 쪽이에요" },
  });
  await shell.expectToast("문의에 답변이 달렸습니다");
  await expect(section).toContainText("서른 쪽이에요");

  await takeFree(context.request, sold);
  await page.reload();
  await content.comment("오타가 잇어요");
  const [comment] = await call(mentor, api.comments.list, list);
  await call(mentor, api.comments.answer, {
    params: { id: comment?.id ?? "" },
    body: { comment: "고맙습니다" },
  });
  await expect(content.comments.getByRole("list", { name: "답글: 오타가 잇어요" })).toContainText("멘토");
  await content.comments.getByRole("button", { name: /^내 댓글 수정/ }).click();
  await content.comments.getByRole("textbox", { name: "댓글 수정" }).fill("오타가 있어요");
  await content.comments.getByRole("button", { name: "저장" }).click();
  await expect(content.comments).toContainText("수정됨");
  await expect(content.comments.getByText("오타가 있어요")).toBeVisible();
  await expectAccessible(page, "content with answers and questions");
});
