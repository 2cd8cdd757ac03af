import { penaltyLabel, textLimits, type Penalty } from "@knowhow/shared";
import { liftForm } from "@knowhow/shared/schemas.ts";
import { useQueryClient } from "@tanstack/react-query";
import Alert from "@mui/material/Alert";
import Typography from "@mui/material/Typography";
import { client } from "../../client/client.ts";
import { hasCode } from "../../components/failure.ts";
import { invalidate } from "../../client/queries.ts";
import { useToast } from "../../components/ToastProvider.tsx";
import { DecisionDialog } from "../decisions/DecisionDialog.tsx";
import { useDeciding, useReasonForm } from "../decisions/useDeciding.ts";

const reasonForm = liftForm.pick(["reason"]);

interface LiftDialogProps {
  penalty: Penalty;
  /** Whether the person's ban ends with it. */
  endsBan: boolean;
  onClose: () => void;
}

/** Asks why a penalty is lifted, and lifts it. */
export const LiftDialog = ({ penalty, endsBan, onClose }: LiftDialogProps) => {
  const queryClient = useQueryClient();
  const toast = useToast();
  const refresh = () =>
    void Promise.all([
      invalidate(queryClient, client.penalties.history, { params: { id: penalty.userId } }),
      // The cards show the person's sanction status.
      invalidate(queryClient, client.reports.list),
      // An open case refuses a second penalty while one of its own is active.
      invalidate(queryClient, client.reports.get),
    ]);
  const deciding = useDeciding(client.penalties.lift, {
    form: useReasonForm(reasonForm, `lift:${penalty.id}`),
    input: ({ reason }) => ({ params: { id: penalty.id }, body: { isActive: false as const, reason } }),
    onDone: () => {
      refresh();
      toast({ title: "제재를 해제했습니다", description: "당사자에게 제재 안내 채팅으로 알렸어요." });
    },
    onRefused: (error) => {
      // Another administrator was first: the screen shows that from now on.
      if (!hasCode(error, "ALREADY_LIFTED")) return false;
      refresh();
      toast({ title: "제재 해제 실패", description: error.message, variant: "destructive" });
      return true;
    },
    onClose,
  });
  return (
    <DecisionDialog
      title="제재를 해제할까요?"
      deciding={deciding}
      reason={{ label: "해제 사유", help: "당사자에게 그대로 전달돼요.", max: textLimits.penaltyReason }}
      act="제재 해제"
      pending="해제하는 중..."
      onClose={onClose}
    >
      <Typography>
        {penaltyLabel(penalty.penaltyType)}: {penalty.reason}
      </Typography>
      {endsBan ? (
        <Alert severity="warning" role="note">
          해제하면 영구 이용 제한도 함께 풀려요. 판매하던 콘텐츠와 채팅방이 다시 열려요.
        </Alert>
      ) : null}
    </DecisionDialog>
  );
};
