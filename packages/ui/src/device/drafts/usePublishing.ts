import { useEffect, useState, useSyncExternalStore } from "react";
import type { Draft } from "./draft.ts";
import type { Drafts } from "./drafts.ts";

const none: readonly Draft[] = [];
const nothing = () => () => undefined;
/** How long after the first screen it is looked up, in milliseconds: that one goes first. */
const firstMs = 1_500;

/** What a person has published that the server does not have yet. The code is loaded late: the first screen has none. */
export const usePublishing = (personId: string | undefined, afterMs = firstMs) => {
  const [found, setFound] = useState<{ personId: string; drafts: Drafts }>();
  // Those of whoever was here before are nobody's business.
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
    // Without the code nothing can be said of them; the next visit tries again.
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
