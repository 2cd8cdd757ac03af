import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { useLocation } from "react-router-dom";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { setTabItem, getTabItem } from "../../../client/tabItems.ts";
import { ownSignOut } from "../../../client/ownSignOut.ts";
import { tellUnsentDecisions } from "../../../client/unsentDecisions.ts";
import { draftsOf } from "../../../device/drafts/openDrafts.ts";
import { newActId } from "../../../device/jobs/actId.ts";
import { emptyState } from "../../../device/drafts/sellingForm.ts";
import { bePatient } from "../../../testing/patience.ts";
import { renderAt } from "../../../testing/render.tsx";
import { refuse, startServer, type FakeAnswer, type RecordedRequest } from "../../../testing/server.ts";
import { buildUser } from "../../../testing/users.ts";
import { LogoutScreen } from "./LogoutScreen.tsx";
import { testDevice, testPlatform } from "../../../testing/platform.ts";

bePatient();

const { leaveFor } = testPlatform;
const left = vi.fn();
let server: Awaited<ReturnType<typeof startServer>>;
beforeEach(() => {
  left.mockClear();
  testPlatform.leaveFor = left;
});
afterEach(async () => {
  testPlatform.leaveFor = leaveFor;
  await server.close();
});

const user = buildUser();
/** A session that is over once that was asked for. */
const createSession = () => {
  let isOver = false;
  return ({ path }: RecordedRequest): FakeAnswer => {
    if (!path.endsWith("/logout")) return isOver ? refuse("LOGIN_REQUIRED") : { body: { user } };
    isOver = true;
    return { body: { ok: true } };
  };
};

const App = () => (useLocation().pathname === "/logout" ? <LogoutScreen /> : <p>다른 화면</p>);

