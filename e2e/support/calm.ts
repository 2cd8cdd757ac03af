import { api } from "@knowhow/shared";
import type { Page, Response } from "@playwright/test";

/**
 * Answers what the app reads by itself some seconds after the first screen, so that what the test does is the first to
 * meet the end of a session.
 */
export const keepCalm = async (page: Page): Promise<void> => {
  const answers: [path: string, json: unknown][] = [
    [api.drafts.list.path, []],
    [api.contents.bought.path, []],
    [api.contents.mine.path, []],
    [api.orders.list.path, []],
    [api.chats.rooms.path, { chatRooms: [] }],
    [api.inquiries.mine.path, { chatRooms: [] }],
    [api.questions.news.path, { waiting: 0, answered: [] }],
    [api.reading.list.path, { readings: [] }],
    [api.wishes.list.path, []],
  ];
  for (const [path, json] of answers)
    await page.route(`**${path}*`, (route) =>
      route.request().method() === "GET" ? route.fulfill({ json }) : route.fallback(),
    );
};

/**
 * Holds what the page reads from now on until an act of the test is answered: on a busy machine a read that comes late
 * would be the first to meet the end of a session. `act` is how the address of the act ends; gives its answer.
 */
export const holdReads = async (page: Page, act: string): Promise<{ answered: Promise<Response> }> => {
  const answered = page.waitForResponse(
    (answer) => answer.request().method() === "POST" && answer.url().endsWith(act),
  );
  await page.route("**/api/**", async (route) => {
    if (route.request().method() === "GET") await answered;
    await route.fallback();
  });
  return { answered };
};
