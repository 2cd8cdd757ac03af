import { api } from "@knowhow/shared";
import { call, register, sellFree } from "../support/api.ts";
import { makePerson } from "../support/people.ts";
import { expect, test, type Console } from "./fixtures.ts";

/** Every notice that is shown, by its words; other tests write and report at the same time. */
const told = ({ app }: Console) =>
  app.evaluate(() =>
    [...globalThis.knowhowTest.notices.shown.values()].map(({ title, body }) => `${title} ${body}`),
  );

test("what is written into the room of a hidden window is told of, and read when somebody comes back", async ({
  desk,
  openSession,
}) => {
  const { page, app } = desk;
  const person = makePerson("손님");
  const member = await openSession();
  await register(member, person);
  const { chatRoom } = await call(member, api.inquiries.create, {
    body: { subject: "환불", message: "환불은 언제 되나요?" },
  });
  const isRead = async (text: string) => {
    const { messages } = await call(member, api.inquiries.messages, {
      params: { roomId: chatRoom.id },
      query: { limit: 20, peek: "1" },
    });
    return messages.find(({ message }) => message === text)?.isRead;
  };
  await page.getByRole("link", { name: "문의", exact: true }).click();
  await page
    .getByRole("list", { name: "문의 목록" })
    .getByRole("link")
    .filter({ hasText: person.nickname })
    .click();
  await expect.poll(() => isRead("환불은 언제 되나요?")).toBe(true);
  const window = await app.browserWindow(page);
  await window.evaluate((one: { close: () => void }) => {
    one.close();
  });
  // An answer of the main process comes after what it has told the page before.
  await page.evaluate("knowhow.servers.list()");
  const send = (message: string) =>
    call(member, api.inquiries.send, { params: { roomId: chatRoom.id }, body: { message } });
  await send("아직인가요?");
  await expect.poll(() => told(desk)).toContainEqual(`새 문의: ${person.nickname} 아직인가요?`);
  // A conversation is read as it is drawn: once the next message is there, the one before would have been.
  const talk = page.getByText("아직인가요?", { exact: true }).last();
  await expect(talk).toBeVisible();
  await send("여보세요?");
  await expect(page.getByText("여보세요?", { exact: true }).last()).toBeVisible();
  expect(await isRead("아직인가요?")).toBe(false);
  await app.evaluate((_electron, nickname) => {
    for (const notice of globalThis.knowhowTest.notices.shown.values())
      if (notice.title.endsWith(nickname)) notice.emit("click");
  }, person.nickname);
  await expect.poll(() => isRead("아직인가요?")).toBe(true);
});

test("what came in while the network was away is told of in one notice when it is back", async ({
  desk,
  openSession,
}) => {
  const { page } = desk;
  const [seller, buyer] = [await openSession(), await openSession()];
  const { id: contentId, buyer: person } = await sellFree(seller, buyer, "신고될 글");
  await expect(page.getByRole("link", { name: "문의", exact: true })).toBeVisible();
  await page.context().setOffline(true);
  await call(buyer, api.reports.create, {
    body: { reportType: "content", contentId, reportReason: "spam", reportDetails: "광고만 있어요" },
  });
  await call(buyer, api.inquiries.create, { body: { subject: "신고", message: "신고했어요" } });
  await page.context().setOffline(false);
  await expect
    .poll(async () => (await told(desk)).find((words) => words.startsWith("연결이 끊긴 동안")) ?? "")
    .toMatch(/새 신고 \d+건, 새 문의 \d+건/);
  expect((await told(desk)).filter((words) => words.includes(person.nickname))).toHaveLength(1);
});
