import Box from "@mui/material/Box";
import type { ReactNode } from "react";
import { PageTitle } from "../../../components/PageTitle.tsx";

interface EntryFrameProps {
  title: string;
  description: ReactNode;
  children: ReactNode;
}

/** The narrow column of the sign-in and sign-up forms: a card on a desk, the bare page on a phone. */
export const EntryFrame = ({ title, description, children }: EntryFrameProps) => (
  <Box
    sx={{
      display: "grid",
      gap: 3,
      width: "100%",
      maxWidth: 480,
      mx: "auto",
      py: { xs: 1, md: 5 },
      px: { xs: 0, md: 5 },
      bgcolor: { md: "background.paper" },
      border: { md: "1px solid" },
      borderColor: { md: "divider" },
      borderRadius: "12px",
    }}
  >
    <PageTitle title={title} description={description} />
    {children}
  </Box>
);
