import {
  penaltyLabel,
  processPenalties,
  reportStatuses,
  reportStatusLabel,
  suspensionDays,
  textLimits,
  type SanctionStatus,
} from "@knowhow/shared";
import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Typography from "@mui/material/Typography";
import { useWatch, type UseFormReturn } from "react-hook-form";
import { FormSelect } from "../../forms/FormSelect.tsx";
import { FormTextField } from "../../forms/FormTextField.tsx";
import { serverNow } from "../../client/serverClock.ts";
import { isBan, penaltyOf, type Decision } from "./decision.ts";
import { afterStep, nextStep } from "./ladder.ts";

const statuses = reportStatuses
  .filter((status) => status !== "pending")
  .map((status) => ({ value: status, label: reportStatusLabel(status) }));
const penalties = processPenalties.map((type) => ({
  value: type,
  label: type === "none" ? "없음" : penaltyLabel(type),
}));
const durations = suspensionDays.map((days) => ({ value: String(days), label: `${days}일` }));

type Form = UseFormReturn<Decision, unknown, Decision>;

interface DecisionFieldsProps extends Pick<Form, "control"> {
  standing: SanctionStatus;
  /** Whether a penalty of this very report is active. */
  hasPenalty: boolean;
}

/** The advice about a report's penalty. */
const adviceOf = (standing: SanctionStatus, hasPenalty: boolean): string => {
  if (hasPenalty) return "이 신고로 적용한 제재가 남아 있어요. 다시 제재하려면 먼저 이력에서 해제해주세요.";
  const step = nextStep(standing);
  return step === undefined ? "이미 영구 이용 제한된 사용자예요." : `권장 조치는 ${step}`;
};

const PenaltyFields = ({ control, standing, hasPenalty }: DecisionFieldsProps) => {
  const penaltyType = useWatch({ control, name: "penaltyType" });
  return (
    <Box component="fieldset" sx={{ m: 0, p: 0, border: 0, display: "grid", gap: 1, minWidth: 0 }}>
      <Typography component="legend" variant="h4" sx={{ p: 0, mb: 1 }}>
        제재
      </Typography>
      <FormSelect
        control={control}
        name="penaltyType"
        label="제재 유형"
        options={penalties}
        placeholder="제재 유형을 선택해주세요"
        help={adviceOf(standing, hasPenalty)}
      />
      {penaltyType === "suspension" ? (
        <FormSelect
          control={control}
          name="duration"
          label="정지 기간"
          options={durations}
          placeholder="기간을 선택해주세요"
          isRequired
        />
      ) : null}
      {penaltyType === "none" ? null : (
        <FormTextField
          control={control}
          name="reason"
          label="제재 사유"
          help="당사자에게 그대로 전달돼요."
          isRequired
          multiline
          minRows={2}
          maxRows={6}
          counterMax={textLimits.penaltyReason}
        />
      )}
      {isBan({ status: "resolved", penaltyType }, standing) ? (
        <Alert severity="warning" role="note">
          계정 이용이 영구 제한돼요. 적용하기 전에 비밀번호를 다시 확인합니다.
        </Alert>
      ) : null}
    </Box>
  );
};

/** Says when a decision lets payouts go that a report of fraud holds; a sanction holds them after it. */
export const ReleaseNote = ({ control, standing }: Omit<DecisionFieldsProps, "hasPenalty">) => {
  const [status, penaltyType] = useWatch({ control, name: ["status", "penaltyType"] });
  if (status !== "resolved" && status !== "dismissed") return null;
  const penalty = { penaltyType: penaltyOf({ status, penaltyType }), duration: suspensionDays[0] };
  const { isBanned, suspendedUntil } = afterStep(standing, penalty);
  if (isBanned) return null;
  const isSuspended = suspendedUntil !== null && new Date(suspendedUntil) > serverNow();
  return (
    <Alert severity="info" role="note">
      처리하면 사기 신고로 보류된 정산의 보류가 {isSuspended ? "이용 정지가 끝날 때 " : ""}풀려요. 다른 신고나
      이유로도 보류됐다면 그대로예요. 사기가 맞다면 정산 관리에서 직접 보류해주세요.
    </Alert>
  );
};

/** The fields of a decision: the state, the penalty of a resolution, the notes. */
export const DecisionFields = ({ control, standing, hasPenalty }: DecisionFieldsProps) => {
  const status = useWatch({ control, name: "status" });
  return (
    <>
      <FormSelect
        control={control}
        name="status"
        label="처리 상태"
        options={statuses}
        placeholder="처리 상태를 선택해주세요"
        isRequired
      />
      {status === "resolved" ? (
        <PenaltyFields control={control} standing={standing} hasPenalty={hasPenalty} />
      ) : null}
      {status === "dismissed" && hasPenalty ? (
        <Alert severity="warning" role="note">
          이 신고로 적용한 제재는 기각해도 그대로 남아요. 풀려면 이력에서 해제해주세요.
        </Alert>
      ) : null}
      <FormTextField
        control={control}
        name="reviewNotes"
        label="검토 메모"
        help="관리자만 볼 수 있어요."
        multiline
        minRows={3}
        maxRows={8}
        counterMax={textLimits.reviewNotes}
      />
    </>
  );
};
