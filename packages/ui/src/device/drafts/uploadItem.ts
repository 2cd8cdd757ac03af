import type { UploadProgress } from "../../client/transfer.ts";
import type { DraftFile, Transfer } from "./draft.ts";

/** A file's bytes, as far as they are on this page, and where an image of them can be seen. */
export interface FileBytes {
  readonly file: File;
  readonly address: string | undefined;
}

/** One file or image of the form. */
export interface UploadItem extends Readonly<Pick<DraftFile, "key" | "name" | "size" | "lastModified">> {
  /** The bytes, when they are on this page or on this device. */
  readonly file: File | undefined;
  /** Where an image can be seen. */
  readonly address: string | undefined;
  /** `failed` may be retried; `refused` was judged by the server and can only be removed. */
  readonly status: Transfer["status"];
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

/** Tells whether a file is not uploaded yet but still can be without a press. */
export const isUnderWay = ({ status }: UploadItem): boolean =>
  status === "keeping" || status === "waiting" || status === "uploading" || status === "paused";

/** Tells whether it waits for a server that could not be reached. */
export const isCutOff = ({ status, message }: UploadItem): boolean =>
  status === "waiting" && message !== undefined;

/** Tells whether it is being written or uploaded: no update should reload the page now. */
export const isMoving = ({ status }: UploadItem): boolean => status === "keeping" || status === "uploading";

/** An entry of a draft as the form shows it; `refusal`: why the server does not take the form with it. */
export const itemOf = (
  { key, name, size, lastModified, objectPath, isKept, isMemoryOnly = false }: DraftFile,
  transfer: Transfer = { status: "waiting" },
  bytes: FileBytes | undefined,
  refusal: string | undefined,
): UploadItem => {
  const isUp = objectPath !== undefined;
  const sent = "sent" in transfer ? transfer.sent : undefined;
  const isCut = "isCut" in transfer && transfer.isCut === true;
  const told = "message" in transfer ? transfer.message : isCut ? "연결을 기다리는 중" : undefined;
  return {
    key,
    name,
    size,
    lastModified,
    file: bytes?.file,
    address: bytes?.address ?? objectPath,
    status: refusal !== undefined ? "refused" : isUp ? "done" : transfer.status,
    progress: "progress" in transfer ? transfer.progress : undefined,
    keptPercent: "percent" in transfer ? transfer.percent : undefined,
    sentPercent: sent === undefined || !size ? undefined : Math.floor((Math.min(sent, size) / size) * 100),
    message: refusal ?? told,
    objectPath: refusal === undefined ? objectPath : undefined,
    isSafe: isUp || isKept,
    isMemoryOnly: !isUp && isMemoryOnly,
  };
};

/** Whether a form shows both alike. */
export const isSameItem = (one: UploadItem, other: UploadItem): boolean =>
  // Both are made above, of the same names.
  (Object.keys(one) as (keyof UploadItem)[]).every((name) => one[name] === other[name]);
