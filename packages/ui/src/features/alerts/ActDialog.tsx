import { alertLabel, textLimits, type Alert as Call } from "@knowhow/shared";
import { resolveForm } from "@knowhow/shared/schemas.ts";
import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Typography from "@mui/material/Typography";
import { useQueryClient } from "@tanstack/react-query";
import { DialogShell } from "../../components/DialogShell.tsx";
import { client } from "../../client/client.ts";
import { hasCode, messageOf } from "../../components/failure.ts";
import { invalidate, useEndpointMutation } from "../../client/queries.ts";
import { useMe } from "../../client/session.ts";
import { useToast } from "../../components/ToastProvider.tsx";
import { FormTextField } from "../../forms/FormTextField.tsx";
import { SubmitButton } from "../../forms/SubmitButton.tsx";
import { useContractForm } from "../../forms/useContractForm.ts";
import type { StaffTextName } from "../../device/texts/staffTexts.ts";
import { useKeptForm } from "../../device/texts/useKeptText.ts";

const noteForm = resolveForm.pick(["note"]);
const blank = { note: "" };

/** An administrator's act on an alert: mark it as looked at, or retry its payout. */
export type Act = "resolve" | "payAgain";

const words = {
  resolve: {
    title: "알림 확인",
    label: "확인한 내용",
    help: "무엇을 확인했고 어떻게 했는지 남겨주세요.",
    button: "확인 완료",
    pending: "저장하는 중...",
    done: "알림을 확인했어요",
  },
  payAgain: {
    title: "정산 다시 지급",
    label: "다시 지급하는 이유",
    help: "멘토와 무엇을 확인하고 고쳤는지 남겨주세요. 지급을 다섯 번까지 다시 시도해요.",
    button: "다시 지급",
    pending: "요청하는 중...",
    done: "정산을 다시 지급할게요",
  },
} as const satisfies Record<Act, Record<string, string>>;

/** Refusals after which the list is out of date. */
const staleCodes = ["ALREADY_RESOLVED", "NOT_FAILED", "STANDING_CHANGED"] as const;

interface ActDialogProps {
  call: Call;
  act: Act;
  onClose: () => void;
}

/** Asks for the note that every act on an alert needs. */
export const ActDialog = ({ call, act, onClose }: ActDialogProps) => {
  const { title, label, help, button, pending, done } = words[act];
  const queryClient = useQueryClient();
  const toast = useToast();
  const { user } = useMe();
  const form = useContractForm(noteForm, blank, "onSubmit");
  const { control, handleSubmit, formState, reset } = form;
  const name: StaffTextName = `alert:${call.id}`;
  useKeptForm(form, { personId: user?.id, name, blank });
  const refreshAlerts = () => void invalidate(queryClient, client.alerts.list);
  const options = {
    onSuccess: () => {
      refreshAlerts();
      toast({ title: done });
      reset(blank);
      onClose();
    },
    onError: (error: Error) => {
      if (staleCodes.some((code) => hasCode(error, code))) refreshAlerts();
    },
  };
  const resolve = useEndpointMutation(client.alerts.resolve, options);
  const payAgain = useEndpointMutation(client.adminSettlements.decide, options);
  const { isPending, error } = act === "resolve" ? resolve : payAgain;
  const send = (note: string) =>
    act === "resolve"
      ? resolve.mutate({ params: { id: call.id }, body: { resolved: true, note } })
      : payAgain.mutate({
          params: { id: call.subject },
          // After an earlier retry it may be held: for reasons that this administrator has not seen.
          body: { status: "pending", scope: "settlement", reason: note, expected: { holds: [] } },
        });
  return (
    <DialogShell isOpen onClose={onClose} title={title} isHeld={isPending} isForm isTyped={formState.isDirty}>
      <Box
        component="form"
        noValidate
        onSubmit={(event) => void handleSubmit(({ note }) => send(note))(event)}
        onKeyDown={(event) => {
          if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey) || isPending) return;
          event.preventDefault();
          event.currentTarget.requestSubmit();
        }}
        sx={{ display: "grid", gap: 1.5 }}
      >
        <Typography>{alertLabel(call.kind)}</Typography>
        <FormTextField
          control={control}
          name="note"
          label={label}
          help={help}
          isRequired
          autoFocus
          multiline
          minRows={3}
          maxRows={8}
          counterMax={textLimits.reviewNotes}
        />
        {error ? <Alert severity="error">{messageOf(error)}</Alert> : null}
        <Box sx={{ display: "flex", justifyContent: "flex-end" }}>
          <SubmitButton isPending={isPending} pendingLabel={pending} size="medium">
            {button}
          </SubmitButton>
        </Box>
      </Box>
    </DialogShell>
  );
};
