import type { QueryClient } from "@tanstack/react-query";
import { refreshContents } from "@knowhow/ui/client/contentCache.ts";
import { hasCode, isSanction } from "@knowhow/ui/components/failure.ts";
import type { ToastMessage } from "@knowhow/ui/components/ToastProvider.tsx";
import { actOf, formPathOf, titleOf } from "@knowhow/ui/device/drafts/draftPhase.ts";
import type { Device } from "@knowhow/ui/device/device.ts";
import { draftsOf } from "@knowhow/ui/device/drafts/openDrafts.ts";
import type { DraftOutcome } from "@knowhow/ui/device/drafts/store.ts";

/** The words and the link for a draft that was published later. */
const wordsOf = (outcome: DraftOutcome): ToastMessage & { path: string } => {
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

interface Tools {
  device: Device;
  queryClient: QueryClient;
  toast: (message: ToastMessage) => void;
  navigate: (path: string) => unknown;
}

/** Uploads and publishes a person's waiting drafts, and shows the outcome on any screen; answers how to stop. */
export const keepDrafts = (personId: string, tools: () => Tools): (() => void) => {
  const drafts = draftsOf(tools().device, personId);
  const follow = (outcome: DraftOutcome) => {
    const { queryClient, toast, navigate } = tools();
    if (outcome.status === "stored") void refreshContents(queryClient);
    else if (isSanction(outcome.error) || hasCode(outcome.error, "LOGIN_REQUIRED")) return;
    if (outcome.isElsewhere) return;
    const { path, ...message } = wordsOf(outcome);
    toast({ ...message, action: { label: "보기", onAct: () => void navigate(path) } });
  };
  const stops = [drafts.hear(follow), drafts.start()];
  return () => {
    for (const stop of stops) stop();
  };
};
