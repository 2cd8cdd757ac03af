import Button from "@mui/material/Button";
import Dialog from "@mui/material/Dialog";
import DialogActions from "@mui/material/DialogActions";
import DialogContent from "@mui/material/DialogContent";
import DialogContentText from "@mui/material/DialogContentText";
import DialogTitle from "@mui/material/DialogTitle";
import { useId, type ReactNode } from "react";

interface ConfirmDialogProps {
  isOpen: boolean;
  title: string;
  description?: ReactNode;
  confirmLabel: string;
  /** Shown on the button while the act is under way. */
  pendingLabel?: string;
  cancelLabel?: string;
  isDestructive?: boolean;
  isPending?: boolean;
  /** The act can not be done now; the description says why. */
  isDisabled?: boolean;
  onConfirm: () => void;
  onCancel: () => void;
  /** Called when it is gone and has given the focus back, unless what had it is gone too. */
  onClosed?: (dialog: HTMLElement) => void;
}

/** Asks before an act that can not be taken back. */
export const ConfirmDialog = ({
  isOpen,
  title,
  description,
  confirmLabel,
  pendingLabel,
  cancelLabel = "취소",
  isDestructive = false,
  isPending = false,
  isDisabled = false,
  onConfirm,
  onCancel,
  onClosed,
}: ConfirmDialogProps) => {
  const id = useId();
  return (
    <Dialog
      open={isOpen}
      // The second half of a double click that opened it would meet the backdrop.
      onClose={(_, reason) => {
        if (!isPending && reason === "escapeKeyDown") onCancel();
      }}
      maxWidth="xs"
      {...(onClosed ? { slotProps: { transition: { onExited: onClosed } } } : {})}
      aria-labelledby={`${id}-title`}
      {...(description === undefined ? {} : { "aria-describedby": `${id}-text` })}
    >
      <DialogTitle id={`${id}-title`}>{title}</DialogTitle>
      {description === undefined ? null : (
        <DialogContent>
          <DialogContentText id={`${id}-text`} component="div">
            {description}
          </DialogContentText>
        </DialogContent>
      )}
      <DialogActions sx={{ p: 2, pt: 0 }}>
        {/* Where an act destroys something, the cancel button comes first: pressing Enter must not confirm it. */}
        <Button onClick={onCancel} disabled={isPending} color="inherit" autoFocus={isDestructive}>
          {cancelLabel}
        </Button>
        <Button
          onClick={onConfirm}
          loading={isPending}
          disabled={isDisabled}
          variant="contained"
          color={isDestructive ? "error" : "primary"}
        >
          {isPending ? (pendingLabel ?? confirmLabel) : confirmLabel}
        </Button>
      </DialogActions>
    </Dialog>
  );
};
