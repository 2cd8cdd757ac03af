import { useLiveValue } from "@knowhow/ui/client/liveValue.ts";
import { useEffect, useState } from "react";
import { useNavigate } from "react-router-dom";
import { formatTime } from "@knowhow/ui/components/format.ts";
import { useToast } from "@knowhow/ui/components/ToastProvider.tsx";
import type { SellingState } from "@knowhow/ui/device/drafts/sellingForm.ts";
import { sellingSchema } from "@knowhow/ui/device/drafts/sellingSchema.ts";
import { isMoving, isUnderWay } from "@knowhow/ui/device/drafts/uploadItem.ts";
import { useContractForm } from "@knowhow/ui/forms/useContractForm.ts";
import { createDraftForm, type OpenedForm } from "./draftForm.ts";
import type { FormFiles } from "./formFiles.ts";
import { useLeaveGuard } from "./useLeaveGuard.ts";

/** A list with the state that a section shows. */
const useFormFiles = (list: FormFiles) => ({
  list,
  items: useLiveValue(list.items),
  refusals: useLiveValue(list.refusals),
});
export type ShownFiles = ReturnType<typeof useFormFiles>;

/** The fields and lists of the form, kept in a draft while it is written. */
export const useDraftForm = (input: OpenedForm) => {
  const { drafts, draft, saved } = input;
  const toast = useToast();
  const navigate = useNavigate();
  const form = useContractForm(sellingSchema, (draft ?? saved).values);
  const { getValues, setValue, watch } = form;
  const [kept] = useState(() =>
    createDraftForm({
      ...input,
      notify: toast,
      readValues: getValues,
      showFields: (names, values) => {
        for (const name of names) setValue(name, values[name], { shouldDirty: true });
      },
    }),
  );
  const state = useLiveValue(kept);
  const files = useFormFiles(kept.files);
  const previews = useFormFiles(kept.previews);
  useEffect(() => {
    const stop = kept.start();
    const typing = watch(kept.keepSoon);
    return () => {
      typing.unsubscribe();
      stop();
    };
  }, [kept, watch]);
  const { draftId } = state;
  // Held, so that a version of another device does not replace the draft while the seller types.
  useEffect(() => drafts.hold(draftId), [drafts, draftId]);

  const [guard] = useState(() => {
    const itemsNow = () => [...kept.files.items.getSnapshot(), ...kept.previews.items.getSnapshot()];
    return {
      itemsNow,
      isMoving: () => itemsNow().some(isMoving),
      isAtRisk: () =>
        itemsNow().some((item) => !item.isSafe && (isUnderWay(item) || item.status === "failed")) ||
        (kept.getSnapshot().isFailed && kept.isUnsaved()),
    };
  });
  const tellKept = () => {
    if (!kept.isUnsaved()) return;
    toast({
      title: "임시 저장됨",
      description: `${formatTime(new Date(kept.getSnapshot().keptAt ?? Date.now()))}에 저장했어요. 작성 중인 콘텐츠에서 이어서 쓸 수 있어요.`,
      action: {
        label: "삭제",
        onAct: () => void navigate("/drafts", { state: { doomed: kept.getSnapshot().draftId } }),
      },
    });
  };
  const leaving = useLeaveGuard({ ...guard, onLeave: tellKept });

  return {
    form, files, previews, kept, state, ...leaving, itemsNow: guard.itemsNow,
    /** Replaces all typed input by another state. */
    replaceAll: ({ values, files: nextFiles, previews: nextPreviews }: SellingState) => {
      form.reset(values);
      kept.files.replace(nextFiles);
      kept.previews.replace(nextPreviews);
    },
  }; // oxfmt-ignore
};
