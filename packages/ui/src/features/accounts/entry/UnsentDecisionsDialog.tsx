import Button from "@mui/material/Button";
import Dialog from "@mui/material/Dialog";
import DialogActions from "@mui/material/DialogActions";
import DialogContent from "@mui/material/DialogContent";
import DialogContentText from "@mui/material/DialogContentText";
import DialogTitle from "@mui/material/DialogTitle";
import { useId } from "react";

interface UnsentDecisionsDialogProps {
  count: number;
  /** How many of them failed: the administrator looks at those first, a sign-out never sends them. */
  failed: number;
  isSending: boolean;
  onSend: () => void;
  onDrop: () => void;
  onStay: () => void;
}

/** Asks before a sign-out whether to send decisions that have not arrived. */
export const UnsentDecisionsDialog = ({
  count,
  failed,
  isSending,
  onSend,
  onDrop,
  onStay,
}: UnsentDecisionsDialogProps) => {
  const id = useId();
  return (
    <Dialog open onClose={isSending ? undefined : onStay} maxWidth="xs" aria-labelledby={id}>
      <DialogTitle id={id}>아직 보내지 않은 결정이 {count}건 있어요</DialogTitle>
      <DialogContent>
        <DialogContentText>
          보내지 않으면 처리하지 않은 신고로 남고, 고른 내용과 메모는 지워져요.
          {failed > 0 ? ` ${failed}건은 보내지 못했어요. 돌아가서 확인해주세요.` : ""}
        </DialogContentText>
      </DialogContent>
      <DialogActions sx={{ p: 2, pt: 0, flexWrap: "wrap", gap: 1 }}>
        <Button onClick={onStay} disabled={isSending} color="inherit" autoFocus>
          돌아가기
        </Button>
        <Button onClick={onDrop} disabled={isSending} color="error">
          보내지 않고 로그아웃
        </Button>
        {count > failed ? (
          <Button onClick={onSend} loading={isSending} variant="contained">
            지금 보내고 로그아웃
          </Button>
        ) : null}
      </DialogActions>
    </Dialog>
  );
};
