import type { CurrentUser } from "@knowhow/shared";
import { act, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { createMemoryRouter, Outlet, RouterProvider } from "react-router-dom";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { LoginScreen } from "../accounts/entry/LoginScreen.tsx";
import { lockedPerson, noteLocked } from "@knowhow/ui/client/locked.ts";
import { setActiveUser } from "@knowhow/ui/client/activeUser.ts";
import { createQueryClient } from "@knowhow/ui/client/queries.ts";
import { meKey, rememberMe } from "@knowhow/ui/client/session.ts";
import { bePatient } from "@knowhow/ui/testing/patience.ts";
import { hearNews, tellNews } from "@knowhow/ui/testing/news.ts";
import { startServer } from "@knowhow/ui/testing/server.ts";
import { buildUser } from "@knowhow/ui/testing/users.ts";
import { tellUnsentDecisions } from "@knowhow/ui/client/unsentDecisions.ts";
import { signedIn } from "@knowhow/ui/device/signOut.ts";
import { Providers } from "@knowhow/ui/features/layout/Providers.tsx";
import { SessionKeeper } from "@knowhow/ui/features/layout/SessionKeeper.tsx";
import { testDevice, testPlatform } from "@knowhow/ui/testing/platform.ts";

const { eraseOutbox, outboxOf } = testDevice;

bePatient();

const me = buildUser();
const kept =
  "이 기기를 쓰던 계정의 보낼 예정 2건이 이 기기에 보관돼 있어요. 그 계정으로 다시 로그인하면 보내요.";

let server: Awaited<ReturnType<typeof startServer>>;
let person: CurrentUser | null;

beforeEach(async () => {
  person = me;
  server = await startServer(({ path }) => {
    if (!path.endsWith("/me")) return { status: 503, body: { code: "UNAVAILABLE", message: "" } };
    return person
      ? { body: { user: person } }
      : { status: 401, body: { code: "LOGIN_REQUIRED", message: "로그인이 필요합니다." } };
  });
});
afterEach(async () => {
  noteLocked(undefined);
  await eraseOutbox(me.id);
  await server.close();
});

const Frame = () => (
  <>
    <SessionKeeper />
    <Outlet />
  </>
);

/** A tab of a signed-in user with these texts unsent for want of a network. */
const open = async (texts: readonly string[], path = "/market") => {
  const queryClient = createQueryClient();
  if (person) rememberMe(queryClient, person);
  const router = createMemoryRouter(
    [
      {
        element: <Frame />,
        children: [
          { path: "/login", element: <LoginScreen /> },
          { path: "*", element: <p>화면</p> },
        ],
      },
    ],
    { initialEntries: [path] },
  );
  render(
    <Providers platform={testPlatform} queryClient={queryClient}>
      <RouterProvider router={router} />
    </Providers>,
  );
  for (const text of texts) await outboxOf(me.id).enqueue("comment", { contentId: "c1", text });
  const expire = async () => {
    person = null;
    await act(() => queryClient.query({ queryKey: meKey, queryFn: () => null, staleTime: 0 }));
  };
  return { router, expire, queryClient };
};

it("reads who is signed in anew when another device of theirs has changed the account, and for no other news", async () => {
  const stop = hearNews();
  try {
    const { queryClient } = await open([]);
    const emailOf = () => queryClient.getQueryData<CurrentUser>(meKey)?.email;
    person = buildUser({ email: "elsewhere@example.com" });
    const asked = () => server.asked.filter(({ path }) => path.endsWith("/me")).length;
    const before = asked();
    tellNews("settlement", { orderNumber: "1", status: "held" });
    expect(asked()).toBe(before);
    tellNews("account");
    await waitFor(() => expect(emailOf()).toBe("elsewhere@example.com"));
  } finally {
    stop();
  }
});

describe("the end of a session", () => {
  it("says how much waits and that it is kept, on the login page too, which it does not lead to again", async () => {
    const { router, expire } = await open(["비밀 하나", "비밀 둘"]);
    await expire();
    expect(await screen.findByText(kept)).toBeInTheDocument();
    expect(screen.queryByText(/비밀/)).toBeNull();
    fireEvent.click(screen.getByRole("button", { name: "로그인" }));
    await waitFor(() => expect(router.state.location.pathname).toBe("/login"));
    // The note has replaced the notice.
    await waitFor(() => expect(screen.queryByText("로그인이 끝났어요")).toBeNull());
    expect(screen.getAllByText(kept)).toHaveLength(1);
  });

  it("while the app was closed is told of on the login page it starts on, until somebody signs in", async () => {
    for (const text of ["하나", "둘"]) await outboxOf(me.id).enqueue("comment", { contentId: "c1", text });
    person = null;
    setActiveUser(me.id);
    const { queryClient } = await open([], "/login");
    expect(await screen.findByText(kept)).toBeInTheDocument();
    act(() => rememberMe(queryClient, buildUser({ id: "01900000-0000-7000-8000-0000000000bb" })));
    expect(screen.queryByText(kept)).toBeNull();
    expect(lockedPerson()).toBeUndefined();
  });

  it.each(["expired", "left"])(
    "says how many decisions went with it, those on their way aside, until somebody signs in (%s)",
    async (end) => {
      const lost = /보내지 않은 결정 2건은 지웠어요\. 신고를 다시 열어 처리해주세요\.$/;
      const { expire, router, queryClient } = await open([]);
      const forget = tellUnsentDecisions({
        count: () => ({ all: 3, failed: 0, sending: 1 }),
        sendAll: async () => undefined,
        dropAll: async () => undefined,
      });
      if (end === "expired") await expire();
      else {
        const otherTab = new BroadcastChannel("knowhow-session");
        otherTab.postMessage("signed-out");
        await screen.findByText(/^다른 창에서 로그아웃했어요\./);
        otherTab.close();
      }
      expect(await screen.findByText(lost)).toBeInTheDocument();
      forget();
      fireEvent.click(screen.getByRole("button", { name: "로그인" }));
      await waitFor(() => expect(router.state.location.pathname).toBe("/login"));
      expect(await screen.findByText(/^보내지 않은 결정 2건은 지웠어요/)).toBeInTheDocument();
      act(() => signedIn(queryClient, me));
      await waitFor(() => expect(screen.queryByText(/^보내지 않은 결정/)).toBeNull());
      person = me;
      await act(() => router.navigate("/market"));
      await expire();
      expect(await screen.findByText(/^시간이 지났거나/)).toBeInTheDocument();
      expect(screen.queryByText(/보내지 않은 결정/)).toBeNull();
    },
  );

  it("takes the way to the login off its notice on the login page, and says nothing of what does not wait", async () => {
    const { router, expire } = await open([]);
    await expire();
    expect(
      await screen.findByText(/^시간이 지났거나 다른 기기에서 끝낸 로그인이에요\. 다시 로그인하면/),
    ).toBeInTheDocument();
    await act(() => router.navigate("/login"));
    expect(
      screen.getByText(/^시간이 지났거나 다른 기기에서 끝낸 로그인이에요\. 다시 로그인하면/),
    ).toBeInTheDocument();
    // The form's own button.
    expect(screen.getAllByRole("button", { name: "로그인" })).toHaveLength(1);
    expect(screen.queryByText(/보관돼/)).toBeNull();
  });
});
