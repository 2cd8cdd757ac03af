import { addDays, formatDate, seoulDay, seoulDayStart } from "@knowhow/shared";
import { expect, test } from "../fixtures.ts";
import { screensOf } from "../pages/index.ts";
import { createContent, register, registerSeller, takeFree } from "../support/api.ts";
import { expectAccessible, expectAccessibleDialog } from "../support/axe.ts";
import { makePdf, makePreview, sha256 } from "../support/files.ts";
import { makePerson, mark } from "../support/people.ts";

test("a content is changed by its seller: price, text, tags, and another file in the place of the old one", async ({
  page,
  context,
}) => {
  const { shell, profile, selling, content, market } = screensOf(page);
  const seller = makePerson("멘토");
  await registerSeller(context.request, seller);
  const title = `주간 계획표 ${mark()}`;
  const { id } = await createContent(context.request, {
    title,
    category: "template",
    file: await makePdf("첫 판.pdf"),
    previews: [await makePreview("표지.png")],
  });
  const second = await makePdf("둘째 판.pdf");

  await page.goto("/profile");
  await profile
    .entry(profile.sold, title)
    .getByRole("link", { name: `${title} 수정` })
    .click();
  await expect(shell.heading("콘텐츠 수정")).toBeVisible();
  await selling.fill({ title: `${title} 개정`, price: 20_000 });
  await expect(selling.form).toContainText("21,000원");
  const tag = `정리${mark()}`;
  await selling.addTag(tag);
  await selling.files.getByRole("button", { name: "첫 판.pdf 제거" }).click();
  await selling.addFiles(second);
  await selling.send("수정하기");
  await expect(page).toHaveURL("/");
  await shell.expectToast("콘텐츠가 성공적으로 수정되었습니다.");

  await page.goto(`/content/${id}`);
  await expect(content.heading(`${title} 개정`)).toBeVisible();
  await expect(shell.main).toContainText("21,000원");
  await expect(shell.main).toContainText("수정일");
  const { bytes } = await content.download(second.name);
  expect(sha256(bytes)).toBe(sha256(second.buffer));

  await content.tag(tag).click();
  await expect(market.searchBox).toHaveValue(tag);
  await expect(market.card(`${title} 개정`)).toBeVisible();
});

