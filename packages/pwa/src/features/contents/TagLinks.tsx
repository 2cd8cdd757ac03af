import Box from "@mui/material/Box";
import Chip from "@mui/material/Chip";
import { Link } from "react-router-dom";

/** A content's tags; each leads to a search for it. */
export const TagLinks = ({ tags }: { tags: readonly string[] }) =>
  tags.length === 0 ? null : (
    <Box
      component="ul"
      aria-label="태그"
      sx={{ display: "flex", flexWrap: "wrap", gap: 1, m: 0, p: 0, listStyle: "none" }}
    >
      {tags.map((tag) => (
        <Box component="li" key={tag} sx={{ minWidth: 0 }}>
          <Chip
            clickable
            component={Link}
            to={`/market?${new URLSearchParams({ q: tag }).toString()}`}
            label={`#${tag}`}
            variant="outlined"
            sx={{ minHeight: 44, maxWidth: "100%", px: 0.5 }}
          />
        </Box>
      ))}
    </Box>
  );
