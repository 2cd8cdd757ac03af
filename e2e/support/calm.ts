import { api } from "@knowhow/shared";
import type { Page, Request, Response } from "@playwright/test";

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
 * Holds every other call of the page from now on until an act of the test is answered: on a busy machine a read that comes
 * late would be the first to meet the end of a session. Gives the answer to the act.
 */
export const holdOtherCalls = async (
  page: Page,
  isAct: (request: Request) => boolean,
): Promise<{ answered: Promise<Response> }> => {
  const answered = page.waitForResponse((answer) => isAct(answer.request()));
  await page.route("**/api/**", async (route) => {
    if (!isAct(route.request())) await answered;
    await route.fallback();
  });
  return { answered };
};

/** A call that writes, by the end of its address. */
export const isPostTo =
  (path: string) =>
  (request: Request): boolean =>
    request.method() === "POST" && request.url().endsWith(path);
