import CloseRounded from "@mui/icons-material/CloseRounded";
import SearchRounded from "@mui/icons-material/SearchRounded";
import Box from "@mui/material/Box";
import IconButton from "@mui/material/IconButton";
import InputAdornment from "@mui/material/InputAdornment";
import OutlinedInput from "@mui/material/OutlinedInput";
import { useRef } from "react";

interface BoughtSearchProps {
  text: string;
  onSearch: (text: string) => void;
  /** It searches kept files too. */
  isWide: boolean;
}

/** The search box of the library: searches while typing, since the whole library is on the device. */
export const BoughtSearch = ({ text, onSearch, isWide }: BoughtSearchProps) => {
  const input = useRef<HTMLInputElement>(null);
  return (
    <Box role="search" sx={{ mb: 1 }}>
      <OutlinedInput
        fullWidth
        size="small"
        value={text}
        onChange={(event) => onSearch(event.target.value)}
        placeholder={isWide ? "제목·멘토·설명·파일 속 글" : "제목·멘토·설명·카테고리"}
        inputRef={input}
        inputProps={{ "aria-label": "구매한 콘텐츠 검색", enterKeyHint: "search", maxLength: 100 }}
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
                  onSearch("");
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
