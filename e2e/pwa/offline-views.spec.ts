import { api } from "@knowhow/shared";
import type { Page } from "@playwright/test";
import sharp from "sharp";
import { expect, test } from "../fixtures.ts";
import { screensOf } from "../pages/index.ts";
import { call, createContent, register, registerSeller, sellFree, takeFree } from "../support/api.ts";
import { makePdf, makeText, type UploadedFile } from "../support/files.ts";
import { endKeptView, isKeptShown, keptPaths, openHeld, untilViewKept } from "../support/keptView.ts";
import { makePerson, mark } from "../support/people.ts";
import { keysIn, untilInCharge, untilKept, valuesIn } from "../support/worker.ts";

// Without a network every call fails, and the browser writes so.
test.use({ expected: [/net::(ERR_INTERNET_DISCONNECTED|ERR_FAILED)/] });

/** Where the texts of a screen stand, in the kept view or in the app, as far as they can be seen. */
const placesOf = (page: Page, place: "kept" | "app"): Promise<[text: string, left: number, top: number][]> =>
  page.evaluate((which) => {
    const root = which === "kept" ? window.keptView : document.getElementById("root");
    return [...(root?.querySelectorAll("*") ?? [])].flatMap((element) => {
      const text = [...element.childNodes]
        .map((node) => (node.nodeType === 3 ? node.textContent : ""))
        .join("");
      const { left, top, bottom } = element.getBoundingClientRect();
      const isSeen = text.trim() !== "" && element.checkVisibility() && bottom > 0 && top < innerHeight;
      return isSeen ? [[text, Math.round(left), Math.round(top)] as [string, number, number]] : [];
    });
  }, place);

/** How much of the app is still a placeholder where it can be seen: the kept view stands until there is none. */
const countUnfinished = (page: Page): Promise<number> =>
  page
    .locator("main")
    .evaluate(
      (main) =>
        [
          ...main.querySelectorAll(
            '.MuiSkeleton-root, [role="progressbar"]:not([aria-valuenow]), [aria-busy="true"]',
          ),
        ].filter((element) => element.getBoundingClientRect().top < innerHeight).length,
    );

/** A person with a library and a talk, on a device that has kept both. */
const prepare = async (page: Page, seller: Parameters<typeof sellFree>[0]) => {
  const context = page.context();
  const sold = await sellFree(seller, context.request, "먼저 보이는 책");
  const { chatRooms } = await call(context.request, api.chats.rooms, { query: { limit: 1 } });
  const roomId = chatRooms[0]?.id ?? "";
  for (let at = 1; at <= 20; at += 1)
    await call(seller, api.chats.send, { params: { roomId }, body: { message: `${at}번째 말` } });
  await page.goto("/");
  await screensOf(page).shell.expectSignedIn(sold.buyer);
  await untilInCharge(page);
  await untilKept(page, /ProfileScreen/);
  for (const part of ["/messages", "/comments"])
    await expect.poll(() => keysIn(page, "answers")).toContainEqual(expect.stringContaining(part));
  // Once read it does not say that there is something new.
  await untilViewKept(page, `/chat/${roomId}`);
  await untilViewKept(page, "/profile");
  return { ...sold, roomId };
};

