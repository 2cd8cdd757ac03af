import { createSignal } from "../../client/signal.ts";
import type { TextStore } from "./store.ts";

/** Pause in typing after which it is kept; leaving the page does not wait for it. */
const restMs = 400;

/** The unsent texts of one person: known at once in this tab, and kept on the device soon after. */
export const createTexts = (store: TextStore) => {
  const texts = new Map<string, unknown>();
  const typed = new Set<string>();
  const unkept = new Set<string>();
  const more = createSignal();
  let isClosed = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  // A browser that keeps nothing loses them with the page, as it is set to.
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
    // Text typed here meanwhile is newer.
    for (const [name, value] of kept) if (!typed.has(name)) texts.set(name, value);
    more.tell();
  };
  const reread = () => void read().catch(warn);
  store.onMore?.(reread);
  reread();
  return {
    read: (name: string): unknown => texts.get(name),
    /** The names of all unsent texts. */
    names: (): string[] => [...texts.keys()],
    /** Keeps the present text of a name; `undefined`: none, because it was sent or taken back. */
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
    /** The page is left: another tab may have deleted its text of the same name on the device, but not this one's. */
    leave: (): void => {
      flush();
      for (const name of typed) if (texts.has(name)) store.keepMissing(name, texts.get(name)).catch(warn);
    },
    /** Calls back when the device has been read, which is soon after the start. */
    onRead: more.on,
    /** For good: nothing is kept any more. */
    close: (): void => {
      isClosed = true;
      unkept.clear();
      clearTimeout(timer);
      texts.clear();
    },
  };
};
export type Texts = ReturnType<typeof createTexts>;
