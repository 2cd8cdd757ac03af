import { api } from "@knowhow/shared";
import { expect, test } from "../fixtures.ts";
import { choose, field } from "../pages/fields.ts";
import { screensOf } from "../pages/index.ts";
import { administrator, makeAdministrator } from "../support/administrator.ts";
import { call, createContent, register, takeFree } from "../support/api.ts";
import { expectAccessible, expectAccessibleDialog } from "../support/axe.ts";
import { makePerson, mark } from "../support/people.ts";
import { fileReports, readReports } from "../support/reports.ts";

test("a reported content leads to a warning, its notice, an appeal and its end @once", async ({
  page,
  context,
  openBrowser,
  openSession,
}) => {
  const seller = makePerson("멘토");
  const sellerBrowser = await openBrowser();
  await register(sellerBrowser.request, seller);
  const sold = await createContent(sellerBrowser.request, { title: `신고될 콘텐츠 ${mark()}`, price: 0 });
  const buyer = await openSession();
  await register(buyer, makePerson("구매자"));
  await takeFree(buyer, sold);
  await call(buyer, api.reports.create, {
    body: {
      reportType: "content",
      contentId: sold.id,
      reportReason: "fraud",
      reportDetails: "설명과 다른 파일이 들어 있어요.",
    },
  });

  await makeAdministrator();
  await call(context.request, api.accounts.login, {
    body: { emailOrUserId: administrator.userId, password: administrator.password },
  });
  await page.goto("/admin");
  await field(page.getByRole("main"), "신고 검색").fill(seller.nickname);
  const card = page
    .getByRole("region", { name: "신고 목록" })
    .getByRole("listitem")
    .filter({ hasText: sold.title });
  await expect(card.getByRole("link", { name: "콘텐츠로 이동" })).toHaveAttribute(
    "href",
    `/content/${sold.id}`,
  );
  await expectAccessible(page, "the dashboard");
  await card.getByRole("button", { name: "처리하기" }).click();
  const dialog = page.getByRole("dialog", { name: "신고 처리" });
  await expect(dialog.getByText("경고 1회째: 안내")).toBeVisible();
  await choose(dialog, "처리 상태", "해결됨");
  await choose(dialog, "제재 유형", "경고");
  await expectAccessibleDialog(page, "processing a report");
  await dialog.getByRole("button", { name: "처리하기" }).click();
  await expect(dialog.getByText("제재를 적용할 때는 제재 사유를 입력해주세요.")).toBeVisible();
  await field(dialog, "제재 사유").fill("설명과 다른 파일");
  await dialog.getByRole("button", { name: "처리하기" }).click();
  await expect(card).toHaveCount(0);
  await expect(page.getByText("해결됨 · 경고")).toBeVisible();
  await expect(page.getByText("신고 처리 완료")).toBeVisible();

  const warned = await sellerBrowser.newPage();
  await warned.goto("/");
  await expect(warned).toHaveURL(/\/penalty-notice$/);
  await expect(warned.getByText("현재 경고 1회 / 3회")).toBeVisible();
  const { chatRooms } = await call(sellerBrowser.request, api.inquiries.mine, {});
  const told = chatRooms.find(({ type }) => type === "penalty_notice");
  await call(sellerBrowser.request, api.inquiries.send, {
    params: { roomId: told?.id ?? "" },
    body: { message: "파일을 잘못 올렸던 것이고 바로 고쳤어요." },
  });

  await page.goto("/admin-chats");
  await page
    .getByRole("list", { name: "문의 목록" })
    .getByRole("link")
    .filter({ hasText: seller.nickname })
    .click();
  await expect(page.getByRole("log").getByText("파일을 잘못 올렸던 것이고")).toBeVisible();
  await expectAccessible(page, "a conversation of the inbox");
  await page.getByRole("textbox", { name: "메시지" }).fill("확인했습니다. 경고를 해제할게요.");
  await page.getByRole("button", { name: "보내기" }).click();
  await expect(page.getByRole("log").getByText("보냄")).toBeVisible();
  await page.getByRole("button", { name: "이력 보기" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "제재 해제: 경고, 설명과 다른 파일" }).click();
  const question = page.getByRole("dialog", { name: "제재를 해제할까요?" });
  await field(question, "해제 사유").fill("고친 것을 확인함");
  await question.getByRole("button", { name: "제재 해제" }).click();
  await expect(page.getByRole("dialog").getByText("해제됨")).toBeVisible();

  await warned.goto("/penalty-notice");
  await expect(warned).toHaveURL(/\/$/);
});

