import type { CurrentUser } from "@knowhow/shared";
import SearchRounded from "@mui/icons-material/SearchRounded";
import TaskAltRounded from "@mui/icons-material/TaskAltRounded";
import Box from "@mui/material/Box";
import InputAdornment from "@mui/material/InputAdornment";
import OutlinedInput from "@mui/material/OutlinedInput";
import { useEffect, useState } from "react";
import { AdminList } from "@knowhow/ui/features/admin/AdminList.tsx";
import { ReportCard } from "@knowhow/ui/features/admin/ReportCard.tsx";
import { ReportDialogs } from "./ReportDialogs.tsx";
import { useMade } from "@knowhow/ui/features/admin/triage/DecisionsProvider.tsx";
import { inTabs, withoutHeldRows } from "@knowhow/ui/features/admin/triage/queue.ts";
import { useLeases } from "@knowhow/ui/features/admin/triage/useLease.ts";
import { useReportDialogs } from "./useReportDialogs.ts";
import { useReports, type ReportListFilter } from "@knowhow/ui/features/admin/useReports.ts";

/** A search begins after this long without typing. */
const typingMs = 300;

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

/** The reports of one tab of the dashboard: search, list, and actions for each. */
export const ReportTab = ({ filter, user }: { filter: ReportListFilter; user: CurrentUser }) => {
  const [q, setQ] = useState("");
  const { reports, ...pages } = useReports(filter, q);
  const dialogs = useReportDialogs();
  const leases = useLeases();
  const made = useMade();
  const holderOf = (reportId: string) => {
    const lease = leases.get(reportId);
    return lease?.adminId === user.id ? undefined : lease?.nickname;
  };
  const none = q === "" ? undefined : { title: "찾는 신고가 없어요", description: "다른 말로 검색해보세요." };
  return (
    <Box sx={{ display: "grid", gap: 2, gridTemplateColumns: "minmax(0, 1fr)" }}>
      <SearchBox onSearch={setQ} />
      <AdminList
        label="신고 목록"
        // A decision made here is in the bar until it has arrived.
        items={reports && withoutHeldRows(reports, made, inTabs)}
        pages={pages}
        keyOf={({ id }) => id}
        renderItem={(report) => (
          <ReportCard
            report={report}
            holder={holderOf(report.id)}
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
      <ReportDialogs {...dialogs} user={user} leases={leases} />
    </Box>
  );
};
