import UndoRounded from "@mui/icons-material/UndoRounded";
import type { RefundState } from "@knowhow/shared";
import Alert, { type AlertProps } from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
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
  /** Names the purchase for who hears the button alone. */
  title: string;
  standing: RefundStanding;
  onRequest: () => void;
  variant?: "text" | "outlined";
}

const WithdrawButton = ({ orderNumber, title, variant }: Omit<RefundActProps, "standing" | "onRequest">) => {
  const { withdraw, isPending } = useRefundWithdrawal(orderNumber);
  return (
    <Button
      size="small"
      variant={variant ?? "text"}
      loading={isPending}
      onClick={withdraw}
      aria-label={`${title} 환불 요청 취소`}
    >
      요청 취소
    </Button>
  );
};

/** What the buyer can do about a refund now: ask for it, take the request back, or nothing. */
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

/** What holds of a purchase's refund now and why, with what can be done about it; nothing where nothing was paid. */
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
