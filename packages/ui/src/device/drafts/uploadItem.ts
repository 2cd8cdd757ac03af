import type { UploadProgress } from "../../client/transfer.ts";
import type { DraftFile, Transfer } from "./draft.ts";

/**
 * How far a file is: `keeping` while it is written to the device, `waiting` for the network or for its turn. `failed`
 * may be retried; `refused` was judged by the server and can only be removed.
 */
export type UploadStatus = "keeping" | "waiting" | "uploading" | "paused" | "failed" | "refused" | "done";

/** One file or image of the form. */
export interface UploadItem {
  readonly key: string;
  readonly name: string;
  /** In bytes; unknown for files that were saved earlier. */
  readonly size: number | undefined;
  readonly lastModified: number | undefined;
  /** The bytes, when they are on this page or on this device. */
  readonly file: File | undefined;
  /** Where an image can be seen. */
  readonly address: string | undefined;
  readonly status: UploadStatus;
  readonly progress: UploadProgress | undefined;
  /** How much of it is on the device, in percent, while it is written there. */
  readonly keptPercent: number | undefined;
  /** How much of it was uploaded when the upload stopped, in percent. */
  readonly sentPercent: number | undefined;
  /** Why it failed or was refused. */
  readonly message: string | undefined;
  /** Its path in a saved content; only when done. */
  readonly objectPath: string | undefined;
  /** The page may be closed: the device has all of it, or the server. */
  readonly isSafe: boolean;
  /** The device had no room for it: the bytes are in the memory of one page. */
  readonly isMemoryOnly: boolean;
}

const under = ["keeping", "waiting", "uploading", "paused"] as const satisfies readonly UploadStatus[];

/** Tells whether a file is not uploaded yet but still can be without a press. */
export const isUnderWay = ({ status }: UploadItem): boolean =>
  (under as readonly UploadStatus[]).includes(status);

/** Tells whether it waits for a server that could not be reached. */
export const isCutOff = ({ status, message }: UploadItem): boolean =>
  status === "waiting" && message !== undefined;

/** Tells whether it is being written or uploaded: no update should reload the page now. */
export const isMoving = ({ status }: UploadItem): boolean => status === "keeping" || status === "uploading";

const plain = {
  file: undefined,
  progress: undefined,
  keptPercent: undefined,
  sentPercent: undefined,
  message: undefined,
} as const;

/** An entry whose bytes the server has already. */
export const storedItem = (entry: {
  key?: string;
  name: string;
  objectPath: string;
  size?: number | undefined;
  lastModified?: number | undefined;
}): UploadItem => ({
  ...plain,
  key: entry.key ?? entry.objectPath,
  name: entry.name,
  size: entry.size,
  lastModified: entry.lastModified,
  address: entry.objectPath,
  status: "done",
  objectPath: entry.objectPath,
  isSafe: true,
  isMemoryOnly: false,
});

/** An entry whose bytes are on their way. */
export const startedItem = (key: string, file: File, address: string | undefined): UploadItem => ({
  ...plain,
  key,
  name: file.name,
  size: file.size,
  lastModified: file.lastModified,
  file,
  address,
  status: "keeping",
  objectPath: undefined,
  isSafe: false,
  isMemoryOnly: false,
});

type Moved = Pick<UploadItem, "status"> &
  Partial<Pick<UploadItem, "progress" | "keptPercent" | "sentPercent" | "message">>;

const percentOf = (sent: number | undefined, size: number | undefined): number | undefined =>
  sent === undefined || !size ? undefined : Math.floor((Math.min(sent, size) / size) * 100);

/** The state of an entry of this size during a transfer. */
const transferred = (transfer: Transfer, size: number | undefined): Moved => {
  switch (transfer.status) {
    case "keeping":
      return { status: "keeping", keptPercent: transfer.percent };
    case "uploading":
      return { status: "uploading", progress: transfer.progress };
    case "failed":
    case "refused":
      return { status: transfer.status, message: transfer.message };
    case "waiting":
      return {
        status: "waiting",
        sentPercent: percentOf(transfer.sent, size),
        message: transfer.isCut ? "연결을 기다리는 중" : undefined,
      };
    case "paused":
      return { status: "paused", sentPercent: percentOf(transfer.sent, size) };
    // A finished file is known by its path; without one it still has to be written down.
    case "done":
      return { status: "uploading" };
  }
};

/** An entry by its draft and its transfer now; the same object when nothing has changed. */
export const followed = (
  item: UploadItem,
  entry: DraftFile | undefined,
  transfer: Transfer | undefined,
): UploadItem => {
  // Not written down yet, or saved with the content.
  if (!entry || !transfer) return item;
  const { objectPath, isKept, isMemoryOnly = false } = entry;
  const rest = { ...item, ...plain, file: item.file, objectPath };
  const next: UploadItem =
    objectPath === undefined
      ? { ...rest, ...transferred(transfer, item.size), isSafe: isKept, isMemoryOnly }
      : {
          ...rest,
          status: "done",
          address: item.address ?? objectPath,
          isSafe: true,
          isMemoryOnly: false,
        };
  const names = Object.keys(next) as (keyof UploadItem)[]; // made above of nothing else
  return names.every((name) => item[name] === next[name]) ? item : next;
};

/** An entry of a draft that is opened. */
export const draftItem = (entry: DraftFile, transfer: Transfer | undefined): UploadItem => {
  const { key, name, size, lastModified, objectPath } = entry;
  if (objectPath !== undefined) return storedItem({ key, name, size, lastModified, objectPath });
  const item: UploadItem = {
    ...plain,
    key,
    name,
    size,
    lastModified,
    address: undefined,
    status: "waiting",
    objectPath,
    isSafe: entry.isKept,
    isMemoryOnly: entry.isMemoryOnly ?? false,
  };
  return followed(item, entry, transfer);
};

/** The entry as a draft keeps it, for files of the saved content; the draft knows its own. */
export const keptEntry = ({ key, name, size, lastModified, objectPath }: UploadItem): DraftFile => ({
  key,
  name,
  type: "",
  size,
  lastModified,
  isKept: false,
  ...(objectPath === undefined ? {} : { objectPath }),
});
