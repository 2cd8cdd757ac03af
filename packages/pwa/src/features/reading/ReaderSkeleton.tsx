import Box from "@mui/material/Box";
import Skeleton from "@mui/material/Skeleton";

/** The shape of a page while a file is opened. */
export const ReaderSkeleton = () => (
  <Box role="status" aria-label="파일을 여는 중" sx={{ display: "grid", justifyItems: "center", p: 2 }}>
    <Skeleton variant="rectangular" sx={{ width: "100%", maxWidth: "44rem", height: "70dvh" }} />
  </Box>
);
