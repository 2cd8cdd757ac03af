import { act, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { removeTabItems } from "../../client/tabItems.ts";
import { meKey } from "../../client/session.ts";
import { setActiveUser } from "../../client/activeUser.ts";
import { hearNews, tellNews } from "../../testing/news.ts";
import { renderAt } from "../../testing/render.tsx";
import { startServer } from "../../testing/server.ts";
import { buildUser } from "../../testing/users.ts";
import { PenaltyNoticeScreen } from "../accounts/PenaltyNoticeScreen.tsx";
import { SessionGuard } from "./SessionGuard.tsx";
import { SessionKeeper } from "./SessionKeeper.tsx";
import { useLocation } from "react-router-dom";

const secondMs = 1_000;

let user = buildUser();
/** Holds the answers to who is signed in while it is there. */
let slow: Promise<void> | undefined;
let server: Awaited<ReturnType<typeof startServer>>;
let stop: () => void;
beforeEach(async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ["setInterval", "clearInterval"] });
  user = buildUser();
  slow = undefined;
  server = await startServer(async ({ path }) => {
    if (path.endsWith("/me")) await slow;
    return { body: path.endsWith("/me") ? { user } : path.endsWith("/penalties") ? { penalties: [] } : {} };
  });
  stop = hearNews();
});
afterEach(async () => {
  stop();
  vi.useRealTimers();
  vi.restoreAllMocks();
  removeTabItems();
  setActiveUser(null);
  await server.close();
});

const Where = () => {
  const { pathname } = useLocation();
  return (
    <>
      <p>{`지금 ${pathname}`}</p>
      <SessionKeeper />
      <SessionGuard />
      {pathname === "/penalty-notice" ? <PenaltyNoticeScreen /> : null}
    </>
  );
};
const looks = () => server.asked.filter(({ path }) => path.endsWith("/me")).length;
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

it("tells a ban on the open market at once, and lets go within a second of its lifting", async () => {
  const { router } = renderAt(<Where />, "/market");
  await waitFor(() => expect(looks()).toBe(1));
  expect(await screen.findByText("지금 /market")).toBeInTheDocument();

  user = buildUser({ isBanned: true, banReason: "반복된 위반" });
  tellNews("sanction");
  expect(await screen.findByText("지금 /penalty-notice")).toBeInTheDocument();
  expect(await screen.findByText(/반복된 위반/)).toBeInTheDocument();

  user = buildUser();
  await pass(secondMs);
  await waitFor(() => expect(screen.queryByText(/반복된 위반/)).toBeNull());
  await act(() => router.navigate("/market"));
  expect(screen.getByText("지금 /market")).toBeInTheDocument();
});

it("hears of the lifting on a network whose answers take longer than a second", async () => {
  user = buildUser({ isBanned: true, banReason: "반복된 위반" });
  const { queryClient } = renderAt(<Where />, "/market");
  await screen.findByText(/반복된 위반/);
  for (const isLifted of [false, true]) {
    const before = looks();
    let answer = () => {};
    slow = new Promise((resolve) => {
      answer = resolve;
    });
    await pass(secondMs);
    await waitFor(() => expect(looks()).toBe(before + 1));
    // One question at a time, however long its answer takes.
    await pass(5 * secondMs);
    expect(looks()).toBe(before + 1);
    if (isLifted) user = buildUser();
    slow = undefined;
    answer();
    await waitFor(() => expect(queryClient.isFetching({ queryKey: meKey })).toBe(0));
  }
  await waitFor(() => expect(screen.queryByText(/반복된 위반/)).toBeNull());
});

it("asks nothing for somebody banned while the page is not looked at", async () => {
  user = buildUser({ isBanned: true, banReason: "반복된 위반" });
  const { queryClient } = renderAt(<Where />, "/market");
  await screen.findByText(/반복된 위반/);
  const visibility = vi.spyOn(document, "visibilityState", "get").mockReturnValue("hidden");
  await waitFor(() => expect(queryClient.isFetching({ queryKey: meKey })).toBe(0));
  const before = looks();
  await pass(5 * secondMs);
  expect(looks()).toBe(before);
  visibility.mockRestore();
  await pass(secondMs);
  await waitFor(() => expect(looks()).toBeGreaterThan(before));
});

it("asks nothing of its own accord for somebody who is not banned, a suspension being news", async () => {
  renderAt(<Where />, "/market");
  await waitFor(() => expect(looks()).toBe(1));
  await pass(5 * secondMs);
  expect(looks()).toBe(1);
  user = buildUser({ suspendedUntil: "2099-01-01T00:00:00.000Z" });
  tellNews("sanction");
  await waitFor(() => expect(looks()).toBe(2));
  user = buildUser();
  tellNews("sanction");
  await waitFor(() => expect(looks()).toBe(3));
  expect(await screen.findByText("지금 /market")).toBeInTheDocument();
});
