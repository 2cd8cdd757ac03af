import CloseRounded from "@mui/icons-material/CloseRounded";
import KeyboardArrowDownRounded from "@mui/icons-material/KeyboardArrowDownRounded";
import KeyboardArrowUpRounded from "@mui/icons-material/KeyboardArrowUpRounded";
import Box from "@mui/material/Box";
import IconButton from "@mui/material/IconButton";
import OutlinedInput from "@mui/material/OutlinedInput";
import Typography from "@mui/material/Typography";
import { useState } from "react";
import type { Found, ReaderActs } from "./reader.ts";

const wordsOf = (text: string, { current, total, isDone }: Found): string => {
  if (text.trim() === "") return "";
  if (total === 0) return isDone ? "없음" : "찾는 중";
  return `${current.toLocaleString("ko-KR")}/${total.toLocaleString("ko-KR")}`;
};

interface FindBarProps {
  first: string;
  found: Found;
  find: ReaderActs["find"];
  onClose: () => void;
}

/** Searches the file that is read. */
export const FindBar = ({ first, found, find, onClose }: FindBarProps) => {
  const [text, setText] = useState(first);
  const isAny = found.total > 0;
  const step = (direction: "next" | "previous") => {
    if (isAny) find(text.trim(), direction);
  };
  return (
    <Box
      role="search"
      onKeyDown={(event) => {
        if (event.nativeEvent.isComposing) return;
        if (event.key === "Escape") onClose();
        if (event.key === "Enter") step(event.shiftKey ? "previous" : "next");
      }}
      sx={{
        display: "flex",
        // With large letters the acts have a row of their own.
        flexWrap: "wrap",
        alignItems: "center",
        gap: 0.5,
        px: 1,
        py: 0.5,
        borderBottom: "1px solid",
        borderColor: "divider",
      }}
    >
      <OutlinedInput
        autoFocus
        size="small"
        sx={{ flex: "1 1 8em" }}
        value={text}
        onChange={({ target }) => {
          setText(target.value);
          find(target.value.trim(), "first");
        }}
        placeholder="이 파일에서 찾기"
        inputProps={{ "aria-label": "이 파일에서 찾기", enterKeyHint: "search", maxLength: 200 }}
      />
      <Typography
        variant="body2"
        color="textSecondary"
        role="status"
        sx={{ minWidth: "4.5em", textAlign: "center", whiteSpace: "nowrap" }}
      >
        {wordsOf(text, found)}
      </Typography>
      <IconButton aria-label="이전 결과" disabled={!isAny} onClick={() => step("previous")}>
        <KeyboardArrowUpRounded />
      </IconButton>
      <IconButton aria-label="다음 결과" disabled={!isAny} onClick={() => step("next")}>
        <KeyboardArrowDownRounded />
      </IconButton>
      <IconButton aria-label="찾기 닫기" onClick={onClose}>
        <CloseRounded />
      </IconButton>
    </Box>
  );
};
