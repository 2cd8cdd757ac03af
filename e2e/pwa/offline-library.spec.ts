import { api } from "@knowhow/shared";
import { expect, test } from "../fixtures.ts";
import { screensOf } from "../pages/index.ts";
import { call, createContent, register, registerSeller, takeFree } from "../support/api.ts";
import { expectAccessible } from "../support/axe.ts";
import { makeText } from "../support/files.ts";
import { makePerson, mark } from "../support/people.ts";
import { untilInCharge, untilKept } from "../support/worker.ts";

test.use({ expected: [/net::(ERR_INTERNET_DISCONNECTED|ERR_FAILED)/] });

test("what was read and wished for is found again, without a network too", async ({
  page,
  context,
  openSession,
}) => {
  const { shell } = screensOf(page);
  const seller = await openSession();
  await registerSeller(seller, makePerson("멘토"));
  const read = await createContent(seller, {
    title: `읽던 책 ${mark()}`,
    price: 0,
    file: makeText("글.txt", "첫 문단은 여기에 있어요."),
  });
  const other = await createContent(seller, { title: `새 책 ${mark()}`, price: 0 });
  const wished = await createContent(seller, { title: `찜할 책 ${mark()}` });
  const buyer = makePerson("구매자");
  await register(context.request, buyer);
  await takeFree(context.request, read);
  await takeFree(context.request, other);
  await call(context.request, api.reading.update, {
    params: { contentId: read.id, index: "0" },
    body: { position: 0.5, page: null, at: new Date().toISOString() },
  });

  await page.goto("/");
  await shell.expectSignedIn(buyer);
  await untilInCharge(page);
  const row = page.getByRole("region", { name: "이어 읽기" });
  await expect(row.getByRole("link", { name: /읽던 책.*글\.txt.*50%/ })).toHaveAttribute(
    "href",
    `/read/${read.id}/0`,
  );

  await page.goto(`/content/${wished.id}`);
  await page.getByRole("button", { name: "찜하기" }).click();
  await expect(page.getByRole("button", { name: "찜 해제" })).toBeVisible();
  await expect(shell.toast.getByText("찜했습니다")).toBeVisible();

  await shell.goTo("library");
  await expect(shell.heading("내 서재")).toBeVisible();
  await expect(
    page.getByRole("list", { name: "구매한 콘텐츠 목록" }).getByRole("listitem").first(),
  ).toContainText(read.title);
  await expectAccessible(page, "library");
  await page.getByRole("navigation", { name: "서재" }).getByRole("link", { name: "찜한 콘텐츠" }).click();
  await expect(page.getByRole("link", { name: wished.title })).toBeVisible();
  await expectAccessible(page, "wishes");
  await untilKept(page, /LibraryScreen/);
  await page.close();

  await context.setOffline(true);
  const cold = await context.newPage();
  await cold.goto("/library", { waitUntil: "commit" });
  await expect(cold.getByText("인터넷에 연결되어 있지 않습니다").first()).toBeVisible();
  await expect(cold.getByRole("region", { name: "이어 읽기" }).getByRole("link")).toHaveCount(1);
  await cold.getByRole("textbox", { name: "구매한 콘텐츠 검색" }).fill("새 책");
  await expect(cold.getByText("1개를 찾았어요")).toBeVisible();
  await cold.getByRole("navigation", { name: "서재" }).getByRole("link", { name: "찜한 콘텐츠" }).click();
  await cold.getByRole("button", { name: `${wished.title} 찜 해제` }).click();
  await expect(cold.getByText("아직 찜한 콘텐츠가 없어요")).toBeVisible();
  await cold.getByRole("button", { name: "되돌리기" }).click();
  await cold.getByRole("button", { name: `${wished.title} 찜 해제` }).click();
  await expect(cold.getByText("아직 찜한 콘텐츠가 없어요")).toBeVisible();
  await context.setOffline(false);
  await expect.poll(() => call(context.request, api.wishes.list, { query: { limit: 20 } })).toEqual([]);
});
