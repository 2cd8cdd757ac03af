import SearchRounded from "@mui/icons-material/SearchRounded";
import Box from "@mui/material/Box";
import InputAdornment from "@mui/material/InputAdornment";
import OutlinedInput from "@mui/material/OutlinedInput";
import ToggleButton from "@mui/material/ToggleButton";
import ToggleButtonGroup from "@mui/material/ToggleButtonGroup";
import { useEffect, useState, type Ref } from "react";
import type { ReportFilter } from "../useReports.ts";
import { KeyCap } from "./KeySheet.tsx";
import type { Counts } from "./queue.ts";

/** A search begins when nothing was typed for this long. */
const typingMs = 300;

interface QueueBarProps {
  counts: Counts | undefined;
  filter: ReportFilter;
  q: string;
  onFilter: (filter: ReportFilter) => void;
  onSearch: (q: string) => void;
  inputRef: Ref<HTMLInputElement>;
}

/** Which reports are listed: those that wait or those that were looked at, and what is searched for among them. */
export const QueueBar = ({ counts, filter, q, onFilter, onSearch, inputRef }: QueueBarProps) => {
  const [text, setText] = useState(q);
  useEffect(() => {
    const typed = text.trim();
    if (typed === q) return undefined;
    const timer = setTimeout(() => onSearch(typed), typingMs);
    return () => {
      clearTimeout(timer);
    };
  }, [text, q, onSearch]);
  const label = (name: string, count: number | undefined) =>
    count === undefined ? name : `${name} ${count.toLocaleString("ko-KR")}`;
  return (
    <Box sx={{ p: 2, display: "grid", gap: 1, borderBottom: "1px solid", borderColor: "divider" }}>
      <ToggleButtonGroup
        exclusive
        fullWidth
        size="small"
        aria-label="신고 상태"
        value={filter}
        onChange={(_, next: ReportFilter | null) => {
          if (next) onFilter(next);
        }}
      >
        <ToggleButton value="pending">{label("대기 중", counts?.pending)}</ToggleButton>
        <ToggleButton value="processed">{label("처리됨", counts?.processed)}</ToggleButton>
      </ToggleButtonGroup>
      <OutlinedInput
        type="search"
        size="small"
        value={text}
        inputRef={inputRef}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === "Escape") event.currentTarget.querySelector("input")?.blur();
        }}
        placeholder="닉네임, 제목, 내용"
        inputProps={{ "aria-label": "신고 검색", maxLength: 200 }}
        startAdornment={
          <InputAdornment position="start">
            <SearchRounded fontSize="small" aria-hidden />
          </InputAdornment>
        }
        endAdornment={<KeyCap label="/" />}
      />
    </Box>
  );
};
