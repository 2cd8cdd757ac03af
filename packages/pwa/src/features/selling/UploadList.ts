import { uploadLimits } from "@knowhow/shared";
import { newIdempotencyKey } from "@knowhow/ui/client/client.ts";
import { messageOf } from "@knowhow/ui/components/failure.ts";
import type { ToastMessage } from "@knowhow/ui/components/ToastProvider.tsx";
import { UnkeptError, type Draft, type DraftFile } from "@knowhow/ui/device/drafts/draft.ts";
import type { Drafts } from "@knowhow/ui/device/drafts/drafts.ts";
import {
  limitText,
  mostOf,
  nounOf,
  objectKindOf,
  withCleanName,
  type ListKind,
} from "@knowhow/ui/device/drafts/fileRules.ts";
import { findRefusal } from "@knowhow/ui/device/drafts/refusal.ts";
import { draftItem, followed, startedItem, type UploadItem } from "@knowhow/ui/device/drafts/uploadItem.ts";

/** How often changes are rendered, in milliseconds. */
const drawEvery = 50;

/** The draft whose files a list shows. */
export interface UploadTarget {
  drafts: Pick<
    Drafts,
    "read" | "subscribe" | "transferOf" | "addFile" | "removeFile" | "pause" | "resume" | "blobOf"
  >;
  /** The present id: a form that starts over gets another one. */
  draftId: () => string;
  /** Keeps the form, since files can be added only to an existing draft. */
  begin: () => Promise<void>;
}

/** The files or images of one form: checks, order, progress. Lives outside React; read it by subscribing. */
export class UploadList {
  readonly kind: ListKind;
  readonly most: number;
  readonly #notify: (message: ToastMessage) => void;
  readonly #target: UploadTarget;
  readonly #listeners = new Set<() => void>();
  /** Called when an entry is uploaded, or will not be. */
  readonly #waiters = new Map<string, (isUp: boolean) => void>();
  /** The messages already shown about failed entries. */
  readonly #told = new Map<string, string>();
  /** The entries that the server refused when the form was sent: the draft does not know of it. */
  readonly #refused = new Set<string>();
  /** The entries that the draft had: one that is missing now was removed in another tab. */
  #known = { draftId: "", keys: new Set<string>() };
  #items: readonly UploadItem[];
  #refusals: readonly string[] = [];
  #attention: string | undefined;
  #adding: Promise<void> = Promise.resolve();

  constructor(
    kind: ListKind,
    items: readonly UploadItem[],
    notify: (message: ToastMessage) => void,
    target: UploadTarget,
  ) {
    this.kind = kind;
    this.most = mostOf(kind);
    this.#items = items;
    this.#notify = notify;
    this.#target = target;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly getItems = (): readonly UploadItem[] => this.#items;

  /** The files that the last choice could not add, with the reason, one sentence each. */
  readonly getRefusals = (): readonly string[] => this.#refusals;

  /** The entry that should get the focus because the server refused it; asked once. */
  takeAttention(): string | undefined {
    const key = this.#attention;
    this.#attention = undefined;
    return key;
  }

  /** Follows the uploads while the screen is open; returns a function to stop. */
  follow(): () => void {
    this.#follow();
    void this.#fetchBytes();
    let timer: ReturnType<typeof setTimeout> | undefined;
    // Several files change at once: the form is rendered once for all of them.
    const stop = this.#target.drafts.subscribe(() => {
      timer ??= setTimeout(() => {
        timer = undefined;
        this.#follow();
      }, drawEvery);
    });
    return () => {
      stop();
      clearTimeout(timer);
      for (const settle of this.#waiters.values()) settle(false);
      this.#waiters.clear();
    };
  }

  /** Keeps and uploads the allowed files; tells about the others once. One choice after the other. */
  add(files: readonly File[]): Promise<void> {
    this.#adding = this.#adding.then(() => this.#take(files));
    return this.#adding;
  }

  /** Removes an entry from the list; a running upload is aborted. */
  remove(key: string): void {
    const item = this.#items.find((entry) => entry.key === key);
    if (!item) return;
    this.#drop(item);
    this.#set(this.#items.filter((entry) => entry.key !== key));
  }

  /** Pauses an upload. */
  pause(key: string): void {
    this.#target.drafts.pause(this.#target.draftId(), key);
  }

  /** Resumes a paused entry, and retries a failed one. */
  resume(key: string): void {
    this.#told.delete(key);
    this.#target.drafts.resume(this.#target.draftId(), key);
  }

