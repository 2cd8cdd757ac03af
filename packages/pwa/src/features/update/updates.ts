import { createLiveValue, useLiveValue } from "@knowhow/ui/client/liveValue.ts";

/** Activates a new version and reloads the page. */
type Apply = () => void;

const ready = createLiveValue<Apply | undefined>(undefined);
let look: (() => Promise<void>) | undefined;

/** Called by the shell: a new version is ready, with the function that activates it. */
export const offerUpdate = ready.set;

/** Called by the shell: the function that looks for a new version, and resolves once a found one is offered. */
export const lookBy = (how: () => Promise<void>): void => {
  look = how;
};

/** Activates the waiting new version; undefined where there is none. */
export const useReadyUpdate = (): Apply | undefined => useLiveValue(ready);

/** Looks for a new version and activates it at once; returns whether there was one. */
export const takeUpdate = async (): Promise<boolean> => {
  try {
    await look?.();
  } catch {
    // Without an answer no new version is known.
  }
  const apply = ready.getSnapshot();
  apply?.();
  return apply !== undefined;
};
