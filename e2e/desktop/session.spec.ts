import { readFile, readdir } from "node:fs/promises";
import { join } from "node:path";
import { api } from "@knowhow/shared";
import type { Page } from "@playwright/test";
import { call, register, sellFree } from "../support/api.ts";
import { administrator, colleague, makeAdministrator } from "../support/administrator.ts";
import { makePerson, mark } from "../support/people.ts";
import { Proxy } from "../support/proxy.ts";
import { expect, test } from "./fixtures.ts";

test("the first start asks for a server and remembers those that were used", async ({ launch, baseURL }) => {
  await makeAdministrator();
  const { page } = await launch({});
  await expect(page.getByRole("heading", { name: "서버 선택" })).toBeVisible();
  const address = page.getByRole("textbox", { name: "서버 주소" });
  for (const wrong of ["http://knowhow.example", "file:///etc/passwd", "http://localhost.evil.example"]) {
    await address.fill(wrong);
    await page.getByRole("button", { name: "연결" }).click();
    await expect(page.getByText("https:// 로 시작하는 서버 주소를 입력해주세요.")).toBeVisible();
  }
  await address.fill(String(baseURL));
  await page.getByRole("button", { name: "연결" }).click();
  await expect(page.getByRole("heading", { name: "관리자 로그인" })).toBeVisible();
  await page.getByRole("link", { name: "다른 서버 선택" }).click();
  await expect(page.getByRole("region", { name: "사용한 서버" }).getByText(String(baseURL))).toBeVisible();
});

test("who is no administrator is told why not and is not signed in", async ({ launch, openSession }) => {
  const person = makePerson();
  await register(await openSession(), person);
  const started = await launch();
  await started.signIn(person);
  await expect(started.page.getByRole("alert")).toContainText("관리자가 아니어서 콘솔을 쓸 수 없어요");
  expect(await readdir(started.userData)).not.toContain("session.bin");
});

test("a session outlives a restart, sealed, and the window is where it was", async ({
  desk: first,
  launch,
}) => {
  const window = await first.app.browserWindow(first.page);
  await window.evaluate((one: { setBounds: (bounds: object) => void; close: () => void }) => {
    one.setBounds({ width: 1000, height: 700 });
    // A closed window only hides, and its place is noted.
    one.close();
  });
  // Nothing of the session is in the page, and nothing readable on the disk.
  expect(await first.page.evaluate(() => document.cookie)).toBe("");
  await first.close();
  const kept = await readFile(join(first.userData, "session.bin"));
  for (const word of ["sid", "server", "cookies", "localhost"]) expect(kept.includes(word)).toBe(false);

  const second = await launch();
  await expect(second.page.getByRole("heading", { name: "신고 처리" })).toBeVisible();
  const bounds = await (
    await second.app.browserWindow(second.page)
  ).evaluate((one: { getBounds: () => object }) => one.getBounds());
  expect(bounds).toMatchObject({ width: 1000, height: 700 });
});

/** The files below a folder in which a word can be read, in either of the ways in which a browser writes text. */
const filesWith = async (folder: string, word: string): Promise<string[]> => {
  const found: string[] = [];
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const bytes = await readFile(join(entry.parentPath, entry.name)).catch((error: unknown) => {
      // The browser throws away what it does not need any more while this looks.
      if (error instanceof Error && "code" in error && error.code === "ENOENT") return Buffer.alloc(0);
      throw error;
    });
    if (bytes.includes(word) || bytes.includes(Buffer.from(word, "utf16le"))) found.push(entry.name);
  }
  return found;
};

test("what is written outlives a restart, sealed, and is sent once there is a network", async ({
  desk: first,
  launch,
  openSession,
}) => {
  const member = await openSession();
  await register(member, makePerson("손님"));
  const word = mark();
  const { chatRoom } = await call(member, api.inquiries.create, {
    body: { subject: "환불", message: `언제 되나요? ${word}` },
  });
  const openRoom = async (page: Page) => {
    await page.getByRole("link", { name: "문의", exact: true }).click();
    await page
      .getByRole("link", { name: new RegExp(word) })
      .first()
      .click();
  };
  await openRoom(first.page);
  const box = (page: Page) => page.getByRole("textbox", { name: "메시지" });
  await box(first.page).fill(`쓰다 만 답 ${word}`);
  // At once: the close waits for the last typing.
  await first.close();
  expect(await readdir(first.userData)).toContain("memory.bin");
  // Neither in the file of the main process nor in anything that the browser keeps of its own.
  expect(await filesWith(first.userData, word)).toEqual([]);

  const { page } = await launch();
  await expect(page.getByRole("heading", { name: "신고 처리" })).toBeVisible();
  await openRoom(page);
  await expect(box(page)).toHaveValue(`쓰다 만 답 ${word}`);
  await page.context().setOffline(true);
  await box(page).press("Enter");
  await expect(box(page)).toHaveValue("");
  await page.context().setOffline(false);
  await expect
    .poll(async () =>
      (
        await call(member, api.inquiries.messages, { params: { roomId: chatRoom.id }, query: { limit: 20 } })
      ).messages.map(({ message }) => message),
    ) // oxfmt-ignore
    .toContain(`쓰다 만 답 ${word}`);
});

