import CloseRounded from "@mui/icons-material/CloseRounded";
import Box from "@mui/material/Box";
import Dialog from "@mui/material/Dialog";
import DialogContent from "@mui/material/DialogContent";
import DialogTitle from "@mui/material/DialogTitle";
import IconButton from "@mui/material/IconButton";
import { useId, type ReactNode } from "react";
import { useIsDesk } from "./useIsDesk.ts";
import { useLeaveQuestion } from "./useLeaveQuestion.tsx";

interface DialogShellProps {
  isOpen: boolean;
  title: string;
  onClose: () => void;
  /** Set while an act is under way: the dialog stays until the answer. */
  isHeld?: boolean;
  /** Set where text is entered: a press beside the dialog is easily made and would lose it. */
  isForm?: boolean;
  /** Set once text was entered: it is asked about before it is discarded. */
  isTyped?: boolean;
  width?: "sm" | "md";
  children: ReactNode;
}

/** A dialog of the dashboard: the whole screen on a phone, with a way out at the top. */
export const DialogShell = ({
  isOpen,
  title,
  onClose,
  isHeld = false,
  isForm = false,
  isTyped = false,
  width = "sm",
  children,
}: DialogShellProps) => {
  const id = useId();
  const isDesk = useIsDesk();
  const { handleLeave, question } = useLeaveQuestion(isTyped, onClose);
  return (
    <Dialog
      open={isOpen}
      onClose={(_, reason) => {
        if (!isHeld && !(isForm && reason === "backdropClick")) handleLeave();
      }}
      fullWidth
      maxWidth={width}
      fullScreen={!isDesk}
      aria-labelledby={id}
      {...(isDesk ? {} : { slotProps: { paper: { sx: { m: 0, width: "100%", borderRadius: 0 } } } })}
    >
      <Box sx={{ display: "flex", alignItems: "center", pr: 1 }}>
        <DialogTitle id={id} sx={{ flex: 1 }}>
          {title}
        </DialogTitle>
        <IconButton aria-label="닫기" onClick={handleLeave} disabled={isHeld}>
          <CloseRounded />
        </IconButton>
      </Box>
      <DialogContent sx={{ pt: 0 }}>{children}</DialogContent>
      {question}
    </Dialog>
  );
};
