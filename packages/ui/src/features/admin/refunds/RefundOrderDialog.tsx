import { AppError, formatWon, textLimits, type OrderRefund, type RefundState } from "@knowhow/shared";
import { refundForm } from "@knowhow/shared/schemas.ts";
import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Chip from "@mui/material/Chip";
import Typography from "@mui/material/Typography";
import { useState } from "react";
import { object, string } from "yup";
import { client } from "../../../client/client.ts";
import { useEndpointMutation } from "../../../client/queries.ts";
import { DialogShell } from "../../../components/DialogShell.tsx";
import { hasCode } from "../../../components/failure.ts";
import { useToast } from "../../../components/ToastProvider.tsx";
import { applyServerErrors } from "../../../forms/applyServerErrors.ts";
import { FormTextField } from "../../../forms/FormTextField.tsx";
import { SubmitButton } from "../../../forms/SubmitButton.tsx";
import { useContractForm } from "../../../forms/useContractForm.ts";
import { DecisionDialog } from "../../decisions/DecisionDialog.tsx";
import { useDeciding, useReasonForm } from "../../decisions/useDeciding.ts";
import { DecideDialog } from "./DecideDialog.tsx";
import { RefundFacts } from "./RefundCard.tsx";
import { useOrderRefund, useRefreshRefunds } from "./useRefunds.ts";
import { approvalWords, refundAmountOf, refundStateLabel, uncancellableWords } from "./words.ts";

const title = "주문번호로 환불";

const orderForm = object({
  orderNumber: string()
    .trim()
    .required("주문번호를 입력해주세요.")
    .max(64, "주문번호는 64자 이하여야 합니다."),
});

/** Asks for the order; the number alone refunds nothing. */
const FindOrder = ({ onFind, onClose }: { onFind: (refund: OrderRefund) => void; onClose: () => void }) => {
  const form = useContractForm(orderForm, { orderNumber: "" }, "onSubmit");
  const [failure, setFailure] = useState<string>();
  const { mutate, isPending } = useEndpointMutation(client.refunds.get, {
    onSuccess: ({ refund }) => onFind(refund),
    onError: (error) =>
      setFailure(
        applyServerErrors(
          form,
          hasCode(error, "NOT_FOUND")
            ? new AppError("NOT_FOUND", { fields: { orderNumber: "주문을 찾을 수 없습니다." } })
            : error,
        ),
      ),
  });
  const handleFind = form.handleSubmit((params) => {
    setFailure(undefined);
    mutate({ params });
  });
  return (
    <DialogShell isOpen onClose={onClose} title={title} isForm>
      <Box
        component="form"
        noValidate
        onSubmit={(event) => void handleFind(event)}
        sx={{ display: "grid", gap: 2 }}
      >
        <Typography>결제한 지 1년 안의 주문이면 요청이 없어도 전액을 환불할 수 있어요.</Typography>
        <FormTextField
          control={form.control}
          name="orderNumber"
          label="주문번호"
          isRequired
          autoFocus
          autoComplete="off"
          inputProps={{ autoCapitalize: "none", spellCheck: false }}
        />
        {failure === undefined ? null : <Alert severity="error">{failure}</Alert>}
        <Box sx={{ display: "flex", justifyContent: "flex-end", gap: 1 }}>
          <Button color="inherit" onClick={onClose}>
            취소
          </Button>
          <SubmitButton isPending={isPending} pendingLabel="찾는 중..." size="medium">
            주문 찾기
          </SubmitButton>
        </Box>
      </Box>
    </DialogShell>
  );
};

const givable: readonly RefundState[] = ["available", "delivered", "expired", "denied"];

/** Why there is no money to give back; undefined where there is. */
const refusalOf = ({ state, isCancellable }: OrderRefund): string | undefined => {
  if (state === null) return "결제되지 않았거나 무료인 주문이라 돌려줄 돈이 없어요.";
  if (state === "requested")
    return "결정을 기다리는 환불 요청이 있어요. ‘결정할 요청’에서 승인하거나 거절해주세요.";
  if (!givable.includes(state)) return `지금은 ‘${refundStateLabel(state)}’ 상태라 다시 환불할 수 없어요.`;
  return isCancellable ? undefined : uncancellableWords;
};

const Order = ({ refund }: { refund: OrderRefund }) => (
  <>
    <Typography variant="subtitle1" component="p" sx={{ overflowWrap: "anywhere" }}>
      {refund.content.title}
    </Typography>
    {refund.state === null ? null : (
      <Chip
        size="small"
        variant="outlined"
        label={`환불 상태: ${refundStateLabel(refund.state)}`}
        sx={{ justifySelf: "start" }}
      />
    )}
    <RefundFacts refund={refund} />
  </>
);

interface ConfirmOrderProps {
  refund: OrderRefund;
  onTransferred: () => void;
  onClose: () => void;
}

/** Shows the order that was found, and refunds it with a reason. */
const ConfirmOrder = ({ refund: found, onTransferred, onClose }: ConfirmOrderProps) => {
  const { orderNumber, content } = found;
  const { refund, refetch } = useOrderRefund(found);
  const refusal = refusalOf(refund);
  const sum = formatWon(refundAmountOf(refund));
  const toast = useToast();
  const refresh = useRefreshRefunds();
  const deciding = useDeciding(client.refunds.create, {
    form: useReasonForm(refundForm, `refund-order:${orderNumber}`),
    input: ({ reason }) => ({ params: { orderNumber }, body: { reason } }),
    onDone: () => {
      void refresh();
      toast({
        title: "환불을 시작했어요",
        description: `‘${content.title}’ ${sum}을 돌려드려요.`,
      });
    },
    onRefused: (error) => {
      // Another administrator may have been first.
      if (hasCode(error, "NOT_REFUNDABLE")) {
        void refresh();
        void refetch();
      }
      return false;
    },
    onClose,
  });
  const outdated =
    // The news of this dialog's own refund may come before its answer.
    refusal === undefined || deciding.isPending ? undefined : (
      <>
        <Alert severity="warning">{refusal}</Alert>
        <Order refund={refund} />
      </>
    );
  return (
    <DecisionDialog
      title={title}
      deciding={deciding}
      reason={{
        label: "환불하는 이유",
        help: "구매자와 멘토에게 그대로 전달돼요.",
        max: textLimits.refundReason,
      }}
      act={`${sum} 환불하기`}
      pending="환불하는 중..."
      outdated={outdated}
      onClose={onClose}
    >
      <Order refund={refund} />
      {refund.isTransferable ? (
        <Alert
          severity="error"
          role="note"
          action={
            <Button color="inherit" size="small" onClick={onTransferred}>
              이체로 환불 완료
            </Button>
          }
        >
          결제사가 전에 환불을 거절했어요. 계좌로 이미 돌려주었으면 다시 환불하지 말아주세요.
        </Alert>
      ) : null}
      <Alert severity="warning" role="note">
        {approvalWords(refund)}
      </Alert>
    </DecisionDialog>
  );
};

/** Refunds any paid order, with a reason and without a request, once the order was looked at. */
export const RefundOrderDialog = ({ onClose }: { onClose: () => void }) => {
  const [refund, setRefund] = useState<OrderRefund>();
  const [isTransferred, setIsTransferred] = useState(false);
  if (!refund) return <FindOrder onFind={setRefund} onClose={onClose} />;
  return isTransferred ? (
    <DecideDialog refund={refund} decision="transfer" onClose={onClose} />
  ) : (
    <ConfirmOrder refund={refund} onTransferred={() => setIsTransferred(true)} onClose={onClose} />
  );
};
