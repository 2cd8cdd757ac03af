import SearchRounded from "@mui/icons-material/SearchRounded";
import TaskAltRounded from "@mui/icons-material/TaskAltRounded";
import type { Report } from "@knowhow/shared";
import Box from "@mui/material/Box";
import InputAdornment from "@mui/material/InputAdornment";
import OutlinedInput from "@mui/material/OutlinedInput";
import { useEffect, useState } from "react";
import { useDialogEntry } from "../components/useDialogEntry.ts";
import { AdminList } from "./AdminList.tsx";
import { HistoryDialog } from "./HistoryDialog.tsx";
import { ProcessDialog } from "./ProcessDialog.tsx";
import { ReportCard } from "./ReportCard.tsx";
import { ReportTalkDialog } from "./ReportTalkDialog.tsx";
import { ResultDialog } from "./ResultDialog.tsx";
import { useReports, type ReportFilter } from "./useReports.ts";

/** A search begins when nothing was typed for this long. */
const typingMs = 300;

interface Shown {
  kind: "talk" | "history" | "process" | "result";
  report: Report;
  /** Another one each time, so that nothing of the last dialog is left in the next. */
  turn: number;
}

const useReportDialogs = () => {
  const { isOpen, open, close } = useDialogEntry("report");
  const [shown, setShown] = useState<Shown>();
  const show = (kind: Shown["kind"], report: Report) => {
    setShown((before) => ({ kind, report, turn: (before?.turn ?? 0) + 1 }));
    open();
  };
  return { shown, isOpen, show, close };
};

const ReportDialogs = ({ shown, isOpen, show, close }: ReturnType<typeof useReportDialogs>) => {
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

const SearchBox = ({ onSearch }: { onSearch: (q: string) => void }) => {
  const [text, setText] = useState("");
  useEffect(() => {
    const timer = setTimeout(() => onSearch(text.trim()), typingMs);
    return () => {
      clearTimeout(timer);
    };
  }, [text, onSearch]);
  return (
    <OutlinedInput
      type="search"
      value={text}
      onChange={(event) => setText(event.target.value)}
      placeholder="닉네임, 콘텐츠 제목, 내용으로 검색"
      inputProps={{ "aria-label": "신고 검색", maxLength: 200 }}
      startAdornment={
        <InputAdornment position="start">
          <SearchRounded fontSize="small" aria-hidden />
        </InputAdornment>
      }
      sx={{ width: "100%", maxWidth: { md: 420 } }}
    />
  );
};

/** The reports of one tab of the dashboard: searched, listed, and what can be done about each. */
export const ReportTab = ({ filter }: { filter: ReportFilter }) => {
  const [q, setQ] = useState("");
  const { reports, ...pages } = useReports(filter, q);
  const dialogs = useReportDialogs();
  const none = q === "" ? undefined : { title: "찾는 신고가 없어요", description: "다른 말로 검색해보세요." };
  return (
    <Box sx={{ display: "grid", gap: 2, gridTemplateColumns: "minmax(0, 1fr)" }}>
      <SearchBox onSearch={setQ} />
      <AdminList
        label="신고 목록"
        items={reports}
        pages={pages}
        keyOf={({ id }) => id}
        renderItem={(report) => (
          <ReportCard
            report={report}
            onTalk={() => dialogs.show("talk", report)}
            onHistory={() => dialogs.show("history", report)}
            onProcess={() => dialogs.show("process", report)}
          />
        )}
        empty={{
          icon: TaskAltRounded,
          title: filter === "pending" ? "기다리는 신고가 없어요" : "처리한 신고가 없어요",
          description: filter === "pending" ? "새 신고가 오면 여기에 나타나요." : "처리하면 여기에 남아요.",
          ...none,
        }}
      />
      <ReportDialogs {...dialogs} />
    </Box>
  );
};
