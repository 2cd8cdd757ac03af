import { api, pollIntervals, type OutputOf } from "@knowhow/shared";
import type { APIRequestContext } from "@playwright/test";
import { expect, test } from "../fixtures.ts";
import { screensOf } from "../pages/index.ts";
import { call, createContent, register, takeFree } from "../support/api.ts";
import { expectAccessible } from "../support/axe.ts";
import { KoreanKeyboard } from "../support/ime.ts";
import { stopLongTimers } from "../support/longTimers.ts";
import { makePerson, mark } from "../support/people.ts";

/** Raised by the long runs. */
const sentences = Number(process.env.CHAT_SENTENCES ?? 20);

/** A seller, a buyer and the room that the purchase opened. */
const openRoom = async (seller: APIRequestContext, buyer: APIRequestContext) => {
  const people = { seller: makePerson("멘토"), buyer: makePerson("구매자") };
  await register(seller, people.seller);
  await register(buyer, people.buyer);
  const { id, title } = await createContent(seller, { title: `면접 질문 모음 ${mark()}`, price: 0 });
  await takeFree(buyer, { id });
  const { chatRooms } = await call(buyer, api.chats.rooms, { query: { limit: 1 } });
  const roomId = chatRooms[0]?.id ?? "";
  return { ...people, roomId, title };
};

test(
  "buyer and seller talk: at once by the stream, read by the other, unread in the list",
  { tag: "@once" },
  async ({ page, context, openBrowser }) => {
    await stopLongTimers(page);
    const other = await openBrowser();
    const { roomId, seller, title } = await openRoom(other.request, context.request);
    const { shell, chat } = screensOf(page);
    const sellerPage = await other.newPage();
    const { chat: sellerChat } = screensOf(sellerPage);

    await chat.open(roomId);
    await expect(shell.heading(seller.nickname)).toBeVisible();
    await chat.say("파일이 열리지 않아요");
    await expect(chat.log.getByText("보냄")).toBeVisible();

    await sellerPage.goto("/chat");
    const row = sellerChat.rooms.getByRole("link", { name: new RegExp(title) });
    await expect(row).toContainText("구매자");
    await expect(row).toContainText("파일이 열리지 않아요");
    await expect(row).toContainText("읽지 않은 메시지 1개");
    await row.click();
    await expect(sellerPage).toHaveURL(`/chat/${roomId}`);
    await expect(chat.log.getByText("읽음")).toBeVisible();

    for (const text of ["어떤 파일인가요", "다시 올려 둘게요", "이제 열어 보세요"]) {
      await sellerChat.say(text);
      await chat.expectMessage(text);
    }
    // Read at once, since the buyer looks at it.
    await expect(sellerChat.log.getByText("읽음")).toHaveCount(3);

    await expectAccessible(page, "room");
    await chat.report("사기/허위 정보", "설명과 전혀 다른 파일이에요.");
    await shell.expectToast("신고가 접수되었습니다. 검토 후 결과를 알려드리겠습니다.");
  },
);

test.describe("without the stream", () => {
  test.use({ expected: [/status of 503.*\/api\/events/] });

  test(
    "a message arrives within the interval of asking",
    { tag: "@once" },
    async ({ page, context, openBrowser }) => {
      const other = await openBrowser();
      const { roomId } = await openRoom(other.request, context.request);
      await page.route("**/api/events", (route) => route.fulfill({ status: 503 }));
      await page.clock.install();
      await page.goto(`/chat/${roomId}`);
      const { chat } = screensOf(page);
      await expect(chat.log).toBeVisible();
      await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1_000);
      await call(other.request, api.chats.send, {
        params: { roomId },
        body: { message: "계신가요", clientId: undefined },
      });
      const asked = page.waitForRequest(`**/api/chat/rooms/${roomId}/messages?*`);
      await page.clock.runFor(pollIntervals.chatMessages);
      await asked;
      await page.clock.resume();
      await chat.expectMessage("계신가요");
    },
  );
});

test(
  "one Enter on a composed syllable sends one message, whatever the browser tells of it",
  { tag: "@once" },
  async ({ page, context, openSession }) => {
    test.setTimeout(240_000 + sentences * 1_000);
    const seller = await openSession();
    const { roomId } = await openRoom(seller, context.request);
    const { chat } = screensOf(page);
    await page.goto(`/chat/${roomId}`);
    await chat.box.focus();
    const keyboard = await KoreanKeyboard.of(page);
    const wanted = Array.from(
      { length: sentences },
      (_, at) => `${at} ${["안녕하세요", "값을 읽었어요", "닭이 알을 낳았다", "괜찮습니다"][at % 4] ?? ""}`,
    );
    for (const [at, sentence] of wanted.entries()) await keyboard.send(sentence, at % 2 ? "around" : "while");
    await expect(chat.box).toHaveValue("");
    await expect(chat.log.getByText("보냄")).toHaveCount(sentences);
    const answer = await seller.get(`/api/chat/rooms/${roomId}/messages?limit=200`);
    const { messages } = (await answer.json()) as OutputOf<typeof api.chats.messages>; // held against the contract
    const texts = messages.filter(({ messageType }) => messageType === "text").map(({ message }) => message);
    expect(texts).toEqual(wanted);
  },
);
