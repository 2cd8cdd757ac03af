import { test as base, expect } from "../fixtures.ts";
import { screensOf } from "../pages/index.ts";
import { makePdf, makePreview, sha256 } from "../support/files.ts";
import { makePerson } from "../support/people.ts";
import { Product } from "../support/product.ts";

/** A product of its own, since this test stops it and starts it again. */
const test = base.extend<{ product: Product }>({
  // oxlint-disable-next-line no-empty-pattern -- the runner reads from this pattern what a fixture needs
  product: async ({}, use) => {
    const product = await Product.launch();
    await use(product);
    await product.remove();
  },
  baseURL: async ({ product }, use) => use(product.url),
});

/**
 * A stopped product refuses all that the open page reads by itself meanwhile. At a sign-out a call of the app's own may
 * be under way and refused too: the stream of news, the drafts, the purchases and talks that the device keeps.
 */
const asksByItself =
  /net::ERR_CONNECTION_REFUSED \/(healthz|api\/\S+)$|status of 401 \(Unauthorized\) \/api\/(?!auth\/)/;
test.use({ expected: [asksByItself] });

test("selling, finding, paying, downloading; and a second start keeps it all", async ({ page, product }) => {
  const { shell, register, login, profile, selling, market, content, checkout, window, receipt } =
    screensOf(page);
  const seller = makePerson("정멘토");
  const buyer = makePerson("구매자");
  const title = "정산 자동화 노트";
  const pdf = await makePdf("정산 자동화 노트.pdf");
  const previews = await Promise.all([makePreview("표지.png"), makePreview("차례.png", "#B4451F")]);
  const comment = "덕분에 월말 정산이 하루 빨라졌어요.";
  expect(pdf.buffer.length).toBeGreaterThan(100_000);

  await test.step("the seller signs up", async () => {
    await page.goto("/");
    await shell.goToRegister();
    await register.register(seller);
    await shell.expectSignedIn(seller);
    await expect(page).toHaveURL("/");
  });

  await test.step("verifies a bank account", async () => {
    await shell.goToProfile(seller);
    await profile.saveAccount({ bank: "KB국민은행", number: "123-456-78900", holder: seller.name });
    await expect(profile.settlement).toContainText("KB국민은행");
    // Masked everywhere but in the owner's own form.
    await expect(profile.settlement).not.toContainText("12345678900");
  });

  await test.step("uploads a PDF with preview images for 10,000 won", async () => {
    await shell.goTo("upload");
    await expect(shell.heading("콘텐츠 올리기")).toBeVisible();
    await selling.fill({
      title,
      category: "취업/커리어",
      description: "매달 하던 정산을 스스로 돌아가게 만드는 방법을 순서대로 정리했어요.",
      price: 10_000,
    });
    await expect(selling.form).toContainText("10,500원");
    await expect(selling.form).toContainText("9,500원");
    await selling.addFiles(pdf);
    await selling.addPreviews(...previews);
    await selling.send("등록하기");
    await expect(page).toHaveURL("/market");
    await expect(market.card(title).first()).toBeVisible();
  });

  await test.step("signs out", () => shell.signOut(seller));

  await test.step("the buyer signs up", async () => {
    await shell.goToRegister();
    await register.register(buyer);
    await shell.expectSignedIn(buyer);
  });

  await test.step("finds it by a word of two syllables, by initial consonants, by the mentor's name", async () => {
    await shell.goTo("market");
    for (const words of ["정산", "ㅈㅅ", seller.nickname]) {
      await market.search(words);
      const found = market.results(`'${words}' 검색 결과`);
      await expect(found.getByRole("article")).toHaveCount(1);
      await expect(found.getByRole("link", { name: title })).toBeVisible();
      await expect(found.getByText("10,500원")).toBeVisible();
    }
    await market.search("ㅈㅊ");
    await expect(shell.main.getByText("검색 결과가 없습니다")).toBeVisible();
    await market.search("정산");
  });

  await test.step("pays 10,500 won through the payment window and sees the receipt", async () => {
    await market.open(title);
    await expect(content.heading(title)).toBeVisible();
    await expect(content.previews.getByRole("img", { name: `${title} 미리보기 1` })).toBeVisible();
    await expect(shell.main.getByRole("link", { name: /다운로드$/ })).toHaveCount(0);
    await content.buy.click();
    await expect(shell.heading("결제하기")).toBeVisible();
    await expect(checkout.main).toContainText("10,500원");
    await checkout.toWindow();
    await expect(window.total).toContainText("10,500원");
    await window.end("결제하기");
    await receipt.expectPaid(title, "10,500원");
    await expect(receipt.value("멘토")).toHaveText(seller.nickname);
  });

  await test.step("downloads the same bytes", async () => {
    await receipt.toContent.click();
    await content.expectOwned();
    const { bytes, name } = await content.download(pdf.name);
    expect(name.normalize("NFC")).toBe(pdf.name);
    expect(sha256(bytes)).toBe(sha256(pdf.buffer));
  });

  await test.step("likes and comments", async () => {
    await content.like.click();
    await expect(content.like).toHaveText("좋아요 1");
    await expect(content.like).toHaveAttribute("aria-pressed", "true");
    await shell.expectToast("좋아요를 눌렀습니다.");
    await content.comment(comment);
  });

  await test.step("finds it in the library", async () => {
    await shell.goToProfile(buyer);
    const entry = profile.entry(profile.library, title);
    await expect(entry).toBeVisible();
    await entry.getByRole("button", { name: `${title} 영수증 보기` }).click();
    const dialog = page.getByRole("dialog", { name: "영수증" });
    await expect(dialog).toContainText("10,500원 (수수료 포함)");
    await dialog.getByRole("button", { name: "닫기" }).click();
    await expect(dialog).toBeHidden();
  });

  const expectSale = async () => {
    await expect(profile.figure("총 수익")).toHaveText("9,500원");
    await expect(profile.figure("구매자")).toHaveText("1명");
    await expect(profile.figure("받은 좋아요")).toHaveText("1개");
    const entry = profile.entry(profile.sold, title);
    await expect(entry).toContainText("정산 예정액9,500원");
    await expect(entry).toContainText("누적 수익 9,500원");
  };

  await test.step("the seller sees the sale", async () => {
    await shell.signOut(buyer);
    await shell.goToLogin();
    await login.signIn(seller);
    await shell.expectSignedIn(seller);
    await shell.goToProfile(seller);
    await expectSale();
  });

  await test.step("a second start keeps it all", async () => {
    expect(await product.stop()).toBe(0);
    await product.start();
    await page.reload();
    // Still signed in: sessions are kept too.
    await shell.expectSignedIn(seller);
    await expectSale();
    await expect(profile.settlement).toContainText("KB국민은행");
    await shell.signOut(seller);
    await shell.goToLogin();
    await login.signIn(buyer);
    await shell.goToProfile(buyer);
    await profile.entry(profile.library, title).getByRole("link", { name: title, exact: true }).click();
    await content.expectOwned();
    await expect(content.comments).toContainText(comment);
    await expect(content.like).toHaveAttribute("aria-pressed", "true");
    const { bytes } = await content.download(pdf.name);
    expect(sha256(bytes)).toBe(sha256(pdf.buffer));
  });
});
