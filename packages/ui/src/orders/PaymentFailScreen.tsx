import CreditCardOffRounded from "@mui/icons-material/CreditCardOffRounded";
import HighlightOffRounded from "@mui/icons-material/HighlightOffRounded";
import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import { Link, useNavigate, useSearchParams } from "react-router-dom";
import { useMe } from "../client/session.ts";
import { EmptyState } from "../components/EmptyState.tsx";
import { useDocumentTitle } from "../components/PageTitle.tsx";
import { failReasonOf, isCancel } from "./failReasons.ts";
import { lastCheckout } from "./lastCheckout.ts";
import { useReceipt } from "./useConfirmation.ts";

/** The content that was to be paid: by the order where the address names it, else as this tab remembers. */
const useContentId = (orderNumber: string | null): string | undefined => {
  const { user } = useMe();
  const remembered = lastCheckout();
  const isAsked = user !== null && remembered === undefined && orderNumber !== null;
  const { data } = useReceipt(isAsked ? orderNumber : undefined);
  return remembered ?? data?.contentId;
};

/** /payment-fail: why the payment did not go through, and the ways on. */
export const PaymentFailScreen = () => {
  const [query] = useSearchParams();
  const navigate = useNavigate();
  const reason = failReasonOf(query);
  const contentId = useContentId(query.get("orderId"));
  useDocumentTitle(reason.title);
  return (
    <EmptyState
      icon={isCancel(reason) ? HighlightOffRounded : CreditCardOffRounded}
      component="h1"
      title={reason.title}
      description={
        <>
          {reason.message}
          <br />
          결제된 금액은 없어요.
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
            <Button variant="contained" component={Link} to={`/checkout/${encodeURIComponent(contentId)}`}>
              결제 화면으로 돌아가기
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
