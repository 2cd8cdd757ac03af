import { api } from "@knowhow/shared";
import type { Page } from "@playwright/test";
import { expect, test } from "../fixtures.ts";
import { screensOf } from "../pages/index.ts";
import { call, createContent, register, sellFree, takeFree } from "../support/api.ts";
import { holdOtherCalls, isPostTo, keepCalm } from "../support/calm.ts";
import { elsewhere, openLinks } from "../support/elsewhere.ts";
import { makePerson, mark } from "../support/people.ts";
import { keptAddresses, keysIn, untilInCharge, untilKept } from "../support/worker.ts";

// Without a network every call fails, and the browser writes so.
test.use({ expected: [/net::(ERR_INTERNET_DISCONNECTED|ERR_FAILED)|status of 401/] });

const databases = (page: Page) =>
  page.evaluate(async () =>
    (await indexedDB.databases()).map(({ name }) => name).filter((name) => name?.startsWith("knowhow:")),
  );

test("a sign-out without a network leaves nothing, stays, and ends the session when the network is back", async ({
  page,
  context,
  openSession,
}) => {
  const seller = await openSession();
  const { buyer, id } = await sellFree(seller, context.request, "두고 가는 것");
  await page.goto(`/content/${id}`);
  const { shell } = screensOf(page);
  await shell.expectSignedIn(buyer);
  await untilInCharge(page);
  await untilKept(page, /LogoutScreen/);
  const other = await context.newPage();
  await other.goto("/profile");
  await expect(screensOf(other).shell.heading("내 정보")).toBeVisible();

  await context.setOffline(true);
  await page.getByRole("textbox", { name: "댓글" }).fill("보내지 않을 말");
  await page.getByRole("button", { name: "댓글 등록" }).click();
  await expect(page.getByText("등록 예정 · 연결되면 등록돼요")).toBeVisible();
  await expect.poll(() => keysIn(page, "jobs")).toHaveLength(1);
  await page.goto("/logout");
  const asked = page.getByRole("dialog", { name: "보내지 못한 것이 1건 있어요" });
  await asked.getByRole("button", { name: "지우고 로그아웃" }).click();
  await expect(page).toHaveURL("/");
  await expect(shell.header.getByRole("link", { name: "로그인" })).toBeVisible();
  // The other tab follows.
  await expect(screensOf(other).shell.heading("로그인")).toBeVisible();
  await other.close();
  expect(await databases(page)).toEqual([]);
  expect((await keptAddresses(page)).filter((path) => path.startsWith("/api"))).toEqual([]);
  const stored = await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }));
  for (const text of ["보내지 않을", buyer.nickname, buyer.email]) expect(stored).not.toContain(text);

  // The browser's session is still good, and the server can not be told for now.
  await page.route("**/api/auth/logout", (route) => route.abort());
  await page.reload();
  await expect(shell.header.getByRole("link", { name: "로그인" })).toBeVisible();
  await context.setOffline(false);
  await page.goto("/profile");
  await expect(shell.heading("로그인")).toBeVisible();
  expect((await context.request.get(api.accounts.me.path)).status()).toBe(200);
  await page.unroute("**/api/auth/logout");
  await page.reload();
  await expect.poll(async () => (await context.request.get(api.accounts.me.path)).status()).toBe(401);

  // Data of no person is still there: the app itself.
  await context.setOffline(true);
  await page.goto("/");
  await expect(shell.header.getByRole("link", { name: "로그인" })).toBeVisible();
  await context.setOffline(false);
  expect(await call(seller, api.comments.list, { params: { id }, query: { limit: 20 } })).toEqual([]);
});

test("a link of another site does not sign out where the worker is in charge either", async ({
  page,
  context,
}) => {
  const person = makePerson();
  await register(context.request, person);
  await page.goto("/");
  await untilInCharge(page);
  await untilKept(page, /LogoutScreen/);
  await openLinks(page);
  for (const name of ["logout", "secret", "redirect"]) {
    await page.goto(elsewhere);
    await page.getByRole("link", { name, exact: true }).click();
    await expect(page.getByRole("heading", { name: "로그아웃할까요?" }), name).toBeVisible();
    expect((await context.request.get(api.accounts.me.path)).status(), name).toBe(200);
  }
  await page.getByRole("link", { name: "홈으로" }).click();
  // The address of the question, opened once more, would be no new entry of the history.
  await expect(page).toHaveURL("/");
  await screensOf(page).shell.expectSignedIn(person);
  await page.goto("/logout");
  await expect(page).toHaveURL("/");
  // The device is signed out first, and the server on its heels.
  await expect.poll(async () => (await context.request.get(api.accounts.me.path)).status()).toBe(401);
});

