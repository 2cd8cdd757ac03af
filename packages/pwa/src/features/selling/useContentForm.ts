import { AppError, type Content, type ContentForm, type CurrentUser } from "@knowhow/shared";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useState, useSyncExternalStore, type BaseSyntheticEvent } from "react";
import { useWatch } from "react-hook-form";
import { keepDescription } from "../assistant/keptDescription.ts";
import { client } from "@knowhow/ui/client/client.ts";
import { hasCode } from "@knowhow/ui/components/failure.ts";
import { invalidate } from "@knowhow/ui/client/queries.ts";
import type { Draft } from "@knowhow/ui/device/drafts/draft.ts";
import type { Drafts } from "@knowhow/ui/device/drafts/drafts.ts";
import type { DraftOutcome } from "@knowhow/ui/device/drafts/store.ts";
import { applyServerErrors } from "@knowhow/ui/forms/applyServerErrors.ts";
import { placeFileErrors } from "./fileErrors.ts";
import type { FormPart } from "./ConflictNotice.tsx";
import { ifStill, placed, traceOfItems, type FormTrouble } from "./formTrouble.ts";
import { removedBy } from "./removal.ts";
import type { Removal } from "./RemovalDialog.tsx";
import {
  bodyOf,
  filesProblemOf,
  isNewVersion,
  listProblemOf,
  stateOf,
  fingerprint,
  type SellingValues,
} from "@knowhow/ui/device/drafts/sellingForm.ts";
import { isCutOff } from "@knowhow/ui/device/drafts/uploadItem.ts";
import type { OpenedForm } from "./draftForm.ts";
import { useDraftForm } from "./useDraftForm.ts";

export interface ContentFormInput extends OpenedForm {
  user: CurrentUser;
  /** The helper's key for its kept description. */
  subject: string;
  /** The content has another version than the one that the draft was made from. */
  isBehind?: boolean;
  /** Called with a failure, for its toast. */
  onFailed: (error: unknown) => void;
  onDone: () => void;
  /** The draft waits for its files and the network to be published; `isConnected`: for its files alone. */
  onQueued: (isConnected: boolean) => void;
  /** Counts the buyers of the saved content; for an edit, which could remove files from them. */
  countBuyers?: () => Promise<number>;
  /** The content has buyers: other files make a version. */
  isSold?: boolean;
  /** The content was deleted. */
  onGone?: () => void;
}

const publishingOf = (drafts: Drafts, draftId: string): Draft["publishing"] =>
  drafts.read().find(({ id }) => id === draftId)?.publishing;

/** Why the server refused the draft for now; undefined without an answer, after which it is sent later. */
const troubleOf = (drafts: Drafts, draftId: string): AppError | undefined => {
  const { trouble: message, isCut } = publishingOf(drafts, draftId) ?? {};
  return message === undefined || isCut ? undefined : new AppError("UNAVAILABLE", { message });
};

/** The draft's state beside its fields; rendered again only when that changes. */
const usePublishingStatus = (drafts: Drafts, draftId: string) => {
  const read = () => {
    const draft = drafts.read().find(({ id }) => id === draftId);
    const { publishing, isCopy, isChangedElsewhere, contentVersion } = draft ?? {};
    const isSent = draft?.unsettled !== undefined;
    return JSON.stringify({ publishing, isCopy, isChangedElsewhere, contentVersion, isSent });
  };
  // The JSON of `read`.
  return JSON.parse(useSyncExternalStore(drafts.subscribe, read)) as Pick<
    Draft,
    "publishing" | "isCopy" | "isChangedElsewhere"
  > & {
    /** Undefined without a draft. */
    contentVersion?: string | null;
    isSent: boolean;
  };
};

const isOnDevice = (drafts: Drafts, draftId: string): boolean =>
  drafts.read().some(({ id }) => id === draftId);

