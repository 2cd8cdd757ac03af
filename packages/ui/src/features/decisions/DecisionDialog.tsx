import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import TextField from "@mui/material/TextField";
import type { ReactNode } from "react";
import type { Path } from "react-hook-form";
import { FormTextField } from "../../forms/FormTextField.tsx";
import { SubmitButton } from "../../forms/SubmitButton.tsx";
import { DialogShell } from "../../components/DialogShell.tsx";
import type { Deciding, Reasoned } from "./useDeciding.ts";

interface DecisionDialogProps<V extends Reasoned> {
  title: string;
  deciding: Deciding<V>;
  reason: { label: string; help?: string; max: number };
  /** The button's label, and its label while the decision is on its way. */
  act: string;
  pending: string;
  isDestructive?: boolean;
  /** Shown in place of the form: the decision has been made elsewhere. */
  outdated?: ReactNode;
  onClose: () => void;
  /** The subject of the decision. */
  children: ReactNode;
}

interface OutdatedProps {
  /** The server's message, where it was asked. */
  failure: string | undefined;
  typed: string;
  onClose: () => void;
  children: ReactNode;
}

/** Shows that the decision was made elsewhere, by whom, and the text that was typed in vain. */
const Outdated = ({ failure, typed, onClose, children }: OutdatedProps) => (
  <Box sx={{ display: "grid", gap: 2 }}>
    {children}
    {failure === undefined ? null : <Alert severity="info">{failure}</Alert>}
    {typed === "" ? null : (
      <TextField
        label="내가 쓴 이유"
        value={typed}
        multiline
        maxRows={8}
        slotProps={{ htmlInput: { readOnly: true } }}
      />
    )}
    <Button onClick={onClose} sx={{ justifySelf: "end" }}>
      닫기
    </Button>
  </Box>
);

/** The frame of every decision that an administrator gives a reason for: facts, reason, refusal, and the button. */
export const DecisionDialog = <V extends Reasoned>({
  title,
  deciding: { form, failure, isPending, handleSend },
  reason,
  act,
  pending,
  isDestructive = false,
  outdated,
  onClose,
  children,
}: DecisionDialogProps<V>) => (
  <DialogShell
    isOpen
    onClose={onClose}
    title={title}
    isHeld={isPending}
    isForm
    isTyped={form.formState.isDirty && outdated === undefined}
  >
    {outdated !== undefined ? (
      <Outdated failure={failure} typed={form.getValues("reason" as Path<V>)} onClose={onClose}>
        {outdated}
      </Outdated>
    ) : (
      <Box
        component="form"
        noValidate
        onSubmit={(event) => void handleSend(event)}
        sx={{ display: "grid", gap: 2 }}
      >
        {children}
        <FormTextField
          control={form.control}
          name={"reason" as Path<V>} // every form of a decision has it
          label={reason.label}
          help={reason.help}
          isRequired
          multiline
          minRows={3}
          maxRows={8}
          counterMax={reason.max}
          autoFocus
        />
        {failure === undefined ? null : <Alert severity="error">{failure}</Alert>}
        <Box sx={{ display: "flex", justifyContent: "flex-end", gap: 1 }}>
          <Button color="inherit" onClick={onClose} disabled={isPending}>
            취소
          </Button>
          <SubmitButton
            isPending={isPending}
            pendingLabel={pending}
            size="medium"
            color={isDestructive ? "error" : "primary"}
          >
            {act}
          </SubmitButton>
        </Box>
      </Box>
    )}
  </DialogShell>
);
