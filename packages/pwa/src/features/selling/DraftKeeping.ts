import type { Content } from "@knowhow/shared";
import { dropLastTyped, keepLastTyped } from "../drafts/lastTyped.ts";
import { newActId } from "@knowhow/ui/device/jobs/actId.ts";
import { changedFields, withFields } from "@knowhow/ui/device/drafts/draft.ts";
import type { Drafts } from "@knowhow/ui/device/drafts/drafts.ts";
import { fingerprint, type SellingState, type SellingValues } from "@knowhow/ui/device/drafts/sellingForm.ts";
import { keptEntry } from "@knowhow/ui/device/drafts/uploadItem.ts";

/** The form at the moment when it is kept. */
export interface KeptForm {
  state: SellingState;
  /** The version of the content that the form began with. */
  version: string | null;
  /** Whether the form differs from the saved content. */
  isUnsaved: boolean;
}

/** The state of keeping, for the screen. */
export interface KeepingStatus {
  /** When the form was kept last, in milliseconds; undefined while there is nothing to keep. */
  keptAt: number | undefined;
  /** The device could not keep the form. */
  isFailed: boolean;
  /** A change took the draft out of the queue for publishing. */
  isHeldBack: boolean;
}

interface KeepingInput {
  personId: string;
  drafts: Pick<Drafts, "read" | "subscribe" | "save" | "remove">;
  contentId: string | null;
  /** The id of the opened draft, or of the one that the form will be. */
  id: string;
  /** When the opened draft was kept last; undefined for a new form. */
  savedAt: number | undefined;
  /** Gets the id of the next form when this one is given up, and undefined when it was sent. */
  onId: (id: string | undefined) => void;
}

/** Keeps one form in a draft, under one id until it is given up. Lives outside React; read it by subscribing. */
export class DraftKeeping {
  readonly #input: KeepingInput;
  readonly #listeners = new Set<() => void>();
  #read: (() => KeptForm) | undefined;
  #id: string;
  #shownFingerprint: string | undefined;
  /** The form as the device has it. */
  #keptFingerprint: string | undefined;
  #keptValues: SellingValues | undefined;
  /** The fields that the form and the draft last had in common. */
  #base: SellingValues | undefined;
  /** The content that the next draft changes, where it is not the one that the form was opened for. */
  #content: Pick<Content, "id" | "updatedAt"> | undefined;
  #isOver = false;
  #status: KeepingStatus;
  #last: Promise<void> = Promise.resolve();

