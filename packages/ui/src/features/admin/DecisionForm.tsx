import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Checkbox from "@mui/material/Checkbox";
import FormControlLabel from "@mui/material/FormControlLabel";
import type { ReactNode } from "react";
import { SubmitButton } from "../../forms/SubmitButton.tsx";
import type { Seen } from "./decision.ts";
import { DecisionFields, ReleaseNote } from "./DecisionFields.tsx";
import type { useDecisionForm } from "./useDecisionForm.ts";

interface DecisionFormProps extends ReturnType<typeof useDecisionForm> {
  seen: Seen;
  /** Whether a penalty of this very report is active. */
  hasPenalty: boolean;
  /** Whether a report that is decided holds a payout now. */
  holdsPayouts: boolean;
  /** Why nothing was decided. */
  refusal?: string | undefined;
  label?: string;
  /** Stands before the button that decides. */
  children: ReactNode;
}

/** The form of a decision about a report. */
export const DecisionForm = ({
  seen,
  hasPenalty,
  holdsPayouts,
  form,
  submit,
  again,
  refusal,
  label = "처리하기",
  children,
}: DecisionFormProps) => (
  <Box
    component="form"
    noValidate
    aria-label="신고 처리"
    onSubmit={(event) => void submit(event)}
    sx={{ display: "grid", gap: 1.5 }}
  >
    {again === undefined ? null : (
      <Alert severity="warning" role="note">
        {again.words}
        <FormControlLabel
          control={
            <Checkbox checked={again.isConfirmed} onChange={(_, isChecked) => again.confirm(isChecked)} />
          }
          label="그래도 한 번 더 제재할게요"
          sx={{ display: "flex" }}
        />
      </Alert>
    )}
    <DecisionFields control={form.control} standing={seen.standing} hasPenalty={hasPenalty} />
    {holdsPayouts ? <ReleaseNote control={form.control} standing={seen.standing} /> : null}
    {refusal === undefined ? null : <Alert severity="warning">{refusal}</Alert>}
    <Box sx={{ display: "flex", justifyContent: "flex-end", alignItems: "center", gap: 1 }}>
      {children}
      <SubmitButton isPending={false} pendingLabel="처리하는 중..." size="medium">
        {label}
      </SubmitButton>
    </Box>
  </Box>
);
