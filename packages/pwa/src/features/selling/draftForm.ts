import type { Content, CurrentUser } from "@knowhow/shared";
import { createLiveValue } from "@knowhow/ui/client/liveValue.ts";
import type { ToastMessage } from "@knowhow/ui/components/ToastProvider.tsx";
import { changedFields, withFields, type Draft, type DraftFile } from "@knowhow/ui/device/drafts/draft.ts";
import type { Drafts } from "@knowhow/ui/device/drafts/drafts.ts";
import type { ListKind } from "@knowhow/ui/device/drafts/fileRules.ts";
import {
  fingerprint,
  stateOf,
  type SellingState,
  type SellingValues,
} from "@knowhow/ui/device/drafts/sellingForm.ts";
import { newActId } from "@knowhow/ui/device/jobs/actId.ts";
import { dropLastTyped, keepLastTyped } from "../drafts/lastTyped.ts";
import { createFormFiles } from "./formFiles.ts";

/** Delay between a change and its keeping, in milliseconds. */
const keepMs = 300;
/** How often changes of the draft are rendered, in milliseconds. */
const drawMs = 50;

/** A form as its screen opens it. */
export interface OpenedForm {
  user: Pick<CurrentUser, "id">;
  drafts: Drafts;
  /** The edited content; null for a new one. */
  contentId: string | null;
  /** The id of the opened draft, or of the one that the form will be. */
  draftId: string;
  /** The draft kept under that id, if there is one. */
  draft: Draft | undefined;
  /** The content as it is on sale: an unchanged form equals it. */
  saved: SellingState;
  /** The version that the form begins with; null for a new content. */
  version: string | null;
  /** Gets the id of the next form when this one is given up, and undefined when it was sent. */
  onDraftId: (id: string | undefined) => void;
}

interface DraftFormInput extends OpenedForm {
  notify: (message: ToastMessage) => void;
  /** The typed fields as they are now. */
  readValues: () => SellingValues;
  /** Shows fields that another tab has changed. */
  showFields: (names: readonly (keyof SellingValues)[], values: SellingValues) => void;
}

/** The state of a form beside its fields and lists. */
export interface KeptForm {
  draftId: string;
  /** The edited version of the content. */
  version: string | null;
  sold: SellingState;
  /** When the form was kept last, in milliseconds; undefined while there is nothing to keep. */
  keptAt: number | undefined;
  /** The device could not keep the form. */
  isFailed: boolean;
  /** A change took the draft out of the queue for publishing. */
  isHeldBack: boolean;
}

/**
 * One form, kept in a draft under one id until it is given up. Its lists are the draft's, as far as there is one; its
 * fields are typed ahead of the draft. Lives outside React; read it by subscribing.
 */
