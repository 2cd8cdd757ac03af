import { api } from "@knowhow/shared";
import type { BrowserContext, Page } from "@playwright/test";
import { createECDH, randomBytes } from "node:crypto";
import { expect, test } from "../fixtures.ts";
import { screensOf } from "../pages/index.ts";
import { register } from "../support/api.ts";
import { expectAccessible } from "../support/axe.ts";
import { makePerson, mark } from "../support/people.ts";
import { untilInCharge } from "../support/worker.ts";

/** No push service can be reached: the browser's part of a subscription is made up, and outlives a reload. */
const stubPushService = (page: Page) =>
  page.addInitScript(
    ({ endpoint, keys, note }) => {
      const subscription = {
        endpoint,
        toJSON: () => ({ endpoint, expirationTime: null, keys }),
        unsubscribe: async () => {
          localStorage.removeItem(note);
          return true;
        },
      } as unknown as PushSubscription; // as much of it as is used
      PushManager.prototype.subscribe = async () => {
        localStorage.setItem(note, endpoint);
        return subscription;
      };
      PushManager.prototype.getSubscription = async () =>
        localStorage.getItem(note) === null ? null : subscription;
    },
    {
      endpoint: `https://fcm.googleapis.com/fcm/send/${mark()}`,
      keys: {
        p256dh: createECDH("prime256v1").generateKeys("base64url"),
        auth: randomBytes(16).toString("base64url"),
      },
      note: "test-subscription",
    },
  );

/** The way by which the browser hands data of a push service to the worker. */
const pusherOf = async (context: BrowserContext, page: Page) => {
  const devtools = await context.newCDPSession(page);
  const found = new Promise<string>((resolve) => {
    devtools.on("ServiceWorker.workerRegistrationUpdated", ({ registrations: [first] }) => {
      if (first) resolve(first.registrationId);
    });
  });
  await devtools.send("ServiceWorker.enable");
  const registrationId = await found;
  const { origin } = new URL(page.url());
  return (data: unknown) =>
    devtools.send("ServiceWorker.deliverPushMessage", { origin, registrationId, data: JSON.stringify(data) });
};

const shownOn = (page: Page) =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready;
    return (await registration.getNotifications()).map(({ title, body, tag }) => ({ title, body, tag }));
  });

test("notifications are switched on by a device, chosen by a person, and lead into the app @whole", async ({
  page,
  context,
}) => {
  const person = makePerson();
  await register(context.request, person);
  await stubPushService(page);
  await page.goto("/");
  await context.grantPermissions(["notifications"]);
  const { shell } = screensOf(page);
  await untilInCharge(page);
  await shell.goToProfile(person);

  const part = page.getByRole("region", { name: "알림", exact: true });
  const unfold = () => part.getByRole("button", { name: "알림", exact: true }).click();
  const device = part.getByRole("switch", { name: "이 기기에서 알림 받기" });
  const topics = part.getByRole("group", { name: "알림 종류" });
  await unfold();
  await expect(device).not.toBeChecked();
  await device.click();
  await expect(topics.getByRole("switch")).toHaveCount(4);
  const sales = topics.getByRole("switch", { name: "판매" });
  await expect(sales).toBeChecked();
  await sales.click();
  await expect(sales).not.toBeChecked();
  await expect(topics).toHaveAttribute("aria-busy", "false");

  const sentAgain = page.waitForRequest(
    (request) => request.method() === "POST" && new URL(request.url()).pathname === api.push.subscribe.path,
  );
  await page.reload();
  expect((await (await sentAgain).response())?.status()).toBe(200);
  await unfold();
  await expect(device).toBeChecked();
  await expect(sales).not.toBeChecked();
  await expect(topics.getByRole("switch", { name: "메시지" })).toBeChecked();
  await expectAccessible(page, "notifications", "#notifications");

  const push = await pusherOf(context, page);
  const message = { title: "서연", body: "안녕하세요", path: "/orders", tag: `room-${mark()}` };
  const { path, ...seen } = message;
  await push(message);
  await expect.poll(() => shownOn(page)).toEqual([seen]);
  await push({ ...message, body: "언제 볼까요?" });
  await expect.poll(() => shownOn(page)).toEqual([{ ...seen, body: "언제 볼까요?" }]);

  // The page stays the same one: nothing that is typed in it is lost.
  await page.evaluate(() => {
    window.name = "the same page";
  });
  const [worker] = context.serviceWorkers();
  await worker?.evaluate(async () => {
    // The types are those of a page.
    const { registration } = self as unknown as { registration: ServiceWorkerRegistration };
    const [notification] = await registration.getNotifications();
    if (!notification) throw new Error("nothing is shown");
    // Nothing can press a notification of the system.
    const press = new Event("notificationclick");
    self.dispatchEvent(Object.assign(press, { notification, waitUntil: () => undefined }));
  });
  await expect(page).toHaveURL(path);
  expect(await page.evaluate(() => window.name)).toBe("the same page");
  expect(await shownOn(page)).toEqual([]);
});
