import type { Blocker } from "react-router-dom";
import { ConfirmDialog } from "../components/ConfirmDialog.tsx";

/** Asks before unsaved input is left; it is kept in this tab in any case. */
export const LeaveDialog = ({ blocker }: { blocker: Blocker }) => (
  <ConfirmDialog
    isOpen={blocker.state === "blocked"}
    title="작성 중인 내용이 있습니다"
    description="저장하지 않고 나가시겠어요? 입력한 내용은 이 탭에 임시로 남아 있어 다시 오면 이어서 쓸 수 있지만, 업로드 중인 파일은 취소돼요."
    confirmLabel="나가기"
    cancelLabel="계속 작성"
    onConfirm={() => blocker.proceed?.()}
    onCancel={() => blocker.reset?.()}
  />
);
