import { useNavigate } from "react-router-dom";
import { MarketSearch } from "./MarketSearch.tsx";

/** The search box of the desk's header, which leads to the market. */
export const HeaderSearch = () => {
  const navigate = useNavigate();
  const search = (words: string) =>
    void navigate(`/market?${new URLSearchParams({ q: words.trim() }).toString()}`);
  return <MarketSearch search="" onSearch={search} isCompact />;
};
