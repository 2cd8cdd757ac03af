import { act } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { meKey } from "@knowhow/ui/client/session.ts";
import { renderAt } from "@knowhow/ui/testing/render.tsx";
import { startServer } from "@knowhow/ui/testing/server.ts";
import { buildUser } from "@knowhow/ui/testing/users.ts";
import { DraftKeeper } from "./DraftKeeper.tsx";
import { testStores } from "@knowhow/ui/testing/platform.ts";

const chunk = vi.hoisted(() => ({ tries: 0, isMissing: true }));
vi.mock("./keepDrafts.ts", async (load) => {
  chunk.tries += 1;
  if (chunk.isMissing) throw new Error("no network");
  return load();
});

let server: Awaited<ReturnType<typeof startServer>>;
let user = buildUser();
beforeEach(async () => {
  user = buildUser();
  vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ["setTimeout", "clearTimeout"] });
  server = await startServer(({ path }) => (path === "/api/auth/me" ? { body: { user } } : { body: [] }));
});
afterEach(async () => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  await server.close();
});

it("asks again for its code where that could not be loaded, and then begins with the drafts", async () => {
  const opened = vi.spyOn(testStores, "openDraftStore");
  const { unmount } = renderAt(<DraftKeeper />);
  await expect.poll(() => server.asked.length).toBeGreaterThan(0);
  await act(() => vi.advanceTimersByTimeAsync(1_500));
  await expect.poll(() => chunk.tries).toBe(1);
  expect(opened).not.toHaveBeenCalled();
  chunk.isMissing = false;
  await act(() => vi.advanceTimersByTimeAsync(2_000));
  await expect.poll(() => opened.mock.calls.map(([personId]) => personId)).toEqual([buildUser().id]);
  unmount();
});

it("asks for no drafts while a ban lasts, and for them when it is over", async () => {
  chunk.isMissing = false;
  user = buildUser({ isBanned: true, banReason: "사기" });
  const drafts = () => server.asked.filter(({ path }) => path.startsWith("/api/drafts"));
  const { queryClient, unmount } = renderAt(<DraftKeeper />);
  await expect.poll(() => server.asked.length).toBeGreaterThan(0);
  await act(() => vi.advanceTimersByTimeAsync(60_000));
  expect(drafts()).toEqual([]);
  user = buildUser();
  await act(() => queryClient.invalidateQueries({ queryKey: meKey }));
  await act(() => vi.advanceTimersByTimeAsync(1_500));
  await expect.poll(() => drafts().length).toBe(1);
  unmount();
});
