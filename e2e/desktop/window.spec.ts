import { spawnSync } from "node:child_process";
import { api } from "@knowhow/shared";
import { call, register, sellFree } from "../support/api.ts";
import { makeAdministrator } from "../support/administrator.ts";
import { makePerson } from "../support/people.ts";
import { fileReports, readReports } from "../support/reports.ts";
import { binary, Console, expect, home, test } from "./fixtures.ts";
import { leadsAway, noteOpened, passWindow } from "./ways.ts";

const id = "01900000-0000-7000-8000-0000000000aa";

test("the page has the bridge and nothing else of the process, and runs no script but its own", async ({
  desk: { page },
}) => {
  expect(
    await page.evaluate(() => {
      const script = document.createElement("script");
      script.textContent = "window.planted = true";
      document.body.append(script);
      const bridge = (window as unknown as { knowhow: object }).knowhow;
      return {
        kinds: ["require", "process", "module", "ipcRenderer", "planted"].map((name) => name in window),
        isFrozen: Object.isFrozen(bridge),
        features: Object.keys(bridge).sort(),
      };
    }),
  ).toEqual({
    kinds: [false, false, false, false, false],
    isFrozen: true,
    features: ["app", "decisions", "memory", "notices", "on", "servers", "session"],
  });
  const refusal = (run: string) => page.evaluate(`${run}.then(() => "", (error) => error.message)`);
  expect(
    await refusal('knowhow.notices.show({ title: "a", body: "", path: "https://evil.example" })'),
  ).not.toBe("");
  expect(await refusal('knowhow.notices.count({ reports: "1", inquiries: 0, alerts: 0 })')).not.toBe("");
  expect(await refusal('knowhow.servers.choose({ address: "http://evil.example" })')).toContain("https://");
});

test("nothing leads out of the window but to the browser", async ({ desk, baseURL }) => {
  const { page, app } = desk;
  const opened = await noteOpened(desk);
  await page.evaluate((server) => {
    window.open("https://knowhow.example/help");
    window.open("file:///etc/passwd");
    window.open("knowhow://reports/1");
    window.open("http://localhost:1/");
    window.open(`${server}/market`);
  }, String(baseURL));
  await expect.poll(opened).toEqual(["https://knowhow.example/help", `${String(baseURL)}/market`]);
  await passWindow(desk);
  await expect.poll(() => app.windows().length).toBe(1);
  expect(await leadsAway(desk, "https://evil.example/")).toBe(false);
  await expect(page.getByRole("heading", { name: "신고 처리" })).toBeVisible();
});

test("an inquiry is told of within a moment, and a click leads to it", async ({ desk, openSession }) => {
  // Other tests write and report at the same time: only this test's own are looked at.
  const { page, app } = desk;
  const label = () =>
    app.evaluate(() => globalThis.knowhowTest.tray.menu.getMenuItemById("inquiries")?.label ?? "");
  await expect.poll(label).toMatch(/^읽지 않은 문의 \(\d+\)$/);
  const person = makePerson("손님");
  const member = await openSession();
  await register(member, person);
  await call(member, api.inquiries.create, { body: { subject: "환불", message: "환불은 언제 되나요?" } });
  const told = () => app.evaluate(() => [...globalThis.knowhowTest.notices.shown.values()].map(({ title, body }) => [title, body])); // oxfmt-ignore
  // The news bring the notice: while they come, the console asks by itself every half minute at most.
  await expect.poll(told).toContainEqual([`새 문의: ${person.nickname}`, "환불은 언제 되나요?"]);
  await expect.poll(() => app.evaluate((electron) => electron.app.getBadgeCount())).toBeGreaterThan(0);
  await expect.poll(label).not.toContain("(0)");
  await app.evaluate((_electron, nickname) => {
    for (const notice of globalThis.knowhowTest.notices.shown.values())
      if (notice.title.endsWith(nickname)) notice.emit("click");
  }, person.nickname);
  await expect.poll(() => desk.path()).toMatch(/^\/admin-chats\?room=/);
  await expect(page.getByText("환불은 언제 되나요?").last()).toBeVisible();
  // Read by being looked at, and still to be answered.
  const row = page.getByRole("list", { name: "문의 목록" }).getByRole("link").filter({ hasText: person.nickname }); // oxfmt-ignore
  await expect(row).toBeVisible();
  await expect(row.getByText(/읽지 않은/)).toHaveCount(0);
  await expect(row.getByText("답변 대기")).toBeVisible();
});

