import { createSignal } from "../../client/signal.ts";
import type { Drafts } from "./drafts.ts";

/** Drafts in use on this page, by person; apart from the code that creates them, which is loaded later. */
export const createOpenDrafts = () => {
  const opened = new Map<string, Drafts>();
  const changes = createSignal();
  return {
    /** A person's drafts, where a screen or the shell has opened them. */
    get: (personId: string): Drafts | undefined => opened.get(personId),
    /** Calls back when drafts have been opened; answers how to stop. */
    onOpened: changes.on,
    /** Notes that drafts have been opened, which may be while a screen is drawn: it is told after that. */
    note: (personId: string, drafts: Drafts): void => {
      opened.set(personId, drafts);
      queueMicrotask(changes.tell);
    },
    /** Stops all work on drafts on this page, of every person; they stay on the device. */
    close: (): void => {
      for (const drafts of opened.values()) drafts.close();
      opened.clear();
    },
    /** Deletes the drafts of a person that are in use on this page; the rest goes with the person's database. */
    erase: async (personId: string): Promise<void> => {
      const drafts = opened.get(personId);
      opened.delete(personId);
      await drafts?.erase();
    },
  };
};

export type OpenDrafts = ReturnType<typeof createOpenDrafts>;
