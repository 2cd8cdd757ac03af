import { textLimits, type Lease } from "@knowhow/shared";
import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import { object } from "yup";
import { textField } from "@knowhow/shared/schemas.ts";
import { messageOf } from "../../../components/failure.ts";
import { formatTime } from "../../../components/format.ts";
import { FormTextField } from "../../../forms/FormTextField.tsx";
import { SubmitButton } from "../../../forms/SubmitButton.tsx";
import { useContractForm } from "../../../forms/useContractForm.ts";
import { DialogShell } from "../../../components/DialogShell.tsx";
import { KeyCap } from "./KeySheet.tsx";
import type { useLease } from "./useLease.ts";

const reasonForm = object({
  reason: textField(
    "이어받는 이유를 입력해주세요.",
    textLimits.penaltyReason,
    `이어받는 이유는 ${textLimits.penaltyReason}자 이하여야 합니다.`,
  ),
});

interface TakeOverDialogProps {
  holder: Lease;
  takeOver: ReturnType<typeof useLease>["takeOver"];
  onClose: () => void;
}

/** Asks why a report is taken over from another administrator. */
export const TakeOverDialog = ({ holder, takeOver, onClose }: TakeOverDialogProps) => {
  const { control, handleSubmit, formState } = useContractForm(reasonForm, { reason: "" }, "onSubmit");
  const { isPending, error, mutate } = takeOver;
  return (
    <DialogShell
      isOpen
      onClose={onClose}
      title="이어받기"
      isHeld={isPending}
      isForm
      isTyped={formState.isDirty}
    >
      <Box
        component="form"
        noValidate
        onSubmit={(event) =>
          void handleSubmit(({ reason }) => {
            mutate(reason, { onSuccess: onClose });
          })(event)
        }
        sx={{ display: "grid", gap: 1.5 }}
      >
        <FormTextField
          control={control}
          name="reason"
          label="이어받는 이유"
          help={`${holder.nickname}님이 보던 신고예요. 이유는 기록에 남아요.`}
          isRequired
          autoFocus
        />
        {error ? <Alert severity="error">{messageOf(error)}</Alert> : null}
        <Box sx={{ display: "flex", justifyContent: "flex-end" }}>
          <SubmitButton isPending={isPending} pendingLabel="이어받는 중..." size="medium">
            이어받기
          </SubmitButton>
        </Box>
      </Box>
    </DialogShell>
  );
};

/** Says that another administrator is at the report. */
export const PresenceNotice = ({ holder, onTakeOver }: { holder: Lease; onTakeOver: () => void }) => (
  <Alert
    severity="warning"
    role="status"
    action={
      <Button color="inherit" size="small" onClick={onTakeOver} endIcon={<KeyCap label="T" isHint />}>
        이어받기
      </Button>
    }
  >
    {holder.nickname}님이 보고 있어요. {formatTime(holder.until)}까지 자리를 맡아두었어요.
    {holder.reason ? ` 이어받은 이유: ${holder.reason}` : null}
  </Alert>
);
