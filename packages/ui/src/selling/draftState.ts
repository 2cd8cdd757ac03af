import type { Draft, DraftFile } from "../drafts/draft.ts";
import type { Drafts } from "../drafts/drafts.ts";
import type { SellingState } from "./sellingForm.ts";
import { draftItem } from "./uploadItem.ts";

/** A draft as the form begins with it. */
export const stateOfDraft = (draft: Draft, drafts: Pick<Drafts, "transferOf">): SellingState => {
  const items = (entries: readonly DraftFile[]) =>
    entries.map((entry) => draftItem(entry, drafts.transferOf(draft.id, entry.key)));
  return { values: draft.values, files: items(draft.files), previews: items(draft.previews) };
};
