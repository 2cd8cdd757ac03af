import { useEffect, useState, useSyncExternalStore } from "react";
import { useDevice } from "@knowhow/ui/client/platform.tsx";
import { recoverLastTyped } from "./lastTyped.ts";
import { draftsOf } from "@knowhow/ui/device/drafts/openDrafts.ts";

/** The drafts of a user, kept running while a screen uses this; `isRead` once all of them are known. */
export const useDrafts = (personId: string) => {
  const drafts = draftsOf(useDevice(), personId);
  useEffect(() => drafts.start(), [drafts]);
  const isKnown = useSyncExternalStore(drafts.subscribe, drafts.isRead);
  const [isRecovered, setIsRecovered] = useState(false);
  useEffect(() => {
    if (!isKnown) return;
    recoverLastTyped(personId, drafts)
      // Without room on the device the draft is in memory all the same.
      .catch(console.warn)
      .finally(() => setIsRecovered(true));
  }, [isKnown, personId, drafts]);
  return { drafts, isRead: isKnown && isRecovered };
};
