import CloseRounded from "@mui/icons-material/CloseRounded";
import SearchRounded from "@mui/icons-material/SearchRounded";
import Box from "@mui/material/Box";
import IconButton from "@mui/material/IconButton";
import InputAdornment from "@mui/material/InputAdornment";
import OutlinedInput from "@mui/material/OutlinedInput";
import { useRef, useState, type SyntheticEvent } from "react";

interface MentorSearchProps {
  /** Of the mentor's page. */
  path: string;
  search: string;
  onSearch: (search: string) => void;
}

/** The search box for what one mentor sells; sent by Enter. */
export const MentorSearch = ({ path, search, onSearch }: MentorSearchProps) => {
  const [text, setText] = useState(search);
  const [last, setLast] = useState(search);
  if (last !== search) {
    // Changed by going back.
    setLast(search);
    setText(search);
  }
  const input = useRef<HTMLInputElement>(null);
  const handleSubmit = (event: SyntheticEvent) => {
    event.preventDefault();
    onSearch(text);
  };
  return (
    // Before the app is there the browser sends it.
    <Box component="form" role="search" action={path} onSubmit={handleSubmit} sx={{ maxWidth: "34rem" }}>
      <OutlinedInput
        fullWidth
        size="small"
        name="q"
        value={text}
        onChange={(event) => setText(event.target.value)}
        placeholder="이 멘토의 콘텐츠 검색"
        inputRef={input}
        inputProps={{
          "aria-label": "이 멘토의 콘텐츠 검색",
          autoComplete: "off",
          enterKeyHint: "search",
          maxLength: 100,
        }}
        startAdornment={
          <InputAdornment position="start">
            <SearchRounded aria-hidden />
          </InputAdornment>
        }
        endAdornment={
          text === "" ? null : (
            <InputAdornment position="end">
              <IconButton
                aria-label="검색어 지우기"
                onClick={() => {
                  setText("");
                  if (search !== "") onSearch("");
                  input.current?.focus();
                }}
              >
                <CloseRounded fontSize="small" />
              </IconButton>
            </InputAdornment>
          )
        }
        sx={{ borderRadius: 999, minHeight: 48 }}
      />
    </Box>
  );
};
