import { useNavigate } from "react-router-dom";
import { MarketSearch } from "./MarketSearch.tsx";

/** The search box of the desk's header, which leads to the market. */
export const HeaderSearch = ({ isFocused = false }: { isFocused?: boolean }) => {
  const navigate = useNavigate();
  const search = (words: string) =>
    void navigate(`/market?${new URLSearchParams({ q: words.trim() }).toString()}`);
  return <MarketSearch search="" onSearch={search} isCompact isFocused={isFocused} />;
};

/** The same with the focus in it: its place had it. */
export const FocusedSearch = () => <HeaderSearch isFocused />;
