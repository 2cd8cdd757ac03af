import type { Draft, DraftFile } from "@knowhow/ui/device/drafts/draft.ts";
import type { Drafts } from "@knowhow/ui/device/drafts/drafts.ts";
import type { SellingState } from "@knowhow/ui/device/drafts/sellingForm.ts";
import { draftItem } from "@knowhow/ui/device/drafts/uploadItem.ts";

/** A draft as the form begins with it. */
export const stateOfDraft = (draft: Draft, drafts: Pick<Drafts, "transferOf">): SellingState => {
  const items = (entries: readonly DraftFile[]) =>
    entries.map((entry) => draftItem(entry, drafts.transferOf(draft.id, entry.key)));
  return { values: draft.values, files: items(draft.files), previews: items(draft.previews) };
};
