import Box from "@mui/material/Box";
import { SearchField } from "../../components/SearchField.tsx";

interface BoughtSearchProps {
  text: string;
  onSearch: (text: string) => void;
  /** It searches kept files too. */
  isWide: boolean;
}

/** The search box of the library: searches while typing, since the whole library is on the device. */
export const BoughtSearch = ({ text, onSearch, isWide }: BoughtSearchProps) => (
  <Box role="search" sx={{ mb: 1 }}>
    <SearchField
      label="구매한 콘텐츠 검색"
      placeholder={isWide ? "제목·멘토·설명·파일 속 글" : "제목·멘토·설명·카테고리"}
      text={text}
      onType={onSearch}
      onClear={() => onSearch("")}
    />
  </Box>
);
