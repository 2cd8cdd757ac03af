import WarningAmberRounded from "@mui/icons-material/WarningAmberRounded";
import { textLimits, type ReportReason } from "@knowhow/shared";
import { reportForm } from "@knowhow/shared/schemas.ts";
import Alert from "@mui/material/Alert";
import AlertTitle from "@mui/material/AlertTitle";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Dialog from "@mui/material/Dialog";
import DialogActions from "@mui/material/DialogActions";
import DialogContent from "@mui/material/DialogContent";
import DialogContentText from "@mui/material/DialogContentText";
import DialogTitle from "@mui/material/DialogTitle";
import { useId, useState } from "react";
import { messageOr } from "../../components/failure.ts";
import { useMe } from "../../client/session.ts";
import { useToast } from "../../components/ToastProvider.tsx";
import { applyServerErrors } from "../../forms/applyServerErrors.ts";
import { FormTextField } from "../../forms/FormTextField.tsx";
import { SubmitButton } from "../../forms/SubmitButton.tsx";
import { useContractForm } from "../../forms/useContractForm.ts";
import { unkeptWords } from "../../device/outbox/sendStatus.ts";
import { useKeptForm } from "../../device/texts/useKeptText.ts";
import { ReasonField } from "./ReasonField.tsx";
import { reportedId, useReport, type ReportTarget } from "./useReport.ts";

interface ReportDialogProps {
  target: ReportTarget;
  isOpen: boolean;
  onClose: () => void;
}

const defaults = { reportReason: "" as ReportReason, reportDetails: "" }; // nothing is chosen yet

const received = {
  title: "신고 완료",
  description: "신고가 접수되었습니다. 검토 후 결과를 알려드리겠습니다.",
};
const waits = { title: "보낼 예정", description: "연결되면 신고를 접수해요." };
const unkeptWaits = { ...waits, description: `${waits.description} ${unkeptWords}` };

const ReportForm = ({ target, onClose }: Omit<ReportDialogProps, "isOpen">) => {
  const id = useId();
  const toast = useToast();
  const report = useReport(target);
  const form = useContractForm(reportForm, defaults, "onSubmit");
  const { user } = useMe();
  const about = reportedId(target);
  useKeptForm(form, { personId: user?.id, name: `report:${about}`, blank: defaults });
  const [failure, setFailure] = useState<string>();
  const handleSend = form.handleSubmit(async (values) => {
    setFailure(undefined);
    const outcome = await report.send(values);
    if (outcome?.status === "refused") {
      if (applyServerErrors(form, outcome.error) !== undefined)
        setFailure(messageOr("신고 접수 중 오류가 발생했습니다.", outcome.error));
    } else if (outcome) {
      form.reset(defaults);
      toast(outcome.status === "stored" ? received : outcome.isUnkept ? unkeptWaits : waits);
      onClose();
    }
  });
  return (
    <Box
      component="form"
      noValidate
      onSubmit={(event) => void handleSend(event)}
      aria-labelledby={`${id}-reason`}
      sx={{ display: "flex", flexDirection: "column", minHeight: 0 }}
    >
      <DialogContent dividers sx={{ display: "grid", gap: 2.5 }}>
        <ReasonField control={form.control} />
        <FormTextField
          control={form.control}
          name="reportDetails"
          label="상세 내용"
          placeholder="언제, 어떤 일이 있었는지 알려주세요."
          isRequired
          counterMax={textLimits.reportDetails}
          multiline
          minRows={4}
          maxRows={8}
        />
        <Alert
          severity="warning"
          role="note"
          icon={<WarningAmberRounded />}
          sx={{ alignItems: "flex-start" }}
        >
          <Box component="ul" sx={{ m: 0, pl: 2 }}>
            <li>허위 신고는 제재로 이어질 수 있습니다.</li>
            <li>관리자가 신고 내용을 검토합니다.</li>
            <li>심각한 위반은 서비스 이용이 제한될 수 있습니다.</li>
          </Box>
        </Alert>
        {failure === undefined ? null : (
          <Alert severity="error">
            <AlertTitle>신고 접수 실패</AlertTitle>
            {failure}
          </Alert>
        )}
      </DialogContent>
      <DialogActions sx={{ p: 2 }}>
        <Button
          onClick={() => {
            form.reset(defaults);
            onClose();
          }}
          color="inherit"
          disabled={report.isPending}
        >
          취소
        </Button>
        <SubmitButton isPending={report.isPending} pendingLabel="접수하는 중..." size="medium" color="error">
          신고하기
        </SubmitButton>
      </DialogActions>
    </Box>
  );
};

/** Asks why a content, a comment or a person is reported. */
export const ReportDialog = ({ target, isOpen, onClose }: ReportDialogProps) => {
  const id = useId();
  return (
    <Dialog
      open={isOpen}
      // A press beside it is easily made. The typed text is kept, and there again at the next opening.
      onClose={(_, reason) => {
        if (reason === "escapeKeyDown") onClose();
      }}
      maxWidth="sm"
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-text`}
    >
      <DialogTitle id={`${id}-title`} sx={{ pb: 0.5 }}>
        신고하기
      </DialogTitle>
      <DialogContentText id={`${id}-text`} sx={{ px: 3, pb: 1.5, overflowWrap: "anywhere" }}>
        {target.label}에 대한 신고예요. 누가 신고했는지는 상대에게 알려지지 않아요.
      </DialogContentText>
      <ReportForm target={target} onClose={onClose} />
    </Dialog>
  );
};