test("a new report is told of, and a click opens its case", async ({ desk, openSession }) => {
  const { page, app } = desk;
  const [seller, buyer] = [await openSession(), await openSession()];
  const { id: contentId, title, buyer: buyerPerson } = await sellFree(seller, buyer, "신고될 글");
  const { report } = await call(buyer, api.reports.create, {
    body: { reportType: "content", contentId, reportReason: "spam", reportDetails: "광고만 있어요" },
  });
  const reporterNickname = buyerPerson.nickname;
  await expect
    .poll(
      () =>
        app.evaluate(() =>
          [...globalThis.knowhowTest.notices.shown.values()].map(
            ({ title: words, body }) => `${words} ${body}`,
          ),
        ),
      { intervals: [50] },
    )
    .toContainEqual(expect.stringMatching(`^새 신고: .* ${reporterNickname} → `));
  await app.evaluate((_electron, nickname) => {
    for (const notice of globalThis.knowhowTest.notices.shown.values())
      if (notice.title.startsWith("새 신고") && notice.body.startsWith(nickname)) notice.emit("click");
  }, reporterNickname);
  await expect.poll(() => desk.path()).toBe(`/reports/${report.id}`);
  await expect(page.getByText(`콘텐츠: ${title}`)).toBeVisible();
  await expect(page.getByRole("form", { name: "신고 처리" })).toBeVisible();
});

test("tray and menu lead to the screens, closing only hides", async ({ desk }) => {
  const { app, page } = desk;
  const window = await app.browserWindow(page);
  await window.evaluate((one: { close: () => void }) => {
    one.close();
  });
  expect(await window.evaluate((one: { isVisible: () => boolean }) => one.isVisible())).toBe(false);
  await app.evaluate(() => {
    globalThis.knowhowTest.tray.menu.getMenuItemById("inquiries")?.click();
  });
  await expect.poll(() => desk.path()).toBe("/admin-chats");
  await app.evaluate(() => {
    const item = globalThis.knowhowTest.tray.menu.getMenuItemById("alerts");
    if (!item?.label.startsWith("확인할 알림 (")) throw new Error(`the tray says ${item?.label}`);
    item.click();
  });
  await expect.poll(() => desk.path()).toBe("/alerts");
  expect(await window.evaluate((one: { isVisible: () => boolean }) => one.isVisible())).toBe(true);
  await app.evaluate(({ Menu }) => {
    Menu.getApplicationMenu()?.getMenuItemById("settings")?.click();
  });
  await expect(page.getByRole("heading", { name: "서버 선택" })).toBeVisible();
});

test("a second start hands its link over to the first and ends", async ({ desk, baseURL }) => {
  const env = Console.env(desk.userData, { KNOWHOW_SERVER: String(baseURL) });
  const second = spawnSync(binary(), [".", `knowhow://reports/${id}`, "--no-sandbox"], {
    cwd: home,
    env,
    timeout: 60_000,
  });
  expect(second.status).toBe(0);
  await expect.poll(() => desk.path()).toBe(`/reports/${id}`);
  await expect(desk.page.getByText("없는 신고예요")).toBeVisible();
});

/** Answers every question of the console by the label of a button, and notes the questions. */
const answerWith = async ({ app }: Console, label: string): Promise<void> => {
  await app.evaluate(({ dialog }, wanted) => {
    const asked: string[] = [];
    Object.assign(globalThis, { asked });
    const answer = async (
      _window: unknown,
      { message, buttons = [] }: { message: string; buttons?: string[] },
    ) => {
      asked.push(message);
      return { response: buttons.findIndex((text) => text.startsWith(wanted)), checkboxChecked: false };
    };
    Object.assign(dialog, { showMessageBox: answer });
  }, label);
};
const asked = ({ app }: Console) => app.evaluate(() => (globalThis as unknown as { asked: string[] }).asked);

/** Clicks in the menu of the console. */
const choose = (desk: Console, item: string) =>
  desk.app.evaluate(({ Menu }, id) => {
    Menu.getApplicationMenu()?.getMenuItemById(id)?.click();
  }, item);

const question = "아직 보내지 않은 결정이 1건 있어요.";

test("nothing that is decided and not sent goes without a word", async ({ desk, openSession }) => {
  const { page, app } = desk;
  const word = await fileReports(openSession, { contents: 1, reporters: 1 });
  const held = page.getByRole("region", { name: "보내기 전인 결정" });
  const undo = held.getByRole("button", { name: /되돌리기/ });
  const decide = async () => {
    const search = page.getByRole("searchbox", { name: "신고 검색" });
    await page.getByRole("link", { name: "신고" }).click();
    // The same word again is nothing new while the queue still has it.
    await expect(search).toHaveValue("");
    await search.fill(word);
    await expect(page).toHaveURL(new RegExp(`q=${word}`));
    await page.getByRole("region", { name: "신고 목록" }).getByText(word).first().click();
    await expect(page.getByRole("form", { name: "신고 처리" })).toBeVisible();
    // Nothing is decided before it is known how the person stands.
    await expect(page.getByRole("heading", { name: /님의 이력$/ })).toBeVisible();
    await page.keyboard.press("Digit1");
    // The ten seconds to take it back do not pass, however long the questions take.
    await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1_000);
    await page.keyboard.press("Control+Enter");
    await expect(undo).toBeVisible();
    // What the window has told the main process before has arrived with this.
    await page.evaluate("knowhow.app.facts()");
  };
  await page.clock.install();
  await decide();
  await answerWith(desk, "돌아가기");
  await choose(desk, "reload");
  await expect.poll(() => asked(desk)).toEqual([question]);
  // One question at a time: the first is answered by then.
  await page.evaluate("knowhow.app.facts()");
  await choose(desk, "quit");
  await expect.poll(() => asked(desk)).toEqual([question, question]);
  // Closing only hides.
  const window = await app.browserWindow(page);
  await window.evaluate((one: { close: () => void }) => {
    one.close();
  });
  expect(await asked(desk)).toHaveLength(2);
  await undo.click();
  await page.clock.resume();
  await expect(undo).toBeHidden();

  await decide();
  await answerWith(desk, "보내지 않고");
  await choose(desk, "reload");
  await expect.poll(() => asked(desk)).toEqual([question]);
  await page.clock.resume();
  await expect(page.getByRole("link", { name: "신고" })).toBeVisible();
  await expect(undo).toBeHidden();
  expect((await readReports(word)).statuses).toEqual({ pending: 1 });

  await decide();
  await answerWith(desk, "지금 보내고");
  const ended = new Promise((resolve) => app.process().once("exit", resolve));
  // The app ends before it can answer the click.
  await choose(desk, "quit").catch(() => undefined);
  await ended;
  expect((await readReports(word)).statuses).toEqual({ dismissed: 1 });
});

