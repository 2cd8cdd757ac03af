import type { Drafts } from "./drafts.ts";

/** Drafts in use on this page, by person; apart from the code that creates them, which is loaded later. */
export const opened = new Map<string, Drafts>();

/** Stops all work on drafts on this page, of every person; they stay on the device. */
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
