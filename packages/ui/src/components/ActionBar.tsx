import Box from "@mui/material/Box";
import GlobalStyles from "@mui/material/GlobalStyles";
import type { ReactNode } from "react";

/** Height of the bar in px: notices stay above it. */
const height = 76;

/**
 * The primary action of a screen on a phone: stays at the bottom edge, above the bottom bar.
 * Put it last in the screen; nothing is shown on a desk, where the action has its own place.
 */
export const ActionBar = ({ children }: { children: ReactNode }) => (
  <>
    <GlobalStyles
      styles={{ "@media (max-width:899.95px)": { ":root": { "--kh-actions": `${height}px` } } }}
    />
    <Box
      sx={{
        display: { xs: "flex", md: "none" },
        // In very large text the price stands above the button.
        flexWrap: "wrap",
        alignItems: "center",
        columnGap: 2,
        rowGap: 0.5,
        position: "sticky",
        bottom: "var(--kh-bars)",
        zIndex: 2,
        minHeight: height,
        mx: -2,
        px: 2,
        py: 1,
        bgcolor: "background.paper",
        borderTop: "1px solid",
        borderColor: "divider",
      }}
    >
      {children}
    </Box>
  </>
);
