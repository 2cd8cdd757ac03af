import type { Report } from "@knowhow/shared";
import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import type { ReactNode } from "react";
import { SubmitButton } from "../forms/SubmitButton.tsx";
import type { Standing } from "./decision.ts";
import { DecisionFields } from "./DecisionFields.tsx";
import { PasswordAgainDialog } from "./PasswordAgainDialog.tsx";
import type { useDecisionForm } from "./useDecisionForm.ts";

interface DecisionFormProps extends ReturnType<typeof useDecisionForm> {
  report: Report;
  standing: Standing;
  isPending?: boolean;
  /** Why nothing was decided. */
  refusal?: { text: string; severity: "warning" | "error" } | undefined;
  label?: string;
  /** Stands before the button that decides. */
  children: ReactNode;
}

/** What is asked of a decision about a report, with the question for the password where it needs one. */
export const DecisionForm = ({
  report,
  standing,
  form,
  submit,
  password,
  isPending = false,
  refusal,
  label = "처리하기",
  children,
}: DecisionFormProps) => (
  <>
    <Box
      component="form"
      noValidate
      aria-label="신고 처리"
      onSubmit={(event) => void submit(event)}
      sx={{ display: "grid", gap: 1.5 }}
    >
      <DecisionFields control={form.control} standing={standing} />
      {refusal === undefined ? null : <Alert severity={refusal.severity}>{refusal.text}</Alert>}
      <Box sx={{ display: "flex", justifyContent: "flex-end", alignItems: "center", gap: 1 }}>
        {children}
        <SubmitButton isPending={isPending} pendingLabel="처리하는 중..." size="medium">
          {label}
        </SubmitButton>
      </Box>
    </Box>
    {password.isAsked ? (
      <PasswordAgainDialog
        nickname={report.reportedUser.nickname}
        onVerified={password.confirm}
        onCancel={password.cancel}
      />
    ) : null}
  </>
);
