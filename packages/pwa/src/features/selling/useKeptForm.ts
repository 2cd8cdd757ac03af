import type { Content, CurrentUser } from "@knowhow/shared";
import { useCallback, useState } from "react";
import { useNavigate } from "react-router-dom";
import { formatTime } from "@knowhow/ui/components/format.ts";
import { useToast } from "@knowhow/ui/components/ToastProvider.tsx";
import type { Draft } from "@knowhow/ui/device/drafts/draft.ts";
import type { Drafts } from "@knowhow/ui/device/drafts/drafts.ts";
import { useContractForm } from "@knowhow/ui/forms/useContractForm.ts";
import { stateOfDraft } from "./draftState.ts";
import { stateOf, fingerprint, type SellingState } from "@knowhow/ui/device/drafts/sellingForm.ts";
import { sellingSchema } from "@knowhow/ui/device/drafts/sellingSchema.ts";
import { isMoving, isUnderWay } from "@knowhow/ui/device/drafts/uploadItem.ts";
import { useDraftKeeping, useKeptWhileTyped, useOtherTabs } from "./useDraftKeeping.ts";
import { useLeaveGuard } from "./useLeaveGuard.ts";
import { useUploadList } from "./useUploadList.ts";

export interface KeptFormInput {
  user: CurrentUser;
  drafts: Drafts;
  /** The edited content; null for a new one. */
  contentId: string | null;
  draftId: string;
  /** The draft kept under that id, if there is one. */
  draft: Draft | undefined;
  /** Gets the id of the next form when this one is given up, and undefined when it was sent. */
  onDraftId: (id: string | undefined) => void;
  /** The saved content's fields and lists. */
  saved: SellingState;
  /** The version that the form begins with; null for a new content. */
  version: string | null;
}

/** The fields and lists of the form, kept in a draft while it is written. */
export const useKeptForm = (input: KeptFormInput) => {
  const { drafts, contentId, draftId, draft, onDraftId } = input;
  const toast = useToast();
  const navigate = useNavigate();
  const [version, setVersion] = useState(draft ? draft.contentVersion : input.version);
  /** The content as it is on sale: an unchanged form equals it. */
  const [sold, setSold] = useState(input.saved);
  const [initial] = useState(() => (draft ? stateOfDraft(draft, drafts) : input.saved));
  const form = useContractForm(sellingSchema, initial.values);
  const { keeping, status, id } = useDraftKeeping({
    personId: input.user.id,
    drafts,
    contentId,
    draftId,
    draft,
    onId: onDraftId,
  });
  const target = { drafts, draftId: keeping.getId, begin: keeping.begin };
  const files = useUploadList("file", initial.files, target);
  const previews = useUploadList("preview", initial.previews, target);

  const { getValues, setValue, watch } = form;
  useOtherTabs(keeping, setValue);
  const readState = useCallback(
    (): SellingState => ({
      values: getValues(),
      files: files.list.getItems(),
      previews: previews.list.getItems(),
    }),
    [getValues, files.list, previews.list],
  );
  const soldTrace = fingerprint(sold);
  const isUnsaved = useCallback(() => fingerprint(readState()) !== soldTrace, [readState, soldTrace]);
  const subscribe = useCallback(
    (onChange: () => void) => {
      const typing = watch(onChange);
      const stops = [files.list.subscribe(onChange), previews.list.subscribe(onChange)];
      return () => {
        typing.unsubscribe();
        for (const stop of stops) stop();
      };
    },
    [watch, files.list, previews.list],
  );
  const readForm = useCallback(
    () => ({ state: readState(), version, isUnsaved: isUnsaved() }),
    [readState, version, isUnsaved],
  );
  useKeptWhileTyped(keeping, readForm, subscribe);

  const itemsNow = useCallback(
    () => [...files.list.getItems(), ...previews.list.getItems()],
    [files.list, previews.list],
  );
  const isAtRisk = useCallback(() => {
    const isUnkept = itemsNow().some(
      (item) => !item.isSafe && (isUnderWay(item) || item.status === "failed"),
    );
    return isUnkept || (keeping.getStatus().isFailed && isUnsaved());
  }, [itemsNow, keeping, isUnsaved]);
  const isBusy = useCallback(() => itemsNow().some(isMoving), [itemsNow]);
  const tellKept = () => {
    if (!isUnsaved()) return;
    toast({
      title: "임시 저장됨",
      description: `${formatTime(new Date(keeping.getStatus().keptAt ?? Date.now()))}에 저장했어요. 작성 중인 콘텐츠에서 이어서 쓸 수 있어요.`,
      action: {
        label: "삭제",
        onAct: () => void navigate("/drafts", { state: { doomed: keeping.getId() } }),
      },
    });
  };
  const { blocker, allowNavigation } = useLeaveGuard({ isAtRisk, isMoving: isBusy, onLeave: tellKept });

  return {
    form, files, previews, blocker, allowNavigation, keeping, status, draftId: id, version, sold, readState, itemsNow,
    /** From now on this version is edited. */
    acceptVersion: (latest: Content) => {
      setVersion(latest.updatedAt);
      setSold(stateOf(latest));
    },
    /** Replaces all typed input by another state. */
    replaceAll: (state: SellingState, isGivenUp = false) => {
      form.reset(state.values);
      files.list.replace(state.files, isGivenUp);
      previews.list.replace(state.previews, isGivenUp);
    },
    /** Starts over from the first saved state; the draft is deleted. */
    startAnew: () => {
      setVersion(input.version);
      setSold(input.saved);
    },
  }; // prettier-ignore
};
