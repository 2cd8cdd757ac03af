import SupportAgentRounded from "@mui/icons-material/SupportAgentRounded";
import Box from "@mui/material/Box";
import Card from "@mui/material/Card";
import Typography from "@mui/material/Typography";
import { Link } from "react-router-dom";
import { UnreadBadge } from "../chats/UnreadBadge.tsx";
import { useUnreadInquiries } from "./useInquiries.ts";

/** The way to the conversations with the administrators, with what waits there unread. */
export const InquiryWay = () => {
  const unread = useUnreadInquiries(true);
  return (
    <Card>
      <Box
        component={Link}
        to="/user-admin-chats"
        sx={{
          position: "relative",
          display: "flex",
          alignItems: "center",
          gap: 1.5,
          px: 2,
          py: 1.5,
          color: "inherit",
          textDecoration: "none",
          "&:hover": { bgcolor: "action.hover" },
          "&:focus-visible": { outlineOffset: "-3px" },
        }}
      >
        <SupportAgentRounded aria-hidden color="primary" />
        <Box sx={{ flex: 1, minWidth: 0 }}>
          <Typography variant="subtitle2" component="h2">
            관리자와의 대화
          </Typography>
          <Typography variant="body2" color="textSecondary">
            문의, 신고 결과, 제재 안내
          </Typography>
        </Box>
        <UnreadBadge count={unread} />
      </Box>
    </Card>
  );
};
