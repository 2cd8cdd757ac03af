import Box from "@mui/material/Box";
import Skeleton from "@mui/material/Skeleton";

/** The form and beside it, on a desk, the buyers' view. */
export const formColumns = {
  display: "grid",
  gap: 2,
  gridTemplateColumns: { xs: "minmax(0, 1fr)", md: "minmax(0, 1fr) 320px" },
  alignItems: "start",
  mt: { xs: 2, md: 3 },
} as const;

/** The form before its draft or content is known. */
export const FormSkeleton = () => (
  <Box role="status" aria-busy aria-label="불러오는 중">
    <Skeleton variant="text" width={180} sx={{ typography: "h1" }} />
    <Box sx={formColumns}>
      <Box sx={{ display: "grid", gap: 2 }}>
        <Skeleton variant="rounded" height={520} />
        <Skeleton variant="rounded" height={260} />
      </Box>
      <Skeleton variant="rounded" height={320} sx={{ display: { xs: "none", md: "block" } }} />
    </Box>
  </Box>
);
