import SupportAgentRounded from "@mui/icons-material/SupportAgentRounded";
import Box from "@mui/material/Box";
import Card from "@mui/material/Card";
import Typography from "@mui/material/Typography";
import { TalkLink } from "@knowhow/ui/features/chats/TalkLink.tsx";
import { UnreadBadge } from "@knowhow/ui/features/chats/UnreadBadge.tsx";
import { useUnreadInquiries } from "./useInquiries.ts";

/** The link to the inquiries, with the number of unread messages. */
export const InquiryWay = () => {
  const unread = useUnreadInquiries(true);
  return (
    <Card>
      <TalkLink to="/user-admin-chats">
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
      </TalkLink>
    </Card>
  );
};
