import { api } from "@knowhow/shared";
import type { APIRequestContext, BrowserContext, Page } from "@playwright/test";
import { expect, test } from "../fixtures.ts";
import { field } from "../pages/fields.ts";
import { screensOf } from "../pages/index.ts";
import { administrator, makeAdministrator } from "../support/administrator.ts";
import { call, createContent, register, takeFree } from "../support/api.ts";
import { makePerson, mark } from "../support/people.ts";
import { saidBy } from "../support/saidRows.ts";
import { keysIn, untilInCharge, untilKept, valuesIn } from "../support/worker.ts";

// Without a network every call fails, and so does one whose answer is lost; the browser writes so.
test.use({ expected: [/net::ERR_/] });

/** How much is said without a network; `npm run test:soak` sets the full count. */
const total = Number(process.env.OFFLINE_ACTS ?? 30);
const contents = Math.max(3, Math.round(total / 10));
/** Of each tab: comments on its content, inquiries (the first tab alone), and messages into two rooms. */
const comments = Math.floor(total / 15);
const inquiries = Math.max(2, Math.floor(total / 20));
const messages = Math.floor((total - 2 * contents - 3 * comments - inquiries) / 3);
const acts = 2 * contents + 3 * (comments + messages) + inquiries;
const owned = Math.ceil(messages / 2);
const numbered = (tab: number, kind: string, count: number): string[] =>
  Array.from({ length: count }, (_, index) => `${tab}-${kind}-${index + 1}`);

interface Shop {
  /** The contents that the person has, with the room of each. */
  sold: { id: string; room: string }[];
}

/** A person who has bought everything and, after an answered report, may write to the administrators. */
const prepare = async (
  seller: APIRequestContext,
  buyer: APIRequestContext,
  keeper: APIRequestContext,
): Promise<Shop> => {
  await register(seller, makePerson("멘토"));
  const ids: string[] = [];
  for (let index = 0; index < contents; index += 1) {
    const { id } = await createContent(seller, { title: `말이 많은 책 ${index} ${mark()}`, price: 0 });
    await takeFree(buyer, { id });
    ids.push(id);
  }
  const { chatRooms } = await call(buyer, api.chats.rooms, { query: { limit: 50 } });
  const rooms = new Map(chatRooms.map(({ id, content }) => [content.id, id]));
  const { report } = await call(buyer, api.reports.create, {
    body: {
      reportType: "content",
      contentId: ids[0] ?? "",
      reportReason: "fraud",
      reportDetails: "먼저 한 신고",
    },
  });
  await makeAdministrator();
  await call(keeper, api.accounts.login, {
    body: { emailOrUserId: administrator.userId, password: administrator.password },
  });
  await call(keeper, api.reports.process, {
    params: { reportId: report.id },
    body: { status: "dismissed", penaltyType: "none" },
  });
  // The device keeps the rooms that were talked in last.
  return { sold: ids.reverse().map((id) => ({ id, room: rooms.get(id) ?? "" })) };
};

/** Goes on to another page once the device has the words of this one. */
const goOn = async (page: Page, path: string, said: string): Promise<void> => {
  if (said !== "")
    await expect
      .poll(async () => (await valuesIn(page, "jobs")).some((row) => row.includes(said)))
      .toBe(true);
  await page.goto(path);
};

const likeAndReport = async (page: Page, text: string): Promise<void> => {
  await screensOf(page).content.like.click();
  await page.getByRole("button", { name: "콘텐츠 신고하기" }).click();
  const dialog = page.getByRole("dialog", { name: "신고하기" });
  await dialog.getByRole("radio").first().check();
  await dialog.getByRole("textbox", { name: "상세 내용" }).fill(text);
  await dialog.getByRole("button", { name: "신고하기" }).click();
  await expect(dialog).toBeHidden();
};

const sayAll = async (page: Page, room: string, texts: readonly string[], before: string): Promise<void> => {
  await goOn(page, `/chat/${room}`, before);
  for (const text of texts) await screensOf(page).chat.say(text);
};

/** Everything that one tab says. */
const speak = async (page: Page, tab: number, { sold }: Shop): Promise<void> => {
  const main = page.getByRole("main");
  let last = "";
  for (const [index, { id }] of sold.entries()) {
    if (index % 3 !== tab) continue;
    await goOn(page, `/content/${id}`, last);
    last = `${tab}-report-${index}`;
    await likeAndReport(page, last);
    if (index !== tab) continue;
    for (const text of numbered(tab, "comment", comments)) {
      await main.getByRole("textbox", { name: "댓글" }).fill(text);
      await main.getByRole("button", { name: "댓글 등록" }).click();
      await expect(main.getByText(text, { exact: true })).toBeVisible();
      last = text;
    }
  }
  const texts = numbered(tab, "message", messages);
  await sayAll(page, sold[tab]?.room ?? "", texts.slice(0, owned), last);
  last = texts[owned - 1] ?? "";
  await sayAll(page, sold[0]?.room ?? "", texts.slice(owned), last);
  if (tab !== 0) return;
  await goOn(page, "/user-admin-chats", texts.at(-1) ?? "");
  const [first = "", ...rest] = numbered(tab, "inquiry", inquiries);
  for (const text of rest) await screensOf(page).chat.say(text);
  await page.getByRole("button", { name: "새 문의" }).click();
  await field(main, "내용").fill(first);
  await main.getByRole("button", { name: "대화 시작하기" }).click();
  await expect(main.getByText("보낼 예정인 문의가 있어요")).toBeVisible();
};

