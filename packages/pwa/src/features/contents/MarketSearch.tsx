import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import { useEffect, useRef, useState, type ComponentType, type SyntheticEvent } from "react";
import { SearchField, useSearchText } from "../../components/SearchField.tsx";
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
  const [text, setText] = useSearchText(search);
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
      <SearchField
        name="q"
        label="콘텐츠 검색"
        placeholder="제목·멘토 이름"
        text={text}
        onType={(typed) => {
          setText(typed);
          setIsOpen(true);
        }}
        onClear={() => {
          setText("");
          if (search !== "") onSearch("");
        }}
        onFocus={handleFocus}
        onBlur={() => setIsOpen(false)}
        input={input}
        inputProps={{
          role: "combobox",
          "aria-autocomplete": "list",
          "aria-expanded": list !== undefined,
          "aria-controls": list?.id,
          "aria-activedescendant": list?.activeId,
          autoComplete: "off",
        }}
        sx={{
          minHeight: isCompact ? 44 : 54,
          pr: "4px",
          ".MuiInputAdornment-positionEnd": { maxHeight: "none", height: "auto" },
        }}
        button={
          isCompact ? null : (
            <Button type="submit" variant="contained" sx={{ borderRadius: 999, px: 2.5, minWidth: 0 }}>
              검색
            </Button>
          )
        }
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
