import { api } from "@knowhow/shared";
import { expect, test } from "../fixtures.ts";
import { screensOf } from "../pages/index.ts";
import { call, sellFree } from "../support/api.ts";
import { killOn, launchOn, withProfile } from "../support/ownBrowser.ts";
import { untilInCharge, untilKept } from "../support/worker.ts";

test("what is said without a network outlives a killed browser, is the same in two tabs, and is sent once @whole", async ({
  openSession,
}) => {
  const seller = await openSession();
  await withProfile(async (profile) => {
    const visit = await launchOn(profile);
    await sellFree(seller, visit.request, "꺼진 브라우저");
    const { chatRooms } = await call(visit.request, api.chats.rooms, { query: { limit: 1 } });
    const roomId = chatRooms[0]?.id ?? "";
    const page = await visit.newPage();
    await page.goto(`/chat/${roomId}`);
    await expect(screensOf(page).chat.log).toBeVisible();
    await untilInCharge(page);
    await untilKept(page, /ChatRoomScreen/);
    // Browsers write the session cookie half a minute late, or when they are closed.
    await visit.close();

    const killed = await launchOn(profile);
    await killed.setOffline(true);
    const cold = await killed.newPage();
    const before = screensOf(cold);
    await cold.goto(`/chat/${roomId}`);
    await before.chat.say("하나");
    await expect(before.chat.log.getByText("보낼 예정")).toHaveCount(1);
    await killOn(profile, killed);

    const context = await launchOn(profile);
    const posted: string[] = [];
    context.on("request", (request) => {
      if (request.method() === "POST") posted.push(new URL(request.url()).pathname);
    });
    await context.setOffline(true);
    const [here, there] = [await context.newPage(), await context.newPage()];
    for (const tab of [here, there]) {
      await tab.goto(`/chat/${roomId}`);
      await expect(screensOf(tab).chat.log.getByText("보낼 예정")).toHaveCount(1);
    }
    // Each tab shows the other's messages, and takes part in their order.
    await screensOf(here).chat.say("둘");
    await expect(screensOf(there).chat.log.getByText("둘", { exact: true })).toBeVisible();
    await screensOf(there).chat.say("셋");
    await expect(screensOf(here).chat.log.getByText("보낼 예정")).toHaveCount(3);

    await context.setOffline(false);
    for (const tab of [here, there]) await expect(screensOf(tab).chat.log.getByText("보냄")).toHaveCount(3);
    const { messages } = await call(seller, api.chats.messages, { params: { roomId }, query: { limit: 50 } });
    expect(messages.filter(({ senderId }) => senderId !== null).map(({ message }) => message)).toEqual([
      "하나",
      "둘",
      "셋",
    ]);
    expect(posted.filter((path) => path.startsWith("/api/chat"))).toEqual(
      Array.from({ length: 3 }, () => `/api/chat/rooms/${roomId}/messages`),
    );
    await context.close();
  });
});
