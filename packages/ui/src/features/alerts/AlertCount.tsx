import Chip from "@mui/material/Chip";
import { useAlertCount } from "./useAlertNotices.ts";

/** How many alerts are open, beside the link to them; nothing where there are none. */
export const AlertCount = () => {
  const count = useAlertCount();
  return count === undefined || count === 0 ? null : (
    <Chip
      component="span"
      size="small"
      color="error"
      label={count > 99 ? "99+" : count}
      aria-label={`확인할 알림 ${count}건`}
      sx={{ ml: 0.75 }}
    />
  );
};
