import type { CurrentUser, Lease } from "@knowhow/shared";
import { HistoryDialog } from "@knowhow/ui/features/admin/HistoryDialog.tsx";
import { ProcessDialog } from "./ProcessDialog.tsx";
import { ReportTalkDialog } from "@knowhow/ui/features/admin/ReportTalkDialog.tsx";
import type { useReportDialogs } from "./useReportDialogs.ts";

interface ReportDialogsProps extends ReturnType<typeof useReportDialogs> {
  user: CurrentUser;
  /** The leases by report. */
  leases: ReadonlyMap<string, Lease>;
}

/** The dialogs about one report: its room, the reported person's history, the decision. */
export const ReportDialogs = ({ shown, isOpen, close, user, leases }: ReportDialogsProps) => {
  if (shown === undefined) return null;
  const { kind, report, turn } = shown;
  const shared = { isOpen, onClose: close };
  if (kind === "talk") return <ReportTalkDialog key={turn} {...shared} report={report} />;
  if (kind === "history") return <HistoryDialog key={turn} {...shared} userId={report.reportedUser.id} />;
  return <ProcessDialog key={turn} {...shared} user={user} report={report} lease={leases.get(report.id)} />;
};
