import SearchRounded from "@mui/icons-material/SearchRounded";
import Box from "@mui/material/Box";
import InputAdornment from "@mui/material/InputAdornment";
import NativeSelect from "@mui/material/NativeSelect";
import OutlinedInput from "@mui/material/OutlinedInput";
import ToggleButton from "@mui/material/ToggleButton";
import ToggleButtonGroup from "@mui/material/ToggleButtonGroup";
import Typography from "@mui/material/Typography";
import { reportReasons, reportTypeLabel, reportTypes } from "@knowhow/shared";
import { useEffect, useRef, useState, type Ref } from "react";
import type { Counts, ReportListFilter } from "../useReports.ts";
import { KeyCap } from "./KeySheet.tsx";
import type { QueueRequest } from "./queue.ts";
import { useKeys } from "./useKeys.ts";

/** Pause in typing after which a search begins. */
const typingMs = 300;

const types = reportTypes.map((code) => ({ code, label: reportTypeLabel(code) }));

interface ChoiceProps {
  label: string;
  /** Its label when nothing is chosen. */
  any: string;
  value: string;
  options: readonly { code: string; label: string }[];
  onChange: (value: string) => void;
  selectRef?: Ref<HTMLSelectElement>;
}

/** The system's own list, in which keys choose without opening it. */
const Choice = ({ label, any, value, options, onChange, selectRef }: ChoiceProps) => (
  <NativeSelect
    value={value}
    onChange={(event) => onChange(event.target.value)}
    input={<OutlinedInput size="small" />}
    inputRef={selectRef}
    inputProps={{ "aria-label": label }}
    sx={{ flex: 1, minWidth: 0, fontSize: "0.9375rem" }}
  >
    <option value="">{any}</option>
    {options.map(({ code, label: name }) => (
      <option key={code} value={code}>
        {name}
      </option>
    ))}
  </NativeSelect>
);

interface QueueBarProps {
  counts: Counts | undefined;
  asked: QueueRequest;
  onChange: (to: Partial<QueueRequest>) => void;
  inputRef: Ref<HTMLInputElement>;
}

/** Which reports are listed: waiting or decided ones, and the search among them. */
export const QueueBar = ({ counts, asked, onChange, inputRef }: QueueBarProps) => {
  const { filter, type, reason, q } = asked;
  const [text, setText] = useState(q);
  /** The last search of the address, and the text typed here that led to it: any other search comes from a link. */
  const [known, setKnown] = useState({ q, typed: q });
  if (known.q !== q) {
    setKnown({ q, typed: q });
    // Newer typed text is searched for next.
    if (known.typed !== q && text.trim() === known.typed) setText(q);
  }
  const firstChoice = useRef<HTMLSelectElement>(null);
  useKeys({ filter: () => firstChoice.current?.focus() });
  useEffect(() => {
    const typed = text.trim();
    if (typed === q) return undefined;
    const timer = setTimeout(() => {
      setKnown({ q, typed });
      onChange({ q: typed });
    }, typingMs);
    return () => {
      clearTimeout(timer);
    };
  }, [text, q, onChange]);
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
        onChange={(_, next: ReportListFilter | null) => {
          if (next) onChange({ filter: next });
        }}
      >
        <ToggleButton value="pending">{label("대기 중", counts?.pending)}</ToggleButton>
        <ToggleButton value="processed">{label("처리됨", counts?.processed)}</ToggleButton>
      </ToggleButtonGroup>
      {filter === "pending" &&
      counts?.voices !== undefined &&
      counts.pending > 0 &&
      counts.voices > counts.pending ? (
        <Typography variant="body2" color="textSecondary">
          같은 대상의 신고는 한 줄로 모았어요. 신고는 모두 {counts.voices.toLocaleString("ko-KR")}건이에요.
        </Typography>
      ) : null}
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
      <Box sx={{ display: "flex", alignItems: "center", gap: 1 }}>
        <Choice
          label="신고 유형"
          any="모든 유형"
          value={type}
          options={types}
          onChange={(value) => onChange({ type: reportTypes.find((one) => one === value) ?? "" })}
          selectRef={firstChoice}
        />
        <Choice
          label="신고 사유"
          any="모든 사유"
          value={reason}
          options={reportReasons}
          onChange={(value) =>
            onChange({ reason: reportReasons.find(({ code }) => code === value)?.code ?? "" })
          }
        />
        <KeyCap label="V" />
      </Box>
    </Box>
  );
};
