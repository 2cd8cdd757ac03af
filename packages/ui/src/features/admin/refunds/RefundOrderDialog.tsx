import { AppError, formatWon, textLimits } from "@knowhow/shared";
import { refundForm } from "@knowhow/shared/schemas.ts";
import Typography from "@mui/material/Typography";
import { object, string } from "yup";
import { client } from "../../../client/client.ts";
import { hasCode } from "../../../components/failure.ts";
import { useToast } from "../../../components/ToastProvider.tsx";
import { FormTextField } from "../../../forms/FormTextField.tsx";
import { useContractForm } from "../../../forms/useContractForm.ts";
import { DecisionDialog } from "../../decisions/DecisionDialog.tsx";
import { useDeciding } from "../../decisions/useDeciding.ts";
import { useRefreshRefunds } from "./useRefunds.ts";

const orderForm = object({
  orderNumber: string()
    .trim()
    .required("주문번호를 입력해주세요.")
    .max(64, "주문번호는 64자 이하여야 합니다."),
}).concat(refundForm);

/** Gives the money of any paid order back, with a reason and without a request. */
export const RefundOrderDialog = ({ onClose }: { onClose: () => void }) => {
  const toast = useToast();
  const refresh = useRefreshRefunds();
  const form = useContractForm(orderForm, { orderNumber: "", reason: "" }, "onSubmit");
  const deciding = useDeciding(client.refunds.create, {
    form,
    input: ({ orderNumber, reason }) => ({ params: { orderNumber }, body: { reason } }),
    onDone: ({ order }) => {
      void refresh();
      toast({
        title: "환불을 시작했어요",
        description: `‘${order.content.title}’ ${formatWon(order.amount)}을 돌려드려요.`,
      });
    },
    explain: (error) =>
      hasCode(error, "NOT_FOUND")
        ? new AppError("NOT_FOUND", { fields: { orderNumber: "주문을 찾을 수 없습니다." } })
        : error,
    onClose,
  });
  return (
    <DecisionDialog
      title="주문번호로 환불"
      deciding={deciding}
      reason={{
        label: "환불하는 이유",
        help: "구매자와 멘토에게 그대로 전달돼요.",
        max: textLimits.refundReason,
      }}
      act="환불하기"
      pending="환불하는 중..."
      hasFirstField
      onClose={onClose}
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
    </DecisionDialog>
  );
};
