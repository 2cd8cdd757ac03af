import Box from "@mui/material/Box";
import Chip from "@mui/material/Chip";
import { Link, useLocation } from "react-router-dom";

const places = [
  { path: "/library", label: "구매한 콘텐츠" },
  { path: "/wishes", label: "찜한 콘텐츠" },
] as const;

/** The two lists of the library. */
export const LibraryPlaces = () => {
  const { pathname } = useLocation();
  return (
    <Box component="nav" aria-label="서재" sx={{ display: "flex", flexWrap: "wrap", gap: 1 }}>
      {places.map(({ path, label }) => (
        <Chip
          key={path}
          component={Link}
          to={path}
          replace
          clickable
          label={label}
          color={pathname === path ? "primary" : "default"}
          variant={pathname === path ? "filled" : "outlined"}
          {...(pathname === path ? { "aria-current": "page" as const } : {})}
          sx={{ height: 44, px: 0.5 }}
        />
      ))}
    </Box>
  );
};
