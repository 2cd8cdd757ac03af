import { categories } from "@knowhow/shared";
import Box from "@mui/material/Box";
import Chip from "@mui/material/Chip";
import { useEffect, useRef } from "react";
import { Link, useSearchParams } from "react-router-dom";
import { categoryColor } from "@knowhow/ui/theme/categories.ts";
import { CategoryIcon } from "@knowhow/ui/theme/CategoryIcon.tsx";
import { addressIn } from "./marketQuery.ts";

const chosenLook = {
  "&, &:hover, &.Mui-focusVisible": { bgcolor: "text.primary", color: "background.paper" },
} as const;
const restingLook = { bgcolor: "background.paper", borderColor: "divider" } as const;

const all = { code: "", label: "전체" } as const;

/** All and the 14 categories, each with the order and filters of the address; scrolls sideways on a phone. */
export const CategoryChips = ({ category }: { category: string }) => {
  const [params] = useSearchParams();
  const chosen = useRef<HTMLAnchorElement>(null);
  useEffect(() => {
    const row = chosen.current?.parentElement;
    if (row && chosen.current) row.scrollLeft = chosen.current.offsetLeft - row.clientWidth / 3;
  }, [category]);
  return (
    <Box
      component="nav"
      aria-label="카테고리"
      sx={{
        position: "relative",
        display: "flex",
        flexWrap: { xs: "nowrap", md: "wrap" },
        gap: 1,
        mx: { xs: -2, md: 0 },
        px: { xs: 2, md: 0 },
        py: 0.5,
        overflowX: { xs: "auto", md: "visible" },
        scrollbarWidth: "none",
        "&::-webkit-scrollbar": { display: "none" },
      }}
    >
      {[all, ...categories].map(({ code, label }) => {
        const isChosen = code === (category === "all" ? "" : category);
        return (
          <Chip
            key={code}
            ref={isChosen ? chosen : null}
            label={label}
            {...(code === "" ? {} : { icon: <CategoryIcon category={code} /> })}
            clickable
            component={Link}
            to={addressIn(params, code)}
            {...(isChosen ? { "aria-current": "true" as const } : {})}
            variant={isChosen ? "filled" : "outlined"}
            sx={{
              height: "auto",
              minHeight: 44,
              px: 0.5,
              flex: "none",
              typography: "subtitle2",
              // The primary colour is for actions; the chosen chip stands out by its ink.
              ...(isChosen ? chosenLook : restingLook),
              // The icon grows with the text.
              "& .MuiChip-icon": {
                fontSize: "1.25em",
                color: isChosen ? "inherit" : categoryColor(code, "ink"),
              },
            }}
          />
        );
      })}
    </Box>
  );
};
