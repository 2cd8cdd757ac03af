import { readSync } from "node:fs";

/** An open file that is read in pieces. */
export interface OpenFile {
  readonly descriptor: number;
  readonly size: number;
  /** Up to `length` bytes from `start`; fewer at the end. */
  read(start: number, length: number): Buffer;
}

/** An inherited descriptor as a file. */
export const openFile = (descriptor: number, size: number): OpenFile => ({
  descriptor,
  size,
  read(start, length) {
    const bytes = Buffer.alloc(Math.max(0, Math.min(length, size - start)));
    let filled = 0;
    while (filled < bytes.length) {
      const count = readSync(descriptor, bytes, filled, bytes.length - filled, start + filled);
      if (count === 0) break;
      filled += count;
    }
    return bytes.subarray(0, filled);
  },
});
