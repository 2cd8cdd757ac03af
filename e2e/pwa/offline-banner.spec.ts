import type { Locator } from "@playwright/test";
import { expect, test } from "../fixtures.ts";
import { screensOf } from "../pages/index.ts";
import { sellFree } from "../support/api.ts";
import { untilInCharge, untilKept } from "../support/worker.ts";

// Without a network every call fails, and the browser writes so.
test.use({ expected: [/net::ERR_/] });

const edgesOf = async (part: Locator): Promise<{ top: number; bottom: number }> => {
  const { y, height } = (await part.boundingBox()) ?? { y: Number.NaN, height: Number.NaN };
  return { top: y, bottom: y + height };
};

test("the banner stays in view with what waits, in two lines on a narrow phone, and covers nothing", async ({
  page,
  context,
  openSession,
}) => {
  const { buyer, id } = await sellFree(await openSession(), context.request, "길게 내려 읽는 책");
  const { shell } = screensOf(page);
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto(`/content/${id}`);
  await shell.expectSignedIn(buyer);
  const box = page.getByRole("textbox", { name: "댓글" });
  await expect(box).toBeVisible();
  await context.setOffline(true);
  await box.fill("기차에서 쓴 소감");
  await page.getByRole("button", { name: "댓글 등록" }).click();
  const count = page.getByRole("button", { name: "보낼 예정 1건" });
  const banner = page.getByRole("status").filter({ has: count });
  await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(300);
  await expect(count).toBeInViewport({ ratio: 1 });
  const height = async (one: Locator) => {
    const { top, bottom } = await edgesOf(one);
    return bottom - top;
  };
  // Two lines of 15 px, with room around them.
  expect(await height(banner)).toBeLessThan(60);

  // A control that is scrolled into view stands below it.
  await box.evaluate((part) => part.scrollIntoView());
  expect((await edgesOf(box)).top).toBeGreaterThanOrEqual((await edgesOf(banner)).bottom);

  // On the narrowest phone, with a count of two digits.
  for (let said = 2; said <= 12; said += 1) {
    await box.fill(`기차에서 쓴 소감 ${said}`);
    await page.getByRole("button", { name: "댓글 등록" }).click();
    await expect(page.getByRole("button", { name: `보낼 예정 ${said}건` })).toBeVisible();
  }
  await page.setViewportSize({ width: 320, height: 640 });
  const many = page.getByRole("button", { name: "보낼 예정 12건" });
  await expect(many).toBeInViewport({ ratio: 1 });
  expect(await height(page.getByRole("status").filter({ has: many }))).toBeLessThan(60);

  await page.setViewportSize({ width: 1280, height: 500 });
  await page.evaluate(() => window.scrollTo(0, 250));
  const column = page.getByText("구매한 콘텐츠예요");
  await expect(many).toBeInViewport({ ratio: 1 });
  const lowest = (await edgesOf(page.getByRole("status").filter({ has: many }))).bottom;
  expect((await edgesOf(column)).top).toBeGreaterThanOrEqual(lowest);

  // In a low window the banner goes with the page, and nothing leaves room for it.
  const room = () =>
    page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue("--kh-banner"));
  expect(Number.parseFloat(await room())).toBeGreaterThan(20);
  await page.setViewportSize({ width: 1280, height: 400 });
  await page.evaluate(() => window.scrollTo(0, 250));
  await expect(many).not.toBeInViewport();
  expect(await room()).toBe("0px");
});

test("what waits says so itself, and a notice lies neither over the list of it nor over the bottom bar", async ({
  page,
  context,
  openSession,
}) => {
  const { buyer, id } = await sellFree(
    await openSession(),
    context.request,
    "조용히 기다리는 책, 제목이 길어서 작은 화면의 한 줄에는 다 들어가지 않아요",
  );
  const { shell, content } = screensOf(page);
  await page.goto(`/content/${id}`);
  await shell.expectSignedIn(buyer);
  await expect(content.like).toBeVisible();
  await untilInCharge(page);
  await untilKept(page, /WaitingSheet/);
  await context.setOffline(true);
  const notices = page.getByRole("region", { name: "알림 (F8)" });
  const closing = notices.getByRole("button", { name: "알림 닫기" });
  await content.like.click();
  await expect(page.getByRole("button", { name: "보낼 예정 1건" })).toBeVisible();
  await expect(content.like).toHaveAttribute("aria-pressed", "true");
  await page.getByRole("textbox", { name: "댓글" }).fill("기다리는 소감");
  await page.getByRole("button", { name: "댓글 등록" }).click();
  await expect(page.getByText("등록 예정 · 연결되면 등록돼요")).toBeVisible();
  await expect(closing).toHaveCount(0);

  await page.getByRole("button", { name: "콘텐츠 신고하기" }).click();
  const dialog = page.getByRole("dialog", { name: "신고하기" });
  await dialog.getByRole("radio").first().check();
  await dialog.getByRole("textbox", { name: "상세 내용" }).fill("기다리는 신고");
  await dialog.getByRole("button", { name: "신고하기" }).click();
  // By its text: while the list is open, all beside it is hidden from screen readers.
  const notice = page.getByText("연결되면 신고를 접수해요.");
  await expect(notice).toBeVisible();
  await expect(dialog).toBeHidden();
  const bars = page.getByRole("navigation", { name: "빠른 메뉴" });
  expect((await edgesOf(notice)).bottom).toBeLessThan((await edgesOf(bars)).top);
  // As an offer of the app that stays until it is answered.
  await page.evaluate(() => document.getElementById("notices")?.append("새 버전이 있어요"));
  const offer = page.getByText("새 버전이 있어요");
  await page.getByRole("button", { name: "보낼 예정 3건" }).click();
  const sheet = page.getByRole("dialog", { name: /보낼 예정/ });
  await expect(sheet.getByRole("listitem")).toHaveCount(3);
  // However long the title is that a row is headed by.
  for (const cancel of await sheet.getByRole("button", { name: /^보내기 취소/ }).all()) {
    const { x, width } = (await cancel.boundingBox()) ?? { x: Number.NaN, width: Number.NaN };
    expect(x + width).toBeLessThanOrEqual(390);
  }
  await expect(notice).toBeVisible();
  await expect.poll(async () => (await edgesOf(notice)).bottom).toBeLessThan((await edgesOf(sheet)).top);
  // The offer neither lies over the list nor comes along to the top.
  await expect(offer).toBeHidden();
  expect((await edgesOf(offer)).top).toBeGreaterThan((await edgesOf(notice)).bottom);
});
