import { textLimits, type Comment, type Content } from "@knowhow/shared";
import { moderationForm } from "@knowhow/shared/schemas.ts";
import { useQueryClient } from "@tanstack/react-query";
import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import { useState } from "react";
import { DialogShell } from "../admin/DialogShell.tsx";
import { client } from "../client/client.ts";
import { hasCode } from "../client/failure.ts";
import { invalidate, useEndpointMutation } from "../client/queries.ts";
import { useMe } from "../client/session.ts";
import { objectParticle } from "../components/particles.ts";
import { useToast } from "../components/ToastProvider.tsx";
import { refreshContents } from "../contents/contentCache.ts";
import { applyServerErrors } from "../forms/applyServerErrors.ts";
import { FormTextField } from "../forms/FormTextField.tsx";
import { SubmitButton } from "../forms/SubmitButton.tsx";
import { useContractForm } from "../forms/useContractForm.ts";
import { useKeptForm } from "../texts/useKeptText.ts";

/** What is taken down or put back. */
export type ModerationTarget =
  | { kind: "content"; content: Pick<Content, "id" | "title" | "state"> }
  | { kind: "comment"; comment: Pick<Comment, "id" | "comment" | "state"> };

const reasonForm = moderationForm.pick(["reason"]);
const blank = { reason: "" };

const whatOf = (target: ModerationTarget) =>
  target.kind === "content"
    ? { noun: "콘텐츠", id: target.content.id, text: target.content.title, state: target.content.state }
    : { noun: "댓글", id: target.comment.id, text: target.comment.comment, state: target.comment.state };

const consequences = {
  content:
    "마켓과 검색에서 사라지고 새로 구매할 수 없어요. 이미 구매한 분들은 계속 이용하고, 멘토에게는 사유를 알려요.",
  comment: "작성자와 관리자만 볼 수 있게 되고, 작성자에게 사유를 알려요.",
} as const;

const useModeration = (target: ModerationTarget, onClose: () => void) => {
  const queryClient = useQueryClient();
  const toast = useToast();
  const { user } = useMe();
  const { noun, id, state } = whatOf(target);
  const next = state === "hidden" ? "listed" : "hidden";
  const [failure, setFailure] = useState<string>();
  const form = useContractForm(reasonForm, blank);
  useKeptForm(form, { personId: user?.id, name: `moderation:${id}`, blank });
  const refresh = () =>
    Promise.all(
      target.kind === "content"
        ? [refreshContents(queryClient)]
        : [
            invalidate(queryClient, client.comments.list),
            queryClient.invalidateQueries({ queryKey: [client.evidences.get.contract.path] }),
          ],
    );
  const answering = {
    onSuccess: () => {
      void refresh();
      toast({
        title:
          next === "hidden"
            ? `${noun}${objectParticle(noun)} 숨겼습니다`
            : `${noun}${objectParticle(noun)} 다시 공개했습니다`,
        description: "작성자에게 사유를 알렸어요.",
      });
      form.reset(blank);
      onClose();
    },
    onError: (error: Error) => {
      setFailure(applyServerErrors(form, error));
      // Another administrator was first, or it is gone: what is shown says so from now on.
      if (hasCode(error, "ALREADY_IN_STATE") || hasCode(error, "NOT_FOUND")) void refresh();
    },
  };
  const ofContent = useEndpointMutation(client.contents.moderate, answering);
  const ofComment = useEndpointMutation(client.comments.moderate, answering);
  const { mutate, isPending } = target.kind === "content" ? ofContent : ofComment;
  const handleSend = form.handleSubmit(({ reason }) => {
    setFailure(undefined);
    mutate({ params: { id }, body: { state: next, reason } });
  });
  return { form, failure, handleSend, isPending };
};

/** Asks an administrator why something is taken down or put back, and does it. */
export const ModerationDialog = ({ target, onClose }: { target: ModerationTarget; onClose: () => void }) => {
  const { form, failure, handleSend, isPending } = useModeration(target, onClose);
  const { noun, text, state } = whatOf(target);
  const isHiding = state === "listed";
  return (
    <DialogShell
      isOpen
      onClose={onClose}
      title={isHiding ? `${noun} 숨기기` : `${noun} 다시 공개하기`}
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
        <Typography sx={{ fontWeight: 600, overflowWrap: "anywhere", whiteSpace: "pre-wrap" }}>
          {text}
        </Typography>
        {isHiding ? <Typography color="textSecondary">{consequences[target.kind]}</Typography> : null}
        <FormTextField
          control={form.control}
          name="reason"
          label="사유"
          help="작성자에게 그대로 전달돼요."
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
            pendingLabel={isHiding ? "숨기는 중..." : "공개하는 중..."}
            size="medium"
            color={isHiding ? "error" : "primary"}
          >
            {isHiding ? "숨기기" : "다시 공개"}
          </SubmitButton>
        </Box>
      </Box>
    </DialogShell>
  );
};
