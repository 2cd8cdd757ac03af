import { useEffect, useSyncExternalStore } from "react";
import { draftsOf } from "./openDrafts.ts";

/** The drafts of a person, at work while a screen with this is there; drawn when the device has been read. */
export const useDrafts = (personId: string) => {
  const drafts = draftsOf(personId);
  useEffect(() => drafts.start(), [drafts]);
  return { drafts, isRead: useSyncExternalStore(drafts.subscribe, drafts.isRead) };
};
