import { api } from "@knowhow/shared";
import type { Locator } from "@playwright/test";
import { expect, test } from "../fixtures.ts";
import { field } from "../pages/fields.ts";
import { screensOf } from "../pages/index.ts";
import { call, createContent, registerSeller } from "../support/api.ts";
import { expectAccessible } from "../support/axe.ts";
import { makeText } from "../support/files.ts";
import { tabTo } from "../support/keys.ts";
import { makePerson, mark } from "../support/people.ts";

// What the app asks for by itself may meet the sign-up.
test.use({ expected: [/status of 401 \(Unauthorized\) \/api\/(?!auth\/)/] });

/** Width by which a box's content is larger than the box, in px. */
const excessOf = (box: Locator) =>
  box.evaluate(({ scrollWidth, clientWidth }) => Math.max(0, scrollWidth - clientWidth));

test("a newcomer walks from a mistyped search to a home that shows all of it, by touch or by keyboard alone", async ({
  page,
  isMobile,
  openSession,
}) => {
  const { shell, register, market, content, checkout, window, receipt } = screensOf(page);
  const [seller, stranger] = [await openSession(), await openSession()];
  const [mentor, newcomer] = [makePerson("멘토"), makePerson("새내기")];
  await registerSeller(seller, mentor);
  await registerSeller(stranger, makePerson("다른멘토"));
  const unique = mark();
  const lines = Array.from({ length: 40 }, (_, index) => `${index + 1}번째로 반죽을 치대요.`);
  const file = makeText("첫걸음.txt", "첫걸음을 떼는 법", ...lines);
  const [wanted, wished, newer, bystander] = ["만들기", "사진집", "새 소식", "구경"].map(
    (name) => `주전부리 ${name} ${unique}`,
  ) as [string, string, string, string];
  const { id } = await createContent(seller, { title: wanted, price: 15_000, file });
  await createContent(seller, { title: wished, price: 5_000 });
  await createContent(stranger, { title: bystander, price: 0 });

  const press = async (control: Locator, key = "Enter") => {
    if (isMobile) return control.tap();
    await tabTo(control);
    await page.keyboard.press(key);
  };
  const write = async (box: Locator, text: string) => {
    await press(box, "End");
    await page.keyboard.insertText(text);
  };
  /** A main stop of the way: in both schemes, the dark one of which stays, and on a narrow phone in text twice as large. */
  const stop = async (name: string, expectLarge?: () => Promise<unknown>) => {
    await expectAccessible(page, name);
    if (!isMobile) return;
    const size = page.viewportSize() ?? { width: 0, height: 0 };
    const enlarge = (fontSize: string) =>
      page.evaluate((value) => {
        document.documentElement.style.fontSize = value;
      }, fontSize);
    await page.setViewportSize({ ...size, width: 320 });
    await enlarge("200%");
    const widest = () =>
      page.evaluate(() => Math.max(document.documentElement.scrollWidth, globalThis.innerWidth));
    await expect.poll(widest, { message: `${name} scrolls sideways` }).toBe(320);
    await expectLarge?.();
    await enlarge("");
    await page.setViewportSize(size);
  };

  await test.step("finds what was typed wrong, and narrows it down", async () => {
    await page.goto("/");
    const places = page.getByRole("navigation", { name: isMobile ? "빠른 메뉴" : "주요 메뉴" });
    await press(places.getByRole("link", { name: "마켓" }));
    await write(market.searchBox, `주전뿌리 ${unique}`);
    await page.keyboard.press("Enter");
    const found = market.results(`'주전뿌리 ${unique}' 검색 결과`);
    await expect(found.getByRole("status")).toContainText("비슷한 말로 찾았습니다");
    await expect(found.getByRole("article")).toHaveCount(3);
    const price = page.getByRole("combobox", { name: "가격" });
    if (isMobile) await price.selectOption("1만~3만 원 (1)");
    else {
      await tabTo(price);
      // Past the free ones and those up to 10,000 won, as fast as keys go.
      for (let presses = 0; presses < 3; presses += 1) await page.keyboard.press("ArrowDown");
    }
    await expect(found.getByRole("heading", { level: 3 })).toHaveText([wanted]);
    await stop("market", () => expect.poll(() => excessOf(market.card(wanted))).toBe(0));
    await press(found.getByRole("link", { name: wanted }));
    await expect(content.heading(wanted)).toBeVisible();
  });

  await test.step("reads the trial", async () => {
    await press(page.getByRole("button", { name: "첫걸음.txt 앞부분 미리 읽기" }));
    const trial = page.getByRole("dialog", { name: "미리 읽기" });
    await expect(trial).toContainText("첫걸음을 떼는 법");
    await stop("trial");
    await press(trial.getByRole("button", { name: "구매하러 돌아가기" }));
    await expect(trial).toHaveCount(0);
  });

  const questions = page.getByRole("region", { name: "구매 전 문의" });
  await test.step("signs up to ask, and comes back to the question", async () => {
    await press(questions.getByRole("link", { name: "로그인" }));
    await press(shell.main.getByRole("link", { name: "회원가입" }));
    for (const [label, text] of [
      ["이름", newcomer.name],
      ["아이디", newcomer.userId],
      ["닉네임", newcomer.nickname],
      ["이메일", newcomer.email],
      ["전화번호", newcomer.phoneNumber],
      ["비밀번호", newcomer.password],
      ["비밀번호 확인", newcomer.password],
    ] as const)
      await write(field(register.form, label), text);
    await press(register.form.getByLabel("[필수] 개인정보 수집 및 이용에 동의합니다"), "Space");
    await expect(register.submit).toBeEnabled();
    await press(register.submit);
    await expect(content.heading(wanted)).toBeVisible();
    await expect(questions).toBeInViewport();
  });

  await test.step("asks the mentor, who answers", async () => {
    await write(questions.getByRole("textbox", { name: "문의 내용" }), "오븐이 없어도 되나요?");
    await press(questions.getByRole("button", { name: "문의 남기기" }));
    await expect(questions.getByRole("list", { name: "문의 목록" })).toContainText("답변 대기");
    const [question] = await call(seller, api.questions.list, { params: { id }, query: { limit: 1 } });
    await call(seller, api.questions.answer, {
      params: { id: question?.id ?? "" },
      body: { answer: "프라이팬이면 돼요" },
    });
    await expect(questions).toContainText("프라이팬이면 돼요");
  });

  await test.step("buys it with 카카오페이", async () => {
    await press(content.buy);
    if (isMobile) await checkout.way("카카오페이").tap();
    else {
      await tabTo(checkout.way("카드"));
      await page.keyboard.press("ArrowUp");
    }
    await expect(checkout.way("카카오페이")).toBeChecked();
    await press(checkout.consent, "Space");
    await stop("checkout");
    await press(checkout.pay);
    await expect(window.heading).toHaveText("카카오페이 결제");
    await press(page.getByRole("button", { name: "결제하기", exact: true }));
    await receipt.expectPaid(wanted, "15,750원");
    await stop("receipt");
  });

  await test.step("reads it, asked once whether to open it", async () => {
    const opening = page.getByRole("button", { name: "열어서 읽기" });
    const text = page.getByRole("region", { name: "문서" });
    await press(receipt.read);
    await expect(page.getByText(/청약철회가 제한돼요/)).toBeVisible();
    await press(opening);
    await expect(text).toContainText("첫걸음을 떼는 법");
    await stop("reader");
    await press(page.getByRole("link", { name: "콘텐츠로 돌아가기" }));
    await content.expectOwned();
    await press(shell.main.getByRole("link", { name: "첫걸음.txt 읽기" }));
    await expect(text).toContainText("첫걸음을 떼는 법");
    await expect(opening).toHaveCount(0);
    await press(page.getByRole("link", { name: "콘텐츠로 돌아가기" }));
  });

  await test.step("rates it", async () => {
    const ratings = page.getByRole("region", { name: "평점·후기" });
    const five = ratings.getByRole("radio", { name: "5점, 아주 좋아요" });
    if (isMobile) await ratings.locator("label", { hasText: "5점, 아주 좋아요" }).tap();
    else {
      await tabTo(ratings.getByRole("radio", { checked: true }));
      await page.keyboard.press("ArrowLeft");
    }
    await expect(five).toBeChecked();
    await write(ratings.getByRole("textbox", { name: "후기 (선택)" }), "바로 해 먹었어요");
    await press(ratings.getByRole("button", { name: "후기 등록" }));
    await expect(ratings.getByRole("list", { name: "내 후기" })).toContainText("바로 해 먹었어요");
    const name = shell.main.getByRole("region", { name: "다운로드" }).getByText(file.name, { exact: true });
    await stop("content", () =>
      expect.poll(() => name.evaluate((text) => text.clientWidth > text.clientHeight)).toBe(true),
    );
  });

  await test.step("follows the mentor, and puts another content on 찜", async () => {
    await press(shell.main.getByRole("link", { name: `${mentor.nickname}님` }));
    const follow = page.getByRole("button", { name: `${mentor.nickname}님 팔로우` });
    await press(follow);
    await expect(follow).toHaveAttribute("aria-pressed", "true");
    await stop("mentor");
    await press(page.getByRole("link", { name: wished }));
    await press(shell.main.getByRole("button", { name: "찜하기", exact: true }));
    await expect(shell.main.getByRole("button", { name: "찜 해제", exact: true })).toBeVisible();
  });

  await test.step("comes back to a home that shows all of it, and nothing of a bystander", async () => {
    await createContent(seller, { title: newer, price: 0 });
    await press(shell.header.getByRole("link", { name: "노하우 홈" }));
    const shelf = (name: string) => page.getByRole("region", { name, exact: true });
    const titles = (name: string) => shelf(name).getByRole("heading", { level: 3 });
    await expect(titles("이어 읽기")).toHaveText([wanted]);
    await expect(titles("팔로우한 멘토의 새 콘텐츠")).toHaveText([newer, wished, wanted]);
    await expect(titles("찜한 콘텐츠")).toHaveText([wished]);
    // Their own before what everyone sees.
    await expect(shell.main.getByRole("heading", { level: 2 })).toContainText([
      "이어 읽기",
      "팔로우한 멘토의 새 콘텐츠",
      "찜한 콘텐츠",
      "인기 콘텐츠 TOP 10",
    ]);
    const card = shelf("찜한 콘텐츠").getByRole("article");
    await stop("home", () =>
      expect.poll(() => card.evaluate(({ clientWidth }) => clientWidth)).toBeLessThan(320),
    );
    await press(shelf("이어 읽기").getByRole("link"));
    await expect(page.getByRole("region", { name: "문서" })).toContainText("첫걸음을 떼는 법");
  });
});
