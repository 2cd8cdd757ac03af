import { api } from "@knowhow/shared";
import { expect, test } from "../fixtures.ts";
import { choose, field } from "../pages/fields.ts";
import { screensOf } from "../pages/index.ts";
import { administrator, makeAdministrator } from "../support/administrator.ts";
import { call, createContent, register, takeFree } from "../support/api.ts";
import { expectAccessible, expectAccessibleDialog } from "../support/axe.ts";
import { makePerson, mark } from "../support/people.ts";

test("a reported content leads to a warning, its notice, an appeal and its end @once", async ({
  page,
  context,
  openBrowser,
  openSession,
}) => {
  const seller = makePerson("멘토");
  const theirs = await openBrowser();
  await register(theirs.request, seller);
  const sold = await createContent(theirs.request, { title: `신고될 콘텐츠 ${mark()}`, price: 0 });
  const buyer = await openSession();
  await register(buyer, makePerson("구매자"));
  await takeFree(buyer, sold);
  await call(buyer, api.reports.create, {
    body: {
      reportType: "content",
      contentId: sold.id,
      reportReason: "fraud",
      reportDetails: "설명과 다른 파일이 들어 있어요.",
    },
  });

  await makeAdministrator();
  await call(context.request, api.accounts.login, {
    body: { emailOrUserId: administrator.userId, password: administrator.password },
  });
  await page.goto("/admin");
  await field(page.getByRole("main"), "신고 검색").fill(seller.nickname);
  const card = page
    .getByRole("region", { name: "신고 목록" })
    .getByRole("listitem")
    .filter({ hasText: sold.title });
  await expect(card.getByRole("link", { name: "콘텐츠 보기" })).toHaveAttribute(
    "href",
    `/content/${sold.id}`,
  );
  await expectAccessible(page, "the dashboard");
  await card.getByRole("button", { name: "처리하기" }).click();
  const dialog = page.getByRole("dialog", { name: "신고 처리" });
  await expect(dialog.getByText("경고 1회째: 안내")).toBeVisible();
  await choose(dialog, "처리 상태", "해결됨");
  await choose(dialog, "제재 유형", "경고");
  await expectAccessibleDialog(page, "processing a report");
  await dialog.getByRole("button", { name: "처리하기" }).click();
  await expect(dialog.getByText("제재를 적용할 때는 제재 사유를 입력해주세요.")).toBeVisible();
  await field(dialog, "제재 사유").fill("설명과 다른 파일");
  await dialog.getByRole("button", { name: "처리하기" }).click();
  const { shell } = screensOf(page);
  await shell.expectToast("신고 처리 완료");
  await expect(card).toHaveCount(0);

  const warned = await theirs.newPage();
  await warned.goto("/");
  await expect(warned).toHaveURL(/\/penalty-notice$/);
  await expect(warned.getByText("현재 경고 1회 / 3회")).toBeVisible();
  const { chatRooms } = await call(theirs.request, api.inquiries.mine, {});
  const told = chatRooms.find(({ type }) => type === "penalty_notice");
  await call(theirs.request, api.inquiries.send, {
    params: { roomId: told?.id ?? "" },
    body: { message: "파일을 잘못 올렸던 것이고 바로 고쳤어요." },
  });

  await page.goto("/admin-chats");
  await page
    .getByRole("list", { name: "문의 목록" })
    .getByRole("link")
    .filter({ hasText: seller.nickname })
    .click();
  await expect(page.getByRole("log").getByText("파일을 잘못 올렸던 것이고")).toBeVisible();
  await expectAccessible(page, "a conversation of the inbox");
  await page.getByRole("textbox", { name: "메시지" }).fill("확인했습니다. 경고를 해제할게요.");
  await page.getByRole("button", { name: "보내기" }).click();
  await expect(page.getByRole("log").getByText("보냄")).toBeVisible();
  await page.getByRole("button", { name: "이력 보기" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "제재 해제: 경고, 설명과 다른 파일" }).click();
  const question = page.getByRole("dialog", { name: "제재를 해제할까요?" });
  await field(question, "해제 사유").fill("고친 것을 확인함");
  await question.getByRole("button", { name: "제재 해제" }).click();
  await expect(page.getByRole("dialog").getByText("해제됨")).toBeVisible();

  await warned.goto("/penalty-notice");
  await expect(warned).toHaveURL(/\/$/);
});
