import { act, renderHook, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { keepNews, onNews, useNewsLive } from "./events.ts";
import { onLoginRequired } from "./refusals.ts";
import { createNewsChannel, type TabTalk } from "./newsChannel.ts";
import { createRefresher } from "./refresher.ts";

/** A browser's event stream, driven by the test: jsdom has none. */
class Stream extends EventTarget {
  static readonly CLOSED = 2;
  static readonly opened: Stream[] = [];
  readyState = 0;
  onopen?: () => void;
  onerror?: () => void;
  constructor(readonly address: string) {
    super();
    Stream.opened.push(this);
  }
  succeed() {
    this.readyState = 1;
    this.onopen?.();
  }
  fail(readyState: number) {
    this.readyState = readyState;
    this.onerror?.();
  }
  say(name: string, data: unknown) {
    this.dispatchEvent(new MessageEvent(name, { data: JSON.stringify(data) }));
  }
  close() {
    this.readyState = Stream.CLOSED;
  }
}

/** One lock for all: the first request holds it until the end, others wait. */
const createLocks = () => {
  let last: Promise<unknown> = Promise.resolve();
  return {
    request: (_: string, { signal }: { signal: AbortSignal }, hold: () => Promise<void>) => {
      const turn = last.then(() => (signal.aborted ? undefined : hold()));
      last = turn;
      return turn;
    },
  };
};

const person = "01900000-0000-7000-8000-0000000000aa";
const roomId = "01900000-0000-7000-8000-0000000000c1";
const stops: (() => void)[] = [];
const start = () => {
  const stop = keepNews(person);
  stops.push(stop);
  return stop;
};
const told = (name: "room" | "resync") => {
  const handler = vi.fn();
  stops.push(onNews(name, handler));
  return handler;
};
const streamAt = async (at: number): Promise<Stream> => {
  await waitFor(() => expect(Stream.opened.length).toBeGreaterThan(at));
  const stream = Stream.opened[at];
  if (!stream) throw new Error("no such stream");
  return stream;
};

beforeEach(() => {
  Stream.opened.length = 0;
  vi.stubGlobal("EventSource", Stream);
});
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

describe.each([
  ["shared by tabs", () => ({ locks: createLocks() })],
  ["of one tab, where it can not be shared", () => ({ locks: undefined })],
])("the stream of news, %s", (_, more) => {
  beforeEach(() => {
    vi.stubGlobal("navigator", { onLine: true, ...more() });
  });

  it("tells what is worth asking for, and that everything is when it begins", async () => {
    const live = renderHook(() => useNewsLive());
    const [room, resync] = [told("room"), told("resync")];
    start();
    const stream = await streamAt(0);
    expect(stream.address).toBe("/api/events");
    expect(live.result.current).toBe(false);
    act(() => stream.succeed());
    expect([live.result.current, resync.mock.calls.length]).toEqual([true, 1]);
    stream.say("room", { roomId });
    stream.say("room", { nonsense: 1 });
    expect(room.mock.calls).toEqual([[{ roomId }]]);
    act(() => stream.fail(0));
    expect(live.result.current).toBe(false);
    // The browser came back by itself, with what it had seen.
    act(() => stream.succeed());
    expect([live.result.current, resync.mock.calls.length]).toEqual([true, 1]);
  });

  it("asks who is signed in when it is refused, and opens again later", async () => {
    const asked = vi.fn();
    stops.push(onLoginRequired(asked));
    start();
    const stream = await streamAt(0);
    vi.useFakeTimers();
    stream.fail(Stream.CLOSED);
    expect(asked).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(2_000);
    expect(Stream.opened).toHaveLength(2);
    Stream.opened[1]?.fail(Stream.CLOSED);
    await vi.advanceTimersByTimeAsync(3_900);
    expect(Stream.opened).toHaveLength(2);
    await vi.advanceTimersByTimeAsync(200);
    expect(Stream.opened).toHaveLength(3);
  });

  it("ends with the session, without a network and while the page is put away", async () => {
    const stop = start();
    const stream = await streamAt(0);
    window.dispatchEvent(new Event("offline"));
    expect(stream.readyState).toBe(Stream.CLOSED);
    window.dispatchEvent(new Event("online"));
    const second = await streamAt(1);
    window.dispatchEvent(new Event("pagehide"));
    expect(second.readyState).toBe(Stream.CLOSED);
    window.dispatchEvent(new Event("pageshow"));
    const third = await streamAt(2);
    stop();
    expect(third.readyState).toBe(Stream.CLOSED);
    window.dispatchEvent(new Event("online"));
    expect(Stream.opened).toHaveLength(3);
  });
});

describe("several tabs", () => {
  it("follow the one that has the stream, which answers them", async () => {
    vi.stubGlobal("navigator", { onLine: true, locks: createLocks() });
    const heard: TabTalk[] = [];
    const tab = createNewsChannel(person, (talk) => heard.push(talk));
    stops.push(() => tab.close());
    start();
    const stream = await streamAt(0);
    stream.succeed();
    stream.say("room", { roomId });
    await waitFor(() => expect(heard).toContainEqual({ kind: "news", name: "room", data: { roomId } }));
    heard.length = 0;
    tab.post({ kind: "ask" });
    await waitFor(() => expect(heard).toEqual([{ kind: "live", isLive: true }]));
  });

  it("hear its news without a stream of their own, and take over when it is gone", async () => {
    const locks = createLocks();
    vi.stubGlobal("navigator", { onLine: true, locks });
    let leave = () => {};
    const held = new Promise<void>((resolve) => {
      leave = resolve;
    });
    void locks.request("", { signal: new AbortController().signal }, () => held);
    const live = renderHook(() => useNewsLive());
    const room = told("room");
    const tab = createNewsChannel(person, () => undefined);
    stops.push(() => tab.close());
    start();
    tab.post({ kind: "live", isLive: true });
    tab.post({ kind: "news", name: "room", data: { roomId } });
    await waitFor(() => expect(room.mock.calls).toEqual([[{ roomId }]]));
    expect([live.result.current, Stream.opened.length]).toEqual([true, 0]);
    tab.post({ kind: "live", isLive: false });
    await waitFor(() => expect(live.result.current).toBe(false));
    leave();
    await streamAt(0);
  });
});

describe("createRefresher", () => {
  it("reads once at a time, and once more for all that asked meanwhile", async () => {
    const answers: (() => void)[] = [];
    const read = vi.fn(() => new Promise<void>((resolve) => void answers.push(resolve)));
    const refresh = createRefresher(read);
    for (let times = 0; times < 5; times += 1) void refresh();
    expect(read).toHaveBeenCalledTimes(1);
    answers[0]?.();
    await waitFor(() => expect(read).toHaveBeenCalledTimes(2));
    answers[1]?.();
    await Promise.resolve();
    expect(read).toHaveBeenCalledTimes(2);
  });
});
