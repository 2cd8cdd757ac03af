import type { UploadProgress } from "../../client/transfer.ts";
import type { DraftFile, Transfer } from "./draft.ts";

/**
 * How far a file is: `keeping` while it is written to the device, `waiting` for the network or for its turn. `failed`
 * may be retried; `refused` was judged by the server and can only be removed.
 */
export type UploadStatus = "keeping" | "waiting" | "uploading" | "paused" | "failed" | "refused" | "done";

/** A file's bytes, as far as they are on this page, and where an image of them can be seen. */
export interface FileBytes {
  readonly file: File;
  readonly address: string | undefined;
}

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

type Moved = Pick<UploadItem, "status"> &
  Partial<Pick<UploadItem, "progress" | "keptPercent" | "sentPercent" | "message">>;

const percentOf = (sent: number | undefined, size: number | undefined): number | undefined =>
  sent === undefined || !size ? undefined : Math.floor((Math.min(sent, size) / size) * 100);

/** The state of an entry of this size during a transfer. */
const transferred = (transfer: Transfer | undefined, size: number | undefined): Moved => {
  switch (transfer?.status) {
    case "keeping":
      return { status: "keeping", keptPercent: transfer.percent };
    case "uploading":
      return { status: "uploading", progress: transfer.progress };
    case "failed":
    case "refused":
      return { status: transfer.status, message: transfer.message };
    case "paused":
      return { status: "paused", sentPercent: percentOf(transfer.sent, size) };
    // A finished file is known by its path; without one it still has to be written down.
    case "done":
      return { status: "uploading" };
    default:
      return {
        status: "waiting",
        sentPercent: percentOf(transfer?.sent, size),
        message: transfer?.isCut ? "연결을 기다리는 중" : undefined,
      };
  }
};

/** An entry of a draft as the form shows it; `refusal`: why the server does not take the form with it. */
export const itemOf = (
  { key, name, size, lastModified, objectPath, isKept, isMemoryOnly = false }: DraftFile,
  transfer: Transfer | undefined,
  bytes: FileBytes | undefined,
  refusal: string | undefined,
): UploadItem => {
  const isUp = objectPath !== undefined;
  const moved = isUp ? ({ status: "done" } as const) : transferred(transfer, size);
  return {
    key,
    name,
    size,
    lastModified,
    file: bytes?.file,
    address: bytes?.address ?? objectPath,
    progress: undefined,
    keptPercent: undefined,
    sentPercent: undefined,
    message: undefined,
    objectPath,
    isSafe: isUp || isKept,
    isMemoryOnly: !isUp && isMemoryOnly,
    ...(refusal === undefined ? moved : { status: "refused", message: refusal, objectPath: undefined }),
  };
};

/** Whether a form shows both alike. */
export const isSameItem = (one: UploadItem, other: UploadItem): boolean =>
  // Both are made above, of the same names.
  (Object.keys(one) as (keyof UploadItem)[]).every((name) => one[name] === other[name]);
