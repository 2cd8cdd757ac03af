import Box from "@mui/material/Box";
import Skeleton from "@mui/material/Skeleton";
import type { ReactNode } from "react";
import { PageTitle } from "../../components/PageTitle.tsx";
import { AdminOnly } from "./AdminOnly.tsx";

interface AdminPageProps {
  title: string;
  description: string;
  /** Beside the title. */
  aside: ReactNode;
  /** The height of the screen in pixels while the user is not known yet. */
  skeletonHeight: number;
  children: ReactNode;
}

/** The frame of an administrators' list: title, what stands beside it, and the list for administrators alone. */
export const AdminPage = ({ title, description, aside, skeletonHeight, children }: AdminPageProps) => (
  <Box sx={{ display: "grid", gap: 2, gridTemplateColumns: "minmax(0, 1fr)" }}>
    <Box
      sx={{
        display: "flex",
        flexWrap: "wrap",
        justifyContent: "space-between",
        alignItems: "start",
        gap: 1.5,
      }}
    >
      <PageTitle title={title} description={description} />
      {aside}
    </Box>
    <AdminOnly skeleton={<Skeleton variant="rounded" height={skeletonHeight} />}>{() => children}</AdminOnly>
  </Box>
);
