import CheckCircleRounded from "@mui/icons-material/CheckCircleRounded";
import CheckRounded from "@mui/icons-material/CheckRounded";
import UndoRounded from "@mui/icons-material/UndoRounded";
import { refundDays, type Content, type OwnPurchase } from "@knowhow/shared";
import Alert from "@mui/material/Alert";
import AlertTitle from "@mui/material/AlertTitle";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import MuiLink from "@mui/material/Link";
import Typography from "@mui/material/Typography";
import { Link } from "react-router-dom";
import { isReadable } from "../reading/readable.ts";
import { useLazyDialog } from "@knowhow/ui/components/useLazyDialog.ts";
import { PriceText } from "@knowhow/ui/components/PriceText.tsx";
import { useIsDesk } from "@knowhow/ui/components/useIsDesk.ts";
import { orderStateOf } from "../orders/orderState.ts";
import { RefundNotice } from "../orders/RefundNotice.tsx";
import { loadRefundDialog, refundDialogFailure } from "../orders/refundRules.ts";
import { isRefunding, refundStatusOf } from "../orders/refundStatus.ts";
import { fileListId } from "../orders/fileListId.ts";
import { OwnerBox } from "./OwnerBox.tsx";
import { PurchaseButton, type PurchaseAct } from "./PurchaseButton.tsx";

const Included = ({ content }: { content: Content }) => {
  const lines = [
    content.isExternalLink ? "외부 링크 1개" : `파일 ${content.fileCount}개, 언제든 다시 다운로드`,
    ...(!content.isExternalLink && content.fileNames.some(isReadable)
      ? ["구매 후 AI 요약으로 핵심 빠르게 보기"]
      : []),
    "멘토와의 1:1 채팅",
    ...(content.price > 0
      ? ["카드·토스페이·네이버페이·카카오페이로 결제", `열기 전이면 ${refundDays}일 안에 바로 환불`]
      : []),
  ];
  return (
    <Box component="ul" sx={{ m: 0, p: 0, listStyle: "none", display: "grid", gap: 0.75 }}>
      {lines.map((line) => (
        <Box
          component="li"
          key={line}
          sx={{ display: "flex", gap: 1, alignItems: "center", color: "text.secondary" }}
        >
          <CheckRounded aria-hidden sx={{ flex: "none", fontSize: "1.25em", color: "success.main" }} />
          {line}
        </Box>
      ))}
    </Box>
  );
};

/** The link to the files of the purchase. */
export const ToDownloads = () => (
  <Button href={`#${fileListId}`} variant="contained" size="large" fullWidth>
    다운로드로 이동
  </Button>
);

const ToReceipt = ({ purchase }: { purchase: OwnPurchase }) => (
  <MuiLink
    component={Link}
    to={`/orders/${purchase.orderNumber}`}
    color="inherit"
    sx={{ justifySelf: "start", py: 0.5 }}
  >
    영수증 보기
  </MuiLink>
);

/** The state of the purchase's refund, and the way to ask for it. */
const Refund = ({ purchase, title }: { purchase: OwnPurchase; title: string }) => {
  const { Dialog, props } = useLazyDialog("refund", loadRefundDialog, refundDialogFailure);
  return (
    <>
      <RefundNotice
        facts={purchase}
        orderNumber={purchase.orderNumber}
        title={title}
        onRequest={props.onOpen}
      />
      {Dialog ? <Dialog {...props} orderNumber={purchase.orderNumber} /> : null}
    </>
  );
};

const BoughtBox = ({ content: { title, purchase } }: { content: Content }) => (
  <Box sx={{ display: "grid", gap: 2 }}>
    <Typography variant="h4" component="p" sx={{ display: "flex", alignItems: "center", gap: 1 }}>
      <CheckCircleRounded aria-hidden sx={{ color: "success.main" }} />
      구매한 콘텐츠예요
    </Typography>
    {/* On a phone the button is in the bar at the bottom edge. */}
    {isRefunding(purchase) ? null : (
      <Box sx={{ display: { xs: "none", md: "block" } }}>
        <ToDownloads />
      </Box>
    )}
    <Button
      component={Link}
      to={purchase?.chatRoomId ? `/chat/${purchase.chatRoomId}` : "/chat"}
      variant="outlined"
      color="inherit"
    >
      멘토와 채팅하기
    </Button>
    {purchase ? <Refund purchase={purchase} title={title} /> : null}
    {purchase ? <ToReceipt purchase={purchase} /> : null}
  </Box>
);

/** A refunded purchase: the date and the receipt. The content can be bought again. */
const GivenBack = ({ purchase }: { purchase: OwnPurchase }) => (
  <Alert severity="success" role="note" icon={<UndoRounded fontSize="small" />} sx={{ mb: 2 }}>
    <AlertTitle>{orderStateOf(purchase).label}</AlertTitle>
    {refundStatusOf(purchase)?.text}
    <Box sx={{ mt: 0.5 }}>
      <ToReceipt purchase={purchase} />
    </Box>
  </Alert>
);

/** The viewer's actions on the content: buy it, use it, or change it. */
export const PurchaseBox = ({ content, act }: { content: Content; act: PurchaseAct }) => {
  const isDesk = useIsDesk();
  return (
    <Box
      component="section"
      aria-label="구매"
      sx={{
        p: 2.5,
        borderRadius: "12px",
        border: "1px solid",
        borderColor: "divider",
        bgcolor: "background.paper",
        boxShadow: { md: 1 },
      }}
    >
      {content.purchase && !content.hasPurchased ? <GivenBack purchase={content.purchase} /> : null}
      {content.isOwner ? (
        <OwnerBox content={content} />
      ) : content.hasPurchased ? (
        <BoughtBox content={content} />
      ) : content.state === "hidden" ? (
        <Typography color="textSecondary">숨긴 콘텐츠라 구매할 수 없어요.</Typography>
      ) : content.state === "paused" ? (
        <Box sx={{ display: "grid", gap: 2 }}>
          {isDesk ? <PriceText price={content.price} variant="h2" hasFeeNote /> : null}
          <Typography color="textSecondary">판매를 멈춘 동안에는 구매할 수 없어요.</Typography>
        </Box>
      ) : (
        <Box sx={{ display: "grid", gap: 2 }}>
          {isDesk ? (
            <PriceText price={content.price} variant="h2" hasFeeNote />
          ) : (
            <Typography variant="h4" component="p">
              구매하면 이런 것을 받아요
            </Typography>
          )}
          <Included content={content} />
          {/* On a phone the button is in the bar at the bottom edge. */}
          <Box sx={{ display: { xs: "none", md: "block" } }}>
            <PurchaseButton act={act} isFree={content.price === 0} />
          </Box>
        </Box>
      )}
    </Box>
  );
};