test("what one person said is never sent as somebody else who has signed in meanwhile, and is still theirs", async ({
  page,
  context,
  openSession,
}) => {
  const seller = await openSession();
  await register(seller, makePerson("멘토"));
  const { id } = await createContent(seller, { title: `바뀐 사람 ${mark()}`, price: 0 });
  const [first, second] = [makePerson("첫째"), makePerson("둘째")];
  await register(context.request, second);
  await takeFree(context.request, { id });
  await register(context.request, first);
  await takeFree(context.request, { id });
  const login = ({ email, password }: typeof first) =>
    call(context.request, api.accounts.login, { body: { emailOrUserId: email, password } });
  const comments = async (): Promise<(readonly [text: string, name: string])[]> =>
    (await call(seller, api.comments.list, { params: { id }, query: { limit: 20 } })).map(
      ({ comment, user }) => [comment, user.nickname] as const,
    );
  const { shell } = screensOf(page);
  // The tab's own reads and news would tell it of the other person.
  await keepCalm(page);
  await page.route("**/api/events**", (route) => route.abort());
  await page.goto(`/content/${id}`);
  await shell.expectSignedIn(first);
  await page.waitForLoadState("networkidle");

  // Another person signs in on the same browser, and this tab has not heard of it when it sends.
  const { answered } = await holdOtherCalls(page, isPostTo("/comments"));
  await page.getByRole("textbox", { name: "댓글" }).fill("첫째가 쓴 소감");
  await login(second);
  await page.getByRole("button", { name: "댓글 등록" }).click();
  expect((await answered).status()).toBe(401);
  await shell.expectSignedIn(second);
  await expect(page.getByText("첫째가 쓴 소감")).toHaveCount(0);
  // Nor without a network, nor when it is back.
  await context.setOffline(true);
  await page.getByRole("textbox", { name: "댓글" }).fill("둘째가 쓴 소감");
  await page.getByRole("button", { name: "댓글 등록" }).click();
  await expect(page.getByRole("button", { name: "보낼 예정 1건" })).toBeVisible();
  await context.setOffline(false);
  await expect.poll(comments).toEqual([["둘째가 쓴 소감", second.nickname]]);

  // The session runs out: what waits is locked until its person is there again.
  await context.clearCookies();
  await page.goto("/profile");
  await expect(shell.heading("로그인")).toBeVisible();
  await login(first);
  await page.goto("/");
  await shell.expectSignedIn(first);
  await expect.poll(async () => (await comments()).length).toBe(2);
  expect(await comments()).toContainEqual(["첫째가 쓴 소감", first.nickname]);
});

/** All storage of this origin as text: databases, caches and notes. */
const storedText = (page: Page) =>
  page.evaluate(async () => {
    const parts = [JSON.stringify({ ...localStorage, ...sessionStorage })];
    for (const { name = "" } of await indexedDB.databases()) {
      const base = await new Promise<IDBDatabase>((resolve, reject) => {
        const opening = indexedDB.open(name);
        opening.onsuccess = () => resolve(opening.result);
        opening.onerror = () => reject(opening.error ?? new Error(name));
      });
      for (const store of base.objectStoreNames) {
        const rows = await new Promise<object[]>((resolve, reject) => {
          const reading = base.transaction(store).objectStore(store).getAll();
          reading.onsuccess = () => resolve(reading.result);
          reading.onerror = () => reject(reading.error ?? new Error(store));
        });
        parts.push(JSON.stringify(rows));
        for (const value of rows.flatMap((row) => Object.values(row) as unknown[]))
          if (value instanceof Blob) parts.push(await value.text());
      }
      base.close();
    }
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const { url } of await cache.keys()) parts.push(url);
    }
    return parts.join("\n");
  });

test(
  "a session that the server has ended leaves nothing to be read, and all that was not sent to its person",
  { tag: "@once" },
  async ({ page, context, openSession }) => {
    const { buyer, id, title } = await sellFree(await openSession(), context.request, "카나리아");
    const { shell } = screensOf(page);
    await page.goto(`/content/${id}`);
    await shell.expectSignedIn(buyer);
    await untilInCharge(page);
    await expect.poll(() => storedText(page)).toContain(title);
    await context.setOffline(true);
    await page.getByRole("textbox", { name: "댓글" }).fill("아직 보내지 않은 말");
    await page.getByRole("button", { name: "댓글 등록" }).click();
    await expect(page.getByRole("button", { name: "보낼 예정 1건" })).toBeVisible();
    await page.getByRole("textbox", { name: "댓글" }).fill("아직 쓰고 있는 말");
    await expect.poll(() => storedText(page)).toContain("아직 쓰고 있는 말");
    expect(await storedText(page)).toContain("아직 보내지 않은 말");

    await context.clearCookies();
    await context.setOffline(false);
    await page.goto("/profile");
    await expect(shell.heading("로그인")).toBeVisible();
    await expect.poll(() => keysIn(page, "sealed")).toHaveLength(2);
    for (const table of ["answers", "jobs", "texts"] as const) expect(await keysIn(page, table)).toEqual([]);
    const stored = await storedText(page);
    for (const text of [title, buyer.nickname, buyer.email, "아직 보내지 않은", "아직 쓰고 있는"])
      expect(stored).not.toContain(text);
    await call(context.request, api.accounts.login, {
      body: { emailOrUserId: buyer.email, password: buyer.password },
    });
    await page.goto(`/content/${id}`);
    await shell.expectSignedIn(buyer);
    await expect(page.getByText("아직 보내지 않은 말")).toHaveCount(1);
    await expect(page.getByRole("textbox", { name: "댓글" })).toHaveValue("아직 쓰고 있는 말");
    for (const table of ["sealed", "jobs"] as const) await expect.poll(() => keysIn(page, table)).toEqual([]);
    await expect.poll(() => storedText(page)).toContain(title);
  },
);

test("who has just signed in is known after a reload without a network", async ({
  page,
  context,
  openSession,
}) => {
  const person = makePerson("방금");
  await register(await openSession(), person);
  const { shell, login } = screensOf(page);
  await page.goto("/login");
  await untilInCharge(page);
  await login.signIn(person);
  await shell.expectSignedIn(person);
  await expect.poll(() => databases(page)).toHaveLength(1);
  await expect
    .poll(() => keysIn(page, "answers"))
    .toContainEqual(expect.stringContaining(api.accounts.me.path));
  await context.setOffline(true);
  await page.reload();
  await shell.expectSignedIn(person);
  await context.setOffline(false);
});
