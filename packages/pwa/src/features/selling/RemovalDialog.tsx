import Box from "@mui/material/Box";
import { ConfirmDialog } from "@knowhow/ui/components/ConfirmDialog.tsx";

/** The files that an edit would remove, and the number of their buyers. */
export interface Removal {
  /** While it closes, its words stay until it has faded. */
  isOpen: boolean;
  buyers: number;
  names: readonly string[];
}

interface RemovalDialogProps {
  removal: Removal | undefined;
  onKeep: () => void;
  onReplace: () => void;
}

/** Asks before files that buyers have paid for leave the content; keeping them is the default. */
export const RemovalDialog = ({ removal, onKeep, onReplace }: RemovalDialogProps) => (
  <ConfirmDialog
    isOpen={removal?.isOpen ?? false}
    title={`구매자 ${removal?.buyers.toLocaleString("ko-KR") ?? ""}명이 산 파일이 바뀝니다`}
    description={
      <>
        이대로 저장하면 새 버전이 되어 아래 파일은 이제 팔리지 않습니다. 이미 구매한 분들은 새 버전을 받고,
        아래 파일도 전 버전으로 계속 받을 수 있습니다.
        <Box component="ul" sx={{ my: 1, pl: 2.5, color: "text.primary" }}>
          {removal?.names.map((name) => (
            <Box component="li" key={name} sx={{ overflowWrap: "anywhere" }}>
              {name}
            </Box>
          ))}
        </Box>
        기존 파일을 유지하면 목록에 다시 넣어 드려요.
      </>
    }
    cancelLabel="기존 파일 유지"
    confirmLabel="바꿔서 저장"
    isDestructive
    onCancel={onKeep}
    onConfirm={onReplace}
  />
);
