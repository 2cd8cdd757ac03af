import type { Readable } from "node:stream";

/** What an upload address is made for. */
export interface UploadGrant {
  /** Object id: the last segment of its path. */
  id: string;
  /** Exact size in bytes when the client told it. */
  size: number | undefined;
  /** Most bytes allowed. */
  maxSize: number;
  /** Content-Type as the client told it, if it did. */
  contentType: string | undefined;
  /** When the address was asked for, by the product's clock. */
  openedAt: Date;
  /** Length of the address's life. */
  seconds: number;
  /** Origin for addresses that this server answers itself. */
  origin: string;
}

/** What an upload address that leads to this server allows. */
export interface GrantedUpload extends Pick<UploadGrant, "id" | "size" | "maxSize" | "contentType"> {
  /** End of the address's life by the product's clock. */
  expiresAt: Date;
}

/** Bytes that have arrived whole and wait to take their place. */
export interface StagedBytes {
  readonly size: number;
  /** Puts them under the key at once, over any object there. */
  commit(key: string): Promise<void>;
  /** Drops them; does nothing after a commit. */
  discard(): Promise<void>;
}

/** Uploads that this server takes itself: all of them for a folder, those of unknown size or type for S3. */
export interface DirectUploads {
  /** Reads the query of an upload address back; undefined when it was altered. Its end is the caller's to judge. */
  verifyGrant(id: string, query: URLSearchParams): GrantedUpload | undefined;
  /** Receives bytes in constant memory; fails with TooManyBytes after `maxSize`. */
  stage(source: Readable, maxSize: number): Promise<StagedBytes>;
}

/**
 * The bytes of resumable uploads until they are whole: beside the objects, so that every process of the storage goes on
 * with them. Appending and adopting need the upload's lock.
 */
export interface Pieces {
  /** Received bytes; none of an upload that has not begun, is dropped or unknown. */
  sizeOf(id: string): Promise<number>;
  /**
   * Receives bytes in constant memory, from the offset that `sizeOf` gives; gives the size after them. What came before
   * a source broke off stays, and its error is thrown.
   */
  append(id: string, source: Readable, offset: number): Promise<number>;
  /** Puts a whole upload under `arrived/<id>`, whole or not at all; its pieces stay. Can be repeated. */
  adopt(id: string, size: number): Promise<void>;
  /** Removes the pieces; does nothing when there are none. */
  drop(id: string): Promise<void>;
  /** Ids of all uploads with pieces here. */
  ids(): Promise<string[]>;
}

/** More bytes arrived than an upload may have. */
export class TooManyBytes extends Error {}

/** There is no object under this key. */
export class MissingObject extends Error {}

/**
 * Refuses anything but a relative path of lower-case names, two levels at least: an error of ours, never of a person.
 */
export const checkKey = (key: string): void => {
  if (!/^[a-z0-9][a-z0-9.-]*(\/[a-z0-9][a-z0-9.-]*)+$/.test(key) || key.includes("..")) {
    throw new Error(`not a storage key: ${key}`);
  }
};

/** Facts of an object without reading it. */
export interface StoredBytes {
  size: number;
  /** Names these bytes: other bytes under the same key have another mark. */
  mark: string;
}

/** An object as a list shows it. */
export interface ListedObject {
  key: string;
  /** By the store's own clock. */
  writtenAt: Date;
}

/**
 * Where bytes live: one driver for a folder, one for S3. Keys are relative paths: `arrived/<id>` is the target of an
 * object's upload address, `copies/<id>/<name>` a copy of it, which is judged, taken into use and never changes
 * (`uploads/<id>` of older objects), `derived/<id>/…` files made of it; `releases/…` is the app's own. A store that is away or too slow fails with the
 * product's UNAVAILABLE, never by hanging.
 */
export interface Storage {
  /** Makes an address to which exactly this upload may be PUT until it expires; it ends up under `arrived/<id>`. */
  signUpload(grant: UploadGrant): Promise<string>;
  /** Size in bytes and mark, or undefined when there is no such object. */
  stat(key: string): Promise<StoredBytes | undefined>;
  /** Opens an object, or an inclusive range of it, for reading in constant memory; fails with MissingObject. */
  open(key: string, range?: { start: number; end: number }): Promise<Readable>;
  /** The file of this machine that holds an object, where the driver keeps them so. */
  localPath?(key: string): string;
  /** Writes an object whole or not at all. */
  write(key: string, bytes: Buffer): Promise<void>;
  /**
   * Makes `to` hold what `from` holds now, whole or not at all; what comes to `from` later does not reach it.
   * Gives the size of the copy and the mark of what it was made of, or undefined when there is no `from`.
   */
  copy(from: string, to: string): Promise<StoredBytes | undefined>;
  /** Removes an object; does nothing when there is none. */
  remove(key: string): Promise<void>;
  /** All objects whose keys begin with a folder's name, such as `derived/<id>/`, in no order. */
  list(folder: string): AsyncIterable<ListedObject>;
  /** Fails when the storage can not be written. */
  check(): Promise<void>;
  /** Closes its connections. */
  close(): void;
  readonly direct: DirectUploads;
  readonly pieces: Pieces;
}