test("on a wide window the same case goes by keyboard, and an administrator hears of what comes in", async ({
  page,
  context,
  openSession,
  isMobile,
}) => {
  test.skip(isMobile, "a phone has the cards");
  const word = await fileReports(openSession, { contents: 1, reporters: 1 });
  await makeAdministrator();
  await call(context.request, api.accounts.login, {
    body: { emailOrUserId: administrator.userId, password: administrator.password },
  });
  // Of the system's own notifications a page can see nothing.
  await page.addInitScript(() => {
    const shown: string[] = [];
    class Shown {
      static permission = "default";
      static requestPermission = async () => (Shown.permission = "granted");
      onclick = null;
      constructor(title: string) {
        shown.push(title);
      }
      close = () => undefined;
    }
    Object.assign(window, { Notification: Shown, shown });
  });
  await page.goto("/admin");
  await page.getByRole("button", { name: "브라우저 알림 받기" }).click();
  const { shell } = screensOf(page);
  await shell.expectToast("브라우저 알림을 켰어요");

  await page.getByRole("link", { name: "키보드로 처리" }).click();
  await expect(page.getByRole("heading", { name: "신고 처리" })).toBeVisible();
  const press = (key: string) => page.keyboard.press(key);
  const list = page.getByRole("region", { name: "신고 목록" });
  await expect(list).toBeVisible();
  await press("Slash");
  await page.keyboard.type(word);
  await expect(list.getByRole("listitem")).toHaveCount(1);
  await press("Escape");
  await press("KeyJ");
  await expect(page).toHaveURL(/\/reports\/[^?]+\?q=/);
  await expect(page.getByText("권장 조치:")).toBeVisible();
  await expectAccessible(page, "a case on the web");
  await press("Digit1");
  await press("Control+Enter");
  const held = page.getByRole("region", { name: "보내기 전인 결정" });
  await expect(held.getByText("기각됨")).toBeVisible();
  // Elsewhere in the app it can still be taken back.
  await page.getByRole("navigation", { name: "주요 메뉴" }).getByRole("link", { name: "마켓" }).click();
  await expect(page).toHaveURL(/\/market$/);
  await held.getByRole("button", { name: /되돌리기/ }).click();
  await expect(page).toHaveURL(/\/reports\//);
  await expect(page.getByRole("combobox", { name: /처리 상태/ })).toHaveText("기각됨");
  expect((await readReports(word)).statuses).toEqual({ pending: 1 });
  await expect(page.getByText("권장 조치:")).toBeVisible();
  const guest = await openSession();
  const person = makePerson("손님");
  await register(guest, person);
  await call(guest, api.inquiries.create, { body: { message: "언제 열리나요?" } });
  await expect
    .poll(() => page.evaluate(() => (window as unknown as { shown: string[] }).shown)) // put there above
    .toContain(`새 문의: ${person.nickname}`);

  // The earlier choice is not sent by the key alone.
  await press("Digit1");
  await press("Control+Enter");
  await expect(held.getByText("기각됨")).toBeVisible();
  // The browser asks before the page goes with it; where it goes all the same, it is sent.
  const asked: string[] = [];
  page.on("dialog", (dialog) => {
    asked.push(dialog.type());
    void dialog.accept();
  });
  await page.goto("/market");
  expect(asked).toEqual(["beforeunload"]);
  await expect.poll(async () => (await readReports(word)).statuses).toEqual({ dismissed: 1 });
});
