import { without } from "../../client/without.ts";
import type { SellingValues } from "./sellingForm.ts";
import { blankRow, changedFields, withFields, type DraftFile, type DraftRow } from "./draft.ts";

/** The part of a draft that a form saves. */
export interface Saved {
  id: string;
  contentId: string | null;
  contentVersion: string | null;
  values: SellingValues;
  /** The draft's values that the form began with: a field that is unchanged since then is not written. */
  base?: SellingValues | undefined;
  /** The order of the entries, where it is not the draft's own; unnamed ones stay behind them. */
  fileKeys?: readonly string[];
  previewKeys?: readonly string[];
  /** Entries that the draft may not know yet, such as the content's saved files. */
  stored?: readonly DraftFile[];
}

const inOrder = (
  entries: readonly DraftFile[],
  keys: readonly string[] = [],
  stored: readonly DraftFile[] = [],
): readonly DraftFile[] => {
  const find = (key: string) => [...entries, ...stored].find((entry) => entry.key === key);
  return [...keys.flatMap((key) => find(key) ?? []), ...entries.filter(({ key }) => !keys.includes(key))];
};

/** A draft that was just changed: its publishing is cancelled, since half a change was not meant to be published. */
export const changedRow = (row: DraftRow): DraftRow => ({
  ...without(row, "publishing"),
  savedAt: Date.now(),
});

/** The draft that a form goes on with: where it was deleted elsewhere, another one under its id. */
export const openRow = (id: string, before: DraftRow | undefined): DraftRow =>
  before ? without(before, "isGone") : blankRow(id);

/** A draft as a form leaves it; the same one where nothing changed. */
export const savedRow = (before: DraftRow | undefined, saved: Saved): DraftRow => {
  const { fileKeys, previewKeys, stored, id, contentId, contentVersion, base } = saved;
  const row = openRow(id, before);
  const isThere = before !== undefined && !before.isGone;
  const values =
    base && isThere ? withFields(row.values, saved.values, changedFields(base, saved.values)) : saved.values;
  const files = inOrder(row.files, fileKeys, stored);
  const previews = inOrder(row.previews, previewKeys, stored);
  // A new content that was published while its form was open is edited from then on.
  const about = contentId === null && row.contentId !== null ? {} : { contentId, contentVersion };
  const next = { ...row, ...about, values, files, previews };
  return isThere && JSON.stringify(next) === JSON.stringify(before) ? before : changedRow(next);
};
