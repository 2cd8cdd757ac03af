import type { Drafts } from "./drafts.ts";

/** Those of this page, by whose they are; apart from how they are made, which the first screen does not wait for. */
export const opened = new Map<string, Drafts>();

/** Does nothing more with anybody's drafts on this page; they stay on the device. */
export const closeDrafts = (): void => {
  for (const drafts of opened.values()) drafts.close();
  opened.clear();
};

/** Deletes the drafts of a person that are in use on this page; the rest goes with the person's database. */
export const eraseDrafts = async (personId: string): Promise<void> => {
  const drafts = opened.get(personId);
  opened.delete(personId);
  await drafts?.erase();
};
