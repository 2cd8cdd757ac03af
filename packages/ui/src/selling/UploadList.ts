import { uploadLimits } from "@knowhow/shared";
import { newIdempotencyKey } from "../client/client.ts";
import { messageOf } from "../client/failure.ts";
import type { UploadProgress } from "../client/transfer.ts";
import { uploadFile } from "../client/upload.ts";
import type { ToastMessage } from "../components/ToastProvider.tsx";
import { limitText, mostOf, nounOf, objectKindOf, withCleanName, type ListKind } from "./fileRules.ts";
import { findRefusal } from "./refusal.ts";
import { startedItem, type UploadItem } from "./uploadItem.ts";

/** How often progress is drawn, in milliseconds. */
const drawEvery = 150;

/** The files or the images of one form: checks, uploads, order. Lives outside React; read it by subscribing. */
export class UploadList {
  readonly kind: ListKind;
  readonly most: number;
  readonly #notify: (message: ToastMessage) => void;
  readonly #listeners = new Set<() => void>();
  readonly #running = new Map<string, AbortController>();
  #items: readonly UploadItem[];
  #refusals: readonly string[] = [];
  #attention: string | undefined;
  #adding: Promise<void> = Promise.resolve();

  constructor(kind: ListKind, items: readonly UploadItem[], notify: (message: ToastMessage) => void) {
    this.kind = kind;
    this.most = mostOf(kind);
    this.#items = items;
    this.#notify = notify;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly getItems = (): readonly UploadItem[] => this.#items;

  /** What the last choice could not add: which file and why, one sentence each. */
  readonly getRefusals = (): readonly string[] => this.#refusals;

  /** The entry that should get the focus because the server refused it; asked once. */
  takeAttention(): string | undefined {
    const key = this.#attention;
    this.#attention = undefined;
    return key;
  }

  /** Takes what may be taken and uploads it; says once what may not. One choice after the other. */
  add(files: readonly File[]): Promise<void> {
    this.#adding = this.#adding.then(() => this.#take(files));
    return this.#adding;
  }

  /** Takes an entry off the list; an upload under way is cut off. */
  remove(key: string): void {
    const item = this.#items.find((entry) => entry.key === key);
    if (!item) return;
    this.#stop(item);
    this.#set(this.#items.filter((entry) => entry.key !== key));
  }

  /** Uploads a failed entry once more. */
  retry(key: string): void {
    const position = this.#items.findIndex((item) => item.key === key);
    const item = this.#items[position];
    if (item?.file && item.status === "failed")
      void this.#tellDone([item.file], [this.#upload(key, item.file, position)]);
  }

  /** Puts an entry in another place; false when its new order is not allowed. */
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

  /** Puts other entries in the place of all. */
  replace(items: readonly UploadItem[]): void {
    for (const item of this.#items) this.#stop(item);
    this.#refusals = [];
    this.#set(items);
  }

  /** Brings saved entries back, before what was added since; what then is too much is left out, and told. */
  restore(saved: readonly UploadItem[], most = this.most): void {
    const added = this.#items.filter(({ key }) => !saved.some((item) => item.key === key));
    const room = Math.max(0, most - saved.length);
    const left = added.slice(room);
    for (const item of left) this.#stop(item);
    this.#refusals = left.map(({ name }) => `${name}: 기존 파일을 유지해 추가하지 않았습니다.`);
    this.#set([...saved, ...added.slice(0, room)]);
  }

  /** Marks entries that the server does not take, by their paths; the first of them asks for the focus. */
  refuse(troubles: ReadonlyMap<string, string>): void {
    const items = this.#items.map((item) => {
      const message = item.objectPath === undefined ? undefined : troubles.get(item.objectPath);
      return message === undefined
        ? item
        : { ...item, status: "refused" as const, message, objectPath: undefined };
    });
    this.#attention = items.find(({ status }) => status === "refused")?.key;
    this.#set(items);
  }

  /** Forgets what could not be added. */
  dismissRefusals(): void {
    this.#refusals = [];
    this.#tell();
  }

  /** Cuts off every upload: the screen is left. */
  stop(): void {
    for (const controller of this.#running.values()) controller.abort();
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

  #stop(item: UploadItem): void {
    this.#running.get(item.key)?.abort();
    if (item.file && item.address) URL.revokeObjectURL(item.address);
  }

  async #take(files: readonly File[]): Promise<void> {
    const refusals: ToastMessage[] = [];
    const taken: File[] = [];
    const uploads: Promise<boolean>[] = [];
    this.#refusals = [];
    for (const given of files) {
      const file = withCleanName(given);
      const refusal = await findRefusal(file, this.kind, this.#items);
      if (refusal) {
        refusals.push(refusal);
        continue;
      }
      taken.push(file);
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

  /** One toast when all of a choice is up. Of what failed its own toast speaks, which none may cover. */
  async #tellDone(files: readonly File[], uploads: readonly Promise<boolean>[], refused = 0): Promise<void> {
    const results = await Promise.all(uploads);
    const [first] = files;
    if (!first || !results.every(Boolean)) return;
    const names = files.length === 1 ? first.name : `${first.name} 외 ${files.length - 1}개`;
    this.#notify({
      title: `${nounOf(this.kind)} 업로드 완료`,
      description: refused === 0 ? names : `${names}. ${refused}개는 추가하지 못했습니다.`,
    });
  }

  #start(file: File): Promise<boolean> {
    const key = newIdempotencyKey();
    const address = this.kind === "preview" ? URL.createObjectURL(file) : undefined;
    this.#set([...this.#items, startedItem(key, file, address)]);
    return this.#upload(key, file, this.#items.length - 1);
  }

  /** True when the file is up. */
  async #upload(key: string, file: File, position: number): Promise<boolean> {
    const controller = new AbortController();
    this.#running.set(key, controller);
    this.#patch(key, { status: "uploading", progress: undefined, message: undefined });
    let drawnAt = 0;
    const handleProgress = (progress: UploadProgress) => {
      const now = performance.now();
      if (now - drawnAt < drawEvery && progress.percent < 100) return;
      drawnAt = now;
      this.#patch(key, { progress });
    };
    try {
      const { objectPath } = await uploadFile(file, {
        kind: objectKindOf(this.kind, position),
        onProgress: handleProgress,
        signal: controller.signal,
      });
      this.#patch(key, { status: "done", progress: undefined, objectPath });
      return true;
    } catch (error) {
      const message = controller.signal.aborted ? "업로드를 취소했습니다." : messageOf(error);
      this.#patch(key, { status: "failed", progress: undefined, message });
      if (!controller.signal.aborted)
        this.#notify({
          title: `${nounOf(this.kind)} 업로드 실패`,
          description: `${file.name}: ${message}`,
          variant: "destructive",
        });
      return false;
    } finally {
      this.#running.delete(key);
    }
  }
}
