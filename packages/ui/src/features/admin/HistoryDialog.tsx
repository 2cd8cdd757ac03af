import { DialogShell } from "../../components/DialogShell.tsx";
import { UserHistory } from "./UserHistory.tsx";

interface HistoryDialogProps {
  userId: string;
  isOpen: boolean;
  onClose: () => void;
}

/** A person's history by itself: where a report is decided already, or an appeal is read. */
export const HistoryDialog = ({ userId, isOpen, onClose }: HistoryDialogProps) => (
  <DialogShell isOpen={isOpen} onClose={onClose} title="사용자 이력">
    <UserHistory userId={userId} />
  </DialogShell>
);
