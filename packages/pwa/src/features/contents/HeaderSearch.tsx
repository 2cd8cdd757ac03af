import Box from "@mui/material/Box";
import { useLocation, useNavigate } from "react-router-dom";
import { useIsDesk } from "@knowhow/ui/components/useIsDesk.ts";
import { MarketSearch } from "./MarketSearch.tsx";

const useMarket = () => {
  const navigate = useNavigate();
  return (search: string) => {
    const words = search.trim();
    void navigate(words === "" ? "/market" : `/market?${new URLSearchParams({ q: words }).toString()}`);
  };
};

/** The search of the desk's header; the market has its own. */
export const HeaderSearch = () => {
  const { pathname } = useLocation();
  const search = useMarket();
  const isDesk = useIsDesk();
  if (!isDesk || pathname === "/market") return null;
  return <MarketSearch key={pathname} search="" onSearch={search} isCompact />;
};

/** The search on top of a member's home on a phone, whose header has no room for it. */
export const HomeSearch = () => {
  const search = useMarket();
  const isDesk = useIsDesk();
  return <Box sx={{ minWidth: 0 }}>{isDesk ? null : <MarketSearch search="" onSearch={search} />}</Box>;
};