test.describe("after a deletion", () => {
  // What the device reads by itself may meet the change of the session.
  test.use({
    expected: [/status of (404 \(Not Found\) \/(api\/contents|content)|401 \(Unauthorized\) \/api)\//],
  });

  test(
    "a content leaves the market but not its buyers",
    { tag: "@once" },
    async ({ page, context, openSession }) => {
      const { shell, profile } = screensOf(page);
      const seller = makePerson("멘토");
      await register(context.request, seller);
      const title = `지난 자료 ${mark()}`;
      const deleted = await createContent(context.request, { title, price: 0 });
      const buyer = await openSession();
      await register(buyer, makePerson());
      await takeFree(buyer, deleted);

      await page.goto("/profile");
      await profile
        .entry(profile.sold, title)
        .getByRole("button", { name: `${title} 삭제` })
        .click();
      const dialog = page.getByRole("dialog", { name: "정말로 이 콘텐츠를 삭제하시겠습니까?" });
      await expectAccessibleDialog(page, "deleting");
      await dialog.getByRole("button", { name: "취소" }).click();
      await expect(profile.entry(profile.sold, title)).toBeVisible();
      await profile
        .entry(profile.sold, title)
        .getByRole("button", { name: `${title} 삭제` })
        .click();
      await dialog.getByRole("button", { name: "삭제", exact: true }).click();
      await expect(profile.entry(profile.sold, title)).toHaveCount(0);

      await shell.signOut(seller);
      await page.goto(`/content/${deleted.id}`);
      await expect(shell.heading("콘텐츠를 찾을 수 없습니다")).toBeVisible();
      const library = await buyer.get("/api/buyer/contents");
      expect(await library.text()).toContain(title);
    },
  );
});

test(
  "a content goes off sale until a day, comes back, and keeps its page for strangers meanwhile",
  { tag: "@once" },
  async ({ page, context }) => {
    const { shell, profile, content, market } = screensOf(page);
    const seller = makePerson("멘토");
    await register(context.request, seller);
    const title = `계절 자료 ${mark()}`;
    const bystander = `다른 자료 ${mark()}`;
    const { id } = await createContent(context.request, { title, price: 0 });
    await createContent(context.request, { title: bystander, price: 0 });

    await page.goto("/profile");
    const row = profile.entry(profile.sold, title);
    await row.getByRole("button", { name: `${title} 판매 멈추기` }).click();
    const dialog = page.getByRole("dialog", { name: "판매 멈추기" });
    await expectAccessibleDialog(page, "pausing");
    const day = addDays(seoulDay(new Date()), 30);
    await dialog.getByLabel("다시 판매할 날 (선택)").fill(day);
    await dialog.getByRole("button", { name: "판매 멈추기" }).click();
    await expect(row).toContainText("판매 멈춤");
    await expect(row).toContainText(`${formatDate(seoulDayStart(day))}에 다시 판매해요.`);
    await expect(profile.entry(profile.sold, bystander)).not.toContainText("판매 멈춤");

    await row.getByRole("link", { name: `${title} 보기` }).click();
    await expect(shell.main).toContainText("판매를 잠시 멈춘 콘텐츠예요");
    await page.getByRole("button", { name: "다시 판매하기" }).click();
    await expect(shell.main).not.toContainText("판매를 잠시 멈춘 콘텐츠예요");
    await page.getByRole("button", { name: "판매 멈추기" }).click();
    await dialog.getByRole("button", { name: "판매 멈추기" }).click();
    await expect(shell.main).toContainText("다시 판매하기를 누를 때까지 멈춰 있어요.");

    await shell.signOut(seller);
    await page.goto(`/content/${id}`);
    await expect(content.heading(title)).toBeVisible();
    await expect(shell.main).toContainText("멘토가 다시 판매하면 구매할 수 있어요.");
    await expectAccessible(page, "paused content");
    await expect(page.getByText("무료로 받기")).toHaveCount(0);
    await page.goto("/market?category=stock");
    await expect(market.card(bystander)).toBeVisible();
    await expect(market.card(title)).toHaveCount(0);
  },
);

test("what is typed and not sent is kept, and comes back", { tag: "@once" }, async ({ page, context }) => {
  const { shell, selling } = screensOf(page);
  await register(context.request, makePerson("멘토"));
  await page.goto("/upload");
  await expect(selling.form.getByRole("note")).toContainText("정산 계좌가 필요해요");
  await selling.fill({ title: "쓰다 만 글", price: 0 });
  await selling.expectKept();
  await shell.goTo("market");
  await shell.expectToast("임시 저장됨");
  await expect(shell.heading("마켓")).toBeVisible();
  await shell.goTo("upload");
  await expect(selling.form).toContainText("작성하던 내용을 불러왔습니다.");
  await expect(selling.form.getByRole("textbox", { name: "제목" })).toHaveValue("쓰다 만 글");
});

test(
  "a form that is not complete tells what is missing where it is missing",
  { tag: "@once" },
  async ({ page, context }) => {
    const { selling } = screensOf(page);
    await register(context.request, makePerson("멘토"));
    await page.goto("/upload");
    await selling.fill({ title: "제목만 있는 자료", price: 0 });
    await selling.send("등록하기");
    await expect(selling.form.getByText("설명을 입력해주세요")).toBeVisible();
    await expect(selling.form.getByText("카테고리를 선택해주세요")).toBeVisible();
    await expect(selling.files).toContainText("파일을 업로드하거나 외부 링크를 입력해주세요");
    await expectAccessible(page, "what is missing");
    await selling.fill({ link: "https://example.com/file" });
    await selling.send("등록하기");
    await expect(page).toHaveURL("/upload");
    await selling.fill({
      category: "생활/꿀팁",
      description: "설명",
      link: "https://drive.google.com/file/d/1/view",
    });
    await selling.send("등록하기");
    await expect(page).toHaveURL("/market");
  },
);
