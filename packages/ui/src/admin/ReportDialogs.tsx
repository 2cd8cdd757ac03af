import { HistoryDialog } from "./HistoryDialog.tsx";
import { ProcessDialog } from "./ProcessDialog.tsx";
import { ReportTalkDialog } from "./ReportTalkDialog.tsx";
import { ResultDialog } from "./ResultDialog.tsx";
import type { useReportDialogs } from "./useReportDialogs.ts";

/** The dialogs about one report: its talk, its person's history, the decision and what it came to. */
export const ReportDialogs = ({ shown, isOpen, show, close }: ReturnType<typeof useReportDialogs>) => {
  if (shown === undefined) return null;
  const { kind, report, turn } = shown;
  const shared = { isOpen, onClose: close };
  if (kind === "talk") return <ReportTalkDialog key={turn} {...shared} report={report} />;
  if (kind === "history") return <HistoryDialog key={turn} {...shared} userId={report.reportedUser.id} />;
  if (kind === "result") return <ResultDialog key={turn} {...shared} report={report} />;
  return (
    <ProcessDialog
      key={turn}
      {...shared}
      report={report}
      onAlready={(result) => {
        if (result) show("result", result);
        else close();
      }}
    />
  );
};
