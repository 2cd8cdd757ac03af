import { useState } from "react";
import { ConfirmDialog } from "./ConfirmDialog.tsx";

/** Asks before a dialog with something typed is closed; gives the act that closes it and the question, to be drawn. */
export const useLeaveQuestion = (isTyped: boolean, onClose: () => void) => {
  const [isAsking, setIsAsking] = useState(false);
  const handleLeave = () => {
    if (isTyped) setIsAsking(true);
    else onClose();
  };
  const question = (
    <ConfirmDialog
      isOpen={isAsking && isTyped}
      title="저장하지 않고 닫을까요?"
      description="입력한 내용은 저장되지 않고 사라져요."
      confirmLabel="닫기"
      cancelLabel="계속 입력"
      isDestructive
      onConfirm={() => {
        setIsAsking(false);
        onClose();
      }}
      onCancel={() => setIsAsking(false)}
    />
  );
  return { handleLeave, question };
};
