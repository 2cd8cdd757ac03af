import CloseRounded from "@mui/icons-material/CloseRounded";
import Box from "@mui/material/Box";
import Dialog from "@mui/material/Dialog";
import DialogActions from "@mui/material/DialogActions";
import DialogContent from "@mui/material/DialogContent";
import DialogTitle from "@mui/material/DialogTitle";
import IconButton from "@mui/material/IconButton";
import { useId, type SyntheticEvent, type ReactNode } from "react";

interface DialogFrameProps {
  isOpen: boolean;
  title: string;
  /** Tells screen readers of changes in the dialog. */
  status: string;
  actions: ReactNode;
  children: ReactNode;
  /** Makes the dialog a form. */
  onSubmit?: (event: SyntheticEvent) => void;
  onClose: () => void;
}

/** On a phone it fills the screen; on a desk it stands in the middle. */
const paper = {
  overflow: "hidden",
  m: { xs: 0, sm: 2 },
  width: { xs: "100%", sm: "calc(100% - 32px)" },
  height: { xs: "100%", sm: "auto" },
  maxHeight: { xs: "none", sm: "calc(100% - 48px)" },
  borderRadius: { xs: 0, sm: "16px" },
} as const;

const column = { display: "flex", flexDirection: "column", flex: 1, minHeight: 0 } as const;

/** The frame of the helper's dialogs: a title with a close button, the body, and the actions. */
export const DialogFrame = (props: DialogFrameProps) => {
  const { isOpen, title, status, actions, children, onSubmit, onClose } = props;
  const id = useId();
  const inner = (
    <>
      <Box sx={{ display: "flex", alignItems: "center", pr: 1.5, pt: "env(safe-area-inset-top)" }}>
        <DialogTitle id={id} sx={{ flex: 1, px: { xs: 2, sm: 3 } }}>
          {title}
        </DialogTitle>
        <IconButton aria-label="닫기" onClick={onClose}>
          <CloseRounded />
        </IconButton>
      </Box>
      <DialogContent dividers sx={{ px: { xs: 2, sm: 3 } }}>
        {children}
      </DialogContent>
      <DialogActions
        disableSpacing
        sx={{
          gap: 1,
          flexWrap: "wrap",
          minHeight: 68,
          px: { xs: 2, sm: 3 },
          pt: 1.5,
          pb: "calc(12px + env(safe-area-inset-bottom))",
        }}
      >
        {actions}
      </DialogActions>
      <Box
        role="status"
        aria-live="polite"
        sx={{ position: "absolute", width: 1, height: 1, overflow: "hidden", clipPath: "inset(50%)" }}
      >
        {status}
      </Box>
    </>
  );
  return (
    <Dialog
      open={isOpen}
      // A click beside the dialog is easily made and would throw away a running suggestion.
      onClose={(_, reason) => {
        if (reason === "escapeKeyDown") onClose();
      }}
      fullWidth
      maxWidth="sm"
      aria-labelledby={id}
      slotProps={{ paper: { sx: paper } }}
    >
      {onSubmit ? (
        <Box component="form" noValidate onSubmit={onSubmit} sx={column}>
          {inner}
        </Box>
      ) : (
        <Box sx={column}>{inner}</Box>
      )}
    </Dialog>
  );
};