test("what was read last is there before the app, can not be pressed, and becomes the app without a jump", async ({
  page,
  context,
  openSession,
}) => {
  const { title, roomId } = await prepare(page, await openSession());
  await page.close();
  await context.setOffline(true);
  for (const [path, text] of [
    ["/profile", title],
    [`/chat/${roomId}`, "20번째 말"],
  ] as const) {
    const cold = await openHeld(context, path);
    expect(await isKeptShown(cold), path).toBe(true);
    // Everything of it is behind the kept view by then.
    const screen = cold.locator("main").getByText(text).first();
    await expect(screen).toBeVisible();
    await expect.poll(() => countUnfinished(cold)).toBe(0);
    const kept = await placesOf(cold, "kept");
    expect(kept.map(([shown]) => shown)).toContainEqual(
      expect.stringMatching(/인터넷에 연결되어 있지 않습니다\. .*저장한/),
    );
    if (path !== "/profile") expect(kept.map(([shown]) => shown)).toContain(text);

    // Neither the picture nor what lies behind it answers.
    for (const y of [40, 300, 820]) await cold.mouse.click(350, y);
    await cold.keyboard.press("Tab");
    expect(await cold.evaluate(() => document.activeElement?.tagName)).toBe("BODY");
    await expect(cold).toHaveURL(path);

    await endKeptView(cold);
    const withoutAge = (places: typeof kept) => places.filter(([shown]) => !shown.includes("저장한"));
    expect(withoutAge(await placesOf(cold, "app"))).toEqual(withoutAge(kept));
    await cold.keyboard.press("Tab");
    expect(await cold.evaluate(() => document.activeElement?.tagName)).not.toBe("BODY");
    await cold.close();
  }

  // An app that does not come is waited for, but not for ever.
  const stuck = await openHeld(context, "/profile");
  expect(await isKeptShown(stuck)).toBe(true);
  await expect.poll(() => isKeptShown(stuck)).toBe(false);
  // Nor is it shown where something else is to be seen.
  for (const path of ["/chat", "/profile#basic"])
    expect(await isKeptShown(await openHeld(context, path))).toBe(false);
});

test("a kept view is shown without a network only, and to nobody but its person", async ({
  page,
  context,
  openSession,
}) => {
  const { roomId } = await prepare(page, await openSession());
  expect((await keptPaths(page)).sort()).toEqual([`/chat/${roomId}`, "/profile"]);
  const online = await openHeld(context, "/profile", true);
  await expect(screensOf(online).shell.heading("내 정보")).toBeVisible();
  expect(await isKeptShown(online)).toBe(false);

  // A tab that stays open on it keeps nothing either when it goes.
  await context.setOffline(true);
  await page.goto("/logout");
  await expect(page).toHaveURL("/");
  await online.close({ runBeforeUnload: true });
  expect(await keptPaths(page)).toEqual([]);
  expect(await isKeptShown(await openHeld(context, "/profile"))).toBe(false);
});

test("a kept view goes with the session that it was kept in", async ({ page, context, openSession }) => {
  await prepare(page, await openSession());
  await page.goto("/");
  await context.setOffline(true);
  await page.evaluate(() => {
    for (const key of Object.keys(localStorage))
      if (key.startsWith("knowhow-ends:")) localStorage.setItem(key, String(Date.now() - 1));
  });
  const cold = await openHeld(context, "/profile");
  expect(await isKeptShown(cold)).toBe(false);
  expect(await keptPaths(cold)).toEqual([]);
});

/** How far two pictures of a window are apart, in shades of 255, when small: letters may stand a pixel elsewhere. */
const distance = async (one: Buffer, other: Buffer): Promise<number> => {
  const [small, otherSmall] = await Promise.all(
    [one, other].map((picture) => sharp(picture).removeAlpha().resize(39).png().toBuffer()),
  );
  const apart = sharp(small)
    .composite([{ input: otherSmall, blend: "difference" }])
    .removeAlpha();
  // Statistics are those of the input, before anything is drawn on it.
  const { channels } = await sharp(await apart.png().toBuffer()).stats();
  return Math.max(...channels.map(({ mean }) => mean));
};

/** A buyer's device that has kept a file for nothing; gives the content's id. */
const keepFile = async (page: Page, seller: Parameters<typeof sellFree>[0], file: UploadedFile) => {
  await registerSeller(seller, makePerson("멘토"));
  const { id } = await createContent(seller, { title: `이어 읽을 책 ${mark()}`, price: 0, file });
  const { request } = page.context();
  await register(request, makePerson("구매자"));
  await takeFree(request, { id });
  await page.goto(`/content/${id}`);
  await untilInCharge(page);
  await keepingOf(page).click();
  await expect(page.getByText(/^기기에 저장되어 연결이 없어도 볼 수 있어요 · /)).toBeVisible();
  await page.goto(`/read/${id}/0`);
  return id;
};
const keepingOf = (page: Page) => page.getByRole("main").getByRole("switch", { name: "이 기기에 보관" });

