import UndoRounded from "@mui/icons-material/UndoRounded";
import type { RefundState } from "@knowhow/shared";
import Alert, { type AlertProps } from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import { useState } from "react";
import { ConfirmDialog } from "@knowhow/ui/components/ConfirmDialog.tsx";
import { useOnline } from "@knowhow/ui/components/useOnline.ts";
import { focusRefundState, refundStatePlace } from "./refundStatePlace.ts";
import { refundStatusOf, type ShownRefundFacts, type RefundStatus } from "./refundStatus.ts";
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
  status: RefundStatus;
  onRequest: () => void;
  variant?: "text" | "outlined";
}

interface WithdrawalDialogProps extends Pick<RefundActProps, "orderNumber" | "title" | "status"> {
  isOpen: boolean;
  onClose: () => void;
}

/** Takes a request back; where that has become impossible while it is open, it says why. */
const WithdrawalDialog = ({ orderNumber, title, status, isOpen, onClose }: WithdrawalDialogProps) => {
  const { withdraw, isPending, isSuccess } = useRefundWithdrawal(orderNumber);
  const isOnline = useOnline();
  const isLate = !status.canWithdraw && !isPending && !isSuccess;
  return (
    <ConfirmDialog
      isOpen={isOpen}
      title={isLate ? "이제 환불 요청을 취소할 수 없어요" : "환불 요청을 취소할까요?"}
      description={
        isLate ? (
          <Alert severity="warning" role="status">
            그사이 ‘{title}’의 환불 상태가 바뀌었어요. {status.text}
          </Alert>
        ) : (
          <>
            ‘{title}’의 환불은 진행되지 않고 콘텐츠는 계속 이용할 수 있어요. 다시 요청할 수 있는지는 그때의
            환불 기간과 열람 여부로 정해져요.
            {isOnline ? null : (
              <Alert severity="warning" role="status" sx={{ mt: 2 }}>
                인터넷에 연결되어 있지 않아 지금은 취소할 수 없어요. 연결되면 다시 눌러주세요.
              </Alert>
            )}
          </>
        )
      }
      confirmLabel="요청 취소하기"
      pendingLabel="취소하는 중..."
      cancelLabel={isLate ? "닫기" : "요청 유지"}
      isDestructive
      isPending={isPending}
      isDisabled={!isOnline || isLate}
      onConfirm={() => withdraw(onClose)}
      onCancel={onClose}
      onClosed={(dialog) => focusRefundState(orderNumber, dialog)}
    />
  );
};

/** The buyer's action on a refund now: request it, take the request back, or none. */
export const RefundAct = ({ status, onRequest, variant = "text", ...named }: RefundActProps) => {
  const [isAsking, setIsAsking] = useState(false);
  /** How often it was asked: the next dialog keeps no state of the last. */
  const [turn, setTurn] = useState(0);
  const { canRequest, canWithdraw } = status;
  const handleClick = () => {
    if (canRequest) {
      onRequest();
      return;
    }
    setTurn((before) => before + 1);
    setIsAsking(true);
  };
  return (
    <>
      {/* One button for both, which gets the focus back from a dialog that has changed what it does. */}
      {canRequest || canWithdraw ? (
        <Button
          size="small"
          variant={variant}
          onClick={handleClick}
          aria-label={`${named.title} ${canRequest ? "환불 요청" : "환불 요청 취소"}`}
        >
          {canRequest ? "환불 요청" : "요청 취소"}
        </Button>
      ) : null}
      {turn === 0 ? null : (
        <WithdrawalDialog
          key={turn}
          {...named}
          status={status}
          isOpen={isAsking}
          onClose={() => setIsAsking(false)}
        />
      )}
    </>
  );
};

interface RefundNoticeProps extends Omit<RefundActProps, "status" | "variant"> {
  facts: ShownRefundFacts;
}

/** The state of a purchase's refund and why, with the buyer's action; nothing for free purchases. */
export const RefundNotice = ({ facts, ...act }: RefundNoticeProps) => {
  const status = refundStatusOf(facts);
  if (!status) return null;
  const { state, text } = status;
  return (
    <Alert
      severity={severities[state]}
      variant={state === "expired" ? "outlined" : "standard"}
      role="note"
      {...refundStatePlace(act.orderNumber)}
      icon={<UndoRounded fontSize="small" />}
      sx={{ alignItems: "flex-start", "& .MuiAlert-message": { minWidth: 0, overflowWrap: "anywhere" } }}
    >
      {text}
      <Box sx={{ mt: 1, "&:empty": { display: "none" } }}>
        <RefundAct {...act} status={status} variant="outlined" />
      </Box>
    </Alert>
  );
};

/** The same in one quiet line, for a list. */
export const RefundLine = ({ facts, orderNumber }: Pick<RefundNoticeProps, "facts" | "orderNumber">) => {
  const status = refundStatusOf(facts);
  return status ? (
    <Typography
      variant="body2"
      {...refundStatePlace(orderNumber)}
      sx={{
        overflowWrap: "anywhere",
        color: status.state === "denied" ? "warning.main" : "text.secondary",
      }}
    >
      {status.text}
    </Typography>
  ) : null;
};
