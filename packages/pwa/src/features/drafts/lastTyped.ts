import { removeTabItems, setTabItem, getTabItem } from "@knowhow/ui/client/tabItems.ts";
import type { SellingValues } from "@knowhow/ui/device/drafts/sellingForm.ts";
import { newActId } from "@knowhow/ui/device/jobs/actId.ts";
import { changedFields, withFields, type Draft } from "@knowhow/ui/device/drafts/draft.ts";
import type { Drafts } from "@knowhow/ui/device/drafts/drafts.ts";

/**
 * Text typed in the moment in which the page went away: a database write takes longer than such a page lives. It stays
 * in the tab's storage until the draft has it.
 */
export interface LastTyped {
  id: string;
  contentId: string | null;
  contentVersion: string | null;
  values: SellingValues;
  /** The fields as last kept; undefined where they never were. */
  base: SellingValues | undefined;
  /** In milliseconds. */
  typedAt: number;
}

const nameOf = (personId: string): string => `typed:${personId}`;

/** Keeps the typed fields at once. */
export const keepLastTyped = (personId: string, last: LastTyped): void => setTabItem(nameOf(personId), last);

/** Deletes the typed fields: the draft has them, or they are not wanted any more. */
export const dropLastTyped = (personId: string): void => removeTabItems(nameOf(personId));

/** The draft's id and fields with the typed ones; undefined where there is nothing to save. */
const withLast = (
  { id, values, base, typedAt }: LastTyped,
  draft: Draft | undefined,
): Pick<LastTyped, "id" | "values"> | undefined => {
  if (!base) return draft && draft.savedAt > typedAt ? undefined : { id, values };
  const own = changedFields(base, values);
  // The draft was published or deleted meanwhile: its id is used up.
  if (!draft) return own.length === 0 ? undefined : { id: newActId(), values };
  // Another tab may have saved the draft since: the fields that it changed are newer.
  const newer = draft.savedAt > typedAt ? changedFields(base, draft.values) : [];
  const names = own.filter((name) => !newer.includes(name));
  return { id, values: withFields(draft.values, values, names) };
};

/** Saves the fields last typed to the draft, if the page went away before; called once the device has been read. */
export const recoverLastTyped = async (
  personId: string,
  drafts: Pick<Drafts, "read" | "save">,
): Promise<void> => {
  // Only ever written above.
  const last = getTabItem(nameOf(personId)) as LastTyped | undefined;
  if (!last) return;
  const draft = drafts.read().find(({ id }) => id === last.id);
  const next = withLast(last, draft);
  if (next) await drafts.save({ ...next, contentId: last.contentId, contentVersion: last.contentVersion });
  dropLastTyped(personId);
};
