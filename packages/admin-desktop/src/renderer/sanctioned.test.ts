// @vitest-environment jsdom
import { api } from "@knowhow/shared";
import { Providers } from "@knowhow/ui/features/layout/Providers.tsx";
import { testPlatform } from "@knowhow/ui/testing/platform.ts";
import { createQueryClient } from "@knowhow/ui/client/queries.ts";
import { answerTo, failOnFaults } from "@knowhow/ui/testing/contractCheck.ts";
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
    failOnFaults();
  });

  const start = async (standing: Partial<ReturnType<typeof buildUser>>) => {
    const { createRoutes } = await import("./routes.tsx");
    const user = buildUser({ isAdmin: true, ...standing });
    vi.stubGlobal("fetch", async (address: string, request?: RequestInit) => {
      asked.push(address);
      if (address === api.accounts.logout.path) return answerTo([address, request], { ok: true });
      return address === api.accounts.me.path
        ? answerTo([address, request], { user })
        : answerTo([address, request], { code: "BANNED", type: "ban", message: "제한" }, { status: 403 });
    });
    const router = createMemoryRouter(createRoutes("https://knowhow.example"), { initialEntries: ["/"] });
    const children = createElement(RouterProvider, { router });
    root = createRoot(document.body.appendChild(document.createElement("div")));
    root.render(
      createElement(Providers, { platform: testPlatform, queryClient: createQueryClient(), children }),
    );
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
      document.querySelector<HTMLElement>('header a[href="/logout"]')?.click();
      await expect.poll(() => asked).toContain(api.accounts.logout.path);
      // The page would have asked before.
      expect(asked.filter((address) => address.startsWith("/api/admin"))).toEqual([]);
    },
  );
});
