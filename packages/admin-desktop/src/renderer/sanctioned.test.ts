// @vitest-environment jsdom
import { Providers } from "@knowhow/ui/features/layout/Providers.tsx";
import { keepInTab } from "@knowhow/ui/device/tabStores.ts";
import { createQueryClient } from "@knowhow/ui/client/queries.ts";
import { stubMedia } from "@knowhow/ui/testing/media.ts";
import { buildUser } from "@knowhow/ui/testing/users.ts";
import { createElement } from "react";
import { createRoot, type Root } from "react-dom/client";
import { createMemoryRouter, RouterProvider } from "react-router-dom";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

const off = () => () => undefined;
const nothing = () => Promise.resolve(undefined);
Object.assign(window, {
  knowhow: {
    on: { goTo: off, sessionEnded: off, sendDecisions: off, handOver: off, updateReady: off },
    notices: { clear: nothing, count: nothing, show: nothing },
    decisions: { unsent: nothing },
  },
});

keepInTab();

describe("an administrator under a sanction", () => {
  const asked: string[] = [];
  let root: Root;
  beforeEach(() => {
    asked.length = 0;
    stubMedia(() => false);
  });
  afterEach(() => {
    root.unmount();
    vi.unstubAllGlobals();
  });

  const start = async (standing: Partial<ReturnType<typeof buildUser>>) => {
    const { createRoutes } = await import("./routes.tsx");
    const user = buildUser({ isAdmin: true, ...standing });
    vi.stubGlobal("fetch", (address: string) => {
      asked.push(address);
      const answer = address === "/api/auth/me" ? { user } : { code: "BANNED", type: "ban", message: "제한" };
      return Promise.resolve(Response.json(answer, { status: "user" in answer ? 200 : 403 }));
    });
    const router = createMemoryRouter(createRoutes("https://knowhow.example"), { initialEntries: ["/"] });
    const children = createElement(RouterProvider, { router });
    root = createRoot(document.body.appendChild(document.createElement("div")));
    root.render(createElement(Providers, { queryClient: createQueryClient(), children }));
    return router;
  };

  it.each([
    [{ isBanned: true, banReason: "사기" }, "계정 이용이 영구 제한되었습니다"],
    [{ suspendedUntil: "2999-01-01T00:00:00.000Z" }, "서비스 이용이 정지되었습니다"],
  ])(
    "is told so in the console, asks for nothing of theirs and can sign out: %o",
    async (standing, title) => {
      const router = await start(standing);
      await expect.poll(() => document.querySelector("h1")?.textContent).toBe(title);
      expect(document.querySelector('header a[href="/logout"]')).not.toBeNull();
      expect(document.querySelector("header nav")).toBeNull();
      expect(router.state.location.pathname).toBe("/penalty-notice");
      await new Promise((resolve) => setTimeout(resolve, 300));
      expect(asked.filter((address) => address.startsWith("/api/admin"))).toEqual([]);
    },
  );
});
