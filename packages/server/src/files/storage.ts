import type { Readable } from "node:stream";

/** What a signed upload address allows. */
export interface UploadGrant {
  /** Object id: the last segment of its path. */
  id: string;
  /** Exact size in bytes when the client told it. */
  size: number | undefined;
  /** Most bytes allowed. */
  maxSize: number;
  /** Exact Content-Type when the client told it. */
  contentType: string | undefined;
  /** End of the address's life by the product's clock. */
  expiresAt: Date;
  /** Origin for addresses that this server answers itself. */
  origin: string;
}

/** Bytes that have arrived whole and wait to take their place. */
export interface StagedBytes {
  readonly size: number;
  /** Puts them in place of whatever the key held, at once. */
  commit(key: string): Promise<void>;
  /** Drops them; does nothing after a commit. */
  discard(): Promise<void>;
}

/** Uploads that this server takes itself, where the storage has no address of its own. */
export interface DirectUploads {
  /** Reads the query of an upload address back; undefined when it was altered. Its end is the caller's to judge. */
  verifyGrant(id: string, query: URLSearchParams): Omit<UploadGrant, "origin"> | undefined;
  /** Receives bytes in constant memory; fails with TooManyBytes after `maxSize`. */
  stage(source: Readable, maxSize: number): Promise<StagedBytes>;
}

/** More bytes arrived than an upload may have. */
export class TooManyBytes extends Error {}

/** Where bytes live. Keys are relative paths such as `uploads/<id>`; one driver for a folder, one for S3. */
export interface Storage {
  /** Makes an address to which exactly this upload may be PUT until it expires. */
  signUpload(grant: UploadGrant): Promise<string>;
  /** Size in bytes, or undefined when there is no such object. */
  stat(key: string): Promise<{ size: number } | undefined>;
  /** Opens an object, or an inclusive range of it, for reading in constant memory. */
  open(key: string, range?: { start: number; end: number }): Promise<Readable>;
  /** Writes an object whole or not at all. */
  write(key: string, source: Readable | Buffer): Promise<void>;
  remove(key: string): Promise<void>;
  /** Fails when the storage can not be written. */
  check(): Promise<void>;
  /** Present where upload addresses lead to this server. */
  readonly direct?: DirectUploads;
}