test("with nothing to send a quit asks nothing and ends", async ({ desk }) => {
  await answerWith(desk, "돌아가기");
  const ended = new Promise((resolve) => desk.app.process().once("exit", resolve));
  await desk.app
    .evaluate(() => {
      globalThis.knowhowTest.tray.menu.getMenuItemById("quit")?.click();
    })
    .catch(() => undefined); // The app ends before it can answer the click.
  await ended;
});

test("a start by a link opens its case, after the sign-in", async ({ launch, baseURL }) => {
  await makeAdministrator();
  const desk = await launch({ KNOWHOW_SERVER: String(baseURL) }, [`knowhow://reports/${id}`]);
  await desk.signIn();
  await expect.poll(() => desk.path()).toBe(`/reports/${id}`);
  await expect(desk.page.getByText("없는 신고예요")).toBeVisible();
});

test("a second start without a link shows the window and leaves the screen as it is", async ({
  desk,
  baseURL,
}) => {
  await desk.page.getByRole("link", { name: "문의", exact: true }).click();
  await expect.poll(() => desk.path()).toBe("/admin-chats");
  const window = await desk.app.browserWindow(desk.page);
  const isVisible = () => window.evaluate((one: { isVisible: () => boolean }) => one.isVisible());
  await window.evaluate((one: { close: () => void }) => {
    one.close();
  });
  expect(await isVisible()).toBe(false);
  const env = Console.env(desk.userData, { KNOWHOW_SERVER: String(baseURL) });
  spawnSync(binary(), [".", "--no-sandbox"], { cwd: home, env, timeout: 60_000 });
  await expect.poll(isVisible).toBe(true);
  expect(desk.path()).toBe("/admin-chats");
});

test("a window that does not answer is waited for or begun anew", async ({ desk }) => {
  const { page, app } = desk;
  await page.getByRole("link", { name: "문의", exact: true }).click();
  await page.evaluate(() => Object.assign(window, { isOld: true }));
  const isOld = () => page.evaluate(() => "isOld" in window).catch(() => true); // It may be on its way.
  await app.evaluate(({ BrowserWindow }) => {
    const [contents] = BrowserWindow.getAllWindows().map((one) => one.webContents);
    const reload = contents?.reload.bind(contents);
    Object.assign(contents ?? {}, {
      reload: () => {
        Object.assign(globalThis, { isLoading: true });
        reload?.();
      },
    });
  });
  const isLoading = () => app.evaluate(() => "isLoading" in globalThis);
  const hang = async (label: string) => {
    await answerWith(desk, label);
    await app.evaluate(({ BrowserWindow }) => {
      BrowserWindow.getAllWindows()[0]?.emit("unresponsive");
    });
    await expect.poll(() => asked(desk)).toEqual(["화면이 응답하지 않아요."]);
  };
  // What the button does is done by the time that the main process is asked.
  await hang("기다리기");
  expect(await isLoading()).toBe(false);
  expect(await isOld()).toBe(true);
  await hang("새로 고침");
  await expect.poll(isOld).toBe(false);
  await expect(page.getByRole("heading", { name: "관리자 채팅" })).toBeVisible();
  expect(desk.path()).toBe("/admin-chats");
});

test("a window that broke says so, and begins again where it is clicked", async ({ desk }) => {
  const { page, app } = desk;
  // A driver can not follow a page whose process is really gone: the main process is only told that it is.
  await app.evaluate(({ BrowserWindow }) => {
    const [window] = BrowserWindow.getAllWindows();
    window?.webContents.emit("render-process-gone", {}, { reason: "crashed", exitCode: 1 });
  });
  await expect(page.getByRole("heading", { name: "화면이 멈췄어요" })).toBeVisible();
  await page.getByRole("link", { name: "다시 열기" }).click();
  await expect(page.getByRole("heading", { name: "신고 처리" })).toBeVisible();
});
