import { api, type CurrentUser } from "@knowhow/shared";
import { act, waitFor } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import { setActiveUser } from "@knowhow/ui/client/activeUser.ts";
import { bePatient } from "@knowhow/ui/testing/patience.ts";
import { renderAt } from "@knowhow/ui/testing/render.tsx";
import { refuse, type FakeAnswer } from "@knowhow/ui/testing/server.ts";
import { buildUser } from "@knowhow/ui/testing/users.ts";
import { signedIn } from "@knowhow/ui/device/signOut.ts";
import { PushKeeper } from "./PushKeeper.tsx";
import { switchOn } from "./pushDevice.ts";
import { endpoint, keys, restoreBrowser, sent, serve, stubPush } from "./testing.ts";

bePatient();
restoreBrowser();

const owner = buildUser();
const bystander = buildUser({ id: "01900000-0000-7000-8000-0000000000bb", nickname: "지나가는 사람" });
const meOf = (user: CurrentUser | null): FakeAnswer => (user ? { body: { user } } : refuse("LOGIN_REQUIRED"));

/** The start of the app in a browser where the owner has switched notifications on. */
const start = async (
  me: FakeAnswer,
  permission: NotificationPermission = "granted",
  serverKey: ArrayBuffer | null = null,
) => {
  await serve({ [`GET ${api.accounts.me.path}`]: me });
  const browser = stubPush({ serverKey });
  await switchOn(owner.id, "BAAB_-8");
  browser.permission = permission;
  const before = sent("POST").length;
  const screenAt = renderAt(<PushKeeper />, "/market");
  return { ...screenAt, browser, sentAgain: () => sent("POST").slice(before) };
};

describe("the subscription at the start", () => {
  it("of the person who made it goes to the server again, once", async () => {
    const { browser, sentAgain, router } = await start(meOf(owner));
    await waitFor(() => expect(sentAgain()).toHaveLength(1));
    expect(JSON.parse(sentAgain()[0]?.body ?? "")).toEqual({ subscription: { endpoint, keys } });
    await act(() => router.navigate("/orders"));
    expect(sentAgain()).toHaveLength(1);
    expect(browser.isSubscribed).toBe(true);
  });

  it.each([
    ["another person", bystander],
    ["a visitor", null],
  ])("ends in the browser for %s, who tells the server nothing", async (_, user) => {
    const { browser, sentAgain } = await start(meOf(user));
    browser.shown = 2;
    await waitFor(() => expect(browser.isSubscribed).toBe(false));
    expect(browser.shown).toBe(0);
    expect(sentAgain()).toEqual([]);
    expect(localStorage.getItem("knowhow-push-person")).toBeNull();
  });

  it("ends where it was made for another key of the server", async () => {
    const { browser, sentAgain } = await start(meOf(owner), "granted", new Uint8Array([1, 2, 3]).buffer);
    await waitFor(() => expect(browser.isSubscribed).toBe(false));
    expect(sentAgain()).toEqual([]);
  });

  it("ends when another person signs in on the page", async () => {
    const { browser, sentAgain, queryClient } = await start(meOf(owner));
    await waitFor(() => expect(sentAgain()).toHaveLength(1));
    setActiveUser(null);
    act(() => signedIn(queryClient, bystander));
    await waitFor(() => expect(browser.isSubscribed).toBe(false));
    expect(sentAgain()).toHaveLength(1);
  });

  it("stays while it is not known who is signed in", async () => {
    const { browser, queryClient } = await start({ isLost: true });
    await waitFor(() => expect(queryClient.isFetching()).toBe(0));
    expect(browser.isSubscribed).toBe(true);
  });

  it("is not looked for without a permission", async () => {
    const { browser, sentAgain, queryClient } = await start(meOf(bystander), "default");
    const look = vi.spyOn(navigator.serviceWorker, "getRegistration");
    await waitFor(() => expect(queryClient.getQueryData([api.accounts.me.path])).toBeTruthy());
    await waitFor(() => expect(queryClient.isFetching()).toBe(0));
    expect(look).not.toHaveBeenCalled();
    expect(browser.isSubscribed).toBe(true);
    expect(sentAgain()).toEqual([]);
  });
});

it("goes where a notification leads, within the app only", async () => {
  const { browser, router } = await start(meOf(owner));
  const at = () => router.state.location.pathname + router.state.location.hash;
  for (const path of ["https://elsewhere.example/", "//elsewhere.example", "/nowhere", 1]) {
    act(() => browser.tell({ type: "OPEN", path }));
    act(() => browser.tell({ type: "ARE_YOU_THERE" }));
    expect(at()).toBe("/market");
  }
  act(() => browser.tell({ type: "OPEN", path: "/content/1#questions" }));
  await waitFor(() => expect(at()).toBe("/content/1#questions"));
});
