import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import { useState, type ReactNode } from "react";
import { DialogShell } from "@knowhow/ui/components/DialogShell.tsx";
import { messageOf } from "@knowhow/ui/components/failure.ts";
import type { DialogProps } from "@knowhow/ui/components/useLazyDialog.ts";
import { useOnline } from "@knowhow/ui/components/useOnline.ts";

interface ChoiceFrameProps {
  intro: string;
  children: ReactNode;
  /** Why it can not be saved. */
  trouble: string | undefined;
  error: Error | null;
  isPending: boolean;
  isProposed: boolean;
  onPropose: () => void;
  onSave: () => void;
}

/** The form of a choice; at its foot the trouble, the button back to the proposal, and saving. */
export const ChoiceFrame = (props: ChoiceFrameProps) => {
  const { intro, children, trouble, error, isPending, isProposed, onPropose, onSave } = props;
  const isOnline = useOnline();
  return (
    <Box
      component="form"
      aria-label="미리 읽기 고르기"
      onSubmit={(event) => {
        event.preventDefault();
        // The form that sells, which may have opened this, is not to be sent with it.
        event.stopPropagation();
        onSave();
      }}
      sx={{ display: "grid", gridTemplateColumns: "minmax(0, 1fr)", gap: 3 }}
    >
      <Typography color="textSecondary">{intro}</Typography>
      {children}
      <Box
        sx={{
          position: "sticky",
          // Over the padding of the dialog.
          bottom: -20,
          mb: -2.5,
          display: "grid",
          gap: 1,
          py: 1.5,
          borderTop: "1px solid",
          borderColor: "divider",
          bgcolor: "background.paper",
          zIndex: 1,
        }}
      >
        {isOnline ? null : (
          <Alert severity="warning" role="status">
            인터넷에 연결되어 있지 않아 지금은 저장할 수 없어요. 고른 것은 그대로 있어요.
          </Alert>
        )}
        {trouble === undefined ? null : (
          <Alert severity="warning" role="status">
            {trouble}
          </Alert>
        )}
        {error ? <Alert severity="error">{messageOf(error)}</Alert> : null}
        <Box sx={{ display: "flex", flexWrap: "wrap", justifyContent: "flex-end", gap: 1 }}>
          <Button color="inherit" disabled={isProposed} onClick={onPropose}>
            기본값으로
          </Button>
          <Button
            type="submit"
            variant="contained"
            loading={isPending}
            disabled={trouble !== undefined || !isOnline}
          >
            저장
          </Button>
        </Box>
      </Box>
    </Box>
  );
};

/** The dialog of a choice, which asks before it closes once something was chosen. */
export const ChoiceDialog = ({
  isOpen,
  onClose,
  children,
}: Omit<DialogProps, "onOpen"> & { children: (onTouch: () => void) => ReactNode }) => {
  const [isTouched, setIsTouched] = useState(false);
  if (!isOpen && isTouched) setIsTouched(false);
  return (
    <DialogShell
      isOpen={isOpen}
      title="미리 읽기 고르기"
      onClose={onClose}
      width="md"
      isForm
      isTyped={isTouched}
    >
      {isOpen ? children(() => setIsTouched(true)) : null}
    </DialogShell>
  );
};
