import Box from "@mui/material/Box";
import Skeleton from "@mui/material/Skeleton";
import { PageTitle } from "../../components/PageTitle.tsx";

/** The profile before it is known whose it is. */
export const ProfileSkeleton = () => (
  <Box sx={{ display: "grid", gap: { xs: 2, md: 3 } }}>
    <PageTitle title="내 정보" />
    <Box
      role="status"
      aria-busy
      aria-label="내 정보를 불러오는 중"
      sx={{
        display: "grid",
        gridTemplateColumns: { xs: "minmax(0, 1fr)", md: "minmax(0, 380px) minmax(0, 1fr)" },
        gap: { xs: 2, md: 3 },
        alignItems: "start",
      }}
    >
      <Skeleton variant="rounded" height={392} />
      <Skeleton variant="rounded" height={600} />
    </Box>
  </Box>
);
