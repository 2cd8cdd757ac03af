import type { CurrentUser, Lease, Report } from "@knowhow/shared";
import Box from "@mui/material/Box";
import { isOpen as isOpenReport } from "@knowhow/ui/features/admin/decision.ts";
import { DialogShell } from "@knowhow/ui/components/DialogShell.tsx";
import { CasePane } from "@knowhow/ui/features/admin/triage/CasePane.tsx";

interface ProcessDialogProps {
  user: CurrentUser;
  report: Report;
  /** The lease of the case, as far as the list knows. */
  lease: Lease | undefined;
  isOpen: boolean;
  onClose: () => void;
}

/** Decides a report of the dashboard, or shows its decision: the case pane of /reports without keyboard shortcuts. */
export const ProcessDialog = ({ user, report, lease, isOpen, onClose }: ProcessDialogProps) => (
  <DialogShell
    isOpen={isOpen}
    onClose={onClose}
    isForm
    title={isOpenReport(report) ? "신고 처리" : "처리 기록"}
    width="md"
  >
    {/* Keyboard shortcuts do not work in a dialog. */}
    <Box sx={{ "& kbd": { display: "none" } }}>
      <CasePane user={user} reportId={report.id} known={report} lease={lease} onDecided={onClose} />
    </Box>
  </DialogShell>
);
