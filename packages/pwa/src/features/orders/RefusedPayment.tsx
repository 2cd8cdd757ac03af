import CheckCircleOutlineRounded from "@mui/icons-material/CheckCircleOutlineRounded";
import ErrorOutlineRounded from "@mui/icons-material/ErrorOutlineRounded";
import { AppError, type OrderStatus } from "@knowhow/shared";
import Button from "@mui/material/Button";
import { useEffect, type ReactNode } from "react";
import { Link } from "react-router-dom";
import { client } from "@knowhow/ui/client/client.ts";
import { hasCode, messageOf } from "@knowhow/ui/components/failure.ts";
import { useEndpoint } from "@knowhow/ui/client/queries.ts";
import { EmptyState } from "@knowhow/ui/components/EmptyState.tsx";
import { useToast } from "@knowhow/ui/components/ToastProvider.tsx";
import { failReasonOf } from "./failReasons.ts";
import { lastCheckout } from "./lastCheckout.ts";
import { nothingPaid, secondPaymentWords } from "./money.ts";

const toMarket = (
  <Button variant="outlined" component={Link} to="/market">
    마켓 둘러보기
  </Button>
);

/** The content was paid for in another tab, or before: there is nothing to pay again. */
const Owned = ({ contentId, status }: { contentId: string | undefined; status: OrderStatus | undefined }) => (
  <EmptyState
    icon={CheckCircleOutlineRounded}
    component="h1"
    role="status"
    title="이미 구매한 콘텐츠예요"
    description={`${secondPaymentWords(status)} 콘텐츠는 바로 이용할 수 있어요.`.trim()}
    action={
      <>
        {contentId ? (
          <Button variant="contained" component={Link} to={`/content/${contentId}`}>
            콘텐츠 보기
          </Button>
        ) : null}
        {toMarket}
      </>
    }
  />
);

/** The payment certainly did not go through: the reason, and a link to try again. */
const Failed = ({ message, contentId }: { message: string; contentId: string | undefined }) => {
  const toast = useToast();
  useEffect(() => {
    toast({ title: "결제 실패", description: message, variant: "destructive" });
  }, [toast, message]);
  return (
    <EmptyState
      icon={ErrorOutlineRounded}
      component="h1"
      title="결제가 완료되지 않았습니다"
      description={`${message} ${nothingPaid}`}
      action={
        <>
          {contentId ? (
            <Button variant="contained" component={Link} to={`/checkout/${contentId}`}>
              다시 결제하기
            </Button>
          ) : null}
          {toMarket}
        </>
      }
    />
  );
};

/** Our own words for the provider's refusal; those of the server for everything else. */
const wordsOf = (error: Error): string => {
  const reason = error instanceof AppError ? error.details.extra?.["reason"] : undefined;
  if (!hasCode(error, "PAYMENT_REFUSED") || reason === undefined) return messageOf(error);
  const { title, message } = failReasonOf(reason);
  return `${title}. ${message}`;
};

interface RefusedPaymentProps {
  error: Error;
  orderNumber: string;
  /** Shown while it is not known whether the content was bought in another order. */
  waiting: ReactNode;
}

/** An order that certainly was not charged: because its content is bought already, or because paying failed. */
export const RefusedPayment = ({ error, orderNumber, waiting }: RefusedPaymentProps) => {
  // The cached order may be older than this answer.
  const receipt = useEndpoint(
    client.orders.get,
    { params: { orderNumber } },
    { staleTime: 0, refetchOnMount: "always" },
  );
  const contentId = receipt.data?.contentId ?? lastCheckout()?.contentId;
  // An order also expires when another order of the content is paid: then the content is bought.
  const isExpired = hasCode(error, "ORDER_EXPIRED");
  const content = useEndpoint(
    client.contents.get,
    { params: { id: contentId ?? "" }, query: { peek: "1" } },
    { enabled: isExpired && !receipt.isLoading && contentId !== undefined, staleTime: 0 },
  );
  const isOwned = hasCode(error, "ALREADY_PURCHASED") || content.data?.hasPurchased === true;
  if (isOwned && !receipt.isFetching) return <Owned contentId={contentId} status={receipt.data?.status} />;
  if (isOwned || (isExpired && (receipt.isLoading || content.isFetching))) return waiting;
  return <Failed message={wordsOf(error)} contentId={contentId} />;
};
