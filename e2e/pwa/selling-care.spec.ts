import type { Locator } from "@playwright/test";
import { readFile } from "node:fs/promises";
import sharp from "sharp";
import { expect, test } from "../fixtures.ts";
import { screensOf } from "../pages/index.ts";
import { createContent, register, takeFree } from "../support/api.ts";
import { expectAccessibleDialog } from "../support/axe.ts";
import { makePdf, makePreview, type UploadedFile } from "../support/files.ts";
import { tabTo } from "../support/keys.ts";
import { makePerson, mark } from "../support/people.ts";

const fake = (name: string, bytes: string, mimeType = "application/octet-stream"): UploadedFile => ({
  name,
  mimeType,
  buffer: Buffer.from(bytes, "latin1"),
});

test("a content is put up for sale with the keyboard alone", async ({ page, context, isMobile }) => {
  test.skip(isMobile, "a phone has no keyboard of this kind");
  // Listened for from the start: the browser needs a moment to hand its dialog over.
  page.on("filechooser", () => undefined);
  const { shell, selling } = screensOf(page);
  await register(context.request, makePerson("멘토"));
  await page.goto("/upload");
  const { form, files } = selling;
  const press = async (target: Locator, ...keys: string[]) => {
    await tabTo(target);
    for (const key of keys) await page.keyboard.press(key);
  };
  const choose = async (...chosen: UploadedFile[]) => {
    await tabTo(files.getByRole("button", { name: "파일 선택" }));
    const [chooser] = await Promise.all([page.waitForEvent("filechooser"), page.keyboard.press("Enter")]);
    await chooser.setFiles(chosen);
    for (const { name } of chosen)
      await expect(files.getByRole("button", { name: `${name} 제거` })).toBeVisible();
  };
  await tabTo(form.getByRole("textbox", { name: "제목" }));
  await page.keyboard.type(`손끝으로 올린 글 ${mark()}`);
  await press(form.getByRole("combobox", { name: "카테고리" }), "Enter", "ArrowDown", "ArrowDown", "Enter");
  await tabTo(form.getByRole("textbox", { name: "설명" }));
  await page.keyboard.type("자판만으로 썼어요.");
  await press(form.getByRole("radio", { name: "유료" }), "ArrowRight");
  await expect(form.getByRole("radio", { name: "무료" })).toBeChecked();
  await choose(await makePdf("하나.pdf"), await makePdf("둘.pdf"), await makePdf("셋.pdf"));
  // The rows stand before the button that added them.
  await press(files.getByRole("button", { name: "둘.pdf 위로" }), "Enter");
  await expect(files.getByRole("button", { name: "둘.pdf 아래로" })).toBeFocused();
  await press(files.getByRole("button", { name: "하나.pdf 제거" }), "Enter");
  await expect(files.getByRole("button", { name: "셋.pdf 제거" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(files.getByRole("button", { name: "둘.pdf 제거" })).toBeFocused();
  await press(form.getByRole("button", { name: "등록하기" }), "Enter");
  await expect(page).toHaveURL("/market");
  await shell.expectToast("콘텐츠가 등록되었습니다");
});

test.describe("before anything is sent", () => {
  // The recorder of the tests reads shown pictures by their addresses, which the page's policy forbids to scripts.
  test.use({ expected: [/Connecting to 'blob:|connect-src blob/] });

  test(
    "what can not be taken is told by name, and stays told",
    { tag: "@once" },
    async ({ page, context }) => {
      const { selling } = screensOf(page);
      await register(context.request, makePerson("멘토"));
      await page.goto("/upload");
      const { files, previews } = selling;
      await files
        .locator("input[type=file]")
        .setInputFiles([await makePdf("교안.pdf"), fake("fake.pdf", "MZ\x90\0 not a document")]);
      await expect(files.getByRole("button", { name: "교안.pdf 제거" })).toBeVisible();
      await expect(files.getByRole("status").filter({ hasText: "fake.pdf" })).toContainText(
        "fake.pdf: 파일 내용이 확장자와 다릅니다",
      );
      await expect(files.getByRole("button", { name: "fake.pdf 제거" })).toHaveCount(0);

      const large = await sharp({ create: { width: 12_000, height: 9_000, channels: 3, background: "#fff" } })
        .png()
        .toBuffer();
      const noise = { type: "gaussian", mean: 128, sigma: 40 } as const;
      const whole = await sharp({
        create: { width: 640, height: 480, channels: 3, background: "#fff", noise },
      })
        .jpeg()
        .toBuffer();
      const first = await makePreview("1.png");
      await previews
        .locator("input[type=file]")
        .setInputFiles([
          first,
          { ...first, name: "1 복사.png" },
          { name: "포스터.png", mimeType: "image/png", buffer: large },
          fake("깨짐.png", "\x89PNG\r\n\x1a\nno picture", "image/png"),
          { name: "잘림.jpg", mimeType: "image/jpeg", buffer: whole.subarray(0, whole.length / 2) },
          await makePreview("2.png", "#B4451F"),
        ]);
      await expect(previews.getByRole("button", { name: /번째 이미지 제거$/ })).toHaveCount(2);
      const told = previews.getByRole("status").getByRole("listitem");
      await expect(told).toHaveText([
        "1 복사.png: 이미 추가한 이미지입니다.",
        /^포스터\.png: 이미지의 가로·세로 크기가 너무 큽니다\. 6,400만 화소/,
        /^깨짐\.png: 이미지를 읽을 수 없습니다/,
        /^잘림\.jpg: 이미지를 읽을 수 없습니다/,
      ]);
    },
  );
});

test.describe("what only the server can see", () => {
  // The form asks what could be read before paying, too.
  test.use({
    expected: [/status of (415 .*\/api\/contents|404 .*\/api\/objects\/.*\/trial)/],
  });

  test("is told at the file that it is about", { tag: "@once" }, async ({ page, context }) => {
    const { selling } = screensOf(page);
    await register(context.request, makePerson("멘토"));
    await page.goto("/upload");
    const title = `겉만 문서 ${mark()}`;
    await selling.fill({ title, category: "생활/꿀팁", description: "설명", price: 0 });
    await selling.addFiles(await makePdf("교안.pdf"), fake("부록.docx", "PK\x03\x04 but nothing else"));
    await selling.send("등록하기");
    const remove = selling.files.getByRole("button", { name: "부록.docx 제거" });
    await expect(remove).toBeFocused();
    await expect(remove).toHaveAccessibleDescription(/^부록\.docx: 파일이 손상되어 열 수 없습니다/);
    await remove.press("Enter");
    await selling.send("등록하기");
    await expect(page).toHaveURL("/market");
  });
});

test(
  "buyers get the new files and keep those they had, once the seller has been asked",
  { tag: "@once" },
  async ({ page, context, openSession }) => {
    const { selling, shell } = screensOf(page);
    await register(context.request, makePerson("멘토"));
    const file = await makePdf("첫 판.pdf");
    const sold = await createContent(context.request, { title: `받은 자료 ${mark()}`, price: 0, file });
    const buyer = await openSession();
    await register(buyer, makePerson());
    await takeFree(buyer, sold);
    const names = async () =>
      ((await (await buyer.get(`/api/contents/${sold.id}`)).json()) as { fileNames: string[] }).fileNames;

    await page.goto(`/edit-content/${sold.id}`);
    await selling.files.getByRole("button", { name: "첫 판.pdf 제거" }).click();
    await selling.addFiles(await makePdf("둘째 판.pdf"));
    await selling.send("수정하기");
    const question = page.getByRole("dialog", { name: "구매자 1명이 산 파일이 바뀝니다" });
    await expect(question).toContainText("첫 판.pdf");
    await expect(question.getByRole("button", { name: "기존 파일 유지" })).toBeFocused();
    await expectAccessibleDialog(page, "what buyers would lose");
    await page.keyboard.press("Enter");
    await expect(question).toBeHidden();
    await expect(selling.files.getByRole("button", { name: "첫 판.pdf 제거" })).toBeVisible();
    expect(await names()).toEqual(["첫 판.pdf"]);

    await selling.files.getByRole("button", { name: "첫 판.pdf 제거" }).click();
    await selling.form.getByRole("textbox", { name: /무엇이 바뀌었나요/ }).fill("2장을 새로 썼어요");
    await selling.send("수정하기");
    await question.getByRole("button", { name: "바꿔서 저장" }).click();
    await shell.expectToast("콘텐츠가 성공적으로 수정되었습니다.");
    expect(await names()).toEqual(["둘째 판.pdf"]);

    // Who had it before reads of it once, and still gets the files of before.
    const { profile, content } = screensOf(page);
    await context.clearCookies();
    await context.addCookies((await buyer.storageState()).cookies);
    await page.goto("/profile");
    const entry = profile.entry(profile.library, sold.title);
    await expect(entry.getByText("새 버전", { exact: true })).toBeVisible();
    await entry.getByRole("link", { name: sold.title, exact: true }).click();
    const versions = content.main.getByRole("region", { name: "버전", exact: true });
    await expect(versions.getByText("2장을 새로 썼어요")).toBeVisible();
    const old = versions.getByRole("link", { name: "첫 판.pdf 다운로드" });
    const [download] = await Promise.all([page.waitForEvent("download"), old.click()]);
    expect(await readFile(await download.path())).toEqual(file.buffer);
    await page.goto("/profile");
    await expect(entry).toBeVisible();
    await expect(entry.getByText("새 버전", { exact: true })).toBeHidden();
    await page.goto(`/content/${sold.id}`);
    await versions.getByRole("link", { name: "첫 판.pdf 읽기" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("첫 판.pdf");
    await expect(page.getByText("이 버전은 받을 수 없어요")).toBeHidden();
  },
);

test(
  "a deleted content can not be edited any more, which its page says at once",
  { tag: "@once" },
  async ({ page, context }) => {
    const { shell } = screensOf(page);
    await register(context.request, makePerson("멘토"));
    const { id } = await createContent(context.request, { title: `지운 자료 ${mark()}`, price: 0 });
    await context.request.delete(`/api/contents/${id}`);
    await page.goto(`/edit-content/${id}`);
    await expect(shell.heading("콘텐츠를 찾을 수 없습니다")).toBeVisible();
  },
);
