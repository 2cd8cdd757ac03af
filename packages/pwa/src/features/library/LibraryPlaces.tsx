import Box from "@mui/material/Box";
import Chip from "@mui/material/Chip";
import { Link, useLocation } from "react-router-dom";
import { client } from "@knowhow/ui/client/client.ts";
import { useEndpoint } from "@knowhow/ui/client/queries.ts";

const places = [
  { path: "/library", label: "구매한 콘텐츠" },
  { path: "/wishes", label: "찜한 콘텐츠" },
] as const;

/** How many wishes have news that were not seen. */
const NewsCount = ({ count }: { count: number }) => (
  <Box
    component="span"
    role="img"
    aria-label={`새 소식 ${count}개`}
    sx={{
      ml: 0.75,
      px: 0.75,
      borderRadius: 999,
      typography: "overline",
      bgcolor: "secondary.main",
      color: "secondary.contrastText",
    }}
  >
    {count > 99 ? "99+" : count}
  </Box>
);

/** The two lists of the library. */
export const LibraryPlaces = () => {
  const { pathname } = useLocation();
  const count = useEndpoint(client.wishes.news, {}, { staleTime: 0 }).data?.count ?? 0;
  return (
    <Box component="nav" aria-label="서재" sx={{ display: "flex", flexWrap: "wrap", gap: 1 }}>
      {places.map(({ path, label }) => (
        <Chip
          key={path}
          component={Link}
          to={path}
          replace
          clickable
          label={
            path === "/wishes" && count > 0 ? (
              <>
                {label}
                <NewsCount count={count} />
              </>
            ) : (
              label
            )
          }
          color={pathname === path ? "primary" : "default"}
          variant={pathname === path ? "filled" : "outlined"}
          {...(pathname === path ? { "aria-current": "page" as const } : {})}
          sx={{ height: 44, px: 0.5 }}
        />
      ))}
    </Box>
  );
};
