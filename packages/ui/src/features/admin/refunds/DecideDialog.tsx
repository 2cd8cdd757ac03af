import { textLimits, type OrderRefund } from "@knowhow/shared";
import { refundDecisionForm, transferredWon } from "@knowhow/shared/schemas.ts";
import Alert from "@mui/material/Alert";
import Button from "@mui/material/Button";
import InputAdornment from "@mui/material/InputAdornment";
import Typography from "@mui/material/Typography";
import { Link } from "react-router-dom";
import { string, type InferType } from "yup";
import { client } from "../../../client/client.ts";
import { useMe } from "../../../client/session.ts";
import { hasCode } from "../../../components/failure.ts";
import { useToast } from "../../../components/ToastProvider.tsx";
import { digitsOf } from "../../../device/drafts/priceRules.ts";
import { FormTextField } from "../../../forms/FormTextField.tsx";
import { DecisionDialog } from "../../decisions/DecisionDialog.tsx";
import { useDecisionForm, useDeciding } from "../../decisions/useDeciding.ts";
import { payoutsOf } from "../payouts/payoutsOf.ts";
import { RefundFacts } from "./RefundCard.tsx";
import { useOrderRefund, useRefreshRefunds } from "./useRefunds.ts";
import {
  approvalWords,
  changeWords,
  isPayoutReleased,
  overtakenWords,
  releasedWords,
  transferWords,
  uncancellableWords,
} from "./words.ts";

/** A decision about a request. */
export type RefundDecision = "approve" | "deny" | "transfer";

/** The won in a typed text; not a number where it has no amount. */
const wonIn = (typed = ""): number => Number(digitsOf(typed));

const decisionForm = refundDecisionForm.pick(["reason"]).shape({
  /** As typed; a decision without a transfer has none. */
  transferredAmount: string().test(
    "won",
    "이체한 금액을 원 단위의 숫자로 입력해주세요.",
    (typed) => typed === undefined || transferredWon.isValidSync(wonIn(typed)),
  ),
});

const blankOf = (decision: RefundDecision): InferType<typeof decisionForm> =>
  decision === "transfer" ? { reason: "", transferredAmount: "" } : { reason: "" };

const words = {
  approve: {
    title: "환불 승인",
    text: approvalWords,
    button: "환불 승인",
    pending: "승인하는 중...",
    done: "환불을 승인했어요",
  },
  transfer: {
    title: "이체로 환불 완료",
    text: transferWords,
    button: "이체로 환불 완료",
    pending: "완료하는 중...",
    done: "이체한 환불을 완료했어요",
  },
  deny: {
    title: "환불 거절",
    text: ({ reason }: OrderRefund) =>
      reason !== null
        ? "구매자는 콘텐츠를 계속 이용하고, 이 주문의 환불을 다시 요청할 수 없어요."
        : "구매자가 요청하지 않은 환불을 더 진행하지 않아요. 구매자는 콘텐츠를 계속 이용해요.",
    button: "환불 거절",
    pending: "거절하는 중...",
    done: "환불 요청을 거절했어요",
  },
} as const;

/** Whether the provider refused the refund, or can not make it any more: the money may have gone back another way. */
const isStuck = ({ refusalCode, isCancellable }: OrderRefund): boolean =>
  refusalCode !== null || !isCancellable;

const stuckWords =
  "다른 방법으로 돌려주었으면 이유에 적어주세요. 아직 입금하지 않은 이 주문의 정산은 같은 이유로 관리자가 보류한 정산이 되어, 정산 관리에서 보류를 풀 때까지 입금하지 않아요.";

/** Refusals after which the screen is out of date. */
const staleCodes = ["ALREADY_PROCESSED", "NOT_REFUNDABLE", "STANDING_CHANGED"] as const;

interface DecideDialogProps {
  refund: OrderRefund;
  decision: RefundDecision;
  onClose: () => void;
}

