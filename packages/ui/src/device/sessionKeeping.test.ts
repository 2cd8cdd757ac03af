import type { CurrentUser } from "@knowhow/shared";
import { QueryObserver } from "@tanstack/react-query";
import { waitFor } from "@testing-library/react";
import { afterEach, describe, expect, it, vi } from "vitest";
import { buildContent } from "../testing/contents.ts";
import { createTabJobStore } from "./jobs/store.ts";
import { buildComment } from "../testing/comments.ts";
import { refuse, startServer } from "../testing/server.ts";
import { buildUser } from "../testing/users.ts";
import { createTabTextStore } from "./texts/store.ts";
import { client } from "../client/client.ts";
import { lockedPerson, noteLocked } from "../client/locked.ts";
import { setTabItem, getTabItem } from "../client/tabItems.ts";
import { setActiveUser, activeUserId, sessionEndOf } from "../client/activeUser.ts";
import { createQueryClient, keyOf } from "../client/queries.ts";
import { meKey, readMe, rememberMe } from "../client/session.ts";
import { signedIn, signedOut } from "./signOut.ts";
import { hasExpired, keepSession, sessionOver, type SessionEnd } from "./sessionKeeping.ts";
import { testDevice, testStores } from "../testing/platform.ts";

const { closeOutboxes, leaveTexts, outboxOf, textsOf } = testDevice;

const refusal = refuse("LOGIN_REQUIRED");
const me = buildUser();
const other = buildUser({ id: "01900000-0000-7000-8000-0000000000bb", userId: "minsu1" });
const content = buildContent();

let server: Awaited<ReturnType<typeof startServer>>;
let person: CurrentUser | null;
/** Delays an answer from before the present session. */
let isLate = false;
let stop = () => undefined as unknown;
let tab: BroadcastChannel | undefined;
afterEach(async () => {
  vi.useRealTimers();
  isLate = false;
  stop();
  noteLocked(undefined);
  tab?.close();
  tab = undefined;
  await server.close();
});

/** A tab with a signed-in person who has read their library and sees a content; with the ends of its session. */
const setUp = async (first: CurrentUser | null = me) => {
  person = first;
  server = await startServer(({ path, method }) => {
    if (path.endsWith("/me")) return person ? { body: { user: person } } : refusal;
    if (path === `/api/contents/${content.id}`)
      return { body: { ...content, hasPurchased: person !== null } };
    if (!person || isLate) return refusal;
    return method === "GET" ? { body: [] } : { status: 201, body: buildComment({ userId: person.id }) };
  });
  const queryClient = createQueryClient();
  queryClient.mount();
  const ends: SessionEnd[] = [];
  stop = keepSession(queryClient, testDevice, (end) => ends.push(end));
  await queryClient.query({ queryKey: meKey, queryFn: ({ signal }) => readMe(signal) });
  queryClient.setQueryData(keyOf(client.contents.bought, {}), [content]);
  const input = { params: { id: content.id } };
  const shown = new QueryObserver(queryClient, {
    queryKey: keyOf(client.contents.get, input),
    queryFn: () => client.contents.get(input),
  });
  const leave = shown.subscribe(() => undefined);
  const stopKeeping = stop;
  stop = () => {
    leave();
    stopKeeping();
  };
  await waitFor(() => {
    expect(shown.getCurrentResult().data).toBeDefined();
  });
  const asks = () => server.asked.filter(({ path }) => path.endsWith("/me")).length;
  return { queryClient, ends, shown, asks, user: () => queryClient.getQueryData<CurrentUser | null>(meKey) };
};
const comment = () =>
  client.comments
    .create({ params: { id: content.id }, body: { comment: "좋아요" } })
    .catch((error: unknown) => error);
const fromAnotherTab = (news: string) => {
  tab = new BroadcastChannel("knowhow-session");
  tab.postMessage(news);
};

