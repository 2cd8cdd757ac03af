import { reportReasonLabel, type Report } from "@knowhow/shared";
import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Divider from "@mui/material/Divider";
import Typography from "@mui/material/Typography";
import { SubmitButton } from "../forms/SubmitButton.tsx";
import { DecisionFields } from "./DecisionFields.tsx";
import { DialogShell } from "./DialogShell.tsx";
import { PasswordAgainDialog } from "./PasswordAgainDialog.tsx";
import { ReportSummary } from "./ReportCard.tsx";
import { useProcess } from "./useProcess.ts";
import { UserHistory, useUserHistory } from "./UserHistory.tsx";

interface ProcessDialogProps {
  report: Report;
  isOpen: boolean;
  onClose: () => void;
  /** Told when another administrator was first, with the result where it could be read. */
  onAlready: (result: Report | undefined) => void;
}

/** Decides about a report, with everything beside it that the decision rests on. */
export const ProcessDialog = ({ report, isOpen, onClose, onAlready }: ProcessDialogProps) => {
  const { reportedUser } = report;
  // Fresher than the list, where it has arrived: another report may have been decided meanwhile.
  const standing = useUserHistory(reportedUser.id).data?.user ?? reportedUser;
  const process = useProcess(report, standing, { onDone: onClose, onAlready });
  const { form, isPending } = process;
  return (
    <DialogShell
      isOpen={isOpen}
      onClose={onClose}
      isHeld={isPending}
      isForm
      isTyped={form.formState.isDirty}
      title="신고 처리"
      width="md"
    >
      <Box
        sx={{
          display: "grid",
          gap: 3,
          gridTemplateColumns: { xs: "minmax(0, 1fr)", md: "minmax(0, 3fr) minmax(0, 2fr)" },
          alignItems: "start",
        }}
      >
        <Box sx={{ display: "grid", gap: 2, minWidth: 0 }}>
          <Box sx={{ display: "grid", gap: 0.5 }}>
            <Typography variant="h4" component="h3">
              {reportReasonLabel(report.reportReason)}
            </Typography>
            <ReportSummary report={report} />
          </Box>
          <Divider />
          <Box
            component="form"
            noValidate
            aria-label="신고 처리"
            onSubmit={(event) => void process.handleSend(event)}
            sx={{ display: "grid", gap: 1.5 }}
          >
            <DecisionFields control={form.control} standing={standing} />
            {process.failure === undefined ? null : <Alert severity="error">{process.failure}</Alert>}
            <Box sx={{ display: "flex", justifyContent: "flex-end", gap: 1 }}>
              <Button color="inherit" onClick={onClose} disabled={isPending}>
                취소
              </Button>
              <SubmitButton isPending={isPending} pendingLabel="처리하는 중..." size="medium">
                처리하기
              </SubmitButton>
            </Box>
          </Box>
        </Box>
        <Box
          component="aside"
          aria-label="피신고자 이력"
          sx={{ minWidth: 0, position: { md: "sticky" }, top: 0 }}
        >
          <UserHistory userId={reportedUser.id} />
        </Box>
      </Box>
      {process.isAskingPassword ? (
        <PasswordAgainDialog
          nickname={reportedUser.nickname}
          onVerified={process.confirmPassword}
          onCancel={process.cancelPassword}
        />
      ) : null}
    </DialogShell>
  );
};
