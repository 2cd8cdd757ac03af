import { synonymForm, synonymLimits, type Synonym } from "@knowhow/shared/schemas.ts";
import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import { useQueryClient } from "@tanstack/react-query";
import { object, string, ValidationError } from "yup";
import { client } from "../../client/client.ts";
import { invalidate, useEndpointMutation } from "../../client/queries.ts";
import { useMe } from "../../client/session.ts";
import { DialogShell } from "../../components/DialogShell.tsx";
import { hasCode, messageOf } from "../../components/failure.ts";
import { useToast } from "../../components/ToastProvider.tsx";
import type { StaffTextName } from "../../device/texts/staffTexts.ts";
import { useKeptForm } from "../../device/texts/useKeptText.ts";
import { FormTextField } from "../../forms/FormTextField.tsx";
import { SubmitButton } from "../../forms/SubmitButton.tsx";
import { useContractForm } from "../../forms/useContractForm.ts";

const wordsOf = (line: string): string[] => line.split(/[\s,]+/u).filter((word) => word !== "");

/** All words in one line, by the rules of the contract. */
const lineForm = object({
  line: string()
    .defined()
    .test("words", function (line) {
      try {
        synonymForm.validateSync({ words: wordsOf(line) });
        return true;
      } catch (error) {
        if (!(error instanceof ValidationError)) throw error;
        return this.createError({ message: error.message });
      }
    }),
});
const blank = { line: "" };

interface SynonymDialogProps {
  /** The entry to change; without one a new one is made. */
  entry: Synonym | undefined;
  onClose: () => void;
}

/** Asks for words that are to find one another. */
export const SynonymDialog = ({ entry, onClose }: SynonymDialogProps) => {
  const queryClient = useQueryClient();
  const toast = useToast();
  const { user } = useMe();
  const before = entry?.words.join(", ") ?? "";
  const form = useContractForm(lineForm, { line: before }, "onSubmit");
  const { control, handleSubmit, formState, reset } = form;
  // Text for words that others have changed meanwhile is not put back over theirs.
  const name: StaffTextName = `synonym:${entry ? `${entry.id} ${before}` : "new"}`;
  useKeptForm(form, { personId: user?.id, name, blank });
  const refreshSynonyms = () => void invalidate(queryClient, client.synonyms.list);
  const options = {
    onSuccess: () => {
      refreshSynonyms();
      toast({ title: entry ? "동의어를 바꿨어요" : "동의어를 추가했어요" });
      reset(blank);
      onClose();
    },
    onError: (error: Error) => {
      if (hasCode(error, "EDIT_CONFLICT") || hasCode(error, "NOT_FOUND")) refreshSynonyms();
    },
  };
  const create = useEndpointMutation(client.synonyms.create, options);
  const update = useEndpointMutation(client.synonyms.update, options);
  const { isPending, error } = entry ? update : create;
  const send = (line: string) => {
    const { words } = synonymForm.cast({ words: wordsOf(line) });
    if (entry) update.mutate({ params: { id: entry.id }, body: { words, expected: entry.words } });
    else create.mutate({ body: { words } });
  };
  return (
    <DialogShell
      isOpen
      onClose={onClose}
      title={entry ? "동의어 수정" : "동의어 추가"}
      isHeld={isPending}
      isForm
      isTyped={formState.isDirty}
    >
      <Box
        component="form"
        noValidate
        onSubmit={(event) => void handleSubmit(({ line }) => send(line))(event)}
        sx={{ display: "grid", gap: 1.5 }}
      >
        <FormTextField
          control={control}
          name="line"
          label="같은 뜻의 단어"
          help={`쉼표나 띄어쓰기로 나눠 ${synonymLimits.words}개까지 적어주세요. 어느 것으로 검색해도 서로 찾아요.`}
          isRequired
          autoFocus
          multiline
          minRows={2}
          maxRows={6}
        />
        {error ? <Alert severity="error">{messageOf(error)}</Alert> : null}
        <Box sx={{ display: "flex", justifyContent: "flex-end" }}>
          <SubmitButton isPending={isPending} pendingLabel="저장하는 중..." size="medium">
            저장
          </SubmitButton>
        </Box>
      </Box>
    </DialogShell>
  );
};
