import Box from "@mui/material/Box";
import type { ReactNode } from "react";

/** Stands in place of the box where no message can be written. */
export const ComposerClosed = ({ children }: { children: ReactNode }) => (
  <Box
    role="note"
    sx={{
      px: 2,
      py: 2,
      textAlign: "center",
      color: "text.secondary",
      bgcolor: "background.paper",
      borderTop: "1px solid",
      borderColor: "divider",
    }}
  >
    {children}
  </Box>
);
