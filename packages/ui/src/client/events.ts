import { addressOf, api, eventNames, isEventData, type EventData, type EventName } from "@knowhow/shared";
import { createLiveValue, useLiveValue } from "./liveValue.ts";
import { tellLoginRequired } from "./refusals.ts";
import { createNewsChannel, type TabTalk } from "./newsChannel.ts";

/** A stream that was refused is opened again after this long, doubled each time up to the most. */
const firstWaitMs = 2_000;
const maxWaitMs = 60_000;
/** How often a visible tab makes sure that the one which holds the stream still does; unanswered, it is not. */
const askMs = 15_000;

const handlers = new Map<EventName, Set<(data: never) => void>>();

/** Subscribes to one kind of news while a stream is open; gives the way to stop. */
export const onNews = <N extends EventName>(name: N, handler: (data: EventData<N>) => void): (() => void) => {
  const told = handlers.get(name) ?? new Set();
  handlers.set(name, told.add(handler));
  return () => {
    told.delete(handler);
  };
};

const tell = (name: EventName, data: object): void => {
  // `isEventData` has checked it against its name on arrival, which is the type its handlers take.
  for (const handler of handlers.get(name) ?? []) handler(data as never);
};

const live = createLiveValue(false);
const setLive = (now: boolean): void => {
  if (live.getSnapshot() !== now) live.set(now);
};

/** Whether news arrive by themselves; while they do not, what may change has to be asked for. */
export const useNewsLive = (): boolean => useLiveValue(live);

interface Ear {
  onNews: (name: EventName, data: object) => void;
  onLive: (isLive: boolean) => void;
}

/** Keeps the stream open after any failure. The browser itself reconnects a lost one, with the last event's id. */
const listen = ({ onNews: hear, onLive }: Ear): (() => void) => {
  let source: EventSource | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let wait = firstWaitMs;
  const close = () => {
    clearTimeout(timer);
    source?.close();
    source = undefined;
    onLive(false);
  };
  const open = () => {
    close();
    if (!navigator.onLine) return;
    const opened = new EventSource(addressOf(api.events.stream), { withCredentials: true });
    source = opened;
    let isFirst = true;
    opened.onopen = () => {
      wait = firstWaitMs;
      onLive(true);
      // A new stream begins: changes from before it have to be asked for.
      if (isFirst) hear("resync", {});
      isFirst = false;
    };
    opened.onerror = () => {
      onLive(false);
      if (opened.readyState !== EventSource.CLOSED) return;
      // Refused: perhaps the session is over. Else the server is busy, and is asked again later.
      tellLoginRequired();
      timer = setTimeout(open, wait);
      wait = Math.min(wait * 2, maxWaitMs);
    };
    for (const name of eventNames)
      opened.addEventListener(name, (event: MessageEvent<string>) => {
        const data: unknown = JSON.parse(event.data);
        if (isEventData(name, data)) hear(name, data);
      });
  };
  open();
  window.addEventListener("online", open);
  window.addEventListener("offline", close);
  return () => {
    window.removeEventListener("online", open);
    window.removeEventListener("offline", close);
    close();
  };
};

/** Waits to be the one tab of the browser that holds the stream, and shares it then. */
const share = (personId: string, locks: LockManager): (() => void) => {
  const leaving = new AbortController();
  let state: "following" | "leading" = "following";
  let isOpen = false;
  let isAnswered = false;
  const hear = (talk: TabTalk) => {
    if (talk.kind === "ask") {
      if (state === "leading") channel.post({ kind: "live", isLive: isOpen });
    } else if (state === "following") {
      if (talk.kind === "news") tell(talk.name, talk.data);
      else {
        isAnswered = true;
        setLive(talk.isLive);
      }
    }
  };
  const channel = createNewsChannel(personId, hear);
  const ask = () => {
    if (state === "leading" || document.visibilityState !== "visible") return;
    if (!isAnswered) setLive(false);
    isAnswered = false;
    channel.post({ kind: "ask" });
  };
  const lead = () =>
    new Promise<void>((resolve) => {
      state = "leading";
      const stop = listen({
        onNews: (name, data) => {
          channel.post({ kind: "news", name, data });
          tell(name, data);
        },
        onLive: (now) => {
          isOpen = now;
          channel.post({ kind: "live", isLive: now });
          setLive(now);
        },
      });
      leaving.signal.addEventListener("abort", () => {
        stop();
        resolve();
      });
    });
  const timer = setInterval(ask, askMs);
  document.addEventListener("visibilitychange", ask);
  ask();
  locks
    .request(`knowhow-news:${personId}`, { signal: leaving.signal }, lead)
    // Stopped before it got the lock.
    .catch(() => undefined);
  return () => {
    clearInterval(timer);
    document.removeEventListener("visibilitychange", ask);
    leaving.abort();
    channel.close();
  };
};

/** A stream of the tab's own, only while it is visible: a browser has six connections to a server for all its tabs. */
const listenAlone = (): (() => void) => {
  let stop: (() => void) | undefined;
  const follow = () => {
    if (document.visibilityState === "visible") stop ??= listen({ onNews: tell, onLive: setLive });
    else {
      stop?.();
      stop = undefined;
    }
  };
  follow();
  document.addEventListener("visibilitychange", follow);
  return () => {
    document.removeEventListener("visibilitychange", follow);
    stop?.();
  };
};

/**
 * Keeps the stream of one person's news, once for all tabs of the browser where it can be shared, except while the
 * page is put away: an open stream would keep it from coming back. Gives the way to stop.
 */
export const keepNews = (personId: string): (() => void) => {
  if (typeof EventSource === "undefined") return () => undefined;
  // Only in a secure context.
  const locks = (navigator as Partial<Navigator>).locks;
  let stop: (() => void) | undefined;
  const start = () => {
    stop ??= locks && typeof BroadcastChannel !== "undefined" ? share(personId, locks) : listenAlone();
  };
  const end = () => {
    stop?.();
    stop = undefined;
    setLive(false);
  };
  start();
  window.addEventListener("pagehide", end);
  window.addEventListener("pageshow", start);
  return () => {
    window.removeEventListener("pagehide", end);
    window.removeEventListener("pageshow", start);
    end();
  };
};
