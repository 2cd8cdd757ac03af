import type { Report } from "@knowhow/shared";
import Box from "@mui/material/Box";
import { DialogShell } from "./DialogShell.tsx";
import { ReportStatusChip, ReportSummary, ReviewLines } from "./ReportCard.tsx";

interface ResultDialogProps {
  report: Report;
  isOpen: boolean;
  onClose: () => void;
}

/** What another administrator decided meanwhile. */
export const ResultDialog = ({ report, isOpen, onClose }: ResultDialogProps) => (
  <DialogShell isOpen={isOpen} onClose={onClose} title="이미 처리된 신고입니다">
    <Box sx={{ display: "grid", gap: 1.5, justifyItems: "start" }}>
      <ReportStatusChip status={report.status} />
      <ReviewLines report={report} />
      <ReportSummary report={report} />
    </Box>
  </DialogShell>
);
