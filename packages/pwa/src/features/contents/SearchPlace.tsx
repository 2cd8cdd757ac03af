import Box from "@mui/material/Box";
import { useState } from "react";
import { Link } from "react-router-dom";
import { Late } from "@knowhow/ui/features/layout/Late.tsx";

const loadSearch = async () => (await import("./HeaderSearch.tsx")).HeaderSearch;
const loadFocused = async () => (await import("./HeaderSearch.tsx")).FocusedSearch;

/** The place of a search box, and until its code is there the way to the market's: nothing is loaded before it is used. */
export const SearchPlace = ({ isOfDesk = false }: { isOfDesk?: boolean }) => {
  const [load, setLoad] = useState<{ run: typeof loadSearch }>();
  const want = (run: typeof loadSearch) => {
    if (isOfDesk && !load) setLoad({ run });
  };
  return (
    <Late isWanted={load !== undefined} load={load?.run ?? loadSearch}>
      <Box
        component={Link}
        to="/market"
        onPointerEnter={() => want(loadSearch)}
        onFocus={() => want(loadFocused)}
        sx={{
          display: "block",
          px: 2,
          py: 1.25,
          borderRadius: 999,
          border: "1px solid",
          borderColor: "divider",
          bgcolor: "background.paper",
          color: "text.secondary",
          textDecoration: "none",
        }}
      >
        콘텐츠 검색
      </Box>
    </Late>
  );
};
