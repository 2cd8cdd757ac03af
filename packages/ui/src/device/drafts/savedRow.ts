import { without } from "../../client/without.ts";
import type { SellingValues } from "./sellingForm.ts";
import { blankRow, changedFields, withFields, type DraftFile, type DraftRow } from "./draft.ts";

/** What a form keeps. */
export interface Saved {
  id: string;
  contentId: string | null;
  contentVersion: string | null;
  values: SellingValues;
  /** What the form had in common with the draft: a field that is still as it was is not written. */
  base?: SellingValues | undefined;
  /** The order of the entries; those that are not named stay, behind them. */
  fileKeys: readonly string[];
  previewKeys: readonly string[];
  /** Entries that the draft may not know yet, such as what the content is saved with. */
  stored?: readonly DraftFile[];
}

const inOrder = (
  entries: readonly DraftFile[],
  keys: readonly string[],
  stored: readonly DraftFile[],
): readonly DraftFile[] => {
  const find = (key: string) => [...entries, ...stored].find((entry) => entry.key === key);
  return [...keys.flatMap((key) => find(key) ?? []), ...entries.filter(({ key }) => !keys.includes(key))];
};

/** A draft that was just changed: half changed it is not what was to be published. */
export const changedRow = (row: DraftRow): DraftRow => ({
  ...without(row, "publishing"),
  savedAt: Date.now(),
});

/** A draft as a form leaves it; the same one where nothing changed. */
export const savedRow = (before: DraftRow | undefined, saved: Saved): DraftRow => {
  const { fileKeys, previewKeys, stored = [], id, contentId, contentVersion, base } = saved;
  const row = before ?? blankRow(id);
  const values =
    base && before ? withFields(row.values, saved.values, changedFields(base, saved.values)) : saved.values;
  const files = inOrder(row.files, fileKeys, stored);
  const previews = inOrder(row.previews, previewKeys, stored);
  // A new content that was published while its form was open is one to be changed from then on.
  const about = contentId === null && row.contentId !== null ? {} : { contentId, contentVersion };
  const next = { ...row, ...about, values, files, previews };
  return before && JSON.stringify(next) === JSON.stringify(before) ? before : changedRow(next);
};
