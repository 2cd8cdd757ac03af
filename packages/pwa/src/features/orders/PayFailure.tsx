import Alert from "@mui/material/Alert";
import { hasCode, messageOf } from "@knowhow/ui/components/failure.ts";
import { nothingPaid } from "./money.ts";
import { PaymentWindowError } from "./paymentWindow.ts";
import { changedPrice } from "./usePay.ts";

/** Why the last try did not lead to a payment, beside the button that tries again. */
export const PayFailure = ({ error }: { error: Error }) => {
  if (error instanceof PaymentWindowError && error.kind === "cancelled")
    return <Alert severity="info">결제를 취소했습니다. {nothingPaid}</Alert>;
  if (hasCode(error, "AMOUNT_MISMATCH"))
    return <Alert severity="warning">가격이 변경되었습니다. {changedPrice}</Alert>;
  if (hasCode(error, "EDIT_CONFLICT")) return <Alert severity="warning">{messageOf(error)}</Alert>;
  const text = error instanceof PaymentWindowError ? error.message : messageOf(error);
  return (
    <Alert severity="error">
      {text} {nothingPaid}
    </Alert>
  );
};
