import { api } from "@knowhow/shared";
import { expect, test } from "../fixtures.ts";
import { screensOf } from "../pages/index.ts";
import { call, sellFree } from "../support/api.ts";
import { keptAddresses, keysIn, untilInCharge, untilKept } from "../support/worker.ts";

// Without a network every call fails, and the browser writes so; a room may be read as its person signs out.
test.use({
  expected: [
    /net::(ERR_INTERNET_DISCONNECTED|ERR_FAILED .*(subset\.\d+-.*\.woff2|\.js|\/comments)$)|status of 401 \(Unauthorized\) \/api\/chat\/rooms\//,
  ],
});

test("what was bought is read and what is said waits without a network; each is sent once, in order", async ({
  page,
  context,
  openSession,
}) => {
  const seller = await openSession();
  const { buyer, id, title } = await sellFree(seller, context.request, "기차에서 읽는 책");
  const { chatRooms } = await call(context.request, api.chats.rooms, { query: { limit: 1 } });
  const roomId = chatRooms[0]?.id ?? "";
  await call(seller, api.chats.send, { params: { roomId }, body: { message: "잘 받으셨나요?" } });

  // One visit, in which neither the content nor the room is opened.
  await page.goto("/");
  await screensOf(page).shell.expectSignedIn(buyer);
  await untilInCharge(page);
  await untilKept(page, /ProfileScreen/);
  for (const part of ["/messages", "/comments"])
    await expect.poll(() => keysIn(page, "answers")).toContainEqual(expect.stringContaining(part));
  await page.close();

  await context.setOffline(true);
  const cold = await context.newPage();
  const { shell, chat } = screensOf(cold);
  await cold.goto("/");
  // What the banner adds rests on whether the list of home was written down before its page went.
  await expect(
    cold.getByText(/인터넷에 연결되어 있지 않습니다\. (일부 기능은|.*저장한 내용이에요)/),
  ).toBeVisible();
  await cold.goto("/profile");
  await expect(cold.getByText(/인터넷에 연결되어 있지 않습니다\. .*저장한 내용이에요/)).toBeVisible();
  const search = cold.getByRole("textbox", { name: "구매한 콘텐츠 검색" });
  await search.fill("없는 책");
  await expect(cold.getByText("찾는 콘텐츠가 없어요")).toBeVisible();
  await search.fill("ㄱㅊㅇㅅ 읽는책");
  await cold
    .getByRole("link", { name: new RegExp(title) })
    .first()
    .click();
  await expect(shell.heading(title)).toBeVisible();
  await cold.getByRole("textbox", { name: "댓글" }).fill("오프라인에서 쓴 소감");
  await cold.getByRole("button", { name: "댓글 등록" }).click();
  await expect(cold.getByText("등록 예정 · 연결되면 등록돼요")).toBeVisible();

  await cold.goto(`/chat/${roomId}`);
  await expect(chat.log.getByText("잘 받으셨나요?")).toBeVisible();
  for (const text of ["하나", "둘"]) await chat.say(text);
  await expect(chat.log.getByText("보낼 예정")).toHaveCount(2);
  await cold.getByRole("textbox", { name: "메시지" }).fill("쓰다 만 말");
  await expect.poll(() => keysIn(cold, "texts")).toHaveLength(1);
  // The browser goes down: nothing is lost.
  await cold.close();
  const again = await context.newPage();
  await again.goto(`/chat/${roomId}`);
  const after = screensOf(again);
  await expect(after.chat.log.getByText("보낼 예정")).toHaveCount(2);
  await expect(again.getByRole("textbox", { name: "메시지" })).toHaveValue("쓰다 만 말");
  await after.chat.say("셋");
  await expect.poll(() => keysIn(again, "texts")).toEqual([]);
  await again.getByRole("button", { name: "보낼 예정 4건" }).click();
  const sheet = again.getByRole("dialog", { name: /보낼 예정/ });
  await expect(sheet.getByRole("listitem")).toHaveCount(4);
  await sheet.getByRole("button", { name: "보내기 취소: 둘" }).click();
  await expect(sheet.getByRole("listitem")).toHaveCount(3);
  await sheet.getByRole("button", { name: "닫기" }).click();

  await context.setOffline(false);
  await expect(after.chat.log.getByText("보냄")).toHaveCount(2);
  await expect(again.getByText("인터넷에 연결되어 있지 않습니다")).toHaveCount(0);
  const { messages } = await call(seller, api.chats.messages, { params: { roomId }, query: { limit: 50 } });
  expect(messages.filter(({ senderId }) => senderId !== null).map(({ message }) => message)).toEqual([
    "잘 받으셨나요?",
    "하나",
    "셋",
  ]);
  const comments = await call(seller, api.comments.list, { params: { id }, query: { limit: 20 } });
  expect(comments.map(({ comment }) => comment)).toEqual(["오프라인에서 쓴 소감"]);
  // Nothing that a call answered lies in the caches of the service worker.
  expect(
    (await keptAddresses(again)).filter((path) => path.startsWith("/api") && !path.includes("v=")),
  ).toEqual([]);
});

