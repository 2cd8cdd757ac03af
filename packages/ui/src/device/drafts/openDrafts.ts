import { platform } from "../../client/platform.ts";
import { createDrafts, type Drafts } from "./drafts.ts";
import { noteOpened, opened } from "./opened.ts";

/** The drafts of a person on this device; the same object each time. */
export const draftsOf = (personId: string): Drafts => {
  const known = opened.get(personId);
  if (known) return known;
  const drafts = createDrafts(platform.openDraftStore(personId), personId);
  noteOpened(personId, drafts);
  return drafts;
};
