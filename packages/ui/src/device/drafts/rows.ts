import { createRows } from "../rows.ts";
import { withEntries, type DraftFile, type DraftRow } from "./draft.ts";
import type { DraftStore, Split } from "./store.ts";

/** Newest first. */
const compare = (one: DraftRow, other: DraftRow): number =>
  other.savedAt - one.savedAt || (one.id < other.id ? 1 : -1);

/** The drafts as the screens see them. */
export const createDraftRows = (store: DraftStore, onShown: () => void) => {
  const rows = createRows<DraftRow>(store, compare, onShown);
  return {
    ...rows,
    /** Changes one entry of one, where it is there. */
    patchEntry: (id: string, key: string, how: (entry: DraftFile) => DraftFile): Promise<boolean> =>
      rows.patch(id, (row) => withEntries(row, (entry) => (entry.key === key ? how(entry) : entry))),
    /**
     * Changes one and keeps a second one beside it, both or neither; shown when the device has them. Resolves with
     * whether it has.
     */
    split: (id: string, how: (row: DraftRow) => Split): Promise<boolean> =>
      rows.write(id, async (make) => {
        const split = await store.split(id, (before) => {
          const row = make(before);
          return row ? how(row) : { row: before };
        });
        return split && [split.row, split.copy ?? []].flat();
      }),
  };
};
export type DraftRows = ReturnType<typeof createDraftRows>;
