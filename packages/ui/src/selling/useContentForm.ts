import { AppError, type Content, type ContentForm, type CurrentUser } from "@knowhow/shared";
import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useState } from "react";
import { useWatch } from "react-hook-form";
import { keepDescription } from "../assistant/keptDescription.ts";
import { client } from "../client/client.ts";
import { hasCode } from "../client/failure.ts";
import { invalidate } from "../client/queries.ts";
import { applyServerErrors } from "../forms/applyServerErrors.ts";
import { useContractForm } from "../forms/useContractForm.ts";
import { placeFileErrors } from "./fileErrors.ts";
import { readDraft } from "./formDraft.ts";
import { removedBy } from "./removal.ts";
import type { Removal } from "./RemovalDialog.tsx";
import {
  bodyOf,
  filesProblemOf,
  listProblemOf,
  sellingSchema,
  stateOf,
  traceOf,
  type FilesProblem,
  type SellingState,
  type SellingValues,
} from "./sellingForm.ts";
import { useDraftKeeping } from "./useDraftKeeping.ts";
import { useLeaveGuard } from "./useLeaveGuard.ts";
import type { UploadItem } from "./uploadItem.ts";
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
  /** Tells how many people bought what is saved; for an edit, which could take it away from them. */
  countBuyers?: () => Promise<number>;
  /** The content is there no more. */
  onGone?: () => void;
}

/** With what it was said about: any change of that takes it back. */
type Placed = FilesProblem & { about: string };

/** What keeps the form from being saved, beside wrong fields. */
interface Trouble {
  files?: Placed | undefined;
  previews?: Placed | undefined;
  needsAccount?: boolean;
  rest?: string | undefined;
}

/** What a problem with a list is about. */
const traceOfItems = (items: readonly UploadItem[], link = ""): string =>
  JSON.stringify([link, items.map(({ key, status }) => [key, status])]);

const placed = (problem: FilesProblem | undefined, about: string): Placed | undefined =>
  problem && { ...problem, about };

const ifStill = (problem: Placed | undefined, about: string): FilesProblem | undefined =>
  problem?.about === about ? problem : undefined;

/** Everything of the upload and edit forms but how they look. */
export const useContentForm = (input: ContentFormInput) => {
  const { user, subject, saved, onSend, onFailed, onDone, onGone, countBuyers } = input;
  const queryClient = useQueryClient();
  const [draft] = useState(() => readDraft(user.id, subject));
  const [isRestored, setIsRestored] = useState(draft !== undefined);
  const [version, setVersion] = useState(draft ? draft.version : input.version);
  const [trouble, setTrouble] = useState<Trouble>({});
  const [conflicts, setConflicts] = useState(0);
  /** The version that buyers have now. */
  const [sold, setSold] = useState(saved);
  const [removal, setRemoval] = useState<Removal>();
  /** What may be taken away: asked and answered once. */
  const [agreed, setAgreed] = useState<string>();
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
  const filesProblem = ifStill(trouble.files, traceOfItems(files.items, link));
  const previewsProblem = ifStill(trouble.previews, traceOfItems(previews.items));
  const aboutFiles = () => traceOfItems(files.list.getItems(), getValues("link"));
  const aboutPreviews = () => traceOfItems(previews.list.getItems());

  const leave = (go: () => void) => {
    forget();
    keepDescription(user.id, subject, "");
    letGo();
    go();
  };
  const place = (error: unknown, body: ContentForm) => {
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
    // Files that are missing are named; without a name it is the content itself.
    if (onGone && hasCode(error, "NOT_FOUND") && !(error instanceof AppError && error.details.fields)) {
      leave(onGone);
      return;
    }
    const lists = { files: files.list, previews: previews.list };
    const { isPlaced, ...problems } = placeFileErrors(error, body, lists);
    const rest = applyServerErrors(form, error);
    setTrouble({
      files: placed(problems.files, aboutFiles()),
      previews: placed(problems.previews, aboutPreviews()),
      rest: isPlaced ? undefined : rest,
    });
  };
  /** Shows what is wrong with the files and images; true when something is. */
  const findUploadsProblem = (): boolean => {
    const wrongFiles = filesProblemOf(getValues("link"), files.list.getItems());
    const wrongPreviews = listProblemOf(previews.list.getItems());
    setTrouble({
      files: placed(wrongFiles, aboutFiles()),
      previews: placed(wrongPreviews, aboutPreviews()),
    });
    return wrongFiles !== undefined || wrongPreviews !== undefined;
  };
  /** Asks when this takes away what somebody bought; true while the answer is open. */
  const asksFirst = async (body: ContentForm, mayTake: string | undefined): Promise<boolean> => {
    const names = removedBy(body, sold);
    if (!countBuyers || names.length === 0 || mayTake === JSON.stringify(names)) return false;
    const buyers = await countBuyers();
    if (buyers === 0) return false;
    setRemoval({ isOpen: true, buyers, names });
    return true;
  };
  const send = async (values: SellingValues, mayTake: string | undefined) => {
    if (findUploadsProblem()) return;
    const body = bodyOf(values, files.list.getItems(), previews.list.getItems());
    if (await asksFirst(body, mayTake)) return;
    try {
      await onSend(body, version);
    } catch (error) {
      onFailed(error);
      place(error, body);
      return;
    }
    leave(onDone);
  };
  const sendWith = (mayTake: string | undefined) =>
    form.handleSubmit(
      (values) => send(values, mayTake),
      () => void findUploadsProblem(),
    );
  const closeRemoval = () => setRemoval((asked) => asked && { ...asked, isOpen: false });
  /** Puts another state in the place of everything that was typed. */
  const replaceAll = (state: SellingState) => {
    form.reset(state.values);
    files.list.replace(state.files);
    previews.list.replace(state.previews);
    setTrouble({});
  };
  return {
    form, files, previews, trouble, filesProblem, previewsProblem, removal, blocker, isRestored,
    handleSend: sendWith(agreed),
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
    acceptVersion: (latest: Content) => {
      setVersion(latest.updatedAt);
      setSold(stateOf(latest));
    },
    /** Buyers keep what they bought: it comes back to the list. */
    keepSold: () => {
      closeRemoval();
      const isLink = sold.files.length === 0;
      files.list.restore(sold.files, isLink ? 0 : undefined);
      form.setValue("link", sold.values.link, { shouldDirty: true });
    },
    /** Buyers get what is there now instead. */
    replaceSold: () => {
      closeRemoval();
      const mayTake = JSON.stringify(removal?.names);
      setAgreed(mayTake);
      void sendWith(mayTake)();
    },
    /** Takes over the newest version instead of what was typed. */
    takeLatest: (latest: Content) => {
      replaceAll(stateOf(latest));
      setConflicts(0);
    },
  }; // prettier-ignore
};

export type ContentFormModel = ReturnType<typeof useContentForm>;
