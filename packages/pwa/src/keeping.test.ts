// @vitest-environment jsdom
import type { CurrentUser } from "@knowhow/shared";
import { setPendingSignOut } from "@knowhow/ui/client/leaving.ts";
import { createQueryClient } from "@knowhow/ui/client/queries.ts";
import { meKey } from "@knowhow/ui/client/session.ts";
import { buildUser } from "@knowhow/ui/testing/users.ts";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { keepScreens } from "./keeping.ts";

const shell = `${window.location.origin}/assets/app.js`;
const preview = `${window.location.origin}/api/proxy-image/bought/preview.webp`;

describe("what the worker is told to keep", () => {
  const postMessage = vi.fn();
  let loaded: string[];

  beforeEach(() => {
    loaded = [shell];
    vi.stubGlobal("navigator", { serviceWorker: { ready: Promise.resolve({ active: { postMessage } }) } });
    vi.spyOn(performance, "getEntriesByType").mockImplementation(
      () => loaded.map((name) => ({ name })) as PerformanceEntryList, // only the name is used
    );
  });
  afterEach(() => {
    setPendingSignOut(undefined);
    postMessage.mockReset();
    vi.unstubAllGlobals();
    vi.restoreAllMocks();
  });

  const begin = async (user: CurrentUser | null) => {
    const queryClient = createQueryClient();
    queryClient.setQueryData(meKey, user);
    await keepScreens(queryClient);
    return queryClient;
  };

  it("is what was loaded before it was there, and the screens of who signs in", async () => {
    const queryClient = await begin(null);
    loaded.push(preview);
    queryClient.setQueryData(meKey, buildUser());
    expect(postMessage.mock.calls.flat()).toEqual([
      { type: "KEEP", loaded: [shell], circle: "everyone" },
      { type: "KEEP", loaded: [], circle: "member" },
    ]);
  });

  it("is nothing of who signs out", async () => {
    const queryClient = await begin(buildUser());
    loaded.push(preview);
    postMessage.mockReset();
    queryClient.setQueryData(meKey, null);
    expect(postMessage).not.toHaveBeenCalled();
    setPendingSignOut("a");
    await begin(null);
    expect(postMessage).not.toHaveBeenCalled();
  });
});
