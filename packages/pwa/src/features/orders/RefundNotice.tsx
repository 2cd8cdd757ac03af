import UndoRounded from "@mui/icons-material/UndoRounded";
import type { RefundState } from "@knowhow/shared";
import Alert, { type AlertProps } from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import { useState } from "react";
import { ConfirmDialog } from "@knowhow/ui/components/ConfirmDialog.tsx";
import { useOnline } from "@knowhow/ui/components/useOnline.ts";
import { refundStandingOf, type ShownRefundFacts, type RefundStanding } from "./refundStanding.ts";
import { useRefundWithdrawal } from "./useRefund.ts";

const severities: Record<RefundState, AlertProps["severity"]> = {
  available: "info",
  delivered: "info",
  expired: "info",
  requested: "info",
  refunding: "info",
  refunded: "success",
  denied: "warning",
};

interface RefundActProps {
  orderNumber: string;
  /** Names the purchase in the button's label, for screen readers. */
  title: string;
  standing: RefundStanding;
  onRequest: () => void;
  variant?: "text" | "outlined";
}

const WithdrawButton = ({ orderNumber, title, variant }: Omit<RefundActProps, "standing" | "onRequest">) => {
  const { withdraw, isPending } = useRefundWithdrawal(orderNumber);
  const isOnline = useOnline();
  const [isAsking, setIsAsking] = useState(false);
  const close = () => setIsAsking(false);
  return (
    <>
      <Button
        size="small"
        variant={variant ?? "text"}
        onClick={() => setIsAsking(true)}
        aria-label={`${title} 환불 요청 취소`}
      >
        요청 취소
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        title="환불 요청을 취소할까요?"
        description={
          <>
            ‘{title}’의 환불은 진행되지 않고 콘텐츠는 계속 이용할 수 있어요. 다시 요청할 수 있는지는 그때의
            환불 기간과 열람 여부로 정해져요.
            {isOnline ? null : (
              <Alert severity="warning" role="status" sx={{ mt: 2 }}>
                인터넷에 연결되어 있지 않아 지금은 취소할 수 없어요. 연결되면 다시 눌러주세요.
              </Alert>
            )}
          </>
        }
        confirmLabel="요청 취소하기"
        pendingLabel="취소하는 중..."
        cancelLabel="요청 유지"
        isDestructive
        isPending={isPending}
        isDisabled={!isOnline}
        onConfirm={() => withdraw(close)}
        onCancel={close}
      />
    </>
  );
};

/** The buyer's action on a refund now: request it, take the request back, or none. */
export const RefundAct = ({ standing, onRequest, variant = "text", ...named }: RefundActProps) => {
  if (standing.canWithdraw) return <WithdrawButton {...named} variant={variant} />;
  return standing.canRequest ? (
    <Button size="small" variant={variant} onClick={onRequest} aria-label={`${named.title} 환불 요청`}>
      환불 요청
    </Button>
  ) : null;
};

interface RefundNoticeProps extends Omit<RefundActProps, "standing" | "variant"> {
  facts: ShownRefundFacts;
}

/** The state of a purchase's refund and why, with the buyer's action; nothing for free purchases. */
export const RefundNotice = ({ facts, ...act }: RefundNoticeProps) => {
  const standing = refundStandingOf(facts);
  if (!standing) return null;
  const { state, text, canRequest, canWithdraw } = standing;
  return (
    <Alert
      severity={severities[state]}
      variant={state === "expired" ? "outlined" : "standard"}
      role="note"
      icon={<UndoRounded fontSize="small" />}
      sx={{ alignItems: "flex-start", "& .MuiAlert-message": { minWidth: 0, overflowWrap: "anywhere" } }}
    >
      {text}
      {canRequest || canWithdraw ? (
        <Box sx={{ mt: 1 }}>
          <RefundAct {...act} standing={standing} variant="outlined" />
        </Box>
      ) : null}
    </Alert>
  );
};

/** The same in one quiet line, for a list. */
export const RefundLine = ({ facts }: { facts: ShownRefundFacts }) => {
  const standing = refundStandingOf(facts);
  return standing ? (
    <Typography
      variant="body2"
      sx={{
        overflowWrap: "anywhere",
        color: standing.state === "denied" ? "warning.main" : "text.secondary",
      }}
    >
      {standing.text}
    </Typography>
  ) : null;
};