/** The model of the upload and edit forms. */
export const useContentForm = (input: ContentFormInput) => {
  const { user, drafts, draft, subject, onFailed, onDone, onQueued, onGone, countBuyers } = input;
  const queryClient = useQueryClient();
  const written = useDraftForm(input);
  const { form, files, previews, kept, state, allowNavigation } = written;
  const { draftId, sold, version } = state;
  const [isRestored, setIsRestored] = useState(draft !== undefined);
  const [trouble, setTrouble] = useState<FormTrouble>({});
  const [conflicts, setConflicts] = useState(input.isBehind || draft?.publishing?.isConflict ? 1 : 0);
  const [removal, setRemoval] = useState<Removal>();
  /** The sold files that may be removed: asked once. */
  const [agreed, setAgreed] = useState<string>();
  const [isWantedLater, setIsWantedLater] = useState(false);

  const { publishing, isCopy, isChangedElsewhere, contentVersion, isSent } = usePublishingStatus(
    drafts,
    draftId,
  );
  const [wasStored, setWasStored] = useState(false);

  const { getValues } = form;
  const link = useWatch({ control: form.control, name: "link" });
  const filesProblem = ifStill(trouble.files, traceOfItems(files.items, link));
  const previewsProblem = ifStill(trouble.previews, traceOfItems(previews.items));
  const aboutFiles = () => traceOfItems(kept.files.items.getSnapshot(), getValues("link"));
  const aboutPreviews = () => traceOfItems(kept.previews.items.getSnapshot());

  const leave = (go: () => void) => {
    kept.release();
    keepDescription(user.id, subject, "");
    allowNavigation();
    go();
  };
  const giveUp = () => {
    keepDescription(user.id, subject, "");
    void kept.giveUp();
  };
  const place = (error: unknown, body: ContentForm) => {
    if (hasCode(error, "LOGIN_REQUIRED")) {
      // The session has ended: the draft stays, the screen leads to the login and back here.
      allowNavigation();
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
    // The error names missing files; without a field the content itself is missing.
    if (onGone && hasCode(error, "NOT_FOUND") && !(error instanceof AppError && error.details.fields)) {
      giveUp();
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
      canWait: hasCode(error, "UNAVAILABLE"),
    });
  };
  /** Shows the problems of the files and images; true when there is one. */
  const findUploadsProblem = (isLater: boolean): boolean => {
    const wrongFiles = filesProblemOf(getValues("link"), kept.files.items.getSnapshot(), isLater);
    const wrongPreviews = listProblemOf(kept.previews.items.getSnapshot(), isLater);
    setTrouble({
      files: placed(wrongFiles, aboutFiles()),
      previews: placed(wrongPreviews, aboutPreviews()),
    });
    return wrongFiles !== undefined || wrongPreviews !== undefined;
  };
  /** Asks before sold files are removed from buyers; true when the question is open. */
  const asksFirst = async (body: ContentForm, mayTake: string | undefined): Promise<boolean> => {
    const names = removedBy(body, sold);
    if (!countBuyers || names.length === 0 || mayTake === JSON.stringify(names)) return false;
    const buyers = await countBuyers();
    if (buyers === 0) return false;
    setRemoval({ isOpen: true, buyers, names });
    return true;
  };
  const isConnected = () => navigator.onLine && !written.itemsNow().some(isCutOff);
  const send = async (values: SellingValues, mayTake: string | undefined, isLater: boolean) => {
    if (findUploadsProblem(isLater)) return;
    setIsWantedLater(isLater);
    const body = bodyOf(values, kept.files.items.getSnapshot(), kept.previews.items.getSnapshot());
    if (await asksFirst(body, mayTake)) return;
    if (isLater) {
      files.list.resumeAll();
      previews.list.resumeAll();
    }
    await kept.begin();
    const id = kept.getSnapshot().draftId;
    const published = await drafts.publish(id, true);
    if (published.status === "stored") {
      leave(onDone);
      return;
    }
    const failure =
      published.status === "refused" ? published.error : isLater ? undefined : troubleOf(drafts, id);
    if (!failure) {
      leave(() => onQueued(isConnected() && !publishingOf(drafts, id)?.isCut));
      return;
    }
    // The seller is waiting, and decides about a retry.
    if (published.status === "waiting") await drafts.cancelPublishing(id);
    onFailed(failure);
    place(failure, body);
  };
  const handleStored = useEffectEvent((outcome: DraftOutcome) => {
    const { draft: stored, isElsewhere } = outcome;
    if (outcome.status !== "stored" || stored.id !== kept.getSnapshot().draftId) return;
    const isChanged = fingerprint(stored) !== fingerprint(kept.readState());
    // The draft was queued, and was published while its form was open.
    if (!isChanged && !isOnDevice(drafts, stored.id)) leave(onDone);
    // Another tab published other text of the same draft: this form goes on as a draft of its own.
    else if (isElsewhere) void (isOnDevice(drafts, stored.id) || kept.moveOn());
    else {
      // Changes made since it was sent edit the published content, and this is their form.
      setWasStored(true);
      kept.acceptVersion(outcome.content);
      if (!isOnDevice(drafts, stored.id)) void kept.moveOn(outcome.content);
    }
  });
  useEffect(() => drafts.hear((outcome) => handleStored(outcome)), [drafts]);
  /** Sends the form: later while it or its files have no connection, or when the seller asked for that. */
  const sendWith = (mayTake: string | undefined, isWanted = false) => {
    const isLater = isWanted || !isConnected();
    return form.handleSubmit(
      (values) => send(values, mayTake, isLater),
      () => void findUploadsProblem(isLater),
    );
  };
  const closeRemoval = () => setRemoval((asked) => asked && { ...asked, isOpen: false });
  return {
    form, files, previews, trouble, filesProblem, previewsProblem, removal, isRestored, draftId,
    readState: kept.readState,
    /** Buyers keep the files of before: the seller may tell them what changed. */
    hasVersionNote: input.isSold === true && isNewVersion(link, files.items, sold),
    /** The content on sale that is edited, with the files that it has. */
    sold: {
      contentId: input.contentId,
      paths: input.contentId === null ? [] : sold.files.flatMap(({ objectPath }) => objectPath ?? []),
    },
    blocker: written.blocker,
    status: state,
    /** The queued or refused publishing of this form. */
    publishing,
    isCopy,
    /** The draft was changed on another device too: it is split when this form is left. */
    isChangedElsewhere,
    /** The form was sent and not answered yet. */
    isSent,
    /** The form before its last change is on sale; the draft knows the version before the form does. */
    isStored: wasStored || (contentVersion !== undefined && contentVersion !== version),
    handleSend: (event: BaseSyntheticEvent) => void sendWith(agreed)(event),
    /** Sends the form when all files are uploaded. */
    handleSendLater: () => void sendWith(agreed, true)(),
    /** How often another save of this content came first; 0 while there is nothing to decide. */
    conflicts: conflicts === 0 && publishing?.isConflict ? 1 : conflicts,
    /** Starts over from the saved content; `isKept` leaves the draft among the others. */
    startOver: (isKept = false) => {
      if (isKept) kept.leaveBehind();
      else giveUp();
      kept.resetVersion();
      written.replaceAll(input.saved);
      setTrouble({});
      setIsRestored(false);
      setConflicts(0);
    },
    /** Keeps the restored input and closes the notice. */
    dismissRestored: () => setIsRestored(false),
    /** From now on the newest version is edited; typed input stays. */
    acceptVersion: (latest: Content) => {
      // A conflict found while the form was closed is not in the draft any more, but still counts.
      setConflicts((before) => Math.max(before, 1));
      kept.acceptVersion(latest);
    },
    /** Buyers keep their files: these come back to the list. */
    keepSold: () => {
      closeRemoval();
      const isLink = sold.files.length === 0;
      files.list.restore(sold.files, isLink ? 0 : undefined);
      form.setValue("link", sold.values.link, { shouldDirty: true });
    },
    /** Buyers get the present files instead. */
    replaceSold: () => {
      closeRemoval();
      const mayTake = JSON.stringify(removal?.names);
      setAgreed(mayTake);
      void sendWith(mayTake, isWantedLater)();
    },
    /** Takes over one part of the newest version. */
    takePart: (latest: Content, part: FormPart) => {
      const there = stateOf(latest);
      if (part === "files") files.list.replace(there.files);
      else if (part === "previews") previews.list.replace(there.previews);
      else form.setValue(part, there.values[part], { shouldDirty: true, shouldValidate: true });
      // With files there is no link.
      if (part === "files" && there.files.length > 0) form.setValue("link", "", { shouldDirty: true });
    },
    /** Takes over the newest version and drops the typed input. */
    takeLatest: (latest: Content) => {
      written.replaceAll(stateOf(latest));
      setTrouble({});
      setConflicts(0);
    },
  }; // oxfmt-ignore
};

export type ContentFormModel = ReturnType<typeof useContentForm>;
