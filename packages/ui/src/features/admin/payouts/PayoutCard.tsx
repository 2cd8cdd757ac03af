import { formatWon, settlementLabel, type AdminSettlement } from "@knowhow/shared";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Card from "@mui/material/Card";
import Chip from "@mui/material/Chip";
import Typography from "@mui/material/Typography";
import { formatDateTime } from "../../../components/format.ts";
import { payoutDayOf } from "../../settlements/payoutDay.ts";
import { sellerHoldOf } from "../../settlements/sellerHold.ts";
import type { PayoutAct } from "./DecidePayoutDialog.tsx";
import { HoldList } from "./HoldList.tsx";
import { owedOf, type Clawback } from "./owed.ts";

const decisionLabels = {
  hold: "보류",
  release: "보류 풀기",
  retry: "다시 지급",
  receive: "회수 끝냄(다른 방법으로 받음)",
  writeOff: "회수 끝냄(받지 않기로 함)",
} as const;

const actsOf = (payout: AdminSettlement) => {
  const { status, isHeldByHand, isReleasable, isSellerHeld } = payout;
  const acts: { act: PayoutAct | "closeClawback"; label: string }[] = [];
  if (status === "completed" && owedOf(payout) > 0) acts.push({ act: "closeClawback", label: "회수 끝내기" });
  if (isReleasable) acts.push({ act: "release", label: status === "failed" ? "다시 지급" : "보류 풀기" });
  if ((status === "pending" || status === "held") && !isHeldByHand) acts.push({ act: "hold", label: "보류" });
  acts.push(
    isSellerHeld
      ? { act: "releaseSeller", label: "멘토 보류 풀기" }
      : { act: "holdSeller", label: "멘토 모두 보류" },
  );
  return acts;
};

const clawbackWords = (clawback: Clawback): string => {
  const { clawbackAmount, recoveredAmount, closedAmount } = clawback;
  const owed = owedOf(clawback);
  if (owed === 0 && closedAmount > 0)
    return `입금한 뒤 환불되어 회수할 ${formatWon(clawbackAmount)} 가운데 ${formatWon(closedAmount)}은 관리자가 끝냈어요.`;
  if (owed === 0) return `입금한 뒤 환불되어 ${formatWon(clawbackAmount)}을 모두 회수했어요.`;
  const left = `입금한 뒤 환불되어 회수할 금액이 ${formatWon(owed)} 남았어요.`;
  const done = recoveredAmount === 0 ? "" : ` ${formatWon(recoveredAmount)}은 회수했어요.`;
  return `${left}${done} 멘토의 다음 정산이 있으면 거기서 빼요.`;
};

/**
 * Holds for the list below the reason: that names the gravest alone, which may be none of these. An administrator's
 * words are not repeated, and a hold of the whole seller has a line of its own.
 */
const otherHoldsOf = ({ status, heldReason, holds }: AdminSettlement) =>
  status === "held"
    ? holds.filter(({ kind, reason }) => kind !== "seller" && !(reason && heldReason?.endsWith(reason)))
    : [];

interface PayoutCardProps {
  payout: AdminSettlement;
  onAct: (act: PayoutAct | "closeClawback") => void;
}

/** One payout with its parties, its holds, and the decisions about it. */
export const PayoutCard = ({ payout, onAct }: PayoutCardProps) => (
  <Card sx={{ p: 2, display: "grid", gap: 1 }}>
    <Box sx={{ display: "flex", alignItems: "flex-start", justifyContent: "space-between", gap: 1.5 }}>
      <Typography variant="h4" component="h2" sx={{ minWidth: 0, overflowWrap: "anywhere" }}>
        {payout.contentTitle}
      </Typography>
      <Box sx={{ display: "flex", flexWrap: "wrap", justifyContent: "end", gap: 0.5, flex: "none" }}>
        {payout.isSellerHeld ? <Chip size="small" color="warning" label="멘토 전체 보류" /> : null}
        <Chip
          size="small"
          variant="outlined"
          color={payout.status === "held" ? "warning" : payout.status === "failed" ? "error" : "default"}
          label={settlementLabel(payout)}
        />
      </Box>
    </Box>
    <Typography variant="body2" color="textSecondary" sx={{ overflowWrap: "anywhere" }}>
      주문번호 {payout.orderNumber} · 멘토 {payout.seller.nickname} · 구매자 {payout.buyer.nickname}
    </Typography>
    <Typography variant="body2">
      정산액 {formatWon(payout.amount)} · 결제액 {formatWon(payout.paidAmount)}
      {payout.partCancelled > 0 ? ` (결제사에서 ${formatWon(payout.partCancelled)} 취소)` : ""} ·{" "}
      {payoutDayOf(payout)}
    </Typography>
    {[payout.heldReason, sellerHoldOf(payout)].map((reason) =>
      reason ? (
        <Typography key={reason} variant="body2" color="warning" sx={{ overflowWrap: "anywhere" }}>
          {reason}
        </Typography>
      ) : null,
    )}
    <HoldList holds={otherHoldsOf(payout)} />
    {payout.clawbackAmount === 0 ? null : (
      <Typography variant="body2" color={owedOf(payout) > 0 ? "warning" : "textSecondary"}>
        {clawbackWords(payout)}
      </Typography>
    )}
    {payout.decisions.map(({ decision, scope, reason, adminNickname, at }) => (
      <Typography key={`${at} ${decision}`} variant="body2" sx={{ overflowWrap: "anywhere" }}>
        {formatDateTime(at)} {adminNickname} {scope === "seller" ? "멘토 전체 " : ""}
        {decisionLabels[decision]}: {reason}
      </Typography>
    ))}
    <Box sx={{ display: "flex", flexWrap: "wrap", gap: 1 }}>
      {actsOf(payout).map(({ act, label }) => (
        <Button
          key={act}
          // Holding money back is the exception, and should not be pressed in passing.
          variant={act === "release" ? "contained" : "outlined"}
          onClick={() => onAct(act)}
          aria-label={`${label}: ${payout.orderNumber}`}
        >
          {label}
        </Button>
      ))}
    </Box>
  </Card>
);
