import { buffer } from "node:stream/consumers";
import type { Readable } from "node:stream";
import type { Storage } from "../storage/storage.ts";

/** Bytes that are read in pieces: what a type is judged by, never the whole file. */
export interface ByteSource {
  readonly size: number;
  /** The file of this machine that holds these bytes and nothing else, if one does. */
  readonly path?: string | undefined;
  /** Up to `length` bytes from `start`; fewer at the end. */
  read(start: number, length: number): Promise<Buffer>;
  /** The first `length` bytes as a stream. */
  stream(length: number): Promise<Readable>;
}

/** A stored object as a source of pieces. */
export const storedBytes = (storage: Storage, key: string, size: number): ByteSource => {
  const open = (start: number, length: number) =>
    storage.open(key, { start, end: Math.min(size, start + length) - 1 });
  const path = storage.localPath?.(key);
  return {
    size,
    ...(path === undefined ? {} : { path }),
    async read(start, length) {
      return start >= size || length <= 0 ? Buffer.alloc(0) : buffer(await open(start, length));
    },
    stream: (length) => open(0, length),
  };
};