/** The encrypted view of a reader, which is another one each time that it is kept. */
const readView = async (page: Page): Promise<string | undefined> =>
  (await valuesIn(page, "vaultTexts")).find((row) => row.includes(":view"));

/** Ends the kept view of a reader once the app has drawn its own, which has to look the same. */
const expectSameView = async (cold: Page): Promise<void> => {
  await expect.poll(() => countUnfinished(cold)).toBe(0);
  const shown = await cold.screenshot();
  await endKeptView(cold);
  // 1 as it is; 12 beside an empty page.
  expect(await distance(shown, await cold.screenshot())).toBeLessThan(4);
};

test("the page of a kept file is there before the app, where it was left, and goes with the file", async ({
  page,
  context,
  openSession,
}) => {
  const id = await keepFile(page, await openSession(), await makePdf("네 쪽.pdf"));
  const numberOf = (where: Page) => where.getByRole("textbox", { name: "쪽 번호, 전체 4쪽" });
  await expect(numberOf(page)).toHaveValue("1");
  await expect.poll(() => readView(page)).toContain(`${id}:0:view`);
  const first = await readView(page);
  await numberOf(page).fill("3");
  await page.keyboard.press("Enter");
  await expect(numberOf(page)).toHaveValue("3");
  await expect.poll(() => readView(page)).not.toBe(first);
  await page.close();

  await context.setOffline(true);
  const cold = await openHeld(context, `/read/${id}/0`);
  await expect.poll(() => isKeptShown(cold)).toBe(true);
  await expect(numberOf(cold)).toHaveValue("3");
  await expect(cold.locator('[data-page-number="3"] canvas')).toBeVisible();
  const kept = await placesOf(cold, "kept");
  expect(kept.map(([text]) => text)).toEqual(expect.arrayContaining(["네 쪽.pdf", "3"]));
  await expectSameView(cold);
  // Another page may be wanted than the last.
  const asked = await openHeld(context, `/read/${id}/0?page=2`);
  await expect(numberOf(asked)).toHaveValue("2");
  expect(await isKeptShown(asked)).toBe(false);
  await asked.close();

  await context.setOffline(false);
  await cold.goto(`/content/${id}`);
  await expect(keepingOf(cold)).toBeChecked();
  await keepingOf(cold).click();
  await expect.poll(() => keysIn(cold, "vaultTexts")).toEqual([]);
  await context.setOffline(true);
  const gone = await openHeld(context, `/read/${id}/0`);
  await expect(gone.getByText("이 파일은 아직 이 기기에 없어요")).toBeVisible();
  expect(await isKeptShown(gone)).toBe(false);
});

test("the text of a kept file is there before the app, where it was left", async ({
  page,
  context,
  openSession,
}) => {
  const lines = Array.from({ length: 400 }, (_, at) => `${at}번째 줄이에요. 읽다가 멈춘 곳을 찾습니다.`);
  const id = await keepFile(page, await openSession(), makeText("긴 글.txt", ...lines));
  const share = (where: Page) => where.getByRole("progressbar", { name: /^읽은 곳/ });
  await page.getByRole("region", { name: "문서" }).evaluate((box) => {
    box.scrollTop = box.scrollHeight / 2;
  });
  const half = /^(4[5-9]|5[0-5])$/;
  await expect(share(page)).toHaveAttribute("aria-valuenow", half);
  const first = await readView(page);
  await expect.poll(() => readView(page)).not.toBe(first);
  await page.close();

  await context.setOffline(true);
  const cold = await openHeld(context, `/read/${id}/0`);
  await expect.poll(() => isKeptShown(cold)).toBe(true);
  await expect(share(cold)).toHaveAttribute("aria-valuenow", half);
  await expectSameView(cold);
});
