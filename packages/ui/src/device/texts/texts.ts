import { platform } from "../../client/platform.ts";
import type { TextStore } from "./store.ts";

/** So long typing may rest before it is kept; leaving the page does not wait for it. */
const restMs = 400;

/** What one person is writing: known at once in this tab, and kept on the device soon after. */
export const createTexts = (store: TextStore) => {
  const texts = new Map<string, unknown>();
  const typed = new Set<string>();
  const unkept = new Set<string>();
  const listeners = new Set<() => void>();
  let isClosed = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  // A browser that keeps nothing loses it with the page, as it wants to.
  const warn = (error: unknown) => console.warn(error);
  const flush = (): void => {
    clearTimeout(timer);
    timer = undefined;
    for (const name of unkept) store.keep(name, texts.get(name)).catch(warn);
    unkept.clear();
  };
  const read = async () => {
    const kept = await store.read();
    if (isClosed) return;
    // What has been typed here meanwhile is newer.
    for (const [name, value] of kept) if (!typed.has(name)) texts.set(name, value);
    for (const listener of listeners) listener();
  };
  const reread = () => void read().catch(warn);
  store.onMore?.(reread);
  reread();
  return {
    read: (name: string): unknown => texts.get(name),
    /** The names of all that is being written. */
    names: (): string[] => [...texts.keys()],
    /** Keeps what stands somewhere now; `undefined`: nothing, because it was sent or taken back. */
    keep: (name: string, value: unknown): void => {
      if (isClosed || (typed.has(name) && texts.get(name) === value)) return;
      typed.add(name);
      unkept.add(name);
      if (value === undefined) {
        texts.delete(name);
        flush();
        return;
      }
      texts.set(name, value);
      timer ??= setTimeout(flush, restMs);
    },
    /** The page is left: another tab has forgotten what stood under the same name there, and not what stands here. */
    leave: (): void => {
      flush();
      for (const name of typed) if (texts.has(name)) store.keepMissing(name, texts.get(name)).catch(warn);
    },
    /** Calls back when the device has been read, which is soon after the start. */
    onRead: (listener: () => void) => {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
    /** For good: nothing is kept any more. */
    close: (): void => {
      isClosed = true;
      unkept.clear();
      clearTimeout(timer);
      texts.clear();
    },
  };
};
type Texts = ReturnType<typeof createTexts>;

const opened = new Map<string, Texts>();

/** The page is left: keeps at once what rests of the typing. */
export const leaveTexts = (): void => {
  for (const texts of opened.values()) texts.leave();
};

/** What a person is writing on this device; the same one each time, and read from the device from the first time on. */
export const textsOf = (personId: string): Texts => {
  const known = opened.get(personId);
  if (known) return known;
  if (opened.size === 0) {
    // The same listener twice is once.
    window.addEventListener("pagehide", leaveTexts);
    document.addEventListener("visibilitychange", leaveTexts);
  }
  const texts = createTexts(platform.openTextStore(personId));
  opened.set(personId, texts);
  return texts;
};

/** Forgets what anybody is writing, on this page; what was kept stays on the device. */
export const closeTexts = (): void => {
  for (const texts of opened.values()) texts.close();
  opened.clear();
};
