/** Bytes of a part of a kept file; as many as the server gives of a file in one answer that counts as no download. */
export const partBytes = 4 * 1024 * 1024;

/** A bought file on the device, or on its way there. */
export interface VaultFile {
  /** The content and the file's index in it, see `vaultId`. */
  id: string;
  contentId: string;
  index: number;
  fileName: string;
  /** The path of its object, which another version has not. */
  objectPath: string;
  /** Of a file that is read as text, the text is kept: all that the reader shows of it. */
  kind: "pdf" | "text";
  /** `full`: the device had no room for the next part. */
  state: "loading" | "paused" | "full" | "kept";
  /** The version of the bytes, by the server's answer; null before the first part. */
  etag: string | null;
  /** Bytes in all; null before the first part. */
  size: number | null;
  /** Bytes that are there: parts come in their order. */
  received: number;
  addedAt: number;
  /** When the server last confirmed the purchase, in milliseconds. */
  confirmedAt: number;
}

/** An encrypted part of a kept file, counted from 0. */
export interface VaultPart {
  id: string;
  index: number;
  iv: Uint8Array<ArrayBuffer>;
  bytes: ArrayBuffer;
}

/** Names a file of a content in the vault. */
export const vaultId = (contentId: string, index: number): string => `${contentId}:${index}`;
