import AdminPanelSettingsOutlined from "@mui/icons-material/AdminPanelSettingsOutlined";
import Badge from "@mui/material/Badge";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import { NavLink } from "react-router-dom";
import { sanctionOf } from "../accounts/sanction.ts";
import { useAlertCount } from "./useAlertNotices.ts";
import { useMe } from "../../client/session.ts";
import { useRefundCounts } from "../admin/refunds/useRefunds.ts";
import { useInbox } from "../admin/useInbox.ts";
import { useReportCounts } from "../admin/useReports.ts";

const WorkLink = () => {
  const waiting = [
    { label: "신고", count: useReportCounts()?.pending ?? 0 },
    { label: "환불", count: useRefundCounts()?.requested ?? 0 },
    { label: "읽지 않은 문의", count: useInbox().unread ?? 0 },
    { label: "확인할 알림", count: useAlertCount() ?? 0 },
  ].filter(({ count }) => count > 0);
  const total = waiting.reduce((sum, { count }) => sum + count, 0);
  const parts = waiting.map(({ label, count }) => `${label} ${count}건`).join(", ");
  const label = total === 0 ? "관리자 대시보드" : `관리자 대시보드, ${parts}`;
  return (
    <Button
      component={NavLink}
      to="/admin"
      color="inherit"
      title={label}
      aria-label={label}
      sx={{ minWidth: 44, px: { xs: 1, md: 1.5 }, gap: 1, "&.active": { color: "primary.main" } }}
    >
      <Badge badgeContent={total} max={99} color="secondary">
        <AdminPanelSettingsOutlined />
      </Badge>
      <Box component="span" sx={{ display: { xs: "none", md: "inline" }, ml: total > 0 ? 0.5 : 0 }}>
        관리
      </Box>
    </Button>
  );
};

/** Link to the dashboard from every page, with the number of waiting items. */
export const AdminLink = () => {
  const { user } = useMe();
  // With a temporary password no read but the session is allowed; under a sanction everything is refused.
  return user?.isAdmin && !user.mustChangePassword && !sanctionOf(user) ? <WorkLink /> : null;
};