describe("a session that ran out", () => {
  it("has the device keep what was being written, and this page not write it again", async () => {
    await setUp();
    const store = createTabTextStore(me.id);
    const opening = vi.spyOn(testStores, "openTextStore");
    opening.mockReturnValue({ ...store, keepMissing: (name, value) => store.keep(name, value) });
    const texts = textsOf(me.id);
    texts.keep("comment:c", "쓰던 말");
    person = null;
    await comment();
    const kept = async () => Object.fromEntries(await store.read());
    await waitFor(async () => expect(await kept()).toEqual({ "comment:c": "쓰던 말" }));
    await store.keep("comment:c", undefined);
    leaveTexts();
    expect(await kept()).toEqual({});
    opening.mockRestore();
  });

  it("ends for the tab with the first answer that wants a login, and leaves nothing of the person", async () => {
    const { queryClient, ends, shown, user } = await setUp();
    expect(shown.getCurrentResult().data?.hasPurchased).toBe(true);
    person = null;
    await comment();
    await waitFor(() => {
      expect(ends).toEqual(["expired"]);
    });
    expect(user()).toBeNull();
    expect(hasExpired(queryClient)).toBe(true);
    expect(lockedPerson()).toBe(me.id);
    expect(queryClient.getQueryData(keyOf(client.contents.bought, {}))).toBeUndefined();
    await waitFor(() => {
      expect(shown.getCurrentResult().data?.hasPurchased).toBe(false);
    });
  });

  it("keeps what was written for the same person, and not for somebody else", async () => {
    const { queryClient, ends } = await setUp();
    setTabItem("draft", "글");
    person = null;
    await comment();
    await waitFor(() => {
      expect(ends).toHaveLength(1);
    });
    rememberMe(queryClient, me);
    expect(getTabItem("draft")).toBe("글");
    expect(hasExpired(queryClient)).toBe(false);
    signedIn(queryClient, other);
    expect(getTabItem("draft")).toBeUndefined();
  });

  it("lets what waits go on when it is the same person who is here", async () => {
    await setUp();
    const outbox = outboxOf(me.id);
    const stopSending = outbox.start();
    isLate = true;
    await outbox.enqueue("comment", { contentId: content.id, text: "소감" });
    const posts = () => server.asked.filter(({ method }) => method === "POST").length;
    await waitFor(() => expect(posts()).toBeGreaterThan(0));
    isLate = false;
    // The second request comes a while later.
    await waitFor(() => expect(outbox.jobs.getSnapshot()).toEqual([]));
    stopSending();
    closeOutboxes();
  });

  it("ends by the word of the shell without asking the server, and keeps what was written", async () => {
    const { queryClient, ends, user, asks } = await setUp();
    setTabItem("draft", "글");
    const before = asks();
    sessionOver(queryClient);
    expect(user()).toBeNull();
    expect(activeUserId()).toBeNull();
    expect(lockedPerson()).toBe(me.id);
    expect(queryClient.getQueryData(keyOf(client.contents.bought, {}))).toBeUndefined();
    expect(getTabItem("draft")).toBe("글");
    // The caller tells the person too.
    expect(ends).toEqual([]);
    expect(asks()).toBe(before);
  });

  it("is not believed while the server still knows the person", async () => {
    const { ends, asks, user } = await setUp();
    const before = asks();
    isLate = true;
    await comment();
    await waitFor(() => {
      expect(asks()).toBe(before + 1);
    });
    expect(user()).toEqual(me);
    expect(ends).toEqual([]);
  });

  it.each(["before", "after"])(
    "while the app was closed, noticed %s anybody watches: it is known whose, and no end to be told of",
    async (when) => {
      person = null;
      server = await startServer(() => refusal);
      setActiveUser(me.id);
      const queryClient = createQueryClient();
      const ends: SessionEnd[] = [];
      const ask = () =>
        queryClient.query({
          queryKey: meKey,
          queryFn: ({ signal }: { signal: AbortSignal }) => readMe(signal),
        });
      if (when === "before") await ask();
      stop = keepSession(queryClient, testDevice, (end) => ends.push(end));
      if (when === "after") await ask();
      expect([lockedPerson(), activeUserId(), ends]).toEqual([me.id, null, []]);
      rememberMe(queryClient, other);
      expect(lockedPerson()).toBeUndefined();
    },
  );

  it("is over for whoever waits here once somebody signs in, in another tab, answer or none", async () => {
    await setUp(null);
    noteLocked(me.id);
    fromAnotherTab("signed-in");
    await waitFor(() => expect(lockedPerson()).toBeUndefined());
  });

  it("is nothing to a visitor, whom nobody is asked about again", async () => {
    const { ends, asks } = await setUp(null);
    const before = asks();
    await comment();
    expect([asks(), ends]).toEqual([before, []]);
  });

  it("is noticed on coming back to the tab, but not asked about all the time", async () => {
    vi.useFakeTimers({ toFake: ["Date"] });
    const { ends, asks } = await setUp();
    const before = asks();
    person = null;
    window.dispatchEvent(new Event("focus"));
    expect(asks()).toBe(before);
    vi.setSystemTime(Date.now() + 31_000);
    window.dispatchEvent(new Event("focus"));
    document.dispatchEvent(new Event("visibilitychange"));
    await waitFor(() => {
      expect(ends).toEqual(["expired"]);
    });
    expect(asks()).toBe(before + 1);
  });
});

