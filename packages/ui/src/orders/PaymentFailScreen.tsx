import CreditCardOffRounded from "@mui/icons-material/CreditCardOffRounded";
import HighlightOffRounded from "@mui/icons-material/HighlightOffRounded";
import type { OrderStatus } from "@knowhow/shared";
import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import { Link, useNavigate, useSearchParams } from "react-router-dom";
import { useMe } from "../client/session.ts";
import { EmptyState } from "../components/EmptyState.tsx";
import { useDocumentTitle } from "../components/PageTitle.tsx";
import { failReasonOf, isCancel } from "./failReasons.ts";
import { lastCheckout } from "./lastCheckout.ts";
import { useReceipt } from "./useConfirmation.ts";

/** In these states certainly nothing was charged. */
const unpaid: readonly OrderStatus[] = ["pending", "failed", "expired"];
const paid: readonly OrderStatus[] = ["paid", "refund_requested"];

/** What the server knows of the order that was to be paid: the address names it, or this tab remembers it. */
const useFailedOrder = (named: string | null) => {
  const { user } = useMe();
  const remembered = lastCheckout();
  const orderNumber = named ?? remembered?.orderNumber;
  const { data } = useReceipt(user === null ? undefined : orderNumber);
  const isRemembered = orderNumber === remembered?.orderNumber;
  return {
    contentId: data?.contentId ?? (isRemembered ? remembered?.contentId : undefined),
    isUnpaid: data !== undefined && unpaid.includes(data.status),
    isPaid: data !== undefined && paid.includes(data.status),
  };
};

/** /payment-fail: why the payment did not go through, and the ways on. */
export const PaymentFailScreen = () => {
  const [query] = useSearchParams();
  const navigate = useNavigate();
  const reason = failReasonOf(query);
  const { contentId, isUnpaid, isPaid } = useFailedOrder(query.get("orderId"));
  useDocumentTitle(reason.title);
  return (
    <EmptyState
      icon={isCancel(reason) ? HighlightOffRounded : CreditCardOffRounded}
      component="h1"
      title={reason.title}
      description={
        <>
          {reason.message}
          {isUnpaid ? (
            <>
              <br />
              결제된 금액은 없어요.
            </>
          ) : null}
          {isPaid ? (
            <>
              <br />이 주문은 이미 결제가 완료되어 있어요. 다시 결제하지 마세요.
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
              to={`/${isPaid ? "content" : "checkout"}/${encodeURIComponent(contentId)}`}
            >
              {isPaid ? "콘텐츠 보기" : "결제 화면으로 돌아가기"}
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
