import { formatWon, textLimits } from "@knowhow/shared";
import { refundForm } from "@knowhow/shared/schemas.ts";
import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import { useState } from "react";
import { object, string } from "yup";
import { client } from "../../client/client.ts";
import { hasCode } from "../../client/failure.ts";
import { useEndpointMutation } from "../../client/queries.ts";
import { useToast } from "../../components/ToastProvider.tsx";
import { applyServerErrors } from "../../forms/applyServerErrors.ts";
import { FormTextField } from "../../forms/FormTextField.tsx";
import { SubmitButton } from "../../forms/SubmitButton.tsx";
import { useContractForm } from "../../forms/useContractForm.ts";
import { DialogShell } from "../DialogShell.tsx";
import { useRefreshRefunds } from "./useRefunds.ts";

const orderForm = object({
  orderNumber: string()
    .trim()
    .required("주문번호를 입력해주세요.")
    .max(64, "주문번호는 64자 이하여야 합니다."),
}).concat(refundForm);

const useRefundOrder = (onClose: () => void) => {
  const toast = useToast();
  const refresh = useRefreshRefunds();
  const [failure, setFailure] = useState<string>();
  const form = useContractForm(orderForm, { orderNumber: "", reason: "" }, "onSubmit");
  const refund = useEndpointMutation(client.refunds.create, {
    onSuccess: ({ order }) => {
      void refresh();
      toast({
        title: "환불을 시작했어요",
        description: `‘${order.content.title}’ ${formatWon(order.amount)}을 돌려드려요.`,
      });
      onClose();
    },
    onError: (error) => {
      if (hasCode(error, "NOT_FOUND"))
        form.setError("orderNumber", { message: "주문을 찾을 수 없습니다." }, { shouldFocus: true });
      else setFailure(applyServerErrors(form, error));
    },
  });
  const handleSend = form.handleSubmit(({ orderNumber, reason }) => {
    setFailure(undefined);
    refund.mutate({ params: { orderNumber }, body: { reason } });
  });
  return { form, failure, handleSend, isPending: refund.isPending };
};

/** Gives the money of any paid order back, with a reason and without a request. */
export const RefundOrderDialog = ({ onClose }: { onClose: () => void }) => {
  const { form, failure, handleSend, isPending } = useRefundOrder(onClose);
  return (
    <DialogShell
      isOpen
      onClose={onClose}
      title="주문번호로 환불"
      isHeld={isPending}
      isForm
      isTyped={form.formState.isDirty}
    >
      <Box
        component="form"
        noValidate
        onSubmit={(event) => void handleSend(event)}
        sx={{ display: "grid", gap: 2 }}
      >
        <Typography>
          결제한 지 1년 안의 주문이면 요청이 없어도 전액을 환불할 수 있어요. 되돌릴 수 없으니 주문번호를
          확인해주세요.
        </Typography>
        <FormTextField
          control={form.control}
          name="orderNumber"
          label="주문번호"
          isRequired
          autoFocus
          autoComplete="off"
          inputProps={{ autoCapitalize: "none", spellCheck: false }}
        />
        <FormTextField
          control={form.control}
          name="reason"
          label="환불하는 이유"
          help="구매자와 멘토에게 그대로 전달돼요."
          isRequired
          multiline
          minRows={3}
          maxRows={8}
          counterMax={textLimits.refundReason}
        />
        {failure === undefined ? null : <Alert severity="error">{failure}</Alert>}
        <Box sx={{ display: "flex", justifyContent: "flex-end", gap: 1 }}>
          <Button color="inherit" onClick={onClose} disabled={isPending}>
            취소
          </Button>
          <SubmitButton isPending={isPending} pendingLabel="환불하는 중..." size="medium">
            환불하기
          </SubmitButton>
        </Box>
      </Box>
    </DialogShell>
  );
};
