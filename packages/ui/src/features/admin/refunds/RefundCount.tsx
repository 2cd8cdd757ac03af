import Chip from "@mui/material/Chip";
import { useRefundCounts } from "./useRefunds.ts";

/** How many requests wait for a decision, beside the link to them; nothing where there are none. */
export const RefundCount = () => {
  const counts = useRefundCounts();
  if (!counts || counts.requested === 0) return null;
  const { requested, overdue } = counts;
  return (
    <Chip
      component="span"
      size="small"
      color={overdue > 0 ? "error" : "primary"}
      label={requested > 99 ? "99+" : requested}
      aria-label={`결정할 환불 요청 ${requested}건${overdue > 0 ? `, 기한이 지난 것 ${overdue}건` : ""}`}
      sx={{ ml: 0.75 }}
    />
  );
};