  /** Resumes all paused entries: the form is to be sent when all are uploaded. */
  resumeAll(): void {
    for (const { key, status } of this.#items) if (status === "paused") this.resume(key);
  }

  /** Moves an entry; false when the new order is not allowed. */
  move(from: number, to: number): boolean {
    const items = [...this.#items];
    const [moved] = items.splice(from, 1);
    if (!moved || to < 0 || to > items.length) return false;
    items.splice(to, 0, moved);
    const tooLarge = items.find(
      ({ size }, position) => (size ?? 0) > uploadLimits[objectKindOf(this.kind, position)],
    );
    if (tooLarge) {
      const description = `${tooLarge.name}: ${limitText("extra")}가 넘는 파일은 첫 번째(대표) 파일로만 올릴 수 있습니다.`;
      this.#notify({ title: "순서를 바꿀 수 없습니다", description, variant: "destructive" });
      return false;
    }
    this.#set(items);
    return true;
  }

  /** Replaces all entries; with `isKept` the draft keeps its own, because it is deleted as a whole. */
  replace(items: readonly UploadItem[], isKept = false): void {
    for (const item of this.#items) if (!items.some(({ key }) => key === item.key)) this.#drop(item, isKept);
    this.#refusals = [];
    this.#refused.clear();
    this.#set(items);
    void this.#fetchBytes();
  }

  /** Restores saved entries, before those added since; entries beyond the limit are left out, and told. */
  restore(saved: readonly UploadItem[], most = this.most): void {
    const added = this.#items.filter(({ key }) => !saved.some((item) => item.key === key));
    const room = Math.max(0, most - saved.length);
    const left = added.slice(room);
    for (const item of left) this.#drop(item);
    this.#refusals = left.map(({ name }) => `${name}: 기존 파일을 유지해 추가하지 않았습니다.`);
    this.#set([...saved, ...added.slice(0, room)]);
  }

  /** Marks entries that the server refused, by their paths; the first of them asks for the focus. */
  refuse(troubles: ReadonlyMap<string, string>): void {
    const items = this.#items.map((item) => {
      const message = item.objectPath === undefined ? undefined : troubles.get(item.objectPath);
      if (message === undefined) return item;
      this.#refused.add(item.key);
      return { ...item, status: "refused" as const, message, objectPath: undefined };
    });
    this.#attention = items.find(({ status }) => status === "refused")?.key;
    this.#set(items);
  }

  /** Clears the notice about files that could not be added. */
  dismissRefusals(): void {
    this.#refusals = [];
    this.#tell();
  }

  #tell(): void {
    for (const listener of this.#listeners) listener();
  }

  #set(items: readonly UploadItem[]): void {
    this.#items = items;
    this.#tell();
  }

