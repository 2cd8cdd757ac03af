import Box from "@mui/material/Box";
import type { ReactNode } from "react";
import { Link } from "react-router-dom";

interface TalkLinkProps {
  to: string;
  /** Where conversations open beside their list: whether this one is open. */
  beside?: { isOpen: boolean } | undefined;
  children: ReactNode;
}

/** A row of a list of conversations that is a link as a whole. */
export const TalkLink = ({ to, beside, children }: TalkLinkProps) => (
  <Box
    component={Link}
    to={to}
    // A conversation that opens beside the list leaves its scroll position.
    preventScrollReset={beside !== undefined}
    {...(beside?.isOpen ? { "aria-current": "true" } : {})}
    sx={{
      position: "relative",
      display: "flex",
      alignItems: "center",
      gap: 1.5,
      px: 2,
      py: 1.5,
      color: "inherit",
      textDecoration: "none",
      "&:hover": { bgcolor: "action.hover" },
      "&[aria-current]": { bgcolor: "action.selected" },
      "&:focus-visible": { outlineOffset: "-3px" },
    }}
  >
    {children}
  </Box>
);
