import { formatWon, type AdminRefund, type OrderRefund, type RefundState } from "@knowhow/shared";
import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Card from "@mui/material/Card";
import Chip, { type ChipProps } from "@mui/material/Chip";
import Typography from "@mui/material/Typography";
import type { ReactNode } from "react";
import { Link } from "react-router-dom";
import { formatDateTime } from "../../../components/format.ts";
import { payoutsOf } from "../payouts/payoutsOf.ts";
import {
  amountWords,
  automaticWords,
  completionWords,
  consentWords,
  decisionWords,
  deliveryWords,
  denialWords,
  dueWords,
  refundStateLabel,
  uncancellableWords,
} from "./words.ts";

/** An administrator's act on a refund in a dialog. */
export type RefundAct = "approve" | "deny" | "transfer" | "talk";

const colors: Partial<Record<RefundState, ChipProps["color"]>> = {
  requested: "warning",
  refunding: "info",
  refunded: "success",
};

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <Box sx={{ display: "contents" }}>
    <Typography component="dt" variant="body2" color="textSecondary">
      {name}
    </Typography>
    <Typography component="dd" variant="body2" sx={{ m: 0, minWidth: 0, overflowWrap: "anywhere" }}>
      {children}
    </Typography>
  </Box>
);

/** The deliveries of the purchase, each with its first time. */
const Deliveries = ({ deliveries }: Pick<AdminRefund, "deliveries">) =>
  deliveries.length === 0 ? (
    "연 적이 없어요"
  ) : (
    <Box component="ul" sx={{ m: 0, p: 0, listStyle: "none" }}>
      {deliveries.map((delivery) => (
        <li key={`${delivery.kind} ${delivery.fileName ?? ""} ${delivery.at}`}>{deliveryWords(delivery)}</li>
      ))}
    </Box>
  );

/** The facts of a refund: purchase, reason, deliveries, decision. */
export const RefundFacts = ({ refund }: { refund: OrderRefund }) => {
  const decision = decisionWords(refund);
  const automatic = automaticWords(refund);
  const denial = denialWords(refund);
  const completion = completionWords(refund);
  return (
    <Box
      component="dl"
      sx={{
        m: 0,
        display: "grid",
        gridTemplateColumns: "max-content minmax(0, 1fr)",
        columnGap: 2,
        rowGap: 0.5,
      }}
    >
      <Fact name="금액">{amountWords(refund)}</Fact>
      {(refund.partCancels ?? []).map(({ amount, at, reason }) => (
        <Fact key={`${at} ${amount}`} name="일부 취소">
          {[formatWon(amount), formatDateTime(at), reason && `결제사에 적힌 사유: ${reason}`]
            .filter(Boolean)
            .join(" · ")}
        </Fact>
      ))}
      <Fact name="구매자">{refund.buyer.nickname}</Fact>
      <Fact name="멘토">{refund.seller.nickname}</Fact>
      <Fact name="주문번호">{refund.orderNumber}</Fact>
      {refund.paidAt === null ? null : <Fact name="결제">{formatDateTime(refund.paidAt)}</Fact>}
      <Fact name="동의">{consentWords(refund)}</Fact>
      {/* A refund without the buyer's reason was not requested. */}
      {refund.requestedAt === null || refund.reason === null ? null : (
        <Fact name="요청">{formatDateTime(refund.requestedAt)}</Fact>
      )}
      {refund.reason === null ? null : (
        <Fact name="이유">
          <Box component="span" sx={{ whiteSpace: "pre-wrap" }}>
            {refund.reason}
          </Box>
        </Fact>
      )}
      <Fact name="연 기록">
        <Deliveries deliveries={refund.deliveries} />
      </Fact>
      {denial === undefined ? null : <Fact name="먼저">{denial}</Fact>}
      {decision === undefined ? null : <Fact name="결정">{decision}</Fact>}
      {automatic === undefined ? null : <Fact name="처리">{automatic}</Fact>}
      {completion === undefined ? null : <Fact name="환불">{completion}</Fact>}
    </Box>
  );
};

interface RefundCardProps {
  refund: AdminRefund;
  onAct: (act: RefundAct) => void;
}

/** One refund of the queue, with its possible acts. */
export const RefundCard = ({ refund, onAct }: RefundCardProps) => {
  const { state, content, orderNumber } = refund;
  const due = dueWords(refund);
  const named = (act: string) => `${orderNumber} ${act}`;
  return (
    <Card sx={{ p: 2, display: "grid", gap: 1.5 }}>
      <Box sx={{ display: "flex", flexWrap: "wrap", alignItems: "center", gap: 1 }}>
        <Chip
          size="small"
          variant="outlined"
          color={colors[state] ?? "default"}
          label={refundStateLabel(state)}
        />
        {due === undefined ? null : (
          <Chip size="small" color={refund.isOverdue ? "error" : "default"} label={due} />
        )}
      </Box>
      <Typography variant="h4" component="h2" sx={{ overflowWrap: "anywhere" }}>
        {content.title}
      </Typography>
      <RefundFacts refund={refund} />
      {refund.refusalCode === null ? null : (
        <Alert severity="error" role="note">
          결제사가 환불을 거절했어요 ({refund.refusalCode}). 결제사에 확인한 뒤 다시 결정하거나, 계좌로 돌려준
          뒤 이체로 환불을 완료해주세요.
        </Alert>
      )}
      {state === "requested" && !refund.isCancellable ? (
        <Alert severity="warning" role="note">
          {uncancellableWords}
          {refund.isTransferable ? null : " 이유와 함께 거절할 수만 있어요."}
        </Alert>
      ) : null}
      <Box sx={{ display: "flex", flexWrap: "wrap", gap: 1 }}>
        {refund.isTransferable ? (
          <Button variant="outlined" onClick={() => onAct("transfer")} aria-label={named("이체로 환불 완료")}>
            이체로 환불 완료
          </Button>
        ) : null}
        {state === "requested" ? (
          <>
            {refund.isCancellable ? (
              <Button variant="contained" onClick={() => onAct("approve")} aria-label={named("승인")}>
                승인
              </Button>
            ) : null}
            <Button variant="outlined" color="error" onClick={() => onAct("deny")} aria-label={named("거절")}>
              거절
            </Button>
          </>
        ) : null}
        {refund.chatRoomId === null ? null : (
          <Button
            variant="outlined"
            color="inherit"
            onClick={() => onAct("talk")}
            aria-label={named("대화 보기")}
          >
            대화 보기
          </Button>
        )}
        <Button component={Link} to={`/content/${content.id}`} variant="outlined" color="inherit">
          콘텐츠로 이동
        </Button>
        {refund.paidAt === null ? null : (
          <Button
            component={Link}
            to={payoutsOf(orderNumber)}
            variant="outlined"
            color="inherit"
            aria-label={named("정산 보기")}
          >
            정산 보기
          </Button>
        )}
      </Box>
    </Card>
  );
};
