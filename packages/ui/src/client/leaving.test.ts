import type { CurrentUser } from "@knowhow/shared";
import { act, renderHook, waitFor } from "@testing-library/react";
import { createElement, type ReactNode } from "react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Providers } from "../features/layout/Providers.tsx";
import { createTabJobStore } from "../device/jobs/store.ts";
import { startServer, type FakeAnswer, type RecordedRequest } from "../testing/server.ts";
import { buildUser } from "../testing/users.ts";
import { client } from "./client.ts";
import { schedulePurge } from "../device/erasing.ts";
import { setPendingSignOut, pendingSignOut } from "./leaving.ts";
import { setTabItem, getTabItem } from "./tabItems.ts";
import { setActiveUser, activeUserId, sessionEndOf } from "./activeUser.ts";
import { createQueryClient } from "./queries.ts";
import { meKey, readMe, rememberMe } from "./session.ts";
import { signedIn, useLogout } from "../device/signOut.ts";
import { keepSession } from "../device/sessionKeeping.ts";
import { testDevice, testPlatform, testStores } from "../testing/platform.ts";

const { closeOutboxes, outboxOf } = testDevice;

const me = buildUser();
const { leaveFor } = testPlatform;

describe("a sign-out without a network", () => {
  let server: Awaited<ReturnType<typeof startServer>>;
  let isReachable: boolean;
  const queryClient = createQueryClient();
  let stop: (() => void) | undefined;
  const left = vi.fn<(path: string) => void>();

  const answer = ({ path }: RecordedRequest): FakeAnswer => {
    if (path.endsWith("/logout")) return { body: { ok: true } };
    if (path === "/api/contents") return { body: [] };
    // The browser still has its cookie, and the server its session.
    return { body: { user: me } };
  };
  const asked = () => server.asked.map(({ path }) => path.replace(/^\/api\/(auth\/)?/, ""));
  const user = () => queryClient.getQueryData<CurrentUser | null>(meKey);
  const signOut = async () => {
    const { result } = renderHook(useLogout, {
      wrapper: ({ children }: { children: ReactNode }) =>
        createElement(Providers, { platform: testPlatform, queryClient, children }),
    });
    act(() => result.current.mutate());
    await waitFor(() => expect(left).toHaveBeenCalledWith("/", "replace"));
  };
  const goes = (isOnline: boolean) => {
    isReachable = isOnline;
    vi.spyOn(navigator, "onLine", "get").mockReturnValue(isOnline);
    window.dispatchEvent(new Event(isOnline ? "online" : "offline"));
  };

  beforeEach(async () => {
    left.mockClear();
    testPlatform.leaveFor = left;
    server = await startServer(answer);
    const send = globalThis.fetch;
    vi.spyOn(globalThis, "fetch").mockImplementation((...request) =>
      isReachable ? send(...request) : Promise.reject(new TypeError("no network")),
    );
    goes(true);
    rememberMe(queryClient, me);
    setActiveUser(me.id);
    setTabItem("draft", "글");
    goes(false);
  });
  afterEach(async () => {
    stop?.();
    stop = undefined;
    queryClient.clear();
    vi.restoreAllMocks();
    testPlatform.leaveFor = leaveFor;
    await server.close();
  });

  it("leaves nothing of the person, and nobody is signed in by the cookie that is still good", async () => {
    await outboxOf(me.id).enqueue("comment", { contentId: "c", text: "아직" });
    await signOut();
    expect([user(), activeUserId(), getTabItem("draft"), pendingSignOut()]).toEqual([
      null,
      null,
      undefined,
      me.id,
    ]);
    expect(outboxOf(me.id).jobs.getSnapshot()).toEqual([]);
    // The network is back, but the server does not know of the sign-out yet.
    isReachable = true;
    expect(await readMe(new AbortController().signal)).toBeNull();
    expect(asked()).toEqual([]);
  });

  it("sends nothing in the name of who has left until then", async () => {
    await signOut();
    isReachable = true;
    await client.contents.list();
    const [, request] = vi.mocked(globalThis.fetch).mock.lastCall ?? [];
    expect(request?.credentials).toBe("omit");
  });

  it("is told to the server as soon as there is a network, once; then the next one is asked who it is", async () => {
    await signOut();
    stop = keepSession(queryClient, testDevice, () => undefined);
    goes(true);
    await waitFor(() => expect(pendingSignOut()).toBeUndefined());
    window.dispatchEvent(new Event("online"));
    expect(asked()).toEqual(["logout"]);
    expect(await readMe(new AbortController().signal)).toEqual(me);
  });

  describe("that is cut off", () => {
    const marks = () => Object.keys(localStorage).filter((key) => /leaving|erase/.test(key));
    const begin = () => {
      const { result } = renderHook(useLogout, {
        wrapper: ({ children }: { children: ReactNode }) =>
          createElement(Providers, { platform: testPlatform, queryClient, children }),
      });
      act(() => result.current.mutate());
    };
    const { openJobStore } = testStores;
    const erase = vi.fn<() => Promise<void>>();
    beforeEach(() => {
      closeOutboxes();
      erase.mockReset();
      testStores.openJobStore = (personId) => ({ ...createTabJobStore(personId), erase });
    });
    afterEach(() => {
      testStores.openJobStore = openJobStore;
    });

    it("before the server has answered, is one all the same, and finished at the next start", async () => {
      vi.mocked(globalThis.fetch).mockImplementationOnce(() => new Promise(() => undefined));
      begin();
      await waitFor(() => expect([pendingSignOut(), activeUserId()]).toEqual([me.id, null]));
      expect(erase).not.toHaveBeenCalled();
      stop = keepSession(queryClient, testDevice, () => undefined);
      await waitFor(() => expect(erase).toHaveBeenCalled());
      goes(true);
      await waitFor(() => expect(marks()).toEqual([]));
      expect(asked()).toEqual(["logout"]);
    });

    it("right after its first mark, brings nobody back, neither at once nor when the server has heard", async () => {
      isReachable = true;
      setPendingSignOut(me.id);
      stop = keepSession(queryClient, testDevice, () => undefined);
      expect(sessionEndOf(me.id)).toBeLessThanOrEqual(Date.now());
      goes(true);
      await waitFor(() => expect(pendingSignOut()).toBeUndefined());
      expect([asked(), activeUserId()]).toEqual([["logout"], null]);
    });

    it("and is finished by a sign-in, brings nobody back who is not the one who signs in", async () => {
      setPendingSignOut(me.id);
      isReachable = true;
      await client.accounts.login({ body: { emailOrUserId: "a", password: "b" } });
      expect([asked(), pendingSignOut(), activeUserId()]).toEqual([["logout", "login"], undefined, null]);
    });

    it("after the server has heard of it, deletes at the next start what is still there", async () => {
      isReachable = true;
      erase.mockRejectedValueOnce(new Error("no room"));
      begin();
      await waitFor(() => expect(left).toHaveBeenCalledWith("/", "replace"));
      expect(asked()).toEqual(["logout"]);
      expect([pendingSignOut(), activeUserId(), marks()]).toEqual([
        undefined,
        null,
        [`knowhow-erase:${me.id}`],
      ]);
      stop = keepSession(queryClient, testDevice, () => undefined);
      await waitFor(() => expect(marks()).toEqual([]));
      expect(erase).toHaveBeenCalledTimes(2);
    });

    it("by a refusal of the server, is none", async () => {
      isReachable = true;
      vi.mocked(globalThis.fetch).mockResolvedValueOnce(
        Response.json({ code: "UNAVAILABLE", message: "불안정합니다." }, { status: 503 }),
      );
      begin();
      await waitFor(() => expect(queryClient.isMutating()).toBe(0));
      expect([user(), activeUserId(), marks()]).toEqual([me, me.id, []]);
      expect(left).not.toHaveBeenCalled();
    });
  });

  describe("that the server answers late", () => {
    const other = buildUser({ id: "01900000-0000-7000-8000-0000000000bb", userId: "minsu1" });
    /** Begins a sign-out whose response is held back; gives the way to let it come. */
    const hang = async (how: () => Promise<Response>) => {
      let answer: () => void = () => undefined;
      const held = new Promise<void>((resolve) => {
        answer = resolve;
      });
      vi.mocked(globalThis.fetch).mockImplementationOnce(() => held.then(how));
      const signingOut = signOut();
      await waitFor(() => expect([pendingSignOut(), activeUserId()]).toEqual([me.id, null]));
      return async () => {
        answer();
        await signingOut;
      };
    };
    const told = async () => Response.json({ ok: true });
    const refused = async () => Response.json({ code: "UNAVAILABLE", message: "" }, { status: 503 });
    /** What a sign-in writes in another tab. */
    const signInElsewhere = ({ id }: CurrentUser) => {
      setPendingSignOut(undefined);
      schedulePurge(id, false);
      setActiveUser(id);
    };
    afterEach(() => closeOutboxes());

    it.each([
      ["a yes", told],
      ["a no", refused],
    ])("by %s, takes nothing from the same person, who has signed in again elsewhere", async (_, how) => {
      const come = await hang(how);
      signInElsewhere(me);
      await outboxOf(me.id).enqueue("comment", { contentId: "c", text: "다시 들어와서" });
      await come();
      expect([activeUserId(), pendingSignOut(), outboxOf(me.id).jobs.getSnapshot().length]).toEqual([
        me.id,
        undefined,
        1,
      ]);
    });

    it("leaves somebody else signed in, and what has to be deleted noted", async () => {
      const come = await hang(told);
      signInElsewhere(other);
      await come();
      expect(activeUserId()).toBe(other.id);
      expect(Object.keys(localStorage)).toContain(`knowhow-erase:${me.id}`);
    });

    it("does not hide that a later one has not been told", async () => {
      const come = await hang(told);
      signInElsewhere(me);
      setPendingSignOut(me.id);
      setActiveUser(null);
      await come();
      expect(pendingSignOut()).toBe(me.id);
    });
  });

  it("is told before a new sign-in, which ends it, and never after", async () => {
    await signOut();
    isReachable = true;
    const { user: next } = await client.accounts.login({ body: { emailOrUserId: "a", password: "b" } });
    signedIn(queryClient, next);
    stop = keepSession(queryClient, testDevice, () => undefined);
    window.dispatchEvent(new Event("online"));
    expect(asked()).toEqual(["logout", "login"]);
    expect([pendingSignOut(), activeUserId()]).toEqual([undefined, me.id]);
  });
});
