import { useSyncExternalStore } from "react";
import type { Draft } from "./draft.ts";
import { useDevice } from "../../client/platform.tsx";

const none: readonly Draft[] = [];
const nothing = () => () => undefined;

/** A person's drafts that still are to be published, once a screen or the shell has opened them. */
export const usePublishing = (personId = "") => {
  const { drafts: opened } = useDevice();
  const find = () => opened.get(personId);
  const drafts = useSyncExternalStore(opened.onOpened, find, find);
  const read = drafts?.read ?? (() => none);
  const rows = useSyncExternalStore(drafts?.subscribe ?? nothing, read, read);
  return { drafts, publishing: rows.filter(({ publishing }) => publishing !== undefined) };
};
