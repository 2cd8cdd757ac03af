import { createLiveValue } from "@knowhow/ui/client/liveValue.ts";
import { useSyncExternalStore } from "react";

/** Lets a new version in and loads the page anew. */
type Apply = () => void;

const ready = createLiveValue<Apply | undefined>(undefined);
let look: (() => Promise<void>) | undefined;

/** Said by the shell: a new version is here, and this is how it is let in. */
export const offerUpdate = ready.set;

/** Said by the shell: how to look for a new version. It ends when that is known, and then has been offered. */
export const lookBy = (how: () => Promise<void>): void => {
  look = how;
};

/** The new version that waits to be let in. */
export const useReadyUpdate = (): Apply | undefined =>
  useSyncExternalStore(ready.subscribe, ready.getSnapshot);

/** Looks for a new version and lets it in at once; tells whether there was one. */
export const takeUpdate = async (): Promise<boolean> => {
  try {
    await look?.();
  } catch {
    // Without an answer nothing is known to be new.
  }
  const apply = ready.getSnapshot();
  apply?.();
  return apply !== undefined;
};
