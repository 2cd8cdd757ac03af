import { api } from "@knowhow/shared";
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import { deskQuery } from "@knowhow/ui/components/useIsDesk.ts";
import { stubMedia } from "@knowhow/ui/testing/media.ts";
import { bePatient } from "@knowhow/ui/testing/patience.ts";
import { renderAt } from "@knowhow/ui/testing/render.tsx";
import { refuse } from "@knowhow/ui/testing/server.ts";
import { buildUser } from "@knowhow/ui/testing/users.ts";
import { NotificationSection } from "./NotificationSection.tsx";
import { endpoint, keys, restoreBrowser, sent, serve, stubPush, topics } from "./testing.ts";

bePatient();
restoreBrowser();

const me = buildUser();
const open = () => {
  stubMedia((media) => media === deskQuery);
  return renderAt(<NotificationSection user={me} />, "/profile");
};
const device = () => screen.findByRole("switch", { name: "이 기기에서 알림 받기" });
const topic = (name: string) => screen.findByRole("switch", { name });
const broken = { status: 500, body: { code: "INTERNAL", message: "일시적인 오류" } };

/** A device on which this person has switched notifications on. */
const openSwitchedOn = async () => {
  const browser = stubPush();
  open();
  fireEvent.click(await device());
  await topic("메시지");
  return browser;
};

describe("the switch of this device", () => {
  it("asks the browser when it is switched on, not before, and tells the server", async () => {
    await serve();
    const browser = stubPush();
    open();
    expect(await device()).not.toBeChecked();
    expect(screen.queryByRole("group", { name: "알림 종류" })).toBeNull();
    expect(browser.asked).toBe(0);
    fireEvent.click(await device());
    const group = await screen.findByRole("group", { name: "알림 종류" });
    for (const one of within(group).getAllByRole("switch")) expect(one).toBeChecked();
    expect(await device()).toBeChecked();
    expect(browser.subscribedWith).toEqual([
      { userVisibleOnly: true, applicationServerKey: Uint8Array.of(4, 0, 1, 255, 239) },
    ]);
    expect(sent("POST").map(({ body }) => JSON.parse(body) as unknown)).toEqual([
      { subscription: { endpoint, keys } },
    ]);
  });

  it("ends the subscription at the server and in the browser", async () => {
    await serve();
    const browser = await openSwitchedOn();
    fireEvent.click(await device());
    await waitFor(() => expect(screen.queryByRole("group", { name: "알림 종류" })).toBeNull());
    expect(await device()).not.toBeChecked();
    expect(browser.isSubscribed).toBe(false);
    expect(sent("DELETE").map(({ body }) => JSON.parse(body) as unknown)).toEqual([
      { subscription: { endpoint } },
    ]);
  });

  it("goes back where the server refuses, and leaves nothing in the browser", async () => {
    await serve({ [`POST ${api.push.subscribe.path}`]: broken });
    const browser = stubPush();
    open();
    fireEvent.click(await device());
    expect(await screen.findByText(/일시적인 오류/)).toBeVisible();
    expect(await device()).not.toBeChecked();
    expect(browser.isSubscribed).toBe(false);
  });

  it("stays on where the server can not be told", async () => {
    await serve({ [`DELETE ${api.push.unsubscribe.path}`]: { isLost: true } });
    const browser = await openSwitchedOn();
    fireEvent.click(await device());
    expect(await screen.findByText("알림을 끄지 못했습니다.")).toBeVisible();
    expect(await device()).toBeChecked();
    expect(browser.isSubscribed).toBe(true);
  });

  it("says that the browser was not allowed to", async () => {
    await serve();
    stubPush({ answer: "default" });
    open();
    fireEvent.click(await device());
    expect(await screen.findByText("알림을 허용하지 않아서 켜지 않았어요.")).toBeVisible();
    expect(await device()).not.toBeChecked();
    expect(sent("POST")).toEqual([]);
  });

  it("is off for another person than the one who switched it on", async () => {
    await serve();
    stubPush({ permission: "granted", isSubscribed: true });
    localStorage.setItem("knowhow-push-person", "01900000-0000-7000-8000-0000000000ab");
    open();
    expect(await device()).not.toBeChecked();
  });

  it("can not be used without a network", async () => {
    await serve();
    await openSwitchedOn();
    vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
    fireEvent(window, new Event("offline"));
    expect(await screen.findByText("알림 설정은 연결되면 바꿀 수 있어요.")).toBeVisible();
    for (const one of screen.getAllByRole("switch")) expect(one).toBeDisabled();
  });
});

describe("topics", () => {
  it("are chosen one by one, all of them named", async () => {
    await serve();
    await openSwitchedOn();
    fireEvent.click(await topic("판매"));
    await waitFor(() =>
      expect(screen.getByRole("group", { name: "알림 종류" })).not.toHaveAttribute("aria-busy", "true"),
    );
    expect(await topic("판매")).not.toBeChecked();
    expect(await topic("메시지")).toBeChecked();
    expect(sent("PUT").map(({ body }) => JSON.parse(body) as unknown)).toEqual([{ ...topics, sales: false }]);
  });

  it("go back where the server refuses", async () => {
    await serve({ [`PUT ${api.push.chooseTopics.path}`]: { isLost: true } });
    await openSwitchedOn();
    fireEvent.click(await topic("문의와 답변"));
    expect(await screen.findByText("알림 설정을 바꾸지 못했습니다.")).toBeVisible();
    expect(await topic("문의와 답변")).toBeChecked();
  });
});

describe("a device that can not be switched on", () => {
  it("is told so, and asks nothing of the server", async () => {
    await serve();
    open();
    expect(await screen.findByText(/이 브라우저에서는 알림을 받을 수 없어요/)).toBeVisible();
    expect(sent("GET")).toEqual([]);
  });

  it("of Apple is told to install the app first", async () => {
    Object.defineProperty(navigator, "standalone", { configurable: true, value: false });
    open();
    expect(await screen.findByText(/‘홈 화면에 추가’/)).toBeVisible();
    Reflect.deleteProperty(navigator, "standalone");
  });

  it("is told how to allow notifications, and follows", async () => {
    await serve();
    const browser = stubPush({ permission: "denied" });
    open();
    expect(await screen.findByText(/알림이 차단되어 있어요/)).toBeVisible();
    browser.permission = "default";
    fireEvent(window, new Event("visibilitychange"));
    expect(await device()).not.toBeChecked();
  });

  it("is told that the server sends none", async () => {
    await serve({ [`GET ${api.push.key.path}`]: { body: { publicKey: null, topics } } });
    stubPush();
    open();
    expect(await screen.findByText("지금은 알림을 보내지 않고 있어요.")).toBeVisible();
  });

  it("tries again what could not be read", async () => {
    let fails = true;
    await serve({
      [`GET ${api.push.key.path}`]: () =>
        fails ? refuse("INTERNAL") : { body: { publicKey: "BAAB_-8", topics } },
    });
    stubPush();
    open();
    expect(await screen.findByText("알림 설정을 불러오지 못했습니다")).toBeVisible();
    fails = false;
    fireEvent.click(screen.getByRole("button", { name: /다시/ }));
    expect(await device()).not.toBeChecked();
  });
});
