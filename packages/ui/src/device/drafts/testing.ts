import { expect, vi } from "vitest";
import { newActId } from "../jobs/actId.ts";
import { emptyState } from "./sellingForm.ts";
import { startDraftServer, type Heard } from "../../testing/draftServer.ts";
import { createDrafts } from "./drafts.ts";
import { createTabDraftStore, type DraftOutcome } from "./store.ts";

/** Bytes of a size that are not all alike. */
export const bytesOf = (size: number) =>
  Uint8Array.from({ length: size }, (_, index) => (index * 7 + (index >> 8)) % 251);

/** A file of a size. */
export const fileOf = (name: string, size: number) =>
  new File([bytesOf(size)], name, { type: "application/pdf" });

/** A device with the drafts of one person, its server, and the person's acts. */
export const setUpDevice = async () => {
  sessionStorage.clear();
  const server = await startDraftServer();
  const person = newActId();
  const store = createTabDraftStore(person);
  const outcomes: DraftOutcome[] = [];
  const id = newActId();
  const open = () => {
    const drafts = createDrafts(store, person);
    drafts.hear((outcome) => outcomes.push(outcome));
    let stop = drafts.start();
    return {
      drafts,
      /** As after a new sign-in. */
      restart: () => {
        stop();
        stop = drafts.start();
      },
      /** As when the browser is killed. */
      kill: () => {
        stop();
        drafts.close();
      },
    };
  };
  let tab = open();
  return {
    server,
    person,
    store,
    outcomes,
    /** The id of the person's draft. */
    id,
    /** Saves a version from another device under the same id. */
    changeThere: (title: string, draftId = id) =>
      server.saveElsewhere(draftId, { ...server.drafts.get(draftId), title }),
    /** Waits until the server has it, while the test controls the time. */
    pushed: async (title: string) => {
      vi.advanceTimersByTime(6_000);
      const there = () => [...server.drafts.values()].map((draft) => draft.title);
      await expect.poll(there).toContain(title);
      await expect.poll(async () => (await store.read()).every(({ pushed }) => pushed)).toBe(true);
    },
    /** Another tab of the same browser. */
    open,
    drafts: () => tab.drafts,
    kill: () => tab.kill(),
    restart: () => tab.restart(),
    reopen: () => {
      tab.kill();
      tab = open();
    },
    goes: (isOnline: boolean) => {
      vi.spyOn(navigator, "onLine", "get").mockReturnValue(isOnline);
      window.dispatchEvent(new Event(isOnline ? "online" : "offline"));
    },
    save: (title: string, fileKeys: string[] = [], draftId = id, contentId: string | null = null) =>
      tab.drafts.save({
        id: draftId,
        contentId,
        contentVersion: contentId && "2026-11-01T00:00:00.000Z",
        values: { ...emptyState.values, title, description: "설명", category: "language" },
        fileKeys,
        previewKeys: [],
      }),
    own: (draftId = id) => tab.drafts.read().find((draft) => draft.id === draftId),
    asked: (method: string, path: string): Heard[] =>
      server.heard.filter((one) => one.method === method && one.path.startsWith(path)),
    close: async () => {
      tab.kill();
      vi.restoreAllMocks();
      vi.useRealTimers();
      await server.close();
    },
  };
};
/** What setUpDevice gives. */
export type TestDevice = Awaited<ReturnType<typeof setUpDevice>>;
