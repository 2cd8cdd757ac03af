import type { Blocker } from "react-router-dom";
import { ConfirmDialog } from "@knowhow/ui/components/ConfirmDialog.tsx";

/** Asks before input of this page alone is left: the device could not keep it, or is still writing it. */
export const LeaveDialog = ({ blocker }: { blocker: Blocker }) => (
  <ConfirmDialog
    isOpen={blocker.state === "blocked"}
    title="작성 중인 내용이 있습니다"
    description="지금 나가면 이 기기에 저장되지 않은 글이나 파일이 사라져요. 잠시 기다리거나 계속 작성해주세요."
    confirmLabel="나가기"
    cancelLabel="계속 작성"
    isDestructive
    onConfirm={() => blocker.proceed?.()}
    onCancel={() => blocker.reset?.()}
  />
);
