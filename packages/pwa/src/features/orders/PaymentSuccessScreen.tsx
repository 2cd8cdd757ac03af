import HourglassTopRounded from "@mui/icons-material/HourglassTopRounded";
import Button from "@mui/material/Button";
import CircularProgress from "@mui/material/CircularProgress";
import Box from "@mui/material/Box";
import Typography from "@mui/material/Typography";
import { useEffect } from "react";
import { Link, Navigate, useSearchParams } from "react-router-dom";
import { client } from "@knowhow/ui/client/client.ts";
import { hasCode, isConnectionError, messageOf } from "@knowhow/ui/components/failure.ts";
import { useEndpoint } from "@knowhow/ui/client/queries.ts";
import { EmptyState } from "@knowhow/ui/components/EmptyState.tsx";
import { useDocumentTitle } from "@knowhow/ui/components/PageTitle.tsx";
import { withNotice } from "@knowhow/ui/components/StayingNotice.tsx";
import { useToast } from "@knowhow/ui/components/ToastProvider.tsx";
import { MemberOnly } from "@knowhow/ui/features/layout/MemberOnly.tsx";
import { useHold } from "@knowhow/ui/device/update/busy.ts";
import { confirmFailureOf, readPaymentResult, type PaymentResult } from "./confirmation.ts";
import { moneyWords, otherAmountWords } from "./money.ts";
import { ReceiptCard, type OpenPurchase } from "./ReceiptCard.tsx";
import { RefusedPayment } from "./RefusedPayment.tsx";
import { useConfirmation } from "./useConfirmation.ts";

/** Why the confirmation takes longer; `cut`: there is no connection, and it goes on by itself once there is. */
type Delay = "none" | "late" | "cut";

const waitingWords: Record<Delay, string> = {
  none: "잠시만 기다려주세요. 창을 닫지 마세요.",
  late: "확인이 조금 늦어지고 있어요. 여러 번 확인해도 결제는 한 번만 되니 이 화면에서 기다려주세요.",
  cut: "연결이 되지 않아 아직 확인하지 못했어요. 연결되면 저절로 이어서 확인해요. 여러 번 확인해도 결제는 한 번만 되니 다시 결제하지 마세요.",
};

const Waiting = ({ delay = "none" }: { delay?: Delay }) => (
  <Box
    role="status"
    sx={{
      display: "grid",
      justifyItems: "center",
      textAlign: "center",
      gap: 1.5,
      px: 2,
      py: { xs: 8, md: 12 },
    }}
  >
    <CircularProgress aria-hidden size={48} />
    <Typography variant="h3" component="h1">
      결제를 확인하고 있습니다
    </Typography>
    <Typography color="text.secondary" sx={{ maxWidth: "28rem" }}>
      {waitingWords[delay]}
    </Typography>
  </Box>
);

interface ToMarketProps {
  title: string;
  description: string;
  /** A notice that stays on the market until it is closed: where the money is, where that is known. */
  notice?: string | undefined;
}

/** Goes to the market instead of showing a receipt, and says why. */
const ToMarket = ({ title, description, notice }: ToMarketProps) => {
  const toast = useToast();
  useEffect(() => {
    toast({ title, description, variant: "destructive" });
  }, [toast, title, description]);
  const state = notice === undefined ? null : withNotice({ title, text: notice });
  return <Navigate to="/market" replace state={state} />;
};

/** A payment that can not be confirmed: the content is not sold any more, or the buyer has no such order. */
const Unconfirmable = ({ error, orderNumber }: { error: Error; orderNumber: string }) => {
  const { data, isFetching } = useEndpoint(
    client.orders.get,
    { params: { orderNumber } },
    { staleTime: 0, refetchOnMount: "always" },
  );
  if (isFetching) return <Waiting />;
  const title = "결제 확인 실패";
  // The error's own message asks for a retry, in every state of the order.
  if (hasCode(error, "AMOUNT_MISMATCH")) {
    const words = otherAmountWords(data?.status);
    return <ToMarket title={title} description={words} notice={words} />;
  }
  const why = messageOf(error);
  const notice = data && `${why} ${moneyWords(data.status)}`;
  return <ToMarket title={title} description={why} notice={notice} />;
};

/** The result is not known yet: never called a failure, the buyer may have been charged. */
const Undecided = ({ error, onRetry }: { error: Error; onRetry: () => void }) => (
  <EmptyState
    icon={HourglassTopRounded}
    component="h1"
    role="status"
    title="아직 결제 결과를 확인하지 못했습니다"
    description={
      isConnectionError(error)
        ? `${messageOf(error)} 다시 결제하지 마세요. 결제가 되었다면 구매 목록에 자동으로 나타나요.`
        : "확인이 늦어지고 있습니다. 다시 결제하지 마세요. 결제가 되었다면 구매 목록에 자동으로 나타나고, 되지 않았다면 청구되지 않아요."
    }
    action={
      <>
        <Button variant="contained" onClick={onRetry}>
          다시 확인
        </Button>
        <Button variant="outlined" component={Link} to="/profile">
          구매 목록 보기
        </Button>
      </>
    }
  />
);

const Confirmation = ({ result, Open }: { result: PaymentResult; Open: OpenPurchase }) => {
  const { data, error, failureCount, failureReason, isFetching, refetch } = useConfirmation(result);
  if (data) return <ReceiptCard purchase={data} Open={Open} />;
  if (isFetching || !error) {
    const delay = failureCount === 0 ? "none" : isConnectionError(failureReason) ? "cut" : "late";
    return <Waiting delay={delay} />;
  }
  // The session ended meanwhile: the login keeps the address, so the payment is confirmed after it.
  if (hasCode(error, "LOGIN_REQUIRED")) return <Waiting />;
  const failure = confirmFailureOf(error);
  if (failure === "undecided") return <Undecided error={error} onRetry={() => void refetch()} />;
  if (failure === "refused")
    return <RefusedPayment error={error} orderNumber={result.orderId} waiting={<Waiting />} />;
  return <Unconfirmable error={error} orderNumber={result.orderId} />;
};

/** /payment-success: confirms the payment that the address tells of and shows the receipt. */
export const PaymentSuccessScreen = ({ Open }: { Open: OpenPurchase }) => {
  useHold();
  useDocumentTitle("결제 완료");
  const result = readPaymentResult(useSearchParams()[0]);
  if (!result)
    return <ToMarket title="결제 정보 없음" description="결제 정보를 찾을 수 없습니다. 다시 시도해주세요." />;
  return (
    <MemberOnly hasToast skeleton={<Waiting />} isForSuspended>
      {() => <Confirmation result={result} Open={Open} />}
    </MemberOnly>
  );
};
