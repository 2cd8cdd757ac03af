import { textLimits, type Report, type ReporterRecord } from "@knowhow/shared";
import { reopenForm } from "@knowhow/shared/schemas.ts";
import { useQueryClient } from "@tanstack/react-query";
import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import { useState, type ReactNode } from "react";
import { client } from "../../client/client.ts";
import { hasCode } from "../../client/failure.ts";
import { invalidate, useEndpointMutation } from "../../client/queries.ts";
import { useMe } from "../../client/session.ts";
import { useToast } from "../../components/ToastProvider.tsx";
import { applyServerErrors } from "../../forms/applyServerErrors.ts";
import { FormTextField } from "../../forms/FormTextField.tsx";
import { SubmitButton } from "../../forms/SubmitButton.tsx";
import { useContractForm } from "../../forms/useContractForm.ts";
import { useKeptForm } from "../../texts/useKeptText.ts";
import { DialogShell } from "../DialogShell.tsx";

const blank = { reason: "" };

const useReasonForm = (name: string) => {
  const { user } = useMe();
  const form = useContractForm(reopenForm, blank);
  useKeptForm(form, { personId: user?.id, name, blank });
  return form;
};

/** Reads anew what hangs on a report. */
const useRefresh = (report: Report) => {
  const queryClient = useQueryClient();
  return () =>
    void Promise.all([
      invalidate(queryClient, client.reports.get, { params: { reportId: report.id } }),
      invalidate(queryClient, client.reports.list),
      invalidate(queryClient, client.penalties.history),
    ]);
};

interface ReasonDialogProps {
  title: string;
  label: string;
  help: string;
  act: string;
  pending: string;
  isDestructive?: boolean;
  form: ReturnType<typeof useReasonForm>;
  failure: string | undefined;
  isPending: boolean;
  onSend: (reason: string) => void;
  onClose: () => void;
  children: ReactNode;
}

const ReasonDialog = ({
  form,
  failure,
  isPending,
  onSend,
  onClose,
  children,
  ...words
}: ReasonDialogProps) => {
  const handleSend = form.handleSubmit(({ reason }) => onSend(reason));
  return (
    <DialogShell
      isOpen
      onClose={onClose}
      title={words.title}
      isHeld={isPending}
      isForm
      isTyped={form.formState.isDirty}
    >
      <Box
        component="form"
        noValidate
        onSubmit={(event) => void handleSend(event)}
        sx={{ display: "grid", gap: 1.5 }}
      >
        {children}
        <FormTextField
          control={form.control}
          name="reason"
          label={words.label}
          help={words.help}
          isRequired
          multiline
          minRows={2}
          maxRows={6}
          counterMax={textLimits.penaltyReason}
          autoFocus
        />
        {failure === undefined ? null : <Alert severity="error">{failure}</Alert>}
        <Box sx={{ display: "flex", justifyContent: "flex-end", gap: 1 }}>
          <Button color="inherit" onClick={onClose} disabled={isPending}>
            취소
          </Button>
          <SubmitButton
            isPending={isPending}
            pendingLabel={words.pending}
            size="medium"
            color={words.isDestructive ? "error" : "primary"}
          >
            {words.act}
          </SubmitButton>
        </Box>
      </Box>
    </DialogShell>
  );
};

/** Asks why a decided report is taken up again, and takes it up. */
export const ReopenDialog = ({ report, onClose }: { report: Report; onClose: () => void }) => {
  const form = useReasonForm(`reopen:${report.id}`);
  const toast = useToast();
  const refresh = useRefresh(report);
  const [failure, setFailure] = useState<string>();
  const { mutate, isPending } = useEndpointMutation(client.reports.reopen, {
    onSuccess: () => {
      refresh();
      toast({ title: "다시 검토합니다", description: "신고자에게 알렸어요." });
      form.reset(blank);
      onClose();
    },
    onError: (error) => {
      setFailure(applyServerErrors(form, error));
      if (hasCode(error, "NOT_PROCESSED")) refresh();
    },
  });
  return (
    <ReasonDialog
      title="처리한 신고를 다시 검토할까요?"
      label="다시 검토하는 사유"
      help="처리 기록에 남아요."
      act="다시 검토"
      pending="되돌리는 중..."
      form={form}
      failure={failure}
      isPending={isPending}
      onSend={(reason) => {
        setFailure(undefined);
        mutate({ params: { reportId: report.id }, body: { reason } });
      }}
      onClose={onClose}
    >
      <Typography color="textSecondary">
        지금까지의 처리 기록은 그대로 남아요. 적용한 제재는 피신고자 이력에서 따로 해제해야 풀려요.
      </Typography>
    </ReasonDialog>
  );
};

interface WarnReporterDialogProps {
  report: Report;
  reporter: ReporterRecord;
  /** What the ladder makes of one more warning. */
  step: string | undefined;
  onClose: () => void;
}

/** Asks why whoever made a report is warned, and warns them as they stand on the screen. */
export const WarnReporterDialog = ({ report, reporter, step, onClose }: WarnReporterDialogProps) => {
  const form = useReasonForm(`warn-reporter:${report.id}`);
  const toast = useToast();
  const refresh = useRefresh(report);
  const [failure, setFailure] = useState<string>();
  const { mutate, isPending } = useEndpointMutation(client.reports.warnReporter, {
    onSuccess: () => {
      refresh();
      toast({ title: "신고자에게 경고했습니다", description: "당사자에게 제재 안내 채팅으로 알렸어요." });
      form.reset(blank);
      onClose();
    },
    onError: (error) => {
      setFailure(applyServerErrors(form, error));
      if (!hasCode(error, "VALIDATION")) refresh();
    },
  });
  return (
    <ReasonDialog
      title="허위 신고로 경고할까요?"
      label="경고 사유"
      help="신고자에게 그대로 전달돼요."
      act="경고"
      pending="경고하는 중..."
      isDestructive
      form={form}
      failure={failure}
      isPending={isPending}
      onSend={(reason) => {
        setFailure(undefined);
        const { warningCount, suspendedUntil, isBanned } = reporter;
        const expected = { warningCount, suspendedUntil, isBanned };
        mutate({ params: { reportId: report.id }, body: { reason, expected } });
      }}
      onClose={onClose}
    >
      <Typography>
        {reporter.nickname} 님 · 현재 경고 {reporter.warningCount}회
        {step === undefined ? "" : ` · 이번 경고: ${step}`}
      </Typography>
    </ReasonDialog>
  );
};
