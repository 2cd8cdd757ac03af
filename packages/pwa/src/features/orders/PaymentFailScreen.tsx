import CreditCardOffRounded from "@mui/icons-material/CreditCardOffRounded";
import HighlightOffRounded from "@mui/icons-material/HighlightOffRounded";
import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import { Link, useNavigate, useSearchParams } from "react-router-dom";
import { useMe } from "@knowhow/ui/client/session.ts";
import { EmptyState } from "@knowhow/ui/components/EmptyState.tsx";
import { useDocumentTitle } from "@knowhow/ui/components/PageTitle.tsx";
import { useHold } from "@knowhow/ui/device/update/busy.ts";
import { failReasonOf, isCancel } from "./failReasons.ts";
import { lastCheckout } from "./lastCheckout.ts";
import { isPaid, isUnpaid, nothingPaid, paidAlready } from "./money.ts";
import { useReceipt } from "./useConfirmation.ts";

/** The order that was to be paid, as the server has it: the address names it, or this tab remembers it. */
const useFailedOrder = (named: string | null) => {
  const { user } = useMe();
  const remembered = lastCheckout();
  const orderNumber = named ?? remembered?.orderNumber;
  const { data } = useReceipt(user === null ? undefined : orderNumber);
  const isRemembered = orderNumber === remembered?.orderNumber;
  return {
    contentId: data?.contentId ?? (isRemembered ? remembered?.contentId : undefined),
    isUnpaid: isUnpaid(data?.status),
    isPaid: isPaid(data?.status),
  };
};

/** /payment-fail: why the payment did not go through, and links to go on. */
export const PaymentFailScreen = () => {
  useHold();
  const [query] = useSearchParams();
  const navigate = useNavigate();
  const reason = failReasonOf(query);
  const order = useFailedOrder(query.get("orderId"));
  const { contentId } = order;
  useDocumentTitle(reason.title);
  return (
    <EmptyState
      icon={isCancel(reason) ? HighlightOffRounded : CreditCardOffRounded}
      component="h1"
      title={reason.title}
      description={
        <>
          {reason.message}
          {order.isUnpaid || order.isPaid ? (
            <>
              <br />
              {order.isPaid ? paidAlready : nothingPaid}
            </>
          ) : null}
          {reason.code && !isCancel(reason) ? (
            <Typography variant="body2" sx={{ mt: 1 }}>
              오류 코드 {reason.code}
            </Typography>
          ) : null}
        </>
      }
      action={
        <>
          {contentId ? (
            <Button
              variant="contained"
              component={Link}
              to={`/${order.isPaid ? "content" : "checkout"}/${encodeURIComponent(contentId)}`}
            >
              {order.isPaid ? "콘텐츠 보기" : "결제 화면으로 돌아가기"}
            </Button>
          ) : (
            <Button variant="contained" onClick={() => void navigate(-1)}>
              이전 화면으로 돌아가기
            </Button>
          )}
          <Button variant="outlined" component={Link} to="/">
            홈으로
          </Button>
          <Button variant="outlined" component={Link} to="/market">
            마켓 둘러보기
          </Button>
        </>
      }
    />
  );
};