test("a sign-out asks about what waits, and leaves nothing of the person on the device", async ({
  page,
  context,
  openSession,
}) => {
  const { id } = await sellFree(await openSession(), context.request, "남기지 않는 것");
  await page.goto(`/content/${id}`);
  await page.getByRole("textbox", { name: "댓글" }).fill("아직 보내지 않은 말");
  await context.setOffline(true);
  await page.getByRole("button", { name: "댓글 등록" }).click();
  await expect(page.getByText("등록 예정 · 연결되면 등록돼요")).toBeVisible();
  await page.route("**/comments", (route) => route.abort());
  await context.setOffline(false);
  await page.goto("/profile");
  await page.getByRole("link", { name: "로그아웃" }).click();
  const asked = page.getByRole("dialog", { name: "보내지 못한 것이 1건 있어요" });
  await asked.getByRole("button", { name: "돌아가기" }).click();
  await expect(page).toHaveURL("/profile");
  await page.getByRole("link", { name: "로그아웃" }).click();
  await asked.getByRole("button", { name: "지우고 로그아웃" }).click();
  await expect(page).toHaveURL("/");
  const left = await page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name));
  expect(left.filter((name) => name?.startsWith("knowhow:"))).toEqual([]);
  expect(await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }))).not.toContain(
    "아직 보내지",
  );
});

test("what was read is shown with its age while the network hangs, and is replaced by the answer", async ({
  page,
  context,
  openSession,
}) => {
  const seller = await openSession();
  const { buyer, id, title } = await sellFree(seller, context.request, "느린 기차의 책");
  await page.goto(`/content/${id}`);
  const { shell } = screensOf(page);
  await shell.expectSignedIn(buyer);
  await expect(shell.heading(title)).toBeVisible();
  const { path } = api.contents.get;
  await expect
    .poll(() => keysIn(page, "answers"))
    .toContainEqual(expect.stringContaining(JSON.stringify([path, { id }]).slice(0, -1)));
  let go: () => void = () => undefined;
  const gate = new Promise<void>((resolve) => {
    go = resolve;
  });
  await page.route(`**/api/contents/${id}`, async (route) => {
    await gate;
    await route.continue();
  });
  const next = `${title} 새 판`;
  await page.reload();
  await expect(page.getByText(/연결이 원활하지 않아요\. .*저장한 내용이에요/)).toBeVisible();
  await expect(shell.heading(title)).toBeVisible();
  const content = await call(seller, api.contents.get, { params: { id }, query: {} });
  const { description, category, price } = content;
  await seller.put(`/api/contents/${id}`, {
    data: {
      title: next,
      description,
      category,
      price,
      fileUrls: content.fileUrls,
      fileNames: content.fileNames,
    },
  });
  go();
  await expect(shell.heading(next)).toBeVisible();
  await expect(page.getByText("연결이 원활하지 않아요")).toHaveCount(0);
});

test("a conversation on a desk ends where the screen ends, with the banner too", async ({
  page,
  context,
  openSession,
}) => {
  const { buyer } = await sellFree(await openSession(), context.request, "큰 화면의 대화");
  const { chatRooms } = await call(context.request, api.chats.rooms, { query: { limit: 1 } });
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto(`/chat/${chatRooms[0]?.id ?? ""}`);
  await screensOf(page).shell.expectSignedIn(buyer);
  const box = page.getByRole("textbox", { name: "메시지" });
  await expect(box).toBeInViewport({ ratio: 1 });
  await context.setOffline(true);
  await expect(page.getByText("인터넷에 연결되어 있지 않습니다")).toBeVisible();
  await expect(page.getByRole("button", { name: "보내기" })).toBeInViewport({ ratio: 1 });
  await expect(box).toBeInViewport({ ratio: 1 });
});
