import Box from "@mui/material/Box";
import type { SyntheticEvent } from "react";
import { SearchField, useSearchText } from "../../components/SearchField.tsx";

interface MentorSearchProps {
  /** Of the mentor's page. */
  path: string;
  search: string;
  onSearch: (search: string) => void;
}

/** The search box for what one mentor sells; sent by Enter. */
export const MentorSearch = ({ path, search, onSearch }: MentorSearchProps) => {
  const [text, setText] = useSearchText(search);
  const handleSubmit = (event: SyntheticEvent) => {
    event.preventDefault();
    onSearch(text);
  };
  return (
    // Before the app is there the browser sends it.
    <Box component="form" role="search" action={path} onSubmit={handleSubmit} sx={{ maxWidth: "34rem" }}>
      <SearchField
        name="q"
        label="이 멘토의 콘텐츠 검색"
        placeholder="이 멘토의 콘텐츠 검색"
        text={text}
        onType={setText}
        onClear={() => {
          setText("");
          if (search !== "") onSearch("");
        }}
        inputProps={{ autoComplete: "off" }}
      />
    </Box>
  );
};
