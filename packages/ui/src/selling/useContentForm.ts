import { AppError, type Content, type ContentForm, type CurrentUser } from "@knowhow/shared";
import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useState } from "react";
import { useWatch } from "react-hook-form";
import { client } from "../client/client.ts";
import { hasCode } from "../client/failure.ts";
import { invalidate } from "../client/queries.ts";
import { applyServerErrors } from "../forms/applyServerErrors.ts";
import { useContractForm } from "../forms/useContractForm.ts";
import { readDraft } from "./formDraft.ts";
import {
  bodyOf,
  filesProblemOf,
  sellingSchema,
  stateOf,
  traceOf,
  type FilesProblem,
  type SellingState,
} from "./sellingForm.ts";
import { useDraftKeeping } from "./useDraftKeeping.ts";
import { useLeaveGuard } from "./useLeaveGuard.ts";
import type { UploadItem } from "./UploadList.ts";
import { useUploadList } from "./useUploadList.ts";

export interface ContentFormInput {
  user: CurrentUser;
  /** What the draft is kept under: the content's id, or `new`. */
  subject: string;
  /** What is saved already. */
  saved: SellingState;
  /** The version that the form begins with; null for a new content. */
  version: string | null;
  /** Sends the form; throws what went wrong. */
  onSend: (body: ContentForm, version: string | null) => Promise<unknown>;
  /** Told of a failure, for its toast. */
  onFailed: (error: unknown) => void;
  onDone: () => void;
}

/** What keeps the form from being saved, beside wrong fields. */
interface Trouble {
  /** With what it was said about: any change of that takes it back. */
  files?: FilesProblem & { about: string };
  needsAccount?: boolean;
  rest?: string;
}

const fileCodes: readonly AppError["code"][] = [
  "FILE_OR_LINK_REQUIRED", "UNSUPPORTED_TYPE", "TOO_LARGE", "NOT_FOUND",
]; // prettier-ignore

/** What a problem with the files is about. */
const traceOfFiles = (link: string, files: readonly UploadItem[], previews: readonly UploadItem[]): string =>
  JSON.stringify([link, ...[files, previews].map((items) => items.map(({ key, status }) => [key, status]))]);

const filesText = (error: unknown): string | undefined => {
  if (!(error instanceof AppError)) return undefined;
  const fields = error.details.fields ?? {};
  const named = Object.entries(fields).find(([name]) => /^(fileUrls|fileNames|previewImageUrls)/.test(name));
  return named?.[1] ?? (fileCodes.includes(error.code) ? error.message : undefined);
};

/** Everything of the upload and edit forms but how they look. */
export const useContentForm = (input: ContentFormInput) => {
  const { user, subject, saved, onSend, onFailed, onDone } = input;
  const queryClient = useQueryClient();
  const [draft] = useState(() => readDraft(user.id, subject));
  const [isRestored, setIsRestored] = useState(draft !== undefined);
  const [version, setVersion] = useState(draft ? draft.version : input.version);
  const [trouble, setTrouble] = useState<Trouble>({});
  const [conflicts, setConflicts] = useState(0);
  const initial = draft?.state ?? saved;
  const form = useContractForm(sellingSchema, initial.values);
  const files = useUploadList("file", initial.files);
  const previews = useUploadList("preview", initial.previews);

  const { getValues, watch } = form;
  const readState = useCallback(
    (): SellingState => ({
      values: getValues(),
      files: files.list.getItems(),
      previews: previews.list.getItems(),
    }),
    [getValues, files.list, previews.list],
  );
  const savedTrace = traceOf(saved);
  const isUnsaved = useCallback(() => traceOf(readState()) !== savedTrace, [readState, savedTrace]);
  const subscribe = useCallback(
    (onChange: () => void) => {
      const typing = watch(onChange);
      const stops = [files.list.subscribe(onChange), previews.list.subscribe(onChange)];
      return () => {
        typing.unsubscribe();
        for (const stop of stops) stop();
      };
    },
    [watch, files.list, previews.list],
  );
  const readForm = useCallback(() => ({ state: readState(), version }), [readState, version]);
  const { forget } = useDraftKeeping({ userId: user.id, subject, read: readForm, isUnsaved, subscribe });
  const { blocker, letGo } = useLeaveGuard(isUnsaved);

  const link = useWatch({ control: form.control, name: "link" });
  const filesProblem =
    trouble.files?.about === traceOfFiles(link, files.items, previews.items) ? trouble.files : undefined;
  const traceNow = () => traceOfFiles(getValues("link"), files.list.getItems(), previews.list.getItems());

  const leave = (go: () => void) => {
    forget();
    letGo();
    go();
  };
  const place = (error: unknown) => {
    if (hasCode(error, "LOGIN_REQUIRED")) {
      // The session ended: the draft stays, the screen leads to the login and back here.
      letGo();
      void invalidate(queryClient, client.accounts.me);
      return;
    }
    if (hasCode(error, "EDIT_CONFLICT")) {
      setConflicts((before) => before + 1);
      return;
    }
    if (hasCode(error, "BANK_ACCOUNT_REQUIRED")) {
      setTrouble({ needsAccount: true });
      return;
    }
    if (error instanceof AppError && error.code === "UNTRUSTED_LINK") {
      form.setError("link", { type: "server", message: error.message }, { shouldFocus: true });
      return;
    }
    const text = filesText(error);
    const rest = applyServerErrors(form, error);
    setTrouble(
      text === undefined
        ? rest === undefined ? {} : { rest }
        : { files: { title: "파일을 확인해주세요", text, about: traceNow() } },
    ); // prettier-ignore
  };
  /** Shows what is wrong with the files; true when something is. */
  const findFilesProblem = (): boolean => {
    const problem = filesProblemOf(getValues("link"), files.list.getItems(), previews.list.getItems());
    setTrouble(problem ? { files: { ...problem, about: traceNow() } } : {});
    return problem !== undefined;
  };
  const handleSend = form.handleSubmit(
    async (values) => {
      if (findFilesProblem()) return;
      try {
        await onSend(bodyOf(values, files.list.getItems(), previews.list.getItems()), version);
      } catch (error) {
        onFailed(error);
        place(error);
        return;
      }
      leave(onDone);
    },
    () => void findFilesProblem(),
  );
  /** Puts another state in the place of everything that was typed. */
  const replaceAll = (state: SellingState) => {
    form.reset(state.values);
    files.list.replace(state.files);
    previews.list.replace(state.previews);
    setTrouble({});
  };
  return {
    form, files, previews, trouble, filesProblem, blocker, handleSend, isRestored,
    /** How often somebody else had saved this content first; 0 while there is nothing to decide. */
    conflicts,
    /** The form as it stands. */
    readState,
    /** Begins anew from what is saved. */
    startOver: () => {
      replaceAll(saved);
      setVersion(input.version);
      setIsRestored(false);
      setConflicts(0);
    },
    /** Keeps the restored input without a word. */
    dismissRestored: () => setIsRestored(false),
    /** From now on the newest version is the one that is changed; what was typed stays. */
    acceptVersion: (latest: Content) => setVersion(latest.updatedAt),
    /** Takes over the newest version instead of what was typed. */
    takeLatest: (latest: Content) => {
      replaceAll(stateOf(latest));
      setConflicts(0);
    },
  }; // prettier-ignore
};

export type ContentFormModel = ReturnType<typeof useContentForm>;