describe("a ban", () => {
  it("deletes what waits, once: the talk with the administrators goes on", async () => {
    const { queryClient } = await setUp();
    vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
    await outboxOf(me.id).enqueue("comment", { contentId: content.id, text: "아직" });
    rememberMe(queryClient, { ...me, isBanned: true });
    await waitFor(() => expect(outboxOf(me.id).jobs.getSnapshot()).toEqual([]));
    await outboxOf(me.id).enqueue("inquiry", { subject: null, message: "왜죠?" });
    rememberMe(queryClient, { ...me, isBanned: true, banReason: "광고" });
    await outboxOf(me.id).reread();
    expect(outboxOf(me.id).jobs.getSnapshot()).toHaveLength(1);
    vi.restoreAllMocks();
  });

  it("deletes at the next start what could not be deleted, and then no more; its person is still here", async () => {
    const { openJobStore } = testStores;
    const erase = vi.fn<() => Promise<void>>().mockRejectedValueOnce(new Error("blocked"));
    testStores.openJobStore = (personId) => ({ ...createTabJobStore(personId), erase });
    const banned = { ...me, isBanned: true };
    for (const [tries, marks] of [
      [1, [`knowhow-erase:${me.id}`]],
      [2, ["knowhow-banned"]],
      [2, ["knowhow-banned"]],
    ] as const) {
      closeOutboxes();
      const queryClient = createQueryClient();
      const stopStart = keepSession(queryClient, testDevice, () => undefined);
      rememberMe(queryClient, banned);
      await waitFor(() => expect(erase).toHaveBeenCalledTimes(tries));
      await waitFor(() =>
        expect(Object.keys(localStorage).filter((key) => /banned|erase/.test(key))).toEqual(marks),
      );
      expect([activeUserId(), sessionEndOf(me.id)]).toEqual([me.id, expect.any(Number)]);
      stopStart();
    }
    testStores.openJobStore = openJobStore;
    closeOutboxes();
  });
});

describe("other tabs", () => {
  it("take their sign-out over, with all that was kept", async () => {
    const { ends, user, queryClient } = await setUp();
    setTabItem("draft", "글");
    fromAnotherTab("signed-out");
    await waitFor(() => {
      expect(ends).toEqual(["left"]);
    });
    expect(user()).toBeNull();
    expect(getTabItem("draft")).toBeUndefined();
    expect(hasExpired(queryClient)).toBe(false);
  });

  it("take their sign-in over: the person is known, what a visitor saw is read anew", async () => {
    const { user, shown } = await setUp(null);
    person = me;
    fromAnotherTab("signed-in");
    await waitFor(() => {
      expect(user()).toEqual(me);
    });
    await waitFor(() => {
      expect(shown.getCurrentResult().data?.hasPurchased).toBe(true);
    });
  });

  it("do not leave an answer behind that was asked for the one before", async () => {
    const { user, queryClient } = await setUp();
    setActiveUser(me.id);
    // The request hangs while another user signs in, in another tab.
    let answer: () => void = () => undefined;
    const held = new Promise<void>((resolve) => {
      answer = resolve;
    });
    let isAnswered = false;
    const send = globalThis.fetch;
    vi.spyOn(globalThis, "fetch").mockImplementationOnce(async (...request) => {
      const response = await send(...request);
      isAnswered = true;
      await held;
      return response;
    });
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 31_000 });
    window.dispatchEvent(new Event("focus"));
    await waitFor(() => expect(queryClient.isFetching({ queryKey: meKey })).toBe(1));
    await expect.poll(() => isAnswered).toBe(true);
    person = other;
    setActiveUser(other.id);
    fromAnotherTab("signed-in");
    await waitFor(() => expect(user()).toEqual(other));
    answer();
    // The next call is answered later than the one that hung.
    await client.accounts.me();
    expect([user(), activeUserId()]).toEqual([other, other.id]);
    // An answer to an act of the user before.
    rememberMe(queryClient, { ...me, nickname: "늦은 답" });
    expect([user(), activeUserId()]).toEqual([other, other.id]);
    vi.restoreAllMocks();
  });

  it("are told of a sign-out here, which is no end to be told of in this tab", async () => {
    const { queryClient, ends } = await setUp();
    tab = new BroadcastChannel("knowhow-session");
    const heard = new Promise((resolve) => {
      tab?.addEventListener("message", ({ data }) => resolve(data));
    });
    await signedOut(queryClient, testDevice);
    expect(await heard).toBe("signed-out");
    expect(ends).toEqual([]);
  });
});
