import { formatWon, refundDecisionDays, remainingAmount, textLimits, type Receipt } from "@knowhow/shared";
import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Dialog from "@mui/material/Dialog";
import DialogActions from "@mui/material/DialogActions";
import DialogContent from "@mui/material/DialogContent";
import DialogTitle from "@mui/material/DialogTitle";
import Skeleton from "@mui/material/Skeleton";
import Typography from "@mui/material/Typography";
import { useEffect, useId } from "react";
import type { DialogProps } from "@knowhow/ui/components/useLazyDialog.ts";
import { client } from "@knowhow/ui/client/client.ts";
import { useEndpoint } from "@knowhow/ui/client/queries.ts";
import { ErrorState } from "@knowhow/ui/client/ErrorState.tsx";
import { useToast } from "@knowhow/ui/components/ToastProvider.tsx";
import { useOnline } from "@knowhow/ui/components/useOnline.ts";
import { FormTextField } from "@knowhow/ui/forms/FormTextField.tsx";
import { SubmitButton } from "@knowhow/ui/forms/SubmitButton.tsx";
import { refundRules } from "./refundRules.ts";
import { focusRefundState } from "./refundStatePlace.ts";
import { refundStatusOf } from "./refundStatus.ts";
import { useRefundRequest } from "./useRefund.ts";

const sumOf = ({ amount, partCancels }: Receipt): string => {
  const remaining = remainingAmount(amount, partCancels);
  return remaining === amount
    ? formatWon(amount)
    : `${formatWon(amount)} 가운데 이미 취소된 ${formatWon(amount - remaining)}을 뺀 ${formatWon(remaining)}`;
};

const ruleOf = (order: Receipt): string =>
  order.refundState === "available"
    ? `아직 열지 않은 콘텐츠라 요청하면 바로 환불이 시작돼요. 결제한 ${sumOf(order)}을 모두 돌려드려요.`
    : `콘텐츠를 열어서 관리자가 영업일 기준 ${refundDecisionDays}일 안에 확인하고 결정해요. 승인되면 결제한 ${sumOf(order)}을 모두 돌려드려요.`;

const Order = ({ order }: { order: Receipt }) => (
  <Box>
    <Typography variant="subtitle1" component="p" sx={{ overflowWrap: "anywhere" }}>
      {order.content.title}
    </Typography>
    <Typography variant="body2" color="textSecondary">
      주문번호 {order.orderNumber} · {formatWon(order.amount)}
    </Typography>
  </Box>
);

interface FormProps {
  order: Receipt;
  onClose: () => void;
}

const RequestForm = ({ order, onClose }: FormProps) => {
  const isOnline = useOnline();
  const { form, failure, handleSend, isPending } = useRefundRequest(order.orderNumber, onClose);
  const toast = useToast();
  // An earlier toast would cover the buttons on a phone.
  useEffect(() => toast(null), [toast]);
  return (
    <Box
      component="form"
      noValidate
      aria-label="환불 요청"
      onSubmit={(event) => void handleSend(event)}
      sx={{ display: "flex", flexDirection: "column", minHeight: 0 }}
    >
      <DialogContent sx={{ display: "grid", gap: 2 }}>
        <Order order={order} />
        <Alert severity="info" role="note" aria-live="polite">
          {ruleOf(order)}
        </Alert>
        <Box component="ul" sx={{ m: 0, pl: 2.5, color: "text.secondary" }}>
          {[
            ...(order.partCancels?.length ? [] : [refundRules.whole]),
            refundRules.card,
            refundRules.after,
          ].map((rule) => (
            <li key={rule}>{rule}</li>
          ))}
        </Box>
        <FormTextField
          control={form.control}
          name="reason"
          label="환불을 요청하는 이유"
          isRequired
          autoFocus
          multiline
          minRows={3}
          maxRows={8}
          counterMax={textLimits.refundReason}
        />
        {isOnline ? null : (
          <Alert severity="warning" role="status">
            인터넷에 연결되어 있지 않아 지금은 요청할 수 없어요. 환불 요청은 나중에 저절로 보내지지 않아요. 쓴
            이유는 그대로 있으니 연결되면 다시 눌러주세요.
          </Alert>
        )}
        {failure === undefined ? null : <Alert severity="error">{failure}</Alert>}
      </DialogContent>
      <DialogActions sx={{ p: 2, pt: 0 }}>
        <Button color="inherit" onClick={onClose} disabled={isPending}>
          닫기
        </Button>
        <SubmitButton isPending={isPending} pendingLabel="요청하는 중..." size="medium" disabled={!isOnline}>
          환불 요청하기
        </SubmitButton>
      </DialogActions>
    </Box>
  );
};

