import { api } from "@knowhow/shared";
import { expect, test } from "../fixtures.ts";
import { field } from "../pages/fields.ts";
import { administrator, makeAdministrator } from "../support/administrator.ts";
import { call, createContent, register, takeFree } from "../support/api.ts";
import { expectAccessibleDialog } from "../support/axe.ts";
import { makePreview, makeText } from "../support/files.ts";
import { makePerson, mark } from "../support/people.ts";

// A hidden content is 404 for a stranger, its page too, which the browser logs.
test.use({ expected: [/404 \(Not Found\) \/(api\/contents|content)\//] });

test("what was reported is seen as it was after edit and deletion; another content is hidden and put back @once", async ({
  page,
  context,
  openBrowser,
  openSession,
}) => {
  const word = mark();
  const sellerBrowser = await openBrowser();
  const seller = makePerson("멘토");
  await register(sellerBrowser.request, seller);
  const reported = await createContent(sellerBrowser.request, {
    title: `신고될 자료 ${word}`,
    description: "처음에 적은 설명이에요.",
    price: 0,
    file: makeText("자료.txt", `신고 당시의 첫 문장 ${word}`),
    previews: [await makePreview("표지.png")],
  });
  const other = await createContent(sellerBrowser.request, { title: `숨겨질 자료 ${word}`, price: 0 });
  const buyer = await openSession();
  await register(buyer, makePerson("구매자"));
  await takeFree(buyer, reported);
  await call(buyer, api.reports.create, {
    body: {
      reportType: "content",
      contentId: reported.id,
      commentId: undefined,
      reportReason: "inappropriate_content",
      reportDetails: `설명과 달라요 ${word}`,
    },
  });
  await call(sellerBrowser.request, api.contents.update, {
    params: { id: reported.id },
    body: {
      title: `고친 자료 ${word}`,
      description: "고친 설명",
      category: reported.category as "stock",
      price: 0,
      fileUrls: ["https://drive.google.com/file/d/1/view"],
      fileNames: undefined,
      previewImageUrls: [],
    },
  });
  await call(sellerBrowser.request, api.contents.remove, { params: { id: reported.id } });

  await makeAdministrator();
  await call(context.request, api.accounts.login, {
    body: { emailOrUserId: administrator.userId, password: administrator.password },
  });
  await page.goto("/admin");
  await field(page.getByRole("main"), "신고 검색").fill(word);
  await page
    .getByRole("region", { name: "신고 목록" })
    .getByRole("listitem")
    .filter({ hasText: word })
    .getByRole("button", { name: "신고 당시 보기" })
    .click();
  const evidence = page.getByRole("dialog", { name: "신고 당시의 내용" });
  await expect(evidence.getByText(`신고될 자료 ${word}`)).toBeVisible();
  await expect(evidence.getByText("처음에 적은 설명이에요.")).toBeVisible();
  const picture = evidence.getByRole("img", { name: "신고 당시 미리보기 이미지 1" });
  await picture.scrollIntoViewIfNeeded();
  await expect
    .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(0);
  await evidence.getByRole("button", { name: "글 읽기" }).click();
  await expect(evidence.getByText(`신고 당시의 첫 문장 ${word}`)).toBeVisible();
  await expectAccessibleDialog(page, "the evidence of a report");

  await page.goto(`/content/${other.id}`);
  await page.getByRole("button", { name: "콘텐츠 숨기기" }).click();
  const hiding = page.getByRole("dialog", { name: "콘텐츠 숨기기" });
  await field(hiding, "사유").fill("저작권을 확인하고 있어요.");
  await hiding.getByRole("button", { name: "숨기기" }).click();
  await expect(page.getByText("관리자가 숨긴 콘텐츠예요")).toBeVisible();

  const shop = await (await openBrowser()).newPage();
  await shop.goto(`/content/${other.id}`);
  await expect(shop.getByRole("heading", { name: "콘텐츠를 찾을 수 없습니다" })).toBeVisible();
  const own = await sellerBrowser.newPage();
  await own.goto(`/content/${other.id}`);
  await expect(own.getByText("사유: 저작권을 확인하고 있어요.")).toBeVisible();
  await own.goto("/user-admin-chats");
  await expect(own.getByText(/저작권을 확인하고 있어요/).first()).toBeVisible();

  await page.getByRole("button", { name: "콘텐츠 다시 공개" }).click();
  const showing = page.getByRole("dialog", { name: "콘텐츠 다시 공개하기" });
  await field(showing, "사유").fill("문제가 없었어요.");
  await showing.getByRole("button", { name: "다시 공개" }).click();
  await expect(page.getByText("관리자가 숨긴 콘텐츠예요")).toHaveCount(0);
  await shop.goto(`/content/${other.id}`);
  await expect(shop.getByRole("heading", { name: `숨겨질 자료 ${word}` })).toBeVisible();
});