export const createDraftForm = (input: DraftFormInput) => {
  const { drafts, contentId, draft: opened, notify, onDraftId, readValues, showFields } = input;
  const personId = input.user.id;
  let id = input.draftId;
  let version = opened ? opened.contentVersion : input.version;
  let sold = input.saved;
  let isHeldBack = false;
  let isOver = false;
  /** While there is no draft; else as the draft had them last. */
  let lists = { file: (opened ?? sold).files, preview: (opened ?? sold).previews };
  /** The content that the next draft changes, where it is not the one that the form was opened for. */
  let published: Pick<Content, "id" | "updatedAt"> | undefined;
  let last: Promise<void> = Promise.resolve();
  let timer: ReturnType<typeof setTimeout> | undefined;

  const findDraft = () => drafts.read().find((draft) => draft.id === id);
  const readLists = () => {
    const draft = findDraft();
    if (draft) lists = { file: draft.files, preview: draft.previews };
    return lists;
  };
  const readState = (): SellingState => {
    const { file: files, preview: previews } = readLists();
    return { values: { ...readValues() }, files, previews };
  };
  const isUnsaved = () => fingerprint(readState()) !== fingerprint(sold);
  const readTrace = () => JSON.stringify([fingerprint(readState()), version]);
  /** The form as it was looked at last. */
  let trace = opened && readTrace();
  /** The fields that the form and the draft last had in common. */
  let base = opened && { ...opened.values };

  const stateNow = (): KeptForm => ({
    draftId: id,
    version,
    sold,
    keptAt: drafts.keptOf(id)?.savedAt,
    isFailed: drafts.isUnkept(id),
    isHeldBack,
  });
  const state = createLiveValue(stateNow());
  const draw = () => {
    files.follow();
    previews.follow();
    const next = stateNow();
    const before = state.getSnapshot();
    const names = Object.keys(next) as (keyof KeptForm)[]; // made above of nothing else
    if (names.some((name) => next[name] !== before[name])) state.set(next);
  };

  /** From now on the form is another draft. */
  const renew = () => {
    readLists();
    id = newActId();
    trace = undefined;
    base = undefined;
    onDraftId(id);
  };
  const save = async (form: SellingState, isArranged = false): Promise<void> => {
    const [savedId, savedTrace, savedBase] = [id, trace, base];
    const before = findDraft();
    const keysOf = (list: readonly DraftFile[]) => list.map(({ key }) => key);
    const { values, files: ownFiles, previews: ownPreviews } = form;
    const arranged = {
      fileKeys: keysOf(ownFiles),
      previewKeys: keysOf(ownPreviews),
      stored: [...ownFiles, ...ownPreviews].filter(({ objectPath }) => objectPath !== undefined),
    };
    // Set before the write ends: from now on these are the draft's fields.
    base = values;
    const saving = drafts.save({
      id,
      contentId: published?.id ?? contentId,
      contentVersion: published?.updatedAt ?? version,
      values,
      base: savedBase,
      ...(before && !isArranged ? {} : arranged),
    });
    // From here on the draft has the content's id.
    published = undefined;
    isHeldBack ||= before?.publishing !== undefined && findDraft()?.publishing === undefined;
    try {
      await saving;
      if (!isOver && savedId === id && savedTrace === trace) dropLastTyped(personId);
    } catch (error) {
      console.warn(error);
    }
    draw();
  };
  /** Deletes the draft; further typing begins another one. */
  const giveUp = async (): Promise<void> => {
    const given = id;
    renew();
    dropLastTyped(personId);
    isHeldBack = false;
    draw();
    await last;
    await drafts.remove(given).catch(console.warn);
  };
  const keepNow = (isForced: boolean): Promise<void> => {
    clearTimeout(timer);
    timer = undefined;
    const now = readTrace();
    const isThere = findDraft() !== undefined;
    if (isOver || (now === trace && (!isForced || isThere))) return last;
    trace = now;
    // The typed changes were taken back.
    if (!isForced && !isUnsaved()) last = isThere ? giveUp() : last;
    // Read at once: a page that goes away reads nothing later.
    else last = save(readState());
    return last;
  };
  const keep = () => keepNow(false);
  /** Leaves the draft among the others, with all that was typed; further typing begins another one. */
  const leaveBehind = (): void => {
    void keep();
    renew();
    isHeldBack = false;
    draw();
  };
  /** Keeps the form soon: as it is typed, so that a reload, a crash of the browser or a sign-in in between loses nothing. */
  const keepSoon = () => {
    timer ??= setTimeout(() => void keep(), keepMs);
  };
  /** Keeps the form, an unchanged one too; resolves when the device has it or can not keep it. Never rejects. */
  const begin = () => keepNow(true);
  /** Keeps the form while the page goes away, when a database write may not finish. */
  const keepAtOnce = () => {
    const values = { ...readValues() };
    const kept = drafts.keptOf(id)?.values;
    if (isOver || !isUnsaved() || (kept && changedFields(kept, values).length === 0)) return;
    keepLastTyped(personId, {
      id,
      contentId,
      contentVersion: version,
      values,
      base: kept,
      typedAt: Date.now(),
    });
    void keep();
  };
  /** Shows another tab's changes of the same draft, except of fields that were changed here too. */
  const showOthers = () => {
    const there = findDraft()?.values;
    if (!there || !base || isOver) return;
    const own = changedFields(base, readValues());
    const names = changedFields(base, there).filter((name) => !own.includes(name));
    if (names.length === 0) return;
    base = withFields(base, there, names);
    showFields(names, there);
  };

  /** Gives a list other entries, or another order. */
  const arrange = (kind: ListKind, entries: readonly DraftFile[]) => {
    lists = { ...readLists(), [kind]: entries };
    // At once, since a list of a draft is read from there.
    if (findDraft())
      last = save({ values: { ...readValues() }, files: lists.file, previews: lists.preview }, true);
    keepSoon();
    draw();
  };
  const entriesOf = (kind: ListKind) => readLists()[kind];
  const owner = { drafts, notify, begin, draftId: () => id, entriesOf, arrange };
  const files = createFormFiles("file", owner);
  const previews = createFormFiles("preview", owner);
  draw();

  return {
    ...state,
    files,
    previews,
    readState,
    isUnsaved,
    keep,
    keepSoon,
    keepAtOnce,
    begin,
    giveUp,
    leaveBehind,
    /** Follows the draft, and keeps the form as the page goes away, until the returned function is called. */
    start: () => {
      let drawing: ReturnType<typeof setTimeout> | undefined;
      const handleHide = () => {
        if (document.visibilityState === "hidden") void keep();
      };
      // Several files change at once: the form is rendered once for all of them.
      const drawSoon = () => {
        drawing = undefined;
        draw();
      };
      const stop = drafts.subscribe(() => {
        showOthers();
        drawing ??= setTimeout(drawSoon, drawMs);
      });
      window.addEventListener("pagehide", keepAtOnce);
      document.addEventListener("visibilitychange", handleHide);
      draw();
      return () => {
        stop();
        clearTimeout(drawing);
        window.removeEventListener("pagehide", keepAtOnce);
        document.removeEventListener("visibilitychange", handleHide);
        if (timer !== undefined) void keep();
      };
    },
    /** The form was sent or queued: this screen keeps it no longer. */
    release: (): void => {
      isOver = true;
      dropLastTyped(personId);
      onDraftId(undefined);
    },
    /**
     * The draft is published: the form becomes a draft of its own from now on; with `become`, a draft that edits the
     * published content.
     */
    moveOn: (become?: Pick<Content, "id" | "updatedAt">): Promise<void> => {
      renew();
      published = become;
      return keep();
    },
    /** From now on this version is edited. */
    acceptVersion: (latest: Content): void => {
      version = latest.updatedAt;
      sold = stateOf(latest);
      draw();
    },
    /** From now on the version that the form began with is edited. */
    resetVersion: (): void => {
      version = input.version;
      sold = input.saved;
      draw();
    },
  };
};
