import type { CurrentUser, Report } from "@knowhow/shared";
import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import { useState } from "react";
import { useOnline } from "../../components/useOnline.ts";
import { SubmitButton } from "../../forms/SubmitButton.tsx";
import { DecisionFields } from "../DecisionFields.tsx";
import { PasswordAgainDialog } from "../PasswordAgainDialog.tsx";
import type { Decision } from "../useProcess.ts";
import { KeyCap } from "./KeySheet.tsx";
import { useCaseForm } from "./useCaseForm.ts";
import { useKeys } from "./useKeys.ts";

interface CaseFormProps {
  user: CurrentUser;
  report: Report;
  /** With what is on its way already. */
  standing: { warningCount: number; isBanned: boolean };
  /** Why nothing can be decided about it now. */
  obstacle: string | undefined;
  /** How many reports the decision is about. */
  count: number;
  onDecide: (decision: Decision, isConfirmed: boolean) => void;
}

/** The decision about a case; mount it anew for another one. */
export const CaseForm = ({ user, report, standing, obstacle, count, onDecide }: CaseFormProps) => {
  const isOnline = useOnline();
  const [isRefused, setRefused] = useState(false);
  const refusal = isOnline
    ? obstacle
    : "인터넷에 연결되어 있지 않아 처리할 수 없어요. 쓴 내용은 그대로 있어요. 연결되면 다시 눌러주세요.";
  const decide = (decision: Decision, isConfirmed: boolean) => {
    setRefused(refusal !== undefined);
    if (refusal === undefined) onDecide(decision, isConfirmed);
  };
  const { form, submit, acts, ...password } = useCaseForm(report, {
    personId: user.id,
    standing,
    onDecide: decide,
  });
  useKeys(acts);
  return (
    <Box
      component="form"
      noValidate
      aria-label="신고 처리"
      onSubmit={(event) => void submit(event)}
      sx={{ display: "grid", gap: 1.5 }}
    >
      <DecisionFields control={form.control} standing={standing} />
      {isRefused && refusal !== undefined ? <Alert severity="warning">{refusal}</Alert> : null}
      <Box sx={{ display: "flex", justifyContent: "flex-end", alignItems: "center", gap: 1 }}>
        <KeyCap label="Ctrl+Enter" />
        <SubmitButton isPending={false} pendingLabel="처리하는 중..." size="medium">
          {count > 1 ? `${count}건 함께 처리하기` : "처리하기"}
        </SubmitButton>
      </Box>
      {password.isAskingPassword ? (
        <PasswordAgainDialog
          nickname={report.reportedUser.nickname}
          onVerified={password.confirmPassword}
          onCancel={password.cancelPassword}
        />
      ) : null}
    </Box>
  );
};
