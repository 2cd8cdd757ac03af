import {
  penaltyLabel,
  processPenalties,
  reportReasonLabel,
  reportStatuses,
  reportStatusLabel,
  suspensionDays,
  textLimits,
  type Report,
} from "@knowhow/shared";
import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Divider from "@mui/material/Divider";
import Typography from "@mui/material/Typography";
import { useWatch, type UseFormReturn } from "react-hook-form";
import { FormSelect } from "../forms/FormSelect.tsx";
import { FormTextField } from "../forms/FormTextField.tsx";
import { SubmitButton } from "../forms/SubmitButton.tsx";
import { DialogShell } from "./DialogShell.tsx";
import { nextStep } from "./ladder.ts";
import { PasswordAgainDialog } from "./PasswordAgainDialog.tsx";
import { ReportSummary } from "./ReportCard.tsx";
import { isBan, useProcess, type Decision } from "./useProcess.ts";
import { UserHistory, useUserHistory } from "./UserHistory.tsx";

const statuses = reportStatuses
  .filter((status) => status !== "pending")
  .map((status) => ({ value: status, label: reportStatusLabel(status) }));
const penalties = processPenalties.map((type) => ({
  value: type,
  label: type === "none" ? "없음" : penaltyLabel(type),
}));
const durations = suspensionDays.map((days) => ({ value: String(days), label: `${days}일` }));

type Form = UseFormReturn<Decision, unknown, Decision>;

const PenaltyFields = ({
  control,
  standing,
}: Pick<Form, "control"> & { standing: { warningCount: number; isBanned: boolean } }) => {
  const penaltyType = useWatch({ control, name: "penaltyType" });
  const step = nextStep(standing);
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
        help={step === undefined ? "이미 영구 이용 제한된 사용자예요." : `권장 조치는 ${step}`}
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

interface ProcessDialogProps {
  report: Report;
  isOpen: boolean;
  onClose: () => void;
  /** Told when another administrator was first, with the result where it could be read. */
  onAlready: (result: Report | undefined) => void;
}

/** Decides about a report, with everything beside it that the decision rests on. */
export const ProcessDialog = ({ report, isOpen, onClose, onAlready }: ProcessDialogProps) => {
  const { reportedUser } = report;
  // Fresher than the list, where it has arrived: another report may have been decided meanwhile.
  const standing = useUserHistory(reportedUser.id).data?.user ?? reportedUser;
  const process = useProcess(report, standing, { onDone: onClose, onAlready });
  const { form, isPending } = process;
  const { control } = form;
  const status = useWatch({ control, name: "status" });
  return (
    <DialogShell
      isOpen={isOpen}
      onClose={onClose}
      isHeld={isPending}
      isForm
      isTyped={form.formState.isDirty}
      title="신고 처리"
      width="md"
    >
      <Box
        sx={{
          display: "grid",
          gap: 3,
          gridTemplateColumns: { xs: "minmax(0, 1fr)", md: "minmax(0, 3fr) minmax(0, 2fr)" },
          alignItems: "start",
        }}
      >
        <Box sx={{ display: "grid", gap: 2, minWidth: 0 }}>
          <Box sx={{ display: "grid", gap: 0.5 }}>
            <Typography variant="h4" component="h3">
              {reportReasonLabel(report.reportReason)}
            </Typography>
            <ReportSummary report={report} />
          </Box>
          <Divider />
          <Box
            component="form"
            noValidate
            aria-label="신고 처리"
            onSubmit={(event) => void process.handleSend(event)}
            sx={{ display: "grid", gap: 1.5 }}
          >
            <FormSelect
              control={control}
              name="status"
              label="처리 상태"
              options={statuses}
              placeholder="처리 상태를 선택해주세요"
              isRequired
            />
            {status === "resolved" ? <PenaltyFields control={control} standing={standing} /> : null}
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
            {process.failure === undefined ? null : <Alert severity="error">{process.failure}</Alert>}
            <Box sx={{ display: "flex", justifyContent: "flex-end", gap: 1 }}>
              <Button color="inherit" onClick={onClose} disabled={isPending}>
                취소
              </Button>
              <SubmitButton isPending={isPending} pendingLabel="처리하는 중..." size="medium">
                처리하기
              </SubmitButton>
            </Box>
          </Box>
        </Box>
        <Box
          component="aside"
          aria-label="피신고자 이력"
          sx={{ minWidth: 0, position: { md: "sticky" }, top: 0 }}
        >
          <UserHistory userId={reportedUser.id} />
        </Box>
      </Box>
      {process.isAskingPassword ? (
        <PasswordAgainDialog
          nickname={reportedUser.nickname}
          onVerified={process.confirmPassword}
          onCancel={process.cancelPassword}
        />
      ) : null}
    </DialogShell>
  );
};
