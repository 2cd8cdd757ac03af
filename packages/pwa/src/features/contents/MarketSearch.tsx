import CloseRounded from "@mui/icons-material/CloseRounded";
import SearchRounded from "@mui/icons-material/SearchRounded";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import IconButton from "@mui/material/IconButton";
import InputAdornment from "@mui/material/InputAdornment";
import OutlinedInput from "@mui/material/OutlinedInput";
import { useEffect, useRef, useState, type ComponentType, type SyntheticEvent } from "react";
import type { SearchSuggestionsProps, ShownList } from "./SearchSuggestions.tsx";

interface MarketSearchProps {
  /** The present search; the box starts with it. */
  search: string;
  onSearch: (search: string) => void;
  /** As low as a header; takes the focus when it comes, from the press that it came for. */
  isCompact?: boolean;
}

/** The search box of the market: sent by Enter or the button, cleared in one press; suggests once it is used. */
export const MarketSearch = ({ search, onSearch, isCompact = false }: MarketSearchProps) => {
  const [text, setText] = useState(search);
  const [last, setLast] = useState(search);
  if (last !== search) {
    // Changed from elsewhere: by a category, or by going back.
    setLast(search);
    setText(search);
  }
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (isCompact) input.current?.focus();
  }, [isCompact]);
  const [isOpen, setIsOpen] = useState(false);
  const [list, setList] = useState<ShownList>();
  const [Suggestions, setSuggestions] = useState<ComponentType<SearchSuggestionsProps>>();
  const handleFocus = () => {
    setIsOpen(true);
    if (Suggestions) return;
    import("./SearchSuggestions.tsx").then(
      (loaded) => setSuggestions(() => loaded.SearchSuggestions),
      // Without a network the search does without them.
      () => undefined,
    );
  };
  const handleSubmit = (event: SyntheticEvent) => {
    event.preventDefault();
    setIsOpen(false);
    onSearch(text);
  };
  const handleClear = () => {
    setText("");
    if (search !== "") onSearch("");
    input.current?.focus();
  };
  return (
    <Box
      component="form"
      role="search"
      // Before the app is there the browser sends it.
      action="/market"
      onSubmit={handleSubmit}
      sx={{
        position: "relative",
        containerType: "inline-size",
        "@container (max-width: 15rem)": { ".MuiInputAdornment-positionStart": { display: "none" } },
      }}
    >
      <OutlinedInput
        fullWidth
        size="small"
        type="text"
        name="q"
        value={text}
        onChange={(event) => {
          setText(event.target.value);
          setIsOpen(true);
        }}
        onFocus={handleFocus}
        onBlur={() => setIsOpen(false)}
        placeholder="제목·멘토 이름"
        inputRef={input}
        inputProps={{
          role: "combobox",
          "aria-label": "콘텐츠 검색",
          "aria-autocomplete": "list",
          "aria-expanded": list !== undefined,
          "aria-controls": list?.id,
          "aria-activedescendant": list?.activeId,
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
          <InputAdornment position="end" sx={{ maxHeight: "none", height: "auto" }}>
            {text === "" ? null : (
              <IconButton aria-label="검색어 지우기" onClick={handleClear}>
                <CloseRounded fontSize="small" />
              </IconButton>
            )}
            {isCompact ? null : (
              <Button type="submit" variant="contained" sx={{ borderRadius: 999, px: 2.5, minWidth: 0 }}>
                검색
              </Button>
            )}
          </InputAdornment>
        }
        sx={{ borderRadius: 999, minHeight: isCompact ? 44 : 54, pr: "4px" }}
      />
      {isOpen && Suggestions ? (
        <Suggestions
          text={text}
          input={input}
          onSearch={(chosen) => {
            setText(chosen);
            onSearch(chosen);
          }}
          onClose={() => setIsOpen(false)}
          onShow={setList}
        />
      ) : null}
    </Box>
  );
};
