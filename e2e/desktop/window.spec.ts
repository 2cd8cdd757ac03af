import { spawnSync } from "node:child_process";
import { api } from "@knowhow/shared";
import { call, register, sellFree } from "../support/api.ts";
import { makePerson } from "../support/people.ts";
import { binary, Console, expect, home, test } from "./fixtures.ts";

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
    features: ["app", "memory", "notices", "on", "servers", "session"],
  });
  const refusal = (run: string) => page.evaluate(`${run}.then(() => "", (error) => error.message)`);
  expect(
    await refusal('knowhow.notices.show({ title: "a", body: "", path: "https://evil.example" })'),
  ).not.toBe("");
  expect(await refusal('knowhow.notices.count({ reports: "1", inquiries: 0 })')).not.toBe("");
  expect(await refusal('knowhow.servers.choose({ address: "http://evil.example" })')).toContain("https://");
});

test("nothing leads out of the window", async ({ desk: { page, app } }) => {
  await app.evaluate(({ shell }) => {
    const opened: string[] = [];
    Object.assign(globalThis, { opened });
    shell.openExternal = async (address) => {
      opened.push(address);
    };
  });
  const opened = () => app.evaluate(() => (globalThis as unknown as { opened: string[] }).opened);
  const before = page.url();
  await page.evaluate(() => {
    window.open("https://knowhow.example/help");
    window.open("file:///etc/passwd");
    window.open("knowhow://reports/1");
  });
  await expect.poll(opened).toEqual(["https://knowhow.example/help"]);
  // One that was let in would be there by then, and stay.
  await page.waitForTimeout(1_000);
  await expect.poll(() => app.windows().length, { timeout: 3_000 }).toBe(1);
  await page.evaluate(() => {
    window.location.assign("https://evil.example/");
  });
  await page.waitForTimeout(300);
  expect(page.url()).toBe(before);
  await expect(page.getByRole("heading", { name: "신고 처리" })).toBeVisible();
});

test("an inquiry is told of within a moment, and a click leads to it", async ({ desk, openSession }) => {
  // Other tests write and report at the same time: only one's own is looked at.
  const { page, app } = desk;
  const label = () =>
    app.evaluate(() => globalThis.knowhowTest.tray.menu.getMenuItemById("inquiries")?.label ?? "");
  await expect.poll(label).toMatch(/^읽지 않은 문의 \(\d+\)$/);
  const person = makePerson("손님");
  const theirs = await openSession();
  await register(theirs, person);
  const asked = Date.now();
  await call(theirs, api.inquiries.create, { body: { subject: "환불", message: "환불은 언제 되나요?" } });
  const told = () => app.evaluate(() => [...globalThis.knowhowTest.notices.shown.values()].map(({ title, body }) => [title, body])); // prettier-ignore
  await expect
    .poll(told, { intervals: [50] })
    .toContainEqual([`새 문의: ${person.nickname}`, "환불은 언제 되나요?"]);
  expect(Date.now() - asked).toBeLessThan(3_000);
  await expect.poll(() => app.evaluate((electron) => electron.app.getBadgeCount())).toBeGreaterThan(0);
  await expect.poll(label).not.toContain("(0)");
  await app.evaluate((_electron, nickname) => {
    for (const notice of globalThis.knowhowTest.notices.shown.values())
      if (notice.title.endsWith(nickname)) notice.emit("click");
  }, person.nickname);
  await expect.poll(() => desk.path()).toMatch(/^\/admin-chats\?room=/);
  await expect(page.getByText("환불은 언제 되나요?").last()).toBeVisible();
  // Read by being looked at.
  const row = page.getByRole("list", { name: "문의 목록" }).getByRole("link").filter({ hasText: person.nickname }); // prettier-ignore
  await expect(row).toBeVisible();
  await expect(row.getByText("답변 대기")).toBeHidden();
});

test("a new report is told of, and a click opens its case", async ({ desk, openSession }) => {
  const { page, app } = desk;
  const [seller, buyer] = [await openSession(), await openSession()];
  const { id: contentId, title, buyer: buyerPerson } = await sellFree(seller, buyer, "신고될 글");
  const { report } = await call(buyer, api.reports.create, {
    body: { reportType: "content", contentId, reportReason: "spam", reportDetails: "광고만 있어요" },
  });
  const who = buyerPerson.nickname;
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
    .toContainEqual(expect.stringMatching(`^새 신고: .* ${who} → `));
  await app.evaluate((_electron, nickname) => {
    for (const notice of globalThis.knowhowTest.notices.shown.values())
      if (notice.title.startsWith("새 신고") && notice.body.startsWith(nickname)) notice.emit("click");
  }, who);
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
    timeout: 20_000,
  });
  expect(second.status).toBe(0);
  await expect.poll(() => desk.path()).toBe(`/reports/${id}`);
  await expect(desk.page.getByText("없는 신고예요")).toBeVisible();
});
