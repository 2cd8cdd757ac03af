import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import type { ReactNode, SyntheticEvent } from "react";
import { messageOf } from "@knowhow/ui/components/failure.ts";
import { SubmitButton } from "@knowhow/ui/forms/SubmitButton.tsx";

interface EditFormProps {
  label: string;
  /** The field. */
  children: ReactNode;
  error: Error | null;
  /** Stands above the buttons. */
  notice?: ReactNode;
  sendLabel: string;
  pendingLabel: string;
  isPending: boolean;
  isDisabled?: boolean;
  onSend: (event: SyntheticEvent) => Promise<void>;
  onClose: () => void;
}

/** The form in which words at a content are written or edited in their place. */
export const EditForm = (props: EditFormProps) => (
  <Box
    component="form"
    noValidate
    aria-label={props.label}
    onSubmit={(event) => void props.onSend(event)}
    sx={{ display: "grid", gap: 1, mt: 1 }}
  >
    {props.children}
    {props.error ? <Alert severity="error">{messageOf(props.error)}</Alert> : null}
    {props.notice}
    <Box sx={{ display: "flex", justifyContent: "flex-end", gap: 1 }}>
      <Button color="inherit" onClick={props.onClose} disabled={props.isPending}>
        취소
      </Button>
      <SubmitButton
        isPending={props.isPending}
        pendingLabel={props.pendingLabel}
        size="medium"
        disabled={props.isDisabled === true}
      >
        {props.sendLabel}
      </SubmitButton>
    </Box>
  </Box>
);
