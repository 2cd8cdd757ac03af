import type { ToastMessage } from "@knowhow/ui/components/ToastProvider.tsx";
import { actOf, formPathOf, titleOf } from "@knowhow/ui/device/drafts/draftPhase.ts";
import type { DraftOutcome } from "@knowhow/ui/device/drafts/store.ts";

/** The words and the link for a draft that was published later. */
export const wordsOf = (outcome: DraftOutcome): ToastMessage & { path: string } => {
  const { draft } = outcome;
  const act = actOf(draft);
  const title = titleOf(draft);
  if (outcome.status === "stored")
    return { title: `콘텐츠가 ${act}되었습니다`, description: title, path: `/content/${outcome.content.id}` };
  return {
    title: `${title}: ${act}하지 못했습니다`,
    description: outcome.error.message,
    variant: "destructive",
    path: formPathOf(draft),
  };
};
