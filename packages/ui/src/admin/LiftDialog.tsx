import { penaltyLabel, textLimits, type Penalty } from "@knowhow/shared";
import { liftForm } from "@knowhow/shared/schemas.ts";
import { useQueryClient } from "@tanstack/react-query";
import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import { useState } from "react";
import { client } from "../client/client.ts";
import { hasCode } from "../client/failure.ts";
import { invalidate, useEndpointMutation } from "../client/queries.ts";
import { useMe } from "../client/session.ts";
import { useToast } from "../components/ToastProvider.tsx";
import { applyServerErrors } from "../forms/applyServerErrors.ts";
import { FormTextField } from "../forms/FormTextField.tsx";
import { SubmitButton } from "../forms/SubmitButton.tsx";
import { useContractForm } from "../forms/useContractForm.ts";
import { useKeptForm } from "../texts/useKeptText.ts";
import { DialogShell } from "./DialogShell.tsx";

const reasonForm = liftForm.pick(["reason"]);
const blank = { reason: "" };

const useLift = (penalty: Penalty, onClose: () => void) => {
  const queryClient = useQueryClient();
  const toast = useToast();
  const [failure, setFailure] = useState<string>();
  const { user } = useMe();
  const form = useContractForm(reasonForm, blank);
  useKeptForm(form, { personId: user?.id, name: `lift:${penalty.id}`, blank });
  const refresh = () =>
    Promise.all([
      invalidate(queryClient, client.penalties.history, { params: { id: penalty.userId } }),
      // The cards tell how somebody stands.
      invalidate(queryClient, client.reports.list),
    ]);
  const lift = useEndpointMutation(client.penalties.lift, {
    onSuccess: () => {
      void refresh();
      toast({ title: "제재를 해제했습니다", description: "당사자에게 제재 안내 채팅으로 알렸어요." });
      form.reset(blank);
      onClose();
    },
    onError: (error) => {
      // Another administrator was first: what is shown says so from now on.
      if (hasCode(error, "ALREADY_LIFTED")) {
        void refresh();
        toast({ title: "제재 해제 실패", description: error.message, variant: "destructive" });
        form.reset(blank);
        onClose();
      } else setFailure(applyServerErrors(form, error));
    },
  });
  const handleSend = form.handleSubmit(({ reason }) => {
    setFailure(undefined);
    lift.mutate({ params: { id: penalty.id }, body: { isActive: false, reason } });
  });
  return { form, failure, handleSend, isPending: lift.isPending };
};

/** Asks why a penalty is taken back, and takes it back. */
export const LiftDialog = ({ penalty, onClose }: { penalty: Penalty; onClose: () => void }) => {
  const { form, failure, handleSend, isPending } = useLift(penalty, onClose);
  return (
    <DialogShell
      isOpen
      onClose={onClose}
      title="제재를 해제할까요?"
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
        <Typography>
          {penaltyLabel(penalty.penaltyType)}: {penalty.reason}
        </Typography>
        <FormTextField
          control={form.control}
          name="reason"
          label="해제 사유"
          help="당사자에게 그대로 전달돼요."
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
          <SubmitButton isPending={isPending} pendingLabel="해제하는 중..." size="medium">
            제재 해제
          </SubmitButton>
        </Box>
      </Box>
    </DialogShell>
  );
};