test("a sign-out leaves nothing of what was written behind", async ({ desk, openSession }) => {
  const member = await openSession();
  await register(member, makePerson("손님"));
  const word = mark();
  await call(member, api.inquiries.create, { body: { subject: "배송", message: `어디쯤인가요? ${word}` } });
  const { page, userData } = desk;
  await page.getByRole("link", { name: "문의", exact: true }).click();
  await page
    .getByRole("link", { name: new RegExp(word) })
    .first()
    .click();
  await page.getByRole("textbox", { name: "메시지" }).fill(`쓰다 만 답 ${word}`);
  await expect.poll(() => readdir(userData)).toContain("memory.bin");
  await page.getByRole("link", { name: "로그아웃", exact: true }).click();
  await expect(page.getByRole("heading", { name: "관리자 로그인" })).toBeVisible();
  await expect.poll(() => readdir(userData)).not.toContain("memory.bin");
});

test("what somebody has written waits for them, sealed, whoever signs in between", async ({
  desk,
  openSession,
}) => {
  await makeAdministrator(colleague);
  const member = await openSession();
  await register(member, makePerson("손님"));
  const word = mark();
  const { chatRoom } = await call(member, api.inquiries.create, {
    body: { subject: "교환", message: `바꿔주세요 ${word}` },
  });
  const answers = async () => {
    const said = await call(member, api.inquiries.messages, {
      params: { roomId: chatRoom.id },
      query: { limit: 20 },
    });
    return said.messages.map(({ message }) => message);
  };
  const { page } = desk;
  const kept = () => page.evaluate<string>("knowhow.memory.read().then(({ text }) => text)");
  const box = page.getByRole("textbox", { name: "메시지" });
  const openRoom = async () => {
    await page.getByRole("link", { name: "문의", exact: true }).click();
    await page
      .getByRole("link", { name: new RegExp(word) })
      .first()
      .click();
  };
  await openRoom();
  await page.context().setOffline(true);
  await box.fill(`기다리는 답 ${word}`);
  await box.press("Enter");
  await expect(box).toHaveValue("");
  await box.fill(`쓰다 만 답 ${word}`);
  await expect.poll(kept).toContain(`쓰다 만 답 ${word}`);
  await desk.goAhead(60);
  await expect(page.getByText("30분 동안 쓰지 않아 로그아웃했어요.")).toBeVisible();
  await page.context().setOffline(false);

  await desk.signIn(colleague);
  await openRoom();
  await expect(page.getByText(`바꿔주세요 ${word}`).last()).toBeVisible();
  await expect(box).toHaveValue("");
  await expect(page.getByText(`기다리는 답 ${word}`)).toBeHidden();
  expect((await answers()).join()).not.toContain("기다리는 답");
  await box.fill(`동료의 답 ${word}`);
  await expect.poll(kept).toContain(`동료의 답 ${word}`);
  await page.getByRole("link", { name: "로그아웃", exact: true }).click();
  await expect(page.getByRole("heading", { name: "관리자 로그인" })).toBeVisible();
  expect(await filesWith(desk.userData, word)).toEqual([]);

  await desk.signIn();
  await openRoom();
  await expect(box).toHaveValue(`쓰다 만 답 ${word}`);
  await expect.poll(answers).toContain(`기다리는 답 ${word}`);
});

test("a session ends after half an hour without anybody there", async ({ desk }) => {
  const { page } = desk;
  await desk.goAhead(29);
  await page.getByRole("link", { name: "문의", exact: true }).click();
  await expect(page.getByRole("heading", { name: "관리자 채팅" })).toBeVisible();
  await desk.goAhead(60);
  await expect(page.getByRole("heading", { name: "관리자 로그인" })).toBeVisible();
  await expect(page.getByText("30분 동안 쓰지 않아 로그아웃했어요.")).toBeVisible();
  expect(await readdir(desk.userData)).not.toContain("session.bin");
});

