import CreditCardOffRounded from "@mui/icons-material/CreditCardOffRounded";
import HighlightOffRounded from "@mui/icons-material/HighlightOffRounded";
import { formatBuyerPrice, type Content, type CurrentUser } from "@knowhow/shared";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import { Link, useLocation, useNavigate, useSearchParams } from "react-router-dom";
import { client } from "@knowhow/ui/client/client.ts";
import { useEndpoint } from "@knowhow/ui/client/queries.ts";
import { useMe } from "@knowhow/ui/client/session.ts";
import { EmptyState } from "@knowhow/ui/components/EmptyState.tsx";
import { useDocumentTitle } from "@knowhow/ui/components/PageTitle.tsx";
import { useHold } from "@knowhow/ui/device/update/busy.ts";
import { hasConsented, offerOf } from "./consents.ts";
import { failReasonOf } from "./failReasons.ts";
import { landingLink, useLanding } from "./landing.ts";
import { lastCheckout } from "./lastCheckout.ts";
import { isPaid, isUnpaid, nothingPaid, paidAlready } from "./money.ts";
import { PayFailure } from "./PayFailure.tsx";
import { lastPayWay } from "./payWay.ts";
import { useReceipt } from "./useConfirmation.ts";
import { usePay } from "./usePay.ts";

/** The order that was to be paid, as the server has it: the address names it, or this tab remembers it. */
const useFailedOrder = (named: string | null) => {
  const { user, isPending } = useMe();
  const remembered = lastCheckout();
  const orderNumber = named ?? remembered?.orderNumber;
  const { data, isLoading } = useReceipt(user ? orderNumber : undefined);
  const isRemembered = orderNumber === remembered?.orderNumber;
  const contentId = data?.contentId ?? (isRemembered ? remembered?.contentId : undefined);
  return {
    contentId,
    isUnknown: contentId === undefined && !isPending && !isLoading,
    title: data?.content.title,
    isUnpaid: isUnpaid(data?.status),
    isPaid: isPaid(data?.status),
  };
};

const ToCheckout = ({ contentId, label, isMain }: { contentId: string; label: string; isMain: boolean }) => {
  const land = useLanding(contentId, lastCheckout()?.orderNumber);
  return (
    <Button
      variant={isMain ? "contained" : "outlined"}
      {...landingLink(land, `/checkout/${encodeURIComponent(contentId)}`)}
    >
      {label}
    </Button>
  );
};

/** Back to the app's page before: behind a page that was loaded by itself stands the provider's window. */
const Back = () => {
  const navigate = useNavigate();
  const { key } = useLocation();
  return (
    <Button variant="contained" onClick={() => void (key === "default" ? navigate("/market") : navigate(-1))}>
      돌아가기
    </Button>
  );
};

const CheckoutAlone = ({ contentId }: { contentId: string }) => (
  <ToCheckout contentId={contentId} label="결제 화면으로 돌아가기" isMain />
);

interface KnownOffer {
  content: Content;
  /** The version of its trial. */
  trial: string;
  buyer: CurrentUser;
  /** The same way would fail again. */
  isOtherBetter: boolean;
}

/** Pays once more as before, by one press, where the consent still holds; why that failed stays beside the other way. */
const PayAgain = ({ content, trial, buyer, isOtherBetter }: KnownOffer) => {
  const { pay, isPending, error } = usePay({ content, trial }, buyer, lastPayWay());
  const isSame =
    content.state === "listed" && !content.hasPurchased && hasConsented(content.id, offerOf(content, trial));
  const again = (
    <Button
      key="again"
      variant={isOtherBetter ? "outlined" : "contained"}
      loading={isPending}
      loadingPosition="start"
      onClick={pay}
    >
      {isPending ? "결제창을 여는 중" : `${formatBuyerPrice(content.price)} 다시 결제하기`}
    </Button>
  );
  const other = (
    <ToCheckout key="other" contentId={content.id} label="다른 방법으로 결제하기" isMain={isOtherBetter} />
  );
  return (
    <>
      {error ? (
        <Box sx={{ flexBasis: "100%" }}>
          <PayFailure error={error} />
        </Box>
      ) : null}
      {isSame ? isOtherBetter ? [other, again] : [again, other] : <CheckoutAlone contentId={content.id} />}
    </>
  );
};

/** The ways on of an order that is not paid: once more at once, where its consent still holds, or by the checkout. */
const WaysOn = ({
  contentId,
  canRepeat,
  isOtherBetter,
}: Pick<KnownOffer, "isOtherBetter"> & { contentId: string; canRepeat: boolean }) => {
  const { user } = useMe();
  const options = { enabled: canRepeat, staleTime: 0, refetchOnMount: "always" } as const;
  const { data: content } = useEndpoint(
    client.contents.get,
    { params: { id: contentId }, query: { peek: "1" } },
    options,
  );
  const { data: trial } = useEndpoint(client.trials.get, { params: { id: contentId } }, options);
  return user && content && trial ? (
    <PayAgain {...{ content, buyer: user, isOtherBetter }} trial={trial.version} />
  ) : (
    <CheckoutAlone contentId={contentId} />
  );
};

/** /payment-fail: why the payment did not go through, and ways to go on. */
export const PaymentFailScreen = () => {
  useHold();
  const [query] = useSearchParams();
  // An address can be forged: its message is not read, and its code only looked up.
  const reason = failReasonOf(query.get("code"));
  const order = useFailedOrder(query.get("orderId"));
  const { contentId, title } = order;
  useDocumentTitle(reason.title);
  return (
    <EmptyState
      icon={reason.isCancel ? HighlightOffRounded : CreditCardOffRounded}
      component="h1"
      title={reason.title}
      description={
        <>
          {title === undefined ? null : (
            <Typography
              component="span"
              variant="subtitle1"
              sx={{ display: "block", overflowWrap: "anywhere" }}
            >
              {title}
            </Typography>
          )}
          {reason.message}
          {order.isUnpaid || order.isPaid ? (
            <>
              <br />
              {order.isPaid ? paidAlready : nothingPaid}
            </>
          ) : null}
        </>
      }
      action={
        <>
          {contentId === undefined ? (
            order.isUnknown && reason.advice !== "orders" ? (
              <Back />
            ) : null
          ) : order.isPaid ? (
            <Button variant="contained" component={Link} to={`/content/${encodeURIComponent(contentId)}`}>
              콘텐츠 보기
            </Button>
          ) : reason.advice === "orders" ? null : (
            <WaysOn
              contentId={contentId}
              canRepeat={order.isUnpaid && reason.advice !== "ask"}
              isOtherBetter={reason.advice === "otherWay"}
            />
          )}
          {reason.advice === "orders" ? (
            <Button variant="contained" component={Link} to="/orders">
              구매 내역 보기
            </Button>
          ) : null}
          <Button variant="outlined" component={Link} to="/support">
            문의하기
          </Button>
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