  #patch(key: string, patch: Partial<UploadItem>): void {
    this.#set(this.#items.map((item) => (item.key === key ? { ...item, ...patch } : item)));
  }

  #draft(): Draft | undefined {
    const id = this.#target.draftId();
    return this.#target.drafts.read().find((draft) => draft.id === id);
  }

  #entries(): readonly DraftFile[] {
    const draft = this.#draft();
    return (this.kind === "file" ? draft?.files : draft?.previews) ?? [];
  }

  /** Applies another tab's changes to the list of the same draft. */
  #join(entries: ReadonlyMap<string, DraftFile>): void {
    const { drafts, draftId } = this.#target;
    const id = draftId();
    const before = this.#known.draftId === id ? this.#known.keys : new Set<string>();
    this.#known = { draftId: id, keys: new Set(entries.keys()) };
    if (!this.#draft()) return;
    const gone = this.#items.filter(({ key }) => before.has(key) && !entries.has(key));
    const added = [...entries.values()].filter(({ key }) => !this.#items.some((item) => item.key === key));
    if (gone.length + added.length === 0) return;
    for (const item of gone) this.#forget(item);
    this.#set([
      ...this.#items.filter((item) => !gone.includes(item)),
      ...added.map((entry) => draftItem(entry, drafts.transferOf(id, entry.key))),
    ]);
    void this.#fetchBytes();
  }

  #follow(): void {
    const id = this.#target.draftId();
    const entries = new Map(this.#entries().map((entry) => [entry.key, entry]));
    this.#join(entries);
    const items = this.#items.map((item) =>
      this.#refused.has(item.key)
        ? item
        : followed(item, entries.get(item.key), this.#target.drafts.transferOf(id, item.key)),
    );
    const changed = items.filter((item, index) => item !== this.#items[index]);
    if (changed.length === 0) return;
    this.#set(items);
    for (const item of changed) {
      if (item.status === "failed" || item.status === "refused") this.#tellFailed(item);
      // A failed upload is not settled: it is retried by itself.
      if (item.status === "done" || item.status === "refused") this.#settle(item.key, item.status === "done");
    }
  }

  #tellFailed({ key, name, status, message = "" }: UploadItem): void {
    const told = `${status} ${message}`;
    // A failed retry is not told again.
    if (this.#told.get(key) === told) return;
    this.#told.set(key, told);
    this.#notify({
      title: `${nounOf(this.kind)} 업로드 실패`,
      description: message.startsWith(name) ? message : `${name}: ${message}`,
      variant: "destructive",
    });
  }

  #settle(key: string, isUp: boolean): void {
    const settle = this.#waiters.get(key);
    this.#waiters.delete(key);
    settle?.(isUp);
  }

  /** True when the file is uploaded, false when it will not be. */
  #outcome(key: string): Promise<boolean> {
    return new Promise((resolve) => this.#waiters.set(key, resolve));
  }

  /** Reads the kept bytes of entries from the device: to show images, and to recognise a file chosen again. */
  async #fetchBytes(): Promise<void> {
    const { drafts, draftId } = this.#target;
    const id = draftId();
    for (const { key } of this.#entries().filter(({ isKept }) => isKept)) {
      const known = this.#items.find((item) => item.key === key);
      if (!known || known.file) continue;
      const blob = await drafts.blobOf(id, key).catch(() => undefined);
      const item = this.#items.find((entry) => entry.key === key);
      if (!blob || !item || item.file) continue;
      const { name, lastModified = 0, address } = item;
      const file = new File([blob], name, { type: blob.type, lastModified });
      this.#patch(key, {
        file,
        address: this.kind === "preview" ? URL.createObjectURL(file) : address,
      });
    }
  }

  #drop(item: UploadItem, isKept = false): void {
    // With `isKept` the draft keeps its files, because it is deleted as a whole.
    if (!isKept) void this.#target.drafts.removeFile(this.#target.draftId(), item.key).catch(console.warn);
    this.#forget(item);
  }

  #forget(item: UploadItem): void {
    this.#settle(item.key, false);
    this.#refused.delete(item.key);
    if (item.file && item.address) URL.revokeObjectURL(item.address);
  }

  async #take(files: readonly File[]): Promise<void> {
    const refusals: ToastMessage[] = [];
    const taken: string[] = [];
    const uploads: Promise<boolean>[] = [];
    this.#refusals = [];
    for (const given of files) {
      const file = withCleanName(given);
      const refusal = await findRefusal(file, this.kind, this.#items);
      if (refusal) {
        refusals.push(refusal);
        continue;
      }
      taken.push(file.name);
      uploads.push(this.#start(file));
    }
    this.#refusals = refusals.map(({ title, description = title }) => description);
    this.#tell();
    const [first] = refusals;
    if (first)
      this.#notify(
        refusals.length === 1
          ? first
          : {
              title: `${nounOf(this.kind)} ${refusals.length}개를 추가하지 못했습니다`,
              description: "목록 아래에서 이유를 확인해주세요.",
              variant: "destructive",
            },
      );
    void this.#tellDone(taken, uploads, refusals.length);
  }

  /** One toast when all files of a choice are uploaded. A failed file has its own toast, which none may cover. */
  async #tellDone(
    taken: readonly string[],
    uploads: readonly Promise<boolean>[],
    refused = 0,
  ): Promise<void> {
    const results = await Promise.all(uploads);
    const [first] = taken;
    if (first === undefined || !results.every(Boolean)) return;
    const names = taken.length === 1 ? first : `${first} 외 ${taken.length - 1}개`;
    this.#notify({
      title: `${nounOf(this.kind)} 업로드 완료`,
      description: refused === 0 ? names : `${names}. ${refused}개는 추가하지 못했습니다.`,
    });
  }

  #start(file: File): Promise<boolean> {
    const key = newIdempotencyKey();
    const address = this.kind === "preview" ? URL.createObjectURL(file) : undefined;
    const outcome = this.#outcome(key);
    this.#set([...this.#items, startedItem(key, file, address)]);
    void this.#keep(key, file);
    return outcome;
  }

  /** Gives the bytes to the draft. Without room on the device they are uploaded from this page's memory. */
  async #keep(key: string, file: File): Promise<void> {
    const { drafts, draftId, begin } = this.#target;
    try {
      await begin();
      // Removed again meanwhile.
      if (!this.#items.some((item) => item.key === key)) return;
      await drafts.addFile(draftId(), this.kind, file, key);
    } catch (error) {
      this.#notify({
        title: "기기에 보관하지 못했습니다",
        description: `${file.name}: ${error instanceof UnkeptError ? error.message : messageOf(error)}`,
        variant: "destructive",
      });
    }
    this.#follow();
  }
}
