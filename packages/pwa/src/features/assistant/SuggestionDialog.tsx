import { suggestionForm } from "@knowhow/shared/schemas.ts";
import Button from "@mui/material/Button";
import { useEffect, useState } from "react";
import { useToast } from "@knowhow/ui/components/ToastProvider.tsx";
import { SubmitButton } from "@knowhow/ui/forms/SubmitButton.tsx";
import { useContractForm } from "@knowhow/ui/forms/useContractForm.ts";
import { useLoginAction } from "@knowhow/ui/features/layout/useLoginAction.ts";
import { withCleanName } from "@knowhow/ui/device/drafts/fileRules.ts";
import { ApplyActions } from "./ApplyActions.tsx";
import { DialogFrame } from "./DialogFrame.tsx";
import { findFileTrouble } from "./fileCheck.ts";
import { keepDescription, readDescription } from "./keptDescription.ts";
import { isReadable } from "../reading/readable.ts";
import { SuggestionInputStep } from "./SuggestionInputStep.tsx";
import { sameAgain, SuggestionResult } from "./SuggestionResult.tsx";
import { isSending, SuggestionSkeleton } from "./SuggestionSkeleton.tsx";
import {
  suggestedFields,
  useApplying,
  valuesOf,
  type SellingForm,
  type SuggestedField,
} from "./useApplying.ts";
import type { DialogProps } from "@knowhow/ui/components/useLazyDialog.ts";
import { useSuggestion } from "./useSuggestion.ts";

export interface SuggestionDialogProps extends DialogProps {
  /** The form that suggestions are for. */
  form: SellingForm;
  userId: string;
  /** The content's id, or `new`. */
  subject: string;
  /** Files chosen in the form itself. */
  files: readonly File[];
}

/** A file of the dialog that can not be used, and which one is used instead. */
type Refused = { text: string; hint: string | undefined } | undefined;

/** The sellers' helper: makes a draft of the form from a few words and a document. */
export const SuggestionDialog = (props: SuggestionDialogProps) => {
  const { isOpen, onOpen, onClose, form, userId, subject, files } = props;
  const toast = useToast();
  const [file, setFile] = useState<File>();
  const [refused, setRefused] = useState<Refused>();
  const [said, setSaid] = useState("");
  const input = useContractForm(
    suggestionForm,
    { userDescription: readDescription(userId, subject) },
    "onSubmit",
  );
  const applying = useApplying(form, subject === "new");
  const login = useLoginAction();
  const reopen = (then: () => void) => {
    onOpen();
    then();
  };
  const making = useSuggestion((trouble, retry) => {
    toast({
      title: "AI 제안 실패",
      description: trouble.text,
      variant: "destructive",
      action: trouble.kind === "login" ? login() : { label: "다시 시도", onAct: () => reopen(retry) },
    });
  });
  const { view, suggestion, progress, trouble, repeats } = making;

  const wrongDescription = trouble?.kind === "description" ? trouble.text : undefined;
  useEffect(() => {
    if (wrongDescription !== undefined)
      input.setError("userDescription", { type: "server", message: wrongDescription }, { shouldFocus: true });
  }, [wrongDescription, input]);

  const generate = input.handleSubmit(({ userDescription }) => {
    setSaid("");
    toast(null);
    return making.generate({ userDescription, file });
  });
  const choose = async (given: File | undefined) => {
    making.forgive();
    const chosen = given && withCleanName(given);
    const found = chosen && (await findFileTrouble(chosen));
    const hint = file && `앞서 선택한 ‘${file.name}’ 파일을 그대로 사용해요.`;
    setRefused(found === undefined ? undefined : { text: found, hint });
    // An unusable file does not replace the one chosen before.
    if (found === undefined) setFile(chosen);
  };
  const { cancel } = making;
  // A closed dialog, however it was closed, needs no answer.
  useEffect(() => {
    if (!isOpen) cancel();
  }, [isOpen, cancel]);

  const suggested = suggestion && valuesOf(suggestion);
  const fieldsThatAre = (...states: readonly string[]): SuggestedField[] =>
    suggested ? suggestedFields.filter((field) => states.includes(applying.stateOf(field, suggested))) : [];
  const applyAll = (fields: readonly SuggestedField[]) => {
    if (!suggested) return;
    const done = applying.apply(fields, suggested);
    onClose();
    toast({
      title: "AI 제안을 적용했습니다",
      description: "내용을 확인하고 다듬은 뒤 등록해주세요.",
      action: { label: "되돌리기", onAct: () => applying.undo(done) },
    });
  };

  const status =
    view === "working"
      ? isSending({ file, progress })
        ? "문서를 올리고 있습니다."
        : "제안을 만들고 있습니다."
      : view === "result"
        ? said || (repeats > 0 ? sameAgain : "제안이 준비되었습니다.")
        : "";
  const actions = {
    input: (
      <>
        {suggestion ? (
          <Button color="inherit" onClick={making.showResult}>
            제안으로 돌아가기
          </Button>
        ) : null}
        <SubmitButton isPending={false} size="medium" fullWidth>
          제안 받기
        </SubmitButton>
      </>
    ),
    working: (
      <Button variant="outlined" color="inherit" autoFocus onClick={making.cancel}>
        취소
      </Button>
    ),
    result: (
      <ApplyActions
        free={fieldsThatAre("free")}
        own={fieldsThatAre("own")}
        hasApplied={fieldsThatAre("applied").length > 0}
        onApply={applyAll}
        onUndo={() => {
          applying.undoAll();
          setSaid("모두 되돌렸습니다.");
        }}
        onRegenerate={() => void generate()}
      />
    ),
  }[view];

  return (
    <DialogFrame
      isOpen={isOpen}
      title="AI 도우미"
      status={status}
      actions={actions}
      onClose={onClose}
      onSubmit={(event) => {
        event.preventDefault();
        if (view === "input") void generate(event);
      }}
    >
      {view === "working" ? <SuggestionSkeleton file={file} progress={progress} /> : null}
      {view === "input" ? (
        <SuggestionInputStep
          form={input}
          file={file}
          offered={files.filter(({ name }) => isReadable(name))}
          trouble={refused ? { kind: "file", ...refused } : trouble}
          onType={(text) => keepDescription(userId, subject, text)}
          onChoose={(chosen) => void choose(chosen)}
        />
      ) : null}
      {view === "result" && suggestion ? (
        <SuggestionResult
          suggestion={suggestion}
          applying={applying}
          from={input.getValues("userDescription")}
          trouble={trouble}
          repeats={repeats}
          onDone={setSaid}
          onRevise={making.revise}
        />
      ) : null}
    </DialogFrame>
  );
};
