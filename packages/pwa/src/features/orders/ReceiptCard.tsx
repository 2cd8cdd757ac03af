import CheckCircleRounded from "@mui/icons-material/CheckCircleRounded";
import ForumOutlined from "@mui/icons-material/ForumOutlined";
import OpenInNewRounded from "@mui/icons-material/OpenInNewRounded";
import { categoryLabel, formatWon, type Purchase } from "@knowhow/shared";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Card from "@mui/material/Card";
import Link from "@mui/material/Link";
import Typography from "@mui/material/Typography";
import { useEffect, useRef, type ComponentType, type ReactNode } from "react";
import { formatDateTime } from "@knowhow/ui/components/format.ts";
import { landingLink, useLanding } from "./landing.ts";
import { OpeningGate } from "./OpeningGate.tsx";
import { refundStatusOf } from "./refundStatus.ts";
import { useReceipt } from "./useConfirmation.ts";

const Line = ({ label, children }: { label: string; children: ReactNode }) => (
  <Box sx={{ display: "flex", justifyContent: "space-between", gap: 2 }}>
    <Typography component="dt" color="text.secondary" sx={{ flexShrink: 0 }}>
      {label}
    </Typography>
    <Typography
      component="dd"
      sx={{ m: 0, textAlign: "right", overflowWrap: "anywhere", fontVariantNumeric: "tabular-nums" }}
    >
      {children}
    </Typography>
  </Box>
);

/** The provider's sales slip; its address comes from outside, so only an http(s) one is linked. */
const SalesSlip = ({ address, isOfCard }: { address: string; isOfCard: boolean }) =>
  /^https?:\/\//i.test(address) ? (
    <Link href={address} target="_blank" rel="noopener noreferrer" sx={{ justifySelf: "end" }}>
      {isOfCard ? "카드 매출전표" : "결제사 영수증"} 보기{" "}
      <OpenInNewRounded aria-label="(새 창)" sx={{ fontSize: "1em", verticalAlign: "-0.12em" }} />
    </Link>
  ) : null;

/** The state of the refund, in the words of the library and the content's page; nothing for free purchases. */
const RefundLine = ({ status }: { status: ReturnType<typeof refundStatusOf> }) =>
  status ? (
    <Typography variant="body2" color="text.secondary">
      {status.text}
    </Typography>
  ) : null;

const Slip = ({ purchase }: { purchase: Purchase }) => {
  // The order's details are optional: while they are loading or missing, the purchase itself is shown.
  const { data: order } = useReceipt(purchase.orderNumber);
  const { content, amount, orderNumber } = purchase;
  return (
    <Card component="section" aria-label="영수증" sx={{ p: { xs: 2, md: 3 }, display: "grid", gap: 1.5 }}>
      <Typography variant="h3" component="h2" sx={{ overflowWrap: "anywhere" }}>
        {content.title}
      </Typography>
      <Box component="dl" sx={{ display: "grid", gap: 1, m: 0 }}>
        <Line label="멘토">{content.mentorNickname}</Line>
        <Line label="카테고리">{categoryLabel(content.category)}</Line>
        <Line label="주문번호">{orderNumber}</Line>
        {order?.paidAt ? <Line label="결제 시각">{formatDateTime(order.paidAt)}</Line> : null}
        {order?.paymentMethod ? <Line label="결제 수단">{order.paymentMethod}</Line> : null}
        <Box
          sx={{
            display: "flex",
            justifyContent: "space-between",
            alignItems: "baseline",
            gap: 2,
            pt: 1,
            borderTop: "1px solid",
            borderColor: "divider",
          }}
        >
          <Typography component="dt" variant="subtitle1">
            결제 금액
          </Typography>
          <Typography
            component="dd"
            variant="h2"
            sx={{ m: 0, color: "secondary.main", fontVariantNumeric: "tabular-nums" }}
          >
            {amount === 0 ? "무료" : formatWon(amount)}
          </Typography>
        </Box>
      </Box>
      {order?.receiptUrl ? (
        <SalesSlip address={order.receiptUrl} isOfCard={order.paymentMethod === "카드"} />
      ) : null}
      <RefundLine status={order && refundStatusOf(order)} />
    </Card>
  );
};

/** The one press to a purchase itself, which other features know; `land` goes on from the receipt. */
export type OpenPurchase = ComponentType<{ contentId: string; land: (path: string) => void }>;

/** A finished purchase: content, amount, and links to go on. */
export const ReceiptCard = ({ purchase, Open }: { purchase: Purchase; Open: OpenPurchase }) => {
  const { content, chatRoomId, orderNumber } = purchase;
  const land = useLanding(content.id, orderNumber);
  const heading = useRef<HTMLHeadingElement>(null);
  // Back from the payment window nothing has the focus; screen readers go on with the result.
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  return (
    <Box sx={{ maxWidth: 560, mx: "auto", display: "grid", gap: 2 }}>
      <Box sx={{ display: "grid", justifyItems: "center", gap: 1, textAlign: "center", py: 2 }}>
        <CheckCircleRounded aria-hidden sx={{ fontSize: 56, color: "success.main" }} />
        <Typography variant="h1" ref={heading} tabIndex={-1} sx={{ outline: "none" }}>
          결제가 완료되었습니다
        </Typography>
        <Typography color="text.secondary">
          구매한 콘텐츠는 내 정보의 구매 목록에서 언제든 다시 볼 수 있어요.
        </Typography>
      </Box>
      <Slip purchase={purchase} />
      <OpeningGate>
        <Open contentId={content.id} land={land} />
      </OpeningGate>
      <Button {...landingLink(land, `/content/${content.id}`)} variant="outlined" size="large">
        콘텐츠 보기·다운로드
      </Button>
      <Button
        {...landingLink(land, chatRoomId ? `/chat/${chatRoomId}` : "/chat")}
        color="inherit"
        size="large"
        startIcon={<ForumOutlined />}
      >
        멘토와 채팅하기
      </Button>
      <Box sx={{ display: "flex", flexWrap: "wrap", justifyContent: "center", gap: 1 }}>
        <Button {...landingLink(land, "/")}>홈으로</Button>
        <Button {...landingLink(land, "/market")}>마켓 둘러보기</Button>
        <Button {...landingLink(land, `/market?category=${encodeURIComponent(content.category)}`)}>
          {categoryLabel(content.category)} 더 보기
        </Button>
      </Box>
    </Box>
  );
};
