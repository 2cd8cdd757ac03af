import Box from "@mui/material/Box";
import Skeleton from "@mui/material/Skeleton";

/** Two columns on a desk, one below the other on a phone. */
export const checkoutColumns = {
  display: "grid",
  gap: 2,
  gridTemplateColumns: { xs: "minmax(0, 1fr)", md: "minmax(0, 1fr) 360px" },
  alignItems: "start",
  mt: { xs: 2, md: 3 },
} as const;

/** The payment page before its content is there. */
export const CheckoutSkeleton = () => (
  <Box aria-busy aria-label="주문 정보를 불러오는 중" role="status">
    <Skeleton variant="text" width={120} sx={{ typography: "h1" }} />
    <Box sx={checkoutColumns}>
      <Box sx={{ display: "grid", gap: 2 }}>
        <Skeleton variant="rounded" height={176} />
        <Skeleton variant="rounded" height={156} />
        <Skeleton variant="rounded" height={240} />
      </Box>
      <Skeleton variant="rounded" height={240} />
    </Box>
  </Box>
);
