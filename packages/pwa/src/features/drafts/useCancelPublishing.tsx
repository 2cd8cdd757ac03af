import { useState, useSyncExternalStore } from "react";
import { ConfirmDialog } from "@knowhow/ui/components/ConfirmDialog.tsx";
import { actOf, titleOf } from "@knowhow/ui/device/drafts/draftPhase.ts";
import type { Drafts } from "@knowhow/ui/device/drafts/drafts.ts";

interface Followers {
  /** The draft is not queued any more: the pressed button goes. */
  onCancelled?: () => void;
  /** The dialog has closed and given the focus back. */
  onClosed?: () => void;
}

/**
 * Takes a draft out of the queue for publishing. For one that was sent and not answered it says first that it may be
 * published all the same.
 */
export const useCancelPublishing = (drafts: Drafts, { onCancelled, onClosed }: Followers = {}) => {
  const [askedId, setAskedId] = useState<string>();
  const [isAsking, setIsAsking] = useState(false);
  const draft = useSyncExternalStore(drafts.subscribe, () => drafts.read().find(({ id }) => id === askedId));
  const act = draft ? actOf(draft) : "등록";
  const cancel = (id: string) => {
    onCancelled?.();
    void drafts.cancelPublishing(id);
  };
  const dialog = (
    <ConfirmDialog
      // Once the answer has come, there is nothing to ask.
      isOpen={isAsking && draft?.publishing !== undefined}
      title={`${act}을 취소할까요?`}
      description={
        <>
          ‘{draft ? titleOf(draft) : ""}’ 글은 이미 보냈지만 답을 받지 못해서 이미 {act}되었을 수도 있어요.
          취소하면 다시 보내지 않으니, 내 콘텐츠에서 확인해주세요.
        </>
      }
      confirmLabel={`${act} 취소`}
      cancelLabel="계속 기다리기"
      onConfirm={() => {
        setIsAsking(false);
        if (draft) cancel(draft.id);
      }}
      onCancel={() => setIsAsking(false)}
      {...(onClosed ? { onClosed } : {})}
    />
  );
  const ask = (id: string) => {
    if (drafts.read().find((one) => one.id === id)?.unsettled === undefined) {
      cancel(id);
      return;
    }
    setAskedId(id);
    setIsAsking(true);
  };
  return { dialog, ask };
};