test("an end without a network leaves no case on the screen, and leads back to it", async ({
  desk,
  openSession,
}) => {
  const { page } = desk;
  const [seller, buyer] = [await openSession(), await openSession()];
  const { id: contentId } = await sellFree(seller, buyer, "신고될 글");
  const details = `광고만 있어요 ${mark()}`;
  const { report } = await call(buyer, api.reports.create, {
    body: { reportType: "content", contentId, reportReason: "spam", reportDetails: details },
  });
  await desk.app.evaluate((_electron, link) => {
    globalThis.knowhowTest.openLink(link);
  }, `knowhow://reports/${report.id}`);
  await expect(page.getByText(details).first()).toBeVisible();
  await page.context().setOffline(true);
  await desk.goAhead(60);
  await expect(page.getByRole("heading", { name: "관리자 로그인" })).toBeVisible();
  await expect(page.getByText(details)).toHaveCount(0);
  await page.context().setOffline(false);
  await desk.signIn();
  await expect(page.getByText(details).first()).toBeVisible();
});

test("a session ends after twelve hours, whoever is there", async ({ desk }) => {
  const { page } = desk;
  for (let minutes = 25; minutes < 12 * 60; minutes += 25) {
    await desk.goAhead(minutes);
    await page.evaluate("knowhow.session.touch()");
  }
  await expect(page.getByRole("heading", { name: "신고 처리" })).toBeVisible();
  await desk.goAhead(12 * 60);
  await expect(page.getByText("로그인한 지 12시간이 지나 로그아웃했어요.")).toBeVisible();
  expect(await readdir(desk.userData)).not.toContain("session.bin");
});

test("where the system protects nothing that is said, and the session ends with the console", async ({
  launch,
  baseURL,
}) => {
  await makeAdministrator();
  const open = () => launch({ KNOWHOW_SERVER: String(baseURL) }, ["--password-store=basic"]);
  const first = await open();
  await expect(first.page.getByText("콘솔을 종료하면 로그아웃되고")).toBeVisible();
  await first.signIn();
  await expect(first.page.getByRole("heading", { name: "신고 처리" })).toBeVisible();
  await first.page.reload();
  await expect(first.page.getByRole("heading", { name: "신고 처리" })).toBeVisible();
  expect(await readdir(first.userData)).not.toContain("session.bin");
  await first.close();
  await expect((await open()).page.getByRole("heading", { name: "관리자 로그인" })).toBeVisible();
});

test("signing out ends it on the server too", async ({ desk: started, launch }) => {
  await started.page.getByRole("link", { name: "로그아웃", exact: true }).click();
  await expect(started.page.getByRole("heading", { name: "관리자 로그인" })).toBeVisible();
  await started.close();
  const again = await launch();
  await expect(again.page.getByRole("heading", { name: "관리자 로그인" })).toBeVisible();
  await again.signIn(administrator);
  await expect(again.page.getByRole("heading", { name: "신고 처리" })).toBeVisible();
});

test("a server that is away is said to be, and everything goes on by itself when it is back", async ({
  launch,
  baseURL,
}) => {
  await makeAdministrator();
  const proxy = await Proxy.open(Number(new URL(String(baseURL)).port), Infinity);
  try {
    const first = await launch({ KNOWHOW_SERVER: proxy.url });
    await first.signIn();
    await expect(first.page.getByRole("heading", { name: "신고 처리" })).toBeVisible();
    await expect(first.page.getByText(proxy.url)).toBeVisible();
    await first.close();

    proxy.cut();
    const { page } = await launch({ KNOWHOW_SERVER: proxy.url });
    await expect(page.getByRole("heading", { name: "서버에 연결할 수 없습니다" })).toBeVisible();
    await page.getByRole("link", { name: "다른 서버 선택" }).click();
    await expect(page.getByRole("heading", { name: "서버 선택" })).toBeVisible();
    await page.goBack();
    proxy.mend();
    await expect(page.getByRole("heading", { name: "신고 처리" })).toBeVisible({ timeout: 40_000 });

    const away = page.getByText(/서버에 연결할 수 없어요/);
    await expect(away).toBeHidden();
    proxy.cut();
    await page.getByRole("link", { name: "알림" }).click();
    await expect(away).toBeVisible();
    proxy.mend();
    await expect(away).toBeHidden({ timeout: 40_000 });
  } finally {
    proxy.close();
  }
});
