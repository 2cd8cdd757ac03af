import { api } from "@knowhow/shared";
import { expect, test } from "../fixtures.ts";
import { screensOf } from "../pages/index.ts";
import { createContent, register, registerSeller } from "../support/api.ts";
import { expectAccessible } from "../support/axe.ts";
import { KoreanKeyboard } from "../support/ime.ts";
import { makePerson } from "../support/people.ts";

// Contents of other tests that are taken down meanwhile are asked for once more.
test.use({ expected: [/404 .*\/api\/contents\//] });

test(
  "what is typed wrong is found, narrowed down, and found again",
  { tag: "@once" },
  async ({ page, context, openSession }) => {
    const mentor = await openSession();
    await registerSeller(mentor, makePerson("멘토"));
    for (const [title, price] of [
      ["왕도롱뇽 돌보기", 0],
      ["왕도롱뇽 사진집", 5_000],
      ["왕도롱뇽 백과", 29_000],
    ] as const)
      await createContent(mentor, { title, price, category: "hobby" });
    await register(context.request, makePerson("구매자"));
    const { market } = screensOf(page);
    const asked: string[] = [];
    page.on("request", (request) => {
      const { pathname, searchParams } = new URL(request.url());
      if (pathname === api.search.find.path) asked.push(searchParams.get("q") ?? "");
    });

    // Composed, a search goes out once, however the browser tells of the Enter that ends the last syllable.
    await page.goto("/market");
    await market.searchBox.click();
    const keyboard = await KoreanKeyboard.of(page);
    await keyboard.send("왕도룡뇽", "around");
    const results = market.results("'왕도룡뇽' 검색 결과");
    await expect(results.getByRole("status")).toContainText("비슷한 말로 찾았습니다");
    await expect(results.getByRole("article")).toHaveCount(3);
    expect(asked).toEqual(["왕도룡뇽"]);

    await results.getByRole("link", { name: "왕도롱뇽", exact: true }).click();
    await expect(page).toHaveURL(`/market?q=${encodeURIComponent("왕도롱뇽")}`);
    const found = market.results("'왕도롱뇽' 검색 결과");
    await expect(found.getByRole("status")).toHaveText("콘텐츠 3개");
    await page.getByRole("combobox", { name: "정렬" }).selectOption("낮은 가격순");
    await page.getByRole("combobox", { name: "가격" }).selectOption("3만 원 이상 (1)");
    await expect(page).toHaveURL(/sort=price&price=high$/);
    await expect(found.getByRole("article")).toHaveCount(1);
    await page.reload();
    await expect(found.getByRole("article")).toHaveCount(1);
    await expectAccessible(page, "search with filters");
    await page.goBack();
    await expect(found.getByRole("article").first()).toContainText("왕도롱뇽 돌보기");
    await expect(page.getByRole("combobox", { name: "가격" })).toHaveValue("");

    // Suggestions and former searches are reached with the keyboard alone.
    await market.searchBox.focus();
    await market.searchBox.fill("왕도롱뇽 사");
    await expect(page.getByRole("option", { name: /왕도롱뇽 사진집/ })).toBeVisible();
    await expect(market.searchBox).toHaveAttribute("aria-expanded", "true");
    await expectAccessible(page, "suggestions");
    await page.keyboard.press("ArrowDown");
    const suggested = page.getByRole("listbox", { name: "추천 검색어" });
    await expect(suggested.getByRole("option", { selected: true })).toContainText("왕도롱뇽 사진집");
    await page.keyboard.press("Escape");
    await expect(page.getByRole("listbox")).toHaveCount(0);
    await market.searchBox.fill("왕도롱뇽 뷁뷁");
    await page.keyboard.press("Enter");
    await expect(page.getByText("검색 결과가 없습니다")).toBeVisible();
    const near = page.getByRole("region", { name: "비슷한 콘텐츠" });
    await expect(near).toContainText("대신 '왕도롱뇽'에 맞는 콘텐츠를 찾았어요");
    await expect(near.getByRole("article")).toHaveCount(3);
    await expectAccessible(page, "nothing found");

    await market.searchBox.fill("뷁뷁뷁");
    await page.keyboard.press("Enter");
    const popular = page.getByRole("region", { name: "인기 콘텐츠" });
    await expect(popular).toContainText("대신 인기 있는 콘텐츠를 보여드려요");
    await expect(popular.getByRole("article").first()).toBeVisible();

    await market.searchBox.fill("");
    await expect(page.getByRole("option", { name: /왕도롱뇽.*최근 검색/ })).toBeVisible();
    await page.getByRole("button", { name: "최근 검색어 지우기" }).click();
    await expect(page.getByRole("listbox")).toHaveCount(0);
    await market.searchBox.fill("왕도롱뇽 사");
    await expect(page.getByRole("option", { name: /왕도롱뇽 사진집/ })).toBeVisible();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await expect(page.getByRole("heading", { name: "왕도롱뇽 사진집" })).toBeVisible();
  },
);
