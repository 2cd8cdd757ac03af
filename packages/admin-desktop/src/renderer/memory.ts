import { allOwn, keepOwn, keepOwnInPage, onOwn, readOwn } from "@knowhow/ui/client/ownMemory.ts";
import { bridge } from "./bridge.ts";

/** What is written and not sent, notes and answers that are begun or wait for the network, and whose it is. */
const kinds = ["person", "texts:", "outbox:"] as const;
/** So long typing may rest before it is handed on. */
const restMs = 300;

const gather = (): string => {
  const all = kinds.flatMap((kind) => Object.entries(allOwn(kind)));
  const filled = all.filter(([, value]) => !Array.isArray(value) || value.length > 0);
  // Whose it would be is nothing by itself.
  return filled.every(([name]) => name === "person") ? "" : JSON.stringify(Object.fromEntries(filled));
};

const restore = (text: string): void => {
  if (text === "") return;
  let kept: Record<string, unknown>;
  try {
    // Written below, by this window or the one before it.
    kept = JSON.parse(text) as Record<string, unknown>;
  } catch (error) {
    // A file that broke must not keep the window from opening.
    console.warn(error);
    return;
  }
  for (const [name, value] of Object.entries(kept))
    if (kinds.some((kind) => name.startsWith(kind)) && readOwn(name) === undefined) keepOwn(name, value);
};

/** Takes up what was written in the window before, and has the main process keep what is written in this one. */
export const keepMemory = async (): Promise<void> => {
  keepOwnInPage();
  const { text } = await bridge.memory.read();
  restore(text);
  let handedOn = text;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const handOn = () => {
    timer = undefined;
    const now = gather();
    if (now === handedOn) return;
    handedOn = now;
    bridge.memory.write({ text: now }).catch((error: unknown) => {
      console.warn(error);
    });
  };
  onOwn(() => {
    timer ??= setTimeout(handOn, restMs);
  });
  // A quit may come while typing rests.
  window.addEventListener("pagehide", handOn);
};
