import type { UploadProgress } from "../client/transfer.ts";

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
  /** `failed` may be tried again; `refused` was judged by the server and can only be taken off. */
  readonly status: "uploading" | "failed" | "refused" | "done";
  readonly progress: UploadProgress | undefined;
  /** Why it failed or was refused. */
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

/** An entry whose bytes are on their way. */
export const startedItem = (key: string, file: File, address: string | undefined): UploadItem => ({
  key,
  name: file.name,
  size: file.size,
  lastModified: file.lastModified,
  file,
  address,
  status: "uploading",
  progress: undefined,
  message: undefined,
  objectPath: undefined,
});
