import type { AdminRefund } from "@knowhow/shared";
import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import { Link } from "react-router-dom";
import { DialogShell } from "../../../components/DialogShell.tsx";
import { TalkPages } from "../ReportTalkDialog.tsx";

interface RefundTalkDialogProps {
  refund: AdminRefund;
  chatRoomId: string;
  onClose: () => void;
}

/** The talk of buyer and mentor about a purchase. The server logs the access. */
export const RefundTalkDialog = ({ refund, chatRoomId, onClose }: RefundTalkDialogProps) => (
  <DialogShell isOpen onClose={onClose} title="구매자와 멘토의 대화">
    <Box sx={{ display: "grid", gap: 2 }}>
      <Alert severity="info" role="note">
        사적인 대화예요. 열어본 기록이 남습니다.
      </Alert>
      <TalkPages of={{ chatRoomId }} parts={{ [refund.seller.id]: "멘토", [refund.buyer.id]: "구매자" }} />
      <Button component={Link} to={`/admin-chat/${chatRoomId}`} variant="outlined">
        채팅방 참여
      </Button>
    </Box>
  </DialogShell>
);
