import type { Device } from "../device.ts";
import { createDrafts, type Drafts } from "./drafts.ts";

/** The drafts of a person on this device; the same object each time. */
export const draftsOf = ({ drafts: opened, openDraftStore }: Device, personId: string): Drafts => {
  const known = opened.get(personId);
  if (known) return known;
  const drafts = createDrafts(openDraftStore(personId), personId);
  opened.note(personId, drafts);
  return drafts;
};