/** An overtaken request: taken back, decided elsewhere, or with its payout released. */
const Decided = ({
  seen,
  now,
  decision,
}: {
  seen: OrderRefund;
  now: OrderRefund;
  decision: RefundDecision;
}) => {
  const { user } = useMe();
  const isReleased = decision === "transfer" && isPayoutReleased(seen, now);
  return (
    <>
      <Alert
        severity="warning"
        action={
          isReleased ? (
            <Button component={Link} to={payoutsOf(now.orderNumber)} color="inherit" size="small">
              정산 보기
            </Button>
          ) : null
        }
      >
        {isReleased ? releasedWords : overtakenWords(seen, now, user?.id)}
      </Alert>
      <RefundFacts refund={now} />
    </>
  );
};

/** Asks for the reason that every decision about a refund request needs, and for the sum of a transfer. */
export const DecideDialog = ({ refund, decision, onClose }: DecideDialogProps) => {
  const { orderNumber } = refund;
  const { title, text, button, pending, done } = words[decision];
  const toast = useToast();
  const refresh = useRefreshRefunds();
  // The queue was read some time ago. Where the order can not be read, `expected` in the decision guards it.
  const { refund: now, refetch } = useOrderRefund(refund);
  const isOpen = decision === "transfer" ? now.isTransferable : now.state === "requested";
  const changes = changeWords(refund, now);
  const deciding = useDeciding(client.refunds.decide, {
    form: useDecisionForm(decisionForm, `refund-${decision}:${orderNumber}`, blankOf(decision)),
    input: ({ reason, transferredAmount }) => ({
      params: { orderNumber },
      body: {
        ...(decision === "transfer"
          ? ({
              decision: "approve",
              transferred: true,
              transferredAmount: wonIn(transferredAmount),
            } as const)
          : { decision }),
        reason,
        expected: {
          requestedAt: now.requestedAt,
          decidedAt: now.decidedAt,
          deliveries: now.deliveries.length,
        },
      },
    }),
    onDone: () => {
      void refresh();
      toast({ title: done, description: "구매자와 멘토에게 이유와 함께 알렸어요." });
    },
    onRefused: (error) => {
      if (staleCodes.some((code) => hasCode(error, code))) {
        void refresh();
        void refetch();
      }
      return false;
    },
    onClose,
  });
  return (
    <DecisionDialog
      title={title}
      deciding={deciding}
      reason={{
        label: "결정한 이유",
        help: "구매자와 멘토에게 그대로 전달돼요.",
        max: textLimits.refundReason,
      }}
      act={button}
      pending={pending}
      isDestructive={decision === "deny"}
      // The news of this dialog's own decision may come before its answer.
      outdated={
        isOpen || deciding.isPending ? undefined : <Decided seen={refund} now={now} decision={decision} />
      }
      onClose={onClose}
    >
      <Typography variant="subtitle1" component="p" sx={{ overflowWrap: "anywhere" }}>
        {refund.content.title}
      </Typography>
      {changes.length === 0 ? null : (
        <Alert severity="warning">목록을 읽은 뒤 바뀌었어요. {changes.join(" ")}</Alert>
      )}
      <RefundFacts refund={now} />
      <Alert severity={decision === "deny" ? "info" : "warning"} role="note">
        {text(now)}
        {now.isCancellable || decision === "transfer" ? null : ` ${uncancellableWords}`}
        {decision === "deny" && now.refusalCode !== null
          ? " 계좌로 돌려주었으면 거절하지 말고 이체로 환불을 완료해주세요."
          : null}
        {decision === "deny" && isStuck(now) ? ` ${stuckWords}` : null}
      </Alert>
      {decision === "transfer" ? (
        <FormTextField
          control={deciding.form.control}
          name="transferredAmount"
          label="이체한 금액"
          help="구매자의 계좌로 보낸 금액을 그대로 적어주세요. 돌려줄 금액과 다르면 처리하지 않아요."
          isRequired
          autoComplete="off"
          inputProps={{ inputMode: "numeric" }}
          endAdornment={<InputAdornment position="end">원</InputAdornment>}
        />
      ) : null}
    </DecisionDialog>
  );
};
