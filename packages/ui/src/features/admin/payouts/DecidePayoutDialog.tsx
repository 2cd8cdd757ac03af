import { AppError, formatWon, textLimits, type AdminSettlement, type SettlementHold } from "@knowhow/shared";
import { settlementDecisionForm } from "@knowhow/shared/schemas.ts";
import Typography from "@mui/material/Typography";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { client } from "../../../client/client.ts";
import { hasCode } from "../../../components/failure.ts";
import { invalidate } from "../../../client/queries.ts";
import { useToast } from "../../../components/ToastProvider.tsx";
import { DecisionDialog } from "../../decisions/DecisionDialog.tsx";
import { useDeciding, useReasonForm } from "../../decisions/useDeciding.ts";
import { HoldList } from "./HoldList.tsx";

/** An administrator's act on a payout, or on all payouts of its seller. */
export type PayoutAct = "hold" | "release" | "holdSeller" | "releaseSeller";

const reasonForm = settlementDecisionForm.pick(["reason"]);

const words = {
  hold: {
    title: "정산 보류",
    text: "관리자가 풀 때까지 이 정산을 지급하지 않아요. 사유는 멘토에게 그대로 보여요.",
    body: { status: "held", scope: "settlement" },
    done: "정산을 보류했어요",
  },
  release: {
    title: "보류 풀기",
    text: "아래 사유로는 다시 보류하지 않아요.",
    body: { status: "pending", scope: "settlement" },
    done: "보류를 풀었어요",
  },
  holdSeller: {
    title: "멘토 정산 모두 보류",
    text: "이 멘토의 기다리는 정산과 앞으로의 정산을 모두 보류해요. 사유는 멘토에게 그대로 보여요.",
    body: { status: "held", scope: "seller" },
    done: "멘토의 정산을 모두 보류했어요",
  },
  releaseSeller: {
    title: "멘토 보류 풀기",
    text: "멘토 전체에 걸린 보류를 풀어요. 한 건씩 건 보류와 다른 사유는 남아요.",
    body: { status: "pending", scope: "seller" },
    done: "멘토의 보류를 풀었어요",
  },
} as const satisfies Record<PayoutAct, object>;

/** A release of a payout that failed for good. */
const retryWords = {
  ...words.release,
  title: "다시 지급",
  text: "실패한 지급을 처음부터 다시 시도해요.",
  done: "다시 지급할게요",
} as const;

interface DecidePayoutDialogProps {
  payout: AdminSettlement;
  act: PayoutAct;
  onClose: () => void;
}

/** The present holds in a refusal because there are more than on the screen. */
const holdsIn = (error: unknown): SettlementHold[] | undefined =>
  hasCode(error, "STANDING_CHANGED") && error instanceof AppError
    ? (error.details.extra?.["holds"] as SettlementHold[] | undefined) // the server's, as the contract has it
    : undefined;

const isRelease = (act: PayoutAct): boolean => act === "release" || act === "releaseSeller";

/** Asks for the reason that every hold and release needs. */
export const DecidePayoutDialog = ({ payout, act, onClose }: DecidePayoutDialogProps) => {
  // The holds on the administrator's screen: a release is of these and of no newer ones. A retry is of no hold.
  const [seen, setSeen] = useState<readonly SettlementHold[]>(
    act === "release" && payout.status === "failed" ? [] : payout.holds,
  );
  const isRetry = act === "release" && payout.status === "failed" && seen.length === 0;
  const { title, text, body, done } = isRetry ? retryWords : words[act];
  const isOfAll = body.scope === "seller";
  const queryClient = useQueryClient();
  const toast = useToast();
  const expected = isRelease(act) ? { expected: { holds: seen.map(({ id }) => id) } } : {};
  const refresh = () => {
    void invalidate(queryClient, client.adminSettlements.list);
    void invalidate(queryClient, client.alerts.list);
  };
  const deciding = useDeciding(client.adminSettlements.decide, {
    form: useReasonForm(reasonForm, `payout-${act}:${payout.id}`),
    input: ({ reason }) => ({ params: { id: payout.id }, body: { ...body, reason, ...expected } }),
    onDone: () => {
      refresh();
      toast({ title: done });
    },
    onRefused: (error) => {
      // Another administrator may have been first.
      refresh();
      setSeen((holds) => holdsIn(error) ?? holds);
      return false;
    },
    onClose,
  });
  return (
    <DecisionDialog
      title={title}
      deciding={deciding}
      reason={{ label: "사유", max: textLimits.reviewNotes }}
      act={title}
      pending="저장하는 중..."
      onClose={onClose}
    >
      <Typography>
        {[
          `${payout.seller.nickname}님`,
          ...(isOfAll ? [] : [payout.contentTitle, formatWon(payout.amount)]),
        ].join(" · ")}
      </Typography>
      <Typography color="textSecondary">{text}</Typography>
      {act === "release" && payout.shortfallAmount > 0 ? (
        <Typography color="warning">
          구매자에게 돌아간 금액이 있어, 그대로 지급하면 서비스가 {formatWon(payout.shortfallAmount)}을
          부담해요.
        </Typography>
      ) : null}
      {isRelease(act) ? (
        <HoldList holds={act === "release" ? seen : seen.filter(({ kind }) => kind === "seller")} />
      ) : null}
    </DecisionDialog>
  );
};