  constructor(input: KeepingInput) {
    this.#input = input;
    this.#id = input.id;
    this.#status = { keptAt: input.savedAt, isFailed: false, isHeldBack: false };
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly getStatus = (): KeepingStatus => this.#status;

  readonly getId = (): string => this.#id;

  /** Sets the function that reads the present form. */
  readFrom(read: () => KeptForm): void {
    this.#read = read;
    if (this.#shownFingerprint !== undefined || !this.#draft()) return;
    const form = read();
    this.#shownFingerprint = this.#fingerprint(form);
    this.#keptFingerprint = this.#shownFingerprint;
    this.#base = { ...form.state.values };
    this.#keptValues = this.#base;
  }

  /** Calls back with the fields that another tab has changed in the same draft, except those changed here too. */
  follow(take: (names: readonly (keyof SellingValues)[], values: SellingValues) => void): () => void {
    return this.#input.drafts.subscribe(() => {
      const there = this.#draft()?.values;
      const here = this.#read?.().state.values;
      if (!there || !here || !this.#base || this.#isOver) return;
      const own = changedFields(this.#base, here);
      const names = changedFields(this.#base, there).filter((name) => !own.includes(name));
      if (names.length === 0) return;
      this.#base = withFields(this.#base, there, names);
      take(names, there);
    });
  }

  /** Keeps the form, an unchanged one too; resolves when the device has it or can not keep it. Never rejects. */
  readonly begin = (): Promise<void> => this.#next(true);

  /** Keeps the form when it holds unsaved input; otherwise deletes its draft. */
  readonly keep = (): Promise<void> => this.#next(false);

  /** Keeps the form while the page goes away, when a database write may not finish. */
  readonly keepAtOnce = (): void => {
    const form = this.#read?.();
    if (this.#isOver || !form?.isUnsaved || this.#fingerprint(form) === this.#keptFingerprint) return;
    const { personId, contentId } = this.#input;
    const { state, version } = form;
    keepLastTyped(personId, {
      id: this.#id,
      contentId,
      contentVersion: version,
      values: state.values,
      base: this.#keptValues,
      typedAt: Date.now(),
    });
    void this.keep();
  };

  /** The form was sent or queued: this screen keeps it no longer. */
  release(): void {
    this.#isOver = true;
    dropLastTyped(this.#input.personId);
    this.#input.onId(undefined);
  }

  /** Deletes the draft; further typing begins another one. */
  async giveUp(): Promise<void> {
    const id = this.#id;
    this.#id = newActId();
    this.#forget();
    dropLastTyped(this.#input.personId);
    this.#become({ keptAt: undefined, isFailed: false, isHeldBack: false });
    this.#input.onId(this.#id);
    await this.#last;
    await this.#input.drafts.remove(id).catch(console.warn);
  }

  /**
   * The draft is published: the form becomes a draft of its own from now on; with `become`, a draft that edits the
   * published content.
   */
  moveOn(become?: Pick<Content, "id" | "updatedAt">): Promise<void> {
    this.#id = newActId();
    this.#content = become;
    this.#forget();
    this.#input.onId(this.#id);
    return this.keep();
  }

  #forget(): void {
    this.#shownFingerprint = undefined;
    this.#keptFingerprint = undefined;
    this.#keptValues = undefined;
    this.#base = undefined;
  }

  #draft() {
    return this.#input.drafts.read().find(({ id }) => id === this.#id);
  }

  #fingerprint({ state, version }: KeptForm): string {
    return JSON.stringify([fingerprint(state), version]);
  }

  #become(status: KeepingStatus): void {
    this.#status = status;
    for (const listener of this.#listeners) listener();
  }

  #next(isForced: boolean): Promise<void> {
    // Read at once: a page that goes away reads nothing later.
    const form = this.#read?.();
    if (this.#isOver || !form) return this.#last;
    const trace = this.#fingerprint(form);
    if (trace === this.#shownFingerprint && (!isForced || this.#draft())) return this.#last;
    this.#shownFingerprint = trace;
    const draft = this.#draft();
    if (!form.isUnsaved && !isForced) {
      // The typed changes were taken back.
      if (draft || this.#status.keptAt !== undefined) this.#last = this.giveUp();
      return this.#last;
    }
    this.#last = this.#save(this.#id, form, trace);
    return this.#last;
  }

  async #save(id: string, form: KeptForm, trace: string): Promise<void> {
    const { drafts, contentId, personId } = this.#input;
    const { state, version } = form;
    const { files, previews } = state;
    const values = { ...state.values };
    const base = this.#base;
    const content = this.#content;
    // From here on the draft has the content's id.
    this.#content = undefined;
    const wasPublishing = this.#draft()?.publishing !== undefined;
    // Set before the write ends: from now on these are the draft's fields.
    this.#base = values;
    try {
      const saving = drafts.save({
        id,
        contentId: content?.id ?? contentId,
        contentVersion: content?.updatedAt ?? version,
        values,
        base,
        fileKeys: files.map(({ key }) => key),
        previewKeys: previews.map(({ key }) => key),
        stored: [...files, ...previews].filter(({ objectPath }) => objectPath !== undefined).map(keptEntry),
      });
      const isHeldBack = wasPublishing && this.#draft()?.publishing === undefined;
      await saving;
      if (this.#isOver || id !== this.#id) return;
      this.#keptFingerprint = trace;
      this.#keptValues = values;
      if (trace === this.#shownFingerprint) dropLastTyped(personId);
      this.#become({
        keptAt: Date.now(),
        isFailed: false,
        isHeldBack: isHeldBack || this.#status.isHeldBack,
      });
    } catch (error) {
      console.warn(error);
      if (id === this.#id) this.#become({ ...this.#status, isFailed: true });
    }
  }
}
