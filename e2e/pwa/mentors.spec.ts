import { api } from "@knowhow/shared";
import { expect, test } from "../fixtures.ts";
import { screensOf } from "../pages/index.ts";
import { call, createContent, register, registerSeller } from "../support/api.ts";
import { expectAccessible } from "../support/axe.ts";
import { makePdf } from "../support/files.ts";
import { makePerson, mark } from "../support/people.ts";

test("a mentor is found by a content, followed, and seen again on home", async ({
  page,
  context,
  openSession,
}) => {
  const { shell, content } = screensOf(page);
  const seller = await openSession();
  const mentor = makePerson("멘토");
  await registerSeller(seller, mentor);
  const introduction = "열 해 동안 가르쳤어요.";
  await call(seller, api.accounts.updateProfile, { body: { ...mentor, introduction, showsSales: true } });
  const title = `첫 자료 ${mark()}`;
  const file = await makePdf("자료.pdf");
  const { id } = await createContent(seller, { title, price: 0, file });

  await page.goto(`/content/${id}`);
  await expect(content.heading(title)).toBeVisible();
  await page.getByRole("link", { name: `${mentor.nickname}님` }).click();
  await expect(shell.heading(`${mentor.nickname}님`)).toBeVisible();
  await expect(page.getByText(introduction)).toBeVisible();
  await expect(page.getByRole("link", { name: "로그인하고 팔로우" })).toBeVisible();

  await register(context.request, makePerson("독자"));
  await page.reload();
  const button = page.getByRole("button", { name: `${mentor.nickname}님 팔로우` });
  await button.click();
  await expect(button).toHaveAttribute("aria-pressed", "true");
  await expect(page.getByText("팔로워 1명")).toBeVisible();
  await expect(page.getByText("판매 0건")).toBeVisible();
  await page.getByRole("button", { name: "공유하기" }).click();
  await shell.expectToast("주소를 복사했습니다");
  await expectAccessible(page, "a mentor");

  const own = page.getByRole("textbox", { name: "이 멘토의 콘텐츠 검색" });
  await own.fill("없는 말");
  await own.press("Enter");
  await expect(page.getByRole("link", { name: "마켓에서 찾기" })).toBeVisible();
  await own.fill("첫자료");
  await own.press("Enter");
  await page.reload();
  await expect(
    page.getByRole("region", { name: "'첫자료' 검색 결과" }).getByRole("link", { name: title }),
  ).toBeVisible();

  const newer = `새 자료 ${mark()}`;
  await createContent(seller, { title: newer, price: 0, file });
  await page.goto("/");
  const shelf = page.getByRole("region", { name: "팔로우한 멘토의 새 콘텐츠" });
  await expect(shelf.getByRole("link", { name: newer })).toBeVisible();
  await shelf.getByRole("link", { name: "팔로우한 멘토 모두 보기" }).click();
  const list = page.getByRole("list", { name: "팔로우한 멘토" });
  await list.getByRole("button", { name: `${mentor.nickname}님 팔로우` }).click();
  await expect(list.getByRole("button", { pressed: false })).toBeVisible();
  await expectAccessible(page, "followed mentors");
  await page.goto("/");
  await expect(shell.heading(/노하우/)).toBeVisible();
  await expect(shelf).toHaveCount(0);

  // In the header of a desk; on top of home on a phone it leads to that of the market.
  await page.getByRole("link", { name: "콘텐츠 검색" }).filter({ visible: true }).click();
  const search = page.getByRole("combobox", { name: "콘텐츠 검색" });
  await search.fill(newer);
  await page.getByRole("option", { name: newer }).click();
  await expect(content.heading(newer)).toBeVisible();
});
