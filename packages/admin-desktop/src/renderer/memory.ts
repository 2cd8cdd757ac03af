import { createLiveValue, type LiveValue } from "@knowhow/ui/client/liveValue.ts";
import {
  getTabItems,
  removeTabItems,
  setTabItem,
  keepTabItemsInPage,
  onTabItemChange,
  getTabItem,
} from "@knowhow/ui/client/tabItems.ts";
import type { Device } from "@knowhow/ui/device/device.ts";
import { bridge } from "./bridge.ts";

/** Longest delay of typed text. */
const restMs = 300;

/** A failed write is tried again after this. */
const retryMs = 10_000;

/** Names under which a person's unsent words stand: begun, or waiting for the network. */
const namesOf = (personId: string): readonly string[] => [`texts:${personId}`, `jobs:${personId}`];

/** The person whose words the main process has, and the last text that it was given. */
let handedOn: { personId: string; text: string } | undefined;
let timer: ReturnType<typeof setTimeout> | undefined;

const unkeptValue = createLiveValue(false);
const setUnkept = (is: boolean): void => {
  if (is !== unkeptValue.getSnapshot()) unkeptValue.set(is);
};

/** Whether the main process could not keep what stands in this page: a full disk, a closed key ring, too much. */
export const unkept: LiveValue<boolean> = unkeptValue;

const gather = (personId: string): string => {
  const names = namesOf(personId);
  const filled = names.flatMap((name) => Object.entries(getTabItems(name)))
    .filter(([, value]) => !Array.isArray(value) || value.length > 0); // oxfmt-ignore
  return filled.length === 0 ? "" : JSON.stringify(Object.fromEntries(filled));
};

const restore = (personId: string, text: string): void => {
  if (text === "") return;
  let kept: Record<string, unknown>;
  try {
    // Written by this window or the one before it.
    kept = JSON.parse(text) as Record<string, unknown>;
  } catch (error) {
    // A text that broke must not keep the window from opening.
    console.warn(error);
    return;
  }
  for (const name of namesOf(personId)) if (kept[name] !== undefined) setTabItem(name, kept[name]);
};

const handOnSoon = (afterMs: number): void => {
  timer ??= setTimeout(() => void handOn(), afterMs);
};

const handOn = async (): Promise<void> => {
  clearTimeout(timer);
  timer = undefined;
  if (!handedOn) return;
  const { personId } = handedOn;
  // Without a person everything was dropped: they have signed out.
  const isCurrent = getTabItem("person") === personId;
  const text = isCurrent ? gather(personId) : "";
  // After a sign-out nothing is kept here; the main process sees to its own.
  if (!isCurrent) handedOn = undefined;
  else if (text === handedOn.text) {
    setUnkept(false);
    return;
  }
  try {
    await bridge.memory.write({ personId, text });
    if (isCurrent && handedOn?.personId === personId) handedOn = { personId, text };
    setUnkept(false);
  } catch (error) {
    console.warn(error);
    setUnkept(isCurrent);
    if (isCurrent) handOnSoon(retryMs);
  }
};

/**
 * Restores the signed-in person's unsent words in place of another person's in this page; to be done before the screens
 * know the person.
 */
export const restoreMemory = async ({ closeTexts, closeOutboxes }: Device): Promise<void> => {
  const { personId, text } = await bridge.memory.read();
  // This page's words of the same person are newer.
  if (personId === null || handedOn?.personId === personId) return;
  closeTexts();
  closeOutboxes();
  removeTabItems();
  setTabItem("person", personId);
  restore(personId, text);
  handedOn = { personId, text };
};

/** Takes up the words of earlier windows, and has the main process keep those of this one. */
export const keepMemory = async (device: Device): Promise<void> => {
  keepTabItemsInPage();
  await restoreMemory(device);
  onTabItemChange(() => {
    // New words do not wait for the next try.
    if (unkept.getSnapshot()) {
      clearTimeout(timer);
      timer = undefined;
    }
    handOnSoon(restMs);
  });
  /** The page goes: the last typing is not lost with it. */
  const handOver = (): Promise<void> => {
    device.leaveTexts();
    return handOn();
  };
  window.addEventListener("pagehide", () => void handOver());
  bridge.on.handOver(() => void handOver().then(bridge.memory.handedOver));
};
