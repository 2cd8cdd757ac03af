import { api } from "@knowhow/shared";
import { expect, test } from "../fixtures.ts";
import { screensOf } from "../pages/index.ts";
import { call, createContent, register, registerSeller } from "../support/api.ts";
import { expectAccessible } from "../support/axe.ts";
import { makePdf } from "../support/files.ts";
import { makePerson, mark } from "../support/people.ts";

test("a buyer rates what they have opened by the keyboard, and sees the mentor's answer come", async ({
  page,
  context,
  openSession,
}) => {
  const { shell, content } = screensOf(page);
  const seller = await openSession();
  await registerSeller(seller, makePerson("멘토"));
  const file = await makePdf("후기.pdf");
  const { id } = await createContent(seller, { title: `평가할 자료 ${mark()}`, price: 0, file });
  await register(context.request, makePerson("구매자"));

  await page.goto(`/content/${id}`);
  const section = page.getByRole("region", { name: "평점·후기" });
  await expect(section).toContainText("구매하고 열어 본 분만 후기를 남길 수 있어요.");
  await content.takeFree();
  await expect(section).toContainText("구매한 콘텐츠를 한 번 열어 보면 후기를 남길 수 있어요.");
  await content.download("후기.pdf");

  const five = section.getByRole("radio", { name: "5점, 아주 좋아요" });
  await five.focus();
  await page.keyboard.press("Space");
  await page.keyboard.press("ArrowLeft");
  await expect(section.getByRole("radio", { name: "4점, 좋아요" })).toBeChecked();
  await page.keyboard.press("Tab");
  await page.keyboard.type("예문이 좋아요");
  await expectAccessible(page, "content with the form of a rating");
  await section.getByRole("button", { name: "후기 등록" }).click();
  await shell.expectToast("후기를 남겼습니다");
  const own = section.getByRole("list", { name: "내 후기" });
  await expect(own).toContainText("예문이 좋아요");
  await expect(section).toContainText("평균은 후기가 3개부터 보여요.");

  const { ratings } = await call(seller, api.ratings.list, { params: { id }, query: { limit: 1 } });
  await call(seller, api.ratings.answer, {
    params: { id: ratings[0]?.id ?? "" },
    body: { text: "고맙습니다" },
  });
  await expect(own).toContainText("고맙습니다");
  await expectAccessible(page, "content with an answered rating");
});
