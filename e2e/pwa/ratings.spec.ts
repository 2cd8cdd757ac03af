import { api } from "@knowhow/shared";
import { expect, test } from "../fixtures.ts";
import { screensOf } from "../pages/index.ts";
import { call, createContent, register, registerSeller } from "../support/api.ts";
import { administrator, makeAdministrator } from "../support/administrator.ts";
import { expectAccessible } from "../support/axe.ts";
import { makePdf, makePreview } from "../support/files.ts";
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
  await section.getByLabel("후기 사진 파일").setInputFiles(await makePreview("화면.png"));
  await section.getByRole("textbox", { name: "1번째 사진 설명 (선택)" }).fill("예문 화면");
  await section.getByRole("button", { name: "후기 등록" }).click();
  await shell.expectToast("후기를 남겼습니다");
  const own = section.getByRole("list", { name: "내 후기" });
  await expect(own).toContainText("예문이 좋아요");
  await expect(section).toContainText("후기가 3개보다 적어 아직 참고만 해주세요.");
  await own.getByRole("button", { name: "크게 보기: 예문 화면" }).press("Enter");
  const large = page.getByRole("dialog").getByRole("img", { name: "예문 화면" });
  await expect
    .poll(() => large.evaluate((image) => (image as HTMLImageElement).naturalWidth))
    .toBeGreaterThan(0);
  await expectAccessible(page, "a picture of a rating");
  await page.keyboard.press("Escape");
  await expect(large).toBeHidden();

  const { ratings } = await call(seller, api.ratings.list, { params: { id }, query: { limit: 1 } });
  await call(seller, api.ratings.answer, {
    params: { id: ratings[0]?.id ?? "" },
    body: { text: "고맙습니다" },
  });
  await expect(own).toContainText("고맙습니다");
  await expectAccessible(page, "content with an answered rating");

  await own.getByRole("button", { name: "후기 답변 신고: 고맙습니다" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("radio", { name: "스팸/광고" }).check();
  await dialog.getByRole("textbox", { name: /상세 내용/ }).fill("광고예요");
  await dialog.getByRole("button", { name: "신고하기" }).click();
  await shell.expectToast("신고 완료");
  await makeAdministrator();
  const staff = await openSession();
  await call(staff, api.accounts.login, {
    body: { emailOrUserId: administrator.userId, password: administrator.password },
  });
  await call(staff, api.ratings.moderate, {
    params: { id: ratings[0]?.id ?? "" },
    body: { state: "hidden", reason: "다른 콘텐츠의 후기입니다" },
  });
  await expect(own).toContainText("사유: 다른 콘텐츠의 후기입니다");
});
