import Button from "@mui/material/Button";
import { useState, type SyntheticEvent } from "react";
import { Link } from "react-router-dom";
import { Late } from "@knowhow/ui/features/layout/Late.tsx";

const loadSearch = async () => (await import("./HeaderSearch.tsx")).HeaderSearch;

/** The link to the market's search; on a desk a press loads the search box in its place. */
export const SearchPlace = ({ isOfDesk = false }: { isOfDesk?: boolean }) => {
  const [isWanted, setIsWanted] = useState(false);
  const handleClick = (event: SyntheticEvent) => {
    // Where the code did not come the next press leads on.
    if (!isOfDesk || isWanted) return;
    event.preventDefault();
    setIsWanted(true);
  };
  return (
    <Late isWanted={isWanted} load={loadSearch}>
      <Button
        component={Link}
        to="/market"
        variant="outlined"
        color="inherit"
        fullWidth
        onClick={handleClick}
        sx={{ borderRadius: 999, justifyContent: "start" }}
      >
        콘텐츠 검색
      </Button>
    </Late>
  );
};
