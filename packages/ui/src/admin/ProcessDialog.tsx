import { reportReasonLabel, type Report } from "@knowhow/shared";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Divider from "@mui/material/Divider";
import Typography from "@mui/material/Typography";
import { DecisionForm } from "./DecisionForm.tsx";
import { DialogShell } from "./DialogShell.tsx";
import { ReportSummary } from "./ReportCard.tsx";
import { useProcess } from "./useProcess.ts";
import { UserHistory } from "./UserHistory.tsx";
import { useStanding } from "./useStanding.ts";

interface ProcessDialogProps {
  report: Report;
  isOpen: boolean;
  onClose: () => void;
  /** Told when another administrator was first, with the result where it could be read. */
  onAlready: (result: Report | undefined) => void;
}

/** Decides about a report, with everything beside it that the decision rests on. */
export const ProcessDialog = ({ report, isOpen, onClose, onAlready }: ProcessDialogProps) => {
  const { standing } = useStanding(report);
  const { failure, isPending, ...decision } = useProcess(report, standing, { onDone: onClose, onAlready });
  return (
    <DialogShell
      isOpen={isOpen}
      onClose={onClose}
      isHeld={isPending}
      isForm
      isTyped={decision.form.formState.isDirty}
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
          <DecisionForm
            {...decision}
            report={report}
            standing={standing}
            isPending={isPending}
            refusal={failure === undefined ? undefined : { text: failure, severity: "error" }}
          >
            <Button color="inherit" onClick={onClose} disabled={isPending}>
              취소
            </Button>
          </DecisionForm>
        </Box>
        <Box
          component="aside"
          aria-label="피신고자 이력"
          sx={{ minWidth: 0, position: { md: "sticky" }, top: 0 }}
        >
          <UserHistory userId={report.reportedUser.id} />
        </Box>
      </Box>
    </DialogShell>
  );
};
