import { api } from "@knowhow/shared";
import { expect, test } from "../fixtures.ts";
import { screensOf } from "../pages/index.ts";
import { createContent, register, registerSeller } from "../support/api.ts";
import { makePdf } from "../support/files.ts";
import { makePerson, mark } from "../support/people.ts";
import { keysIn, untilInCharge, untilKept } from "../support/worker.ts";

// Without a network every call fails, and the browser logs it; a missing room is answered with 404.
test.use({ expected: [/net::ERR_|status of 404 \(Not Found\)/] });

test("what the device does not have is said calmly, and comes by itself; a seller's own contents are there", async ({
  page,
  context,
  openSession,
}) => {
  const { shell } = screensOf(page);
  const other = await openSession();
  await registerSeller(other, makePerson("멘토"));
  const otherContent = await createContent(other, { title: `남의 책 ${mark()}` });
  const seller = makePerson("판매자");
  await register(context.request, seller);
  const own = await createContent(context.request, {
    title: `내 책 ${mark()}`,
    price: 0,
    file: await makePdf("내 책.pdf"),
  });
  await page.goto("/profile");
  await untilInCharge(page);
  const contents = page.getByRole("region", { name: "등록한 콘텐츠", exact: true });
  const statistics = page.getByRole("region", { name: "판매 통계" });
  const edit = contents.getByRole("link", { name: `${own.title} 수정` });
  await expect(edit).toBeVisible();
  await expect
    .poll(() => keysIn(page, "answers"))
    .toContainEqual(expect.stringContaining(api.contents.mine.path));
  await page.goto(`/edit-content/${own.id}`);
  const title = page.getByRole("textbox", { name: "제목" });
  await expect(title).toHaveValue(own.title);
  await untilKept(page, /ProfileScreen/);
  await context.setOffline(true);

  await page.goto("/profile");
  // The folded part has the words a second time.
  const words = statistics.getByText("판매 통계는 연결되면 볼 수 있어요.");
  await expect(words.filter({ visible: true })).toBeVisible();
  await expect(page.getByText("인터넷 연결이 끊겼습니다")).toHaveCount(0);
  await edit.click();
  await expect(title).toHaveValue(own.title);

  await page.goto(`/checkout/${otherContent.id}`);
  await expect(shell.heading("지금은 결제할 수 없어요")).toBeVisible();
  await expect(
    page.getByText(/인터넷 연결이 필요해요. 지금 이 화면에서는 결제가 시작되지 않아요/),
  ).toBeVisible();
  await expect(page.getByText(/결제된 금액은 없어요/)).toHaveCount(0);
  await page.getByRole("link", { name: "콘텐츠로 돌아가기" }).click();
  await expect(page).toHaveURL(`/content/${otherContent.id}`);
  await expect(shell.heading("이 콘텐츠는 아직 이 기기에 없어요")).toBeVisible();
  await context.setOffline(false);
  await expect(shell.heading(otherContent.title)).toBeVisible();

  await context.setOffline(true);
  await page.goto(`/chat/${own.id}`);
  await expect(shell.heading("이 대화는 아직 이 기기에 없어요")).toBeVisible();
  await expect(page.getByRole("link", { name: "채팅 목록으로" })).toHaveAttribute("href", "/chat");
  await context.setOffline(false);
  // Once asked, the server says that there is no such room.
  await expect(shell.heading("채팅방을 찾을 수 없습니다")).toBeVisible();
});
