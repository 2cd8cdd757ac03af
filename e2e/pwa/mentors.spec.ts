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
  await call(seller, api.accounts.updateProfile, { body: { ...mentor, introduction } });
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
  await expectAccessible(page, "a mentor");

  const newer = `새 자료 ${mark()}`;
  await createContent(seller, { title: newer, price: 0, file });
  await page.goto("/");
  const shelf = page.getByRole("region", { name: "새로 올라온 콘텐츠" });
  await expect(shelf.getByRole("link", { name: newer })).toBeVisible();
  await shelf.getByRole("link", { name: "팔로우한 멘토 모두 보기" }).click();
  const list = page.getByRole("list", { name: "팔로우한 멘토" });
  await list.getByRole("button", { name: `${mentor.nickname}님 팔로우` }).click();
  await expect(list.getByRole("button", { pressed: false })).toBeVisible();
  await expectAccessible(page, "followed mentors");
  await page.goto("/");
  await expect(shell.heading(/노하우/)).toBeVisible();
  await expect(shelf).toHaveCount(0);
});
