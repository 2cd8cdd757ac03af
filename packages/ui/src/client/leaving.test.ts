import type { CurrentUser } from "@knowhow/shared";
import { act, renderHook, waitFor } from "@testing-library/react";
import { createElement, type ReactNode } from "react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Providers } from "../layout/Providers.tsx";
import { outboxOf } from "../outbox/openOutbox.ts";
import { startServer, type Answer, type Asked } from "../testing/server.ts";
import { buildUser } from "../testing/users.ts";
import { client } from "./client.ts";
import { whoLeft } from "./leaving.ts";
import { keepOwn, readOwn } from "./ownMemory.ts";
import { keepFor, personHere } from "./person.ts";
import { platform } from "./platform.ts";
import { createQueryClient } from "./queries.ts";
import { meKey, readMe, rememberMe, signedIn, useLogout } from "./session.ts";
import { keepSession } from "./sessionKeeping.ts";

const me = buildUser();
const { leaveFor } = platform;

describe("a sign-out without a network", () => {
  let server: Awaited<ReturnType<typeof startServer>>;
  let isReachable: boolean;
  const queryClient = createQueryClient();
  let stop: (() => void) | undefined;
  const left = vi.fn<(path: string) => void>();

  const answer = ({ path }: Asked): Answer => {
    if (path.endsWith("/logout")) return { body: { ok: true } };
    if (path.endsWith("/login")) return { body: { user: me } };
    // The browser still has its cookie, and the server its session.
    return { body: { user: me } };
  };
  const asked = () => server.asked.map(({ path }) => path.replace(/^\/api\/(auth\/)?/, ""));
  const user = () => queryClient.getQueryData<CurrentUser | null>(meKey);
  const signOut = async () => {
    const { result } = renderHook(useLogout, {
      wrapper: ({ children }: { children: ReactNode }) => createElement(Providers, { queryClient, children }),
    });
    act(() => result.current.mutate());
    await waitFor(() => expect(left).toHaveBeenCalledWith("/"));
  };
  const goes = (isOnline: boolean) => {
    isReachable = isOnline;
    vi.spyOn(navigator, "onLine", "get").mockReturnValue(isOnline);
    window.dispatchEvent(new Event(isOnline ? "online" : "offline"));
  };

  beforeEach(async () => {
    left.mockClear();
    platform.leaveFor = left;
    server = await startServer(answer);
    const send = globalThis.fetch;
    vi.spyOn(globalThis, "fetch").mockImplementation((...request) =>
      isReachable ? send(...request) : Promise.reject(new TypeError("no network")),
    );
    goes(true);
    rememberMe(queryClient, me);
    keepFor(me.id);
    keepOwn("draft", "글");
    goes(false);
  });
  afterEach(async () => {
    stop?.();
    stop = undefined;
    queryClient.clear();
    vi.restoreAllMocks();
    platform.leaveFor = leaveFor;
    await server.close();
  });

  it("leaves nothing of the person, and nobody is signed in by the cookie that is still good", async () => {
    await outboxOf(me.id).add("comment", { contentId: "c", text: "아직" });
    await signOut();
    expect([user(), personHere(), readOwn("draft"), whoLeft()]).toEqual([null, null, undefined, me.id]);
    expect(outboxOf(me.id).read()).toEqual([]);
    // The network is back, but the server has not been told.
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
    stop = keepSession(queryClient, () => undefined);
    goes(true);
    await waitFor(() => expect(whoLeft()).toBeUndefined());
    window.dispatchEvent(new Event("online"));
    expect(asked()).toEqual(["logout"]);
    expect(await readMe(new AbortController().signal)).toEqual(me);
  });

  it("is told before a new sign-in, which ends it, and never after", async () => {
    await signOut();
    isReachable = true;
    const { user: next } = await client.accounts.login({ body: { emailOrUserId: "a", password: "b" } });
    signedIn(queryClient, next);
    stop = keepSession(queryClient, () => undefined);
    window.dispatchEvent(new Event("online"));
    expect(asked()).toEqual(["logout", "login"]);
    expect([whoLeft(), personHere()]).toEqual([undefined, me.id]);
  });
});
