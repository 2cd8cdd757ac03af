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
  /** Origin for addresses that this server answers itself. */
  origin: string;
}

/** Where bytes live. Keys are relative paths such as `uploads/<id>`; one driver for a folder, one for S3. */
export interface Storage {
  /** Makes an address to which exactly this upload may be PUT for 15 minutes. */
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
}
