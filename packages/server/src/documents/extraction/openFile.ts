import { readSync } from "node:fs";

/** An open file that is read in pieces. */
export interface OpenFile {
  readonly descriptor: number;
  readonly size: number;
  /** Up to `length` bytes from `start`; fewer at the end. */
  read(start: number, length: number): Buffer;
  /** Fills `target` with the bytes from `start`, and gives how many there were. */
  fill(target: Uint8Array, start: number): number;
}

/** An inherited descriptor as a file. */
export const openFile = (descriptor: number, size: number): OpenFile => {
  const fill = (target: Uint8Array, start: number): number => {
    let filled = 0;
    while (filled < target.length) {
      const count = readSync(descriptor, target, filled, target.length - filled, start + filled);
      if (count === 0) break;
      filled += count;
    }
    return filled;
  };
  return {
    descriptor,
    size,
    fill,
    read(start, length) {
      const bytes = Buffer.alloc(Math.max(0, Math.min(length, size - start)));
      return bytes.subarray(0, fill(bytes, start));
    },
  };
};