/** Loses three of ten answers to sent calls, after the server has acted on them. */
const loseAnswers = async (context: BrowserContext): Promise<{ sent: number; lost: number }> => {
  const counts = { sent: 0, lost: 0 };
  await context.route("**/api/**", async (route) => {
    if (route.request().method() === "GET") return route.fallback();
    counts.sent += 1;
    if ((counts.sent * 7) % 10 >= 3) return route.fallback();
    counts.lost += 1;
    await route.fetch();
    await route.abort("connectionreset");
  });
  return counts;
};

test("all that three tabs say without a network is stored once and in order, though answers are lost", async ({
  context,
  openSession,
}) => {
  test.setTimeout(240_000 + total * 3_000);
  const person = makePerson("구매자");
  await register(context.request, person);
  const shop = await prepare(await openSession(), context.request, await openSession());
  const tabs = await Promise.all([1, 2, 3].map(() => context.newPage()));
  const [home] = tabs;
  if (home === undefined) throw new Error("There is no tab.");
  await home.goto("/");
  await untilInCharge(home);
  await untilKept(home, /UserAdminChatsScreen/);
  const { sold } = shop;
  const needed = [...sold.map(({ id }) => id), ...sold.slice(0, 3).map(({ room }) => room)];
  await home.bringToFront();
  await expect
    .poll(
      async () => {
        const kept = await keysIn(home, "answers");
        return needed.filter((part) => !kept.some((key) => key.includes(part)));
      },
      { timeout: 60_000 + total * 200 },
    )
    .toEqual([]);
  await expect
    .poll(() => keysIn(home, "answers"))
    .toContainEqual(expect.stringMatching(/admin-chats\/.*messages/));

  await context.setOffline(true);
  const begun = performance.now();
  await Promise.all(tabs.map((page, tab) => speak(page, tab, shop)));
  const spoken = performance.now() - begun;
  for (const page of tabs)
    await expect(page.getByRole("button", { name: `보낼 예정 ${acts}건` })).toBeVisible();

  const [, second, third] = tabs;
  await second?.reload();
  await second?.getByRole("button", { name: `보낼 예정 ${acts}건` }).waitFor();

  const counts = await loseAnswers(context);
  await context.setOffline(false);
  await expect.poll(() => counts.sent, { timeout: 60_000 }).toBeGreaterThan(acts / 4);
  await third?.reload();
  await expect
    .poll(async () => (await keysIn(home, "jobs")).length, { timeout: 60_000 + total * 1_000 })
    .toBe(0);
  const sending = performance.now() - begun - spoken;
  process.stdout.write(
    `  ${acts} acts: written in ${Math.round(spoken / 1_000)} s, sent in ${Math.round(sending / 1_000)} s, ${counts.lost} of ${counts.sent} answers lost\n`,
  );
  expect(counts.lost).toBeGreaterThan(acts / 5);

  const said = await saidBy(person.userId);
  const into = (room = "") => said.messages.filter((one) => one.room === room).map(({ text }) => text);
  for (const tab of [0, 1, 2]) {
    const texts = numbered(tab, "message", messages);
    const own = into(sold[tab]?.room).filter((text) => text.startsWith(`${tab}-`));
    const common = into(sold[0]?.room).filter((text) => text.startsWith(`${tab}-`));
    expect(tab === 0 ? common : [...own, ...common]).toEqual(texts);
    const about = said.comments.filter(({ content }) => content === sold[tab]?.id);
    expect(about.map(({ text }) => text)).toEqual(numbered(tab, "comment", comments));
  }
  const [first, ...rest] = numbered(0, "inquiry", inquiries);
  const talk = (type: string) => said.inquiries.filter((one) => one.type === type).map(({ text }) => text);
  expect([talk("general"), talk("report_result")]).toEqual([[first], rest]);
  expect(said.likes.sort()).toEqual(sold.map(({ id }) => id).sort());
  const reports = said.reports.filter(({ text }) => text !== "먼저 한 신고").map(({ content }) => content);
  expect(reports.sort()).toEqual(sold.map(({ id }) => id).sort());
  expect(
    said.messages.length + said.comments.length + said.inquiries.length + said.likes.length + reports.length,
  ).toBe(acts);
});