describe("signing out", () => {
  it("forgets everything of the person and goes home", async () => {
    let open: (() => void) | undefined;
    const gate = new Promise<void>((resolve) => {
      open = resolve;
    });
    const answer = createSession();
    server = await startServer(async (asked) => {
      await gate;
      return answer(asked);
    });
    setTabItem("bank-account", { accountNumber: "1234" });
    const { queryClient } = renderAt(<LogoutScreen />, "/logout");
    queryClient.setQueryData(["/api/auth/me"], buildUser());
    queryClient.setQueryData(["/api/my-contents"], [1]);
    expect(screen.getByText("로그아웃 중...")).toBeInTheDocument();
    open?.();
    await waitFor(() => {
      expect(left).toHaveBeenCalledWith("/", "replace");
    });
    expect(queryClient.getQueryData(["/api/my-contents"])).toBeUndefined();
    expect(queryClient.getQueryData(["/api/auth/me"])).toBeNull();
    expect(getTabItem("bank-account")).toBeUndefined();
  });

  describe("with decisions that have not arrived", () => {
    const open = async (failed: number, rest: number) => {
      server = await startServer(createSession());
      let all = 2;
      const sendAll = vi.fn<() => Promise<void>>(async () => {
        all = rest;
      });
      let free: (() => void) | undefined;
      const dropAll = vi.fn<() => Promise<void>>(() => new Promise((resolve) => (free = resolve)));
      const forget = tellUnsentDecisions({ count: () => ({ all, failed, sending: 0 }), sendAll, dropAll });
      renderAt(<LogoutScreen />, "/logout");
      await screen.findByRole("dialog", { name: "아직 보내지 않은 결정이 2건 있어요" });
      const press = (name: string) => fireEvent.click(screen.getByRole("button", { name }));
      return { press, sendAll, dropAll, forget, free: () => free?.() };
    };

    it("sends them first where that is wanted", async () => {
      const { press, sendAll, dropAll, forget } = await open(0, 0);
      expect(left).not.toHaveBeenCalled();
      press("지금 보내고 로그아웃");
      await waitFor(() => expect(left).toHaveBeenCalledWith("/", "replace"));
      expect(sendAll).toHaveBeenCalledTimes(1);
      expect(dropAll).not.toHaveBeenCalled();
      forget();
    });

    it("goes without them where that is wanted", async () => {
      const { press, sendAll, dropAll, forget, free } = await open(2, 2);
      expect(screen.queryByRole("button", { name: "지금 보내고 로그아웃" })).toBeNull();
      press("보내지 않고 로그아웃");
      // At once: none of them goes out during later questions.
      expect(dropAll).toHaveBeenCalledTimes(1);
      // Their reports are released before the session ends.
      await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
      expect(server.asked.some(({ path }) => path.includes("logout"))).toBe(false);
      free();
      await waitFor(() => expect(left).toHaveBeenCalledWith("/", "replace"));
      expect(sendAll).not.toHaveBeenCalled();
      forget();
    });

    it("stays where one did not get through on the way out", async () => {
      const { press, sendAll, forget } = await open(1, 1);
      press("지금 보내고 로그아웃");
      expect(
        await screen.findByRole("dialog", { name: "아직 보내지 않은 결정이 1건 있어요" }),
      ).toBeInTheDocument();
      expect(sendAll).toHaveBeenCalledTimes(1);
      expect(server.asked.some(({ path }) => path.includes("logout"))).toBe(false);
      forget();
    });
  });

  describe("by a way back", () => {
    const forget: (() => void)[] = [];
    afterEach(() => {
      for (const done of forget.splice(0)) done();
    });
    it.each([
      ["that a button led to", "/market"],
      ["that was opened by its address", "/logout"],
    ])("is none: a sign-out %s is not begun a second time", async (_, first) => {
      server = await startServer(createSession());
      // The dialog stays, as with its other questions.
      forget.push(
        tellUnsentDecisions({
          count: () => ({ all: 1, failed: 0, sending: 0 }),
          sendAll: () => Promise.resolve(),
          dropAll: () => Promise.resolve(),
        }),
      );
      const { router } = renderAt(<App />, first);
      if (first !== "/logout") await act(() => router.navigate("/logout", ownSignOut));
      await screen.findByRole("dialog", { name: /보내지 않은 결정/ });
      await act(() => router.navigate("/terms"));
      for (const done of forget.splice(0)) done();
      await act(() => router.navigate(-1));
      await waitFor(() => expect(router.state.location.pathname).toBe("/"));
      expect(screen.getByText("다른 화면")).toBeInTheDocument();
      expect(server.asked.some(({ path }) => path.includes("logout"))).toBe(false);
      expect(left).not.toHaveBeenCalled();
    });
  });

  describe("where a link led to it", () => {
    const hint = document.createElement("script");
    afterEach(() => {
      hint.remove();
      vi.restoreAllMocks();
    });
    const say = (bootstrap: object) => {
      Object.assign(hint, {
        type: "application/json",
        id: "bootstrap",
        textContent: JSON.stringify(bootstrap),
      });
      document.head.append(hint);
    };
    const refer = (referrer: string) => vi.spyOn(document, "referrer", "get").mockReturnValue(referrer);
    const told = () => server.asked.some(({ path }) => path.includes("logout"));

    it.each([
      ["as the server says", () => say({ isLinked: true })],
      ["as the referrer says", () => refer("https://elsewhere.example/")],
      ["which stood on a page of ours", () => refer(`${window.location.origin}/content/1`)],
    ])("asks, %s", async (_, lead) => {
      server = await startServer(createSession());
      lead();
      renderAt(<LogoutScreen />, "/logout");
      const button = await screen.findByRole("button", { name: "로그아웃" });
      await waitFor(() => expect(server.asked).not.toEqual([]));
      expect([told(), left.mock.calls]).toEqual([false, []]);
      fireEvent.click(button);
      await waitFor(() => expect(left).toHaveBeenCalledWith("/", "replace"));
    });

    it("leads home where that is wanted, and the app's own ways sign out as ever", async () => {
      server = await startServer(createSession());
      say({ isLinked: true });
      const { router } = renderAt(<App />, "/logout");
      fireEvent.click(await screen.findByRole("link", { name: "홈으로" }));
      expect(await screen.findByText("다른 화면")).toBeInTheDocument();
      expect(told()).toBe(false);
      await act(() => router.navigate("/logout", ownSignOut));
      await waitFor(() => expect(left).toHaveBeenCalledWith("/", "replace"));
    });

    it("asks within the app too, where none of its own ways led there", async () => {
      server = await startServer(createSession());
      const { router } = renderAt(<App />, "/market");
      await act(() => router.navigate("/logout"));
      const button = await screen.findByRole("button", { name: "로그아웃" });
      await waitFor(() => expect(server.asked).not.toEqual([]));
      expect([told(), left.mock.calls]).toEqual([false, []]);
      fireEvent.click(button);
      await waitFor(() => expect(left).toHaveBeenCalledWith("/", "replace"));
    });

    it("is not taken for that: the address itself", async () => {
      server = await startServer(createSession());
      say({ hasWorker: true });
      renderAt(<LogoutScreen />, "/logout");
      await waitFor(() => expect(left).toHaveBeenCalledWith("/", "replace"));
    });
  });

  it("asks first about drafts that no server has", async () => {
    const answer = createSession();
    server = await startServer((asked) =>
      asked.path.startsWith("/api/drafts") ? refuse("UNAVAILABLE") : answer(asked),
    );
    await draftsOf(testDevice, user.id).save({
      id: newActId(),
      contentId: null,
      contentVersion: null,
      values: { ...emptyState.values, title: "쓰던 글" },
      fileKeys: [],
      previewKeys: [],
    });
    const { queryClient } = renderAt(<LogoutScreen />, "/logout");
    queryClient.setQueryData(["/api/auth/me"], user);
    expect(await screen.findByText("이 기기에만 임시 저장한 글이 1건 있어요")).toBeInTheDocument();
    expect(left).not.toHaveBeenCalled();
    fireEvent.click(screen.getByRole("button", { name: "지우고 로그아웃" }));
    await waitFor(() => {
      expect(left).toHaveBeenCalledWith("/", "replace");
    });
    expect(draftsOf(testDevice, user.id).read()).toEqual([]);
  });

  it("stays signed in when it fails, says so, and tries again", async () => {
    let isDown = true;
    const answer = createSession();
    server = await startServer((asked) => (isDown ? refuse("UNAVAILABLE") : answer(asked)));
    renderAt(<LogoutScreen />, "/logout");
    const retry = await screen.findByRole("button", { name: "다시 시도" });
    expect(screen.getByRole("heading", { name: "로그아웃하지 못했습니다" })).toBeInTheDocument();
    expect(left).not.toHaveBeenCalled();
    isDown = false;
    fireEvent.click(retry);
    await waitFor(() => {
      expect(left).toHaveBeenCalledWith("/", "replace");
    });
  });
});
