import { maxFiles, maxPreviews, uploadLimits } from "@knowhow/shared";
import { newIdempotencyKey } from "../client/client.ts";
import { messageOf } from "../client/failure.ts";
import { uploadFile, type UploadProgress } from "../client/upload.ts";
import type { ToastMessage } from "../components/ToastProvider.tsx";
import { isDuplicate } from "./duplicates.ts";
import { limitText, objectKindOf, refusalOf, withCleanName, type ListKind } from "./fileRules.ts";

/** One file or image of the form. */
export interface UploadItem {
  readonly key: string;
  readonly name: string;
  /** In bytes; unknown for what was saved earlier. */
  readonly size: number | undefined;
  readonly lastModified: number | undefined;
  /** The bytes, when it was chosen on this page. */
  readonly file: File | undefined;
  /** Where an image can be seen. */
  readonly address: string | undefined;
  readonly status: "uploading" | "failed" | "done";
  readonly progress: UploadProgress | undefined;
  /** Why it failed. */
  readonly message: string | undefined;
  /** What the content is saved with; only when done. */
  readonly objectPath: string | undefined;
}

/** An entry whose bytes the server has already. */
export const storedItem = (entry: {
  name: string;
  objectPath: string;
  size?: number | undefined;
  lastModified?: number | undefined;
}): UploadItem => ({
  key: entry.objectPath,
  name: entry.name,
  size: entry.size,
  lastModified: entry.lastModified,
  file: undefined,
  address: entry.objectPath,
  status: "done",
  progress: undefined,
  message: undefined,
  objectPath: entry.objectPath,
});

/** How often progress is drawn, in milliseconds. */
const drawEvery = 150;

const mostOf = (kind: ListKind): number => (kind === "preview" ? maxPreviews : maxFiles);
const nounOf = (kind: ListKind): string => (kind === "preview" ? "이미지" : "파일");

/** The files or the images of one form: checks, uploads, order. Lives outside React; read it by subscribing. */
export class UploadList {
  readonly kind: ListKind;
  readonly most: number;
  readonly #notify: (message: ToastMessage) => void;
  readonly #listeners = new Set<() => void>();
  readonly #running = new Map<string, AbortController>();
  #items: readonly UploadItem[];
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
    if (item?.file && item.status === "failed") void this.#upload(key, item.file, position);
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
    this.#set(items);
  }

  /** Cuts off every upload: the screen is left. */
  stop(): void {
    for (const controller of this.#running.values()) controller.abort();
  }

  #set(items: readonly UploadItem[]): void {
    this.#items = items;
    for (const listener of this.#listeners) listener();
  }

  #patch(key: string, patch: Partial<UploadItem>): void {
    this.#set(this.#items.map((item) => (item.key === key ? { ...item, ...patch } : item)));
  }

  #stop(item: UploadItem): void {
    this.#running.get(item.key)?.abort();
    if (item.file && item.address) URL.revokeObjectURL(item.address);
  }

  async #refusal(file: File): Promise<ToastMessage | undefined> {
    const noun = nounOf(this.kind);
    if (this.#items.length >= this.most) {
      const description = `${file.name}: ${noun}${this.kind === "preview" ? "는" : "은"} 최대 ${this.most}개까지 올릴 수 있습니다.`;
      return { title: `${noun} 개수 초과`, description, variant: "destructive" };
    }
    const refusal = refusalOf(file, this.kind, this.#items.length);
    if (refusal) return refusal;
    if (!(await isDuplicate(file, this.#items))) return undefined;
    return {
      title: `중복 ${noun}`,
      description: `${file.name}: 이미 추가한 ${noun}입니다.`,
      variant: "destructive",
    };
  }

  async #take(files: readonly File[]): Promise<void> {
    const refusals: ToastMessage[] = [];
    for (const given of files) {
      const file = withCleanName(given);
      const refusal = await this.#refusal(file);
      if (refusal) refusals.push(refusal);
      else this.#start(file);
    }
    const [first] = refusals;
    if (first && refusals.length === 1) this.#notify(first);
    else if (first)
      this.#notify({
        title: `${nounOf(this.kind)} ${refusals.length}개를 추가하지 못했습니다`,
        description: refusals.map(({ title, description = "" }) => `[${title}] ${description}`).join(" "),
        variant: "destructive",
      });
  }

  #start(file: File): void {
    const key = newIdempotencyKey();
    const item: UploadItem = {
      key,
      name: file.name,
      size: file.size,
      lastModified: file.lastModified,
      file,
      address: this.kind === "preview" ? URL.createObjectURL(file) : undefined,
      status: "uploading",
      progress: undefined,
      message: undefined,
      objectPath: undefined,
    };
    this.#set([...this.#items, item]);
    void this.#upload(key, file, this.#items.length - 1);
  }

  async #upload(key: string, file: File, position: number): Promise<void> {
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
    const noun = nounOf(this.kind);
    try {
      const { objectPath } = await uploadFile(file, {
        kind: objectKindOf(this.kind, position),
        onProgress: handleProgress,
        signal: controller.signal,
      });
      this.#patch(key, { status: "done", progress: undefined, objectPath });
      this.#notify({ title: `${noun} 업로드 완료`, description: file.name });
    } catch (error) {
      const message = controller.signal.aborted ? "업로드를 취소했습니다." : messageOf(error);
      this.#patch(key, { status: "failed", progress: undefined, message });
      if (!controller.signal.aborted)
        this.#notify({
          title: `${noun} 업로드 실패`,
          description: `${file.name}: ${message}`,
          variant: "destructive",
        });
    } finally {
      this.#running.delete(key);
    }
  }
}
