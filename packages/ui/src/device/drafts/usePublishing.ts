import { useEffect, useState, useSyncExternalStore } from "react";
import type { Draft } from "./draft.ts";
import type { Drafts } from "./drafts.ts";

const none: readonly Draft[] = [];
const nothing = () => () => undefined;
/** Delay after the first screen, in milliseconds: that one goes first. */
const firstMs = 1_500;

/** A person's drafts that still are to be published. The code is loaded late: the first screen has none. */
export const usePublishing = (personId: string | undefined, afterMs = firstMs) => {
  const [found, setFound] = useState<{ personId: string; drafts: Drafts }>();
  // Drafts of the user before are not shown.
  const drafts = found?.personId === personId ? found?.drafts : undefined;
  useEffect(() => {
    if (personId === undefined) return undefined;
    let stop: (() => void) | undefined;
    let isOver = false;
    const begin = async () => {
      const { draftsOf } = await import("./openDrafts.ts");
      if (isOver) return;
      const opened = draftsOf(personId);
      stop = opened.start();
      setFound({ personId, drafts: opened });
    };
    // Without the code none can be shown; the next visit tries again.
    const timer = setTimeout(() => void begin().catch(() => undefined), afterMs);
    return () => {
      isOver = true;
      clearTimeout(timer);
      stop?.();
    };
  }, [personId, afterMs]);
  const rows = useSyncExternalStore(drafts?.subscribe ?? nothing, drafts?.read ?? (() => none));
  return { drafts, publishing: rows.filter(({ publishing }) => publishing !== undefined) };
};