const Settled = ({ order, onClose }: FormProps) => (
  <>
    <DialogContent sx={{ display: "grid", gap: 2 }}>
      <Order order={order} />
      <Alert severity="info" role="status">
        {refundStatusOf(order)?.text ?? "무료로 받은 콘텐츠라 환불할 금액이 없어요."}
      </Alert>
    </DialogContent>
    <DialogActions sx={{ p: 2, pt: 0 }}>
      <Button onClick={onClose}>닫기</Button>
    </DialogActions>
  </>
);

const RefundBody = ({ orderNumber, ...rest }: Omit<FormProps, "order"> & { orderNumber: string }) => {
  // Fetched each time: the rule depends on what was opened meanwhile, on any device.
  const { data, error, isFetching, refetch } = useEndpoint(
    client.orders.get,
    { params: { orderNumber } },
    { staleTime: 0, refetchOnMount: "always" },
  );
  if (data && (!isFetching || refundStatusOf(data)?.canRequest))
    return refundStatusOf(data)?.canRequest ? (
      <RequestForm order={data} {...rest} />
    ) : (
      <Settled order={data} onClose={rest.onClose} />
    );
  return (
    <>
      <DialogContent>
        {error && !isFetching ? (
          <ErrorState
            error={error}
            title="주문을 불러오지 못했습니다"
            onRetry={() => void refetch()}
            unconnected={{
              title: "지금은 환불을 요청할 수 없어요",
              description: "환불을 요청하려면 인터넷 연결이 필요해요. 연결되면 저절로 열려요.",
            }}
          />
        ) : (
          <div role="status" aria-busy aria-label="주문을 불러오는 중">
            {[70, 50, 100, 90].map((width) => (
              <Skeleton key={width} width={`${width}%`} height={32} />
            ))}
          </div>
        )}
      </DialogContent>
      <DialogActions sx={{ p: 2, pt: 0 }}>
        <Button onClick={rest.onClose}>닫기</Button>
      </DialogActions>
    </>
  );
};

interface RefundDialogProps extends DialogProps {
  /** The order to refund; it stays set while the dialog closes. */
  orderNumber: string | undefined;
}

/** Requests the refund of an order: what will happen, the reason, and the request itself. */
export const RefundDialog = ({ orderNumber, isOpen, onClose }: RefundDialogProps) => {
  const id = useId();
  return (
    <Dialog
      open={isOpen}
      // A click beside it is easily made. The typed reason is kept, and there again at the next opening.
      onClose={(_, reason) => {
        if (reason === "escapeKeyDown") onClose();
      }}
      fullWidth
      maxWidth="sm"
      aria-labelledby={id}
      slotProps={{
        transition: {
          onExited: (dialog) => {
            if (orderNumber !== undefined) focusRefundState(orderNumber, dialog);
          },
        },
      }}
    >
      <DialogTitle id={id}>환불 요청</DialogTitle>
      {orderNumber === undefined ? null : (
        <RefundBody key={orderNumber} orderNumber={orderNumber} onClose={onClose} />
      )}
    </Dialog>
  );
};
