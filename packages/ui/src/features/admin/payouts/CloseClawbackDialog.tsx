import { AppError, formatWon, textLimits, type AdminSettlement } from "@knowhow/shared";
import { clawbackClosureForm } from "@knowhow/shared/schemas.ts";
import FormControl from "@mui/material/FormControl";
import FormControlLabel from "@mui/material/FormControlLabel";
import FormLabel from "@mui/material/FormLabel";
import Radio from "@mui/material/Radio";
import RadioGroup from "@mui/material/RadioGroup";
import Typography from "@mui/material/Typography";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { client } from "../../../client/client.ts";
import { invalidate } from "../../../client/queries.ts";
import { hasCode } from "../../../components/failure.ts";
import { useToast } from "../../../components/ToastProvider.tsx";
import { DecisionDialog } from "../../decisions/DecisionDialog.tsx";
import { useDeciding, useReasonForm } from "../../decisions/useDeciding.ts";
import { owedOf } from "./owed.ts";

const reasonForm = clawbackClosureForm.pick(["reason"]);

const outcomes = [
  { decision: "receive", label: "다른 방법으로 받았어요" },
  { decision: "writeOff", label: "받지 않기로 했어요" },
] as const;
type Outcome = (typeof outcomes)[number]["decision"];

/** The present debt in a refusal because it differs from the one on the screen. */
const owedIn = (error: unknown): number | undefined => {
  const owed =
    hasCode(error, "STANDING_CHANGED") && error instanceof AppError
      ? error.details.extra?.["owed"]
      : undefined;
  return typeof owed === "number" ? owed : undefined;
};

/** Asks how and why a claw-back is ended. */
export const CloseClawbackDialog = ({
  payout,
  onClose,
}: {
  payout: AdminSettlement;
  onClose: () => void;
}) => {
  const [owed, setOwed] = useState(owedOf(payout));
  const [decision, setDecision] = useState<Outcome>("receive");
  const queryClient = useQueryClient();
  const toast = useToast();
  const refresh = () => void invalidate(queryClient, client.adminSettlements.list);
  const deciding = useDeciding(client.adminSettlements.closeClawback, {
    form: useReasonForm(reasonForm, `clawback:${payout.id}`),
    input: ({ reason }) => ({ params: { id: payout.id }, body: { decision, reason, expected: { owed } } }),
    onDone: () => {
      refresh();
      toast({ title: "회수를 끝냈어요", description: "멘토에게 이유와 함께 알렸어요." });
    },
    onRefused: (error) => {
      // Another administrator may have been first.
      refresh();
      setOwed((seen) => owedIn(error) ?? seen);
      return false;
    },
    onClose,
  });
  return (
    <DecisionDialog
      title="회수 끝내기"
      deciding={deciding}
      reason={{ label: "사유", help: "멘토에게 그대로 전달돼요.", max: textLimits.refundReason }}
      act="회수 끝내기"
      pending="저장하는 중..."
      onClose={onClose}
    >
      <Typography sx={{ overflowWrap: "anywhere" }}>
        {payout.seller.nickname}님 · {payout.contentTitle} · 회수할 금액 {formatWon(owed)}
      </Typography>
      <Typography color="textSecondary">
        남은 금액 전부를 끝내고 멘토의 다음 정산에서 더 빼지 않아요. 되돌릴 수 없어요.
      </Typography>
      <FormControl>
        <FormLabel id="clawback-outcome">끝내는 방법</FormLabel>
        <RadioGroup aria-labelledby="clawback-outcome" value={decision}>
          {outcomes.map((outcome) => (
            <FormControlLabel
              key={outcome.decision}
              value={outcome.decision}
              control={<Radio />}
              label={outcome.label}
              onChange={() => setDecision(outcome.decision)}
            />
          ))}
        </RadioGroup>
      </FormControl>
    </DecisionDialog>
  );
};
