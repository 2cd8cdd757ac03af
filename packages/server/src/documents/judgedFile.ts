import { closeSync, openSync } from "node:fs";
import { fileDescriptor } from "./extraction/job.ts";
import { openFile } from "./extraction/openFile.ts";
import type { JudgeJob } from "./judgeJob.ts";

/** Bytes of a file from a place on. */
export interface FileSlice {
  start: number;
  bytes: Buffer;
}

/** A file that is judged: all of it where a descriptor is given, else pieces. */
export interface JudgedFile {
  readonly size: number;
  readonly descriptor?: number;
  /** Up to `length` bytes from `start`, fewer at the end; fails with MissingBytes where no piece holds them. */
  read(start: number, length: number): Buffer;
}

/** Judging goes on when these bytes are there. */
export class MissingBytes extends Error {
  readonly piece: { start: number; length: number };

  constructor(piece: { start: number; length: number }) {
    super("the bytes are not here");
    this.piece = piece;
  }
}

const piecesOf = (size: number, pieces: readonly FileSlice[]): JudgedFile => ({
  size,
  read(start, length) {
    const end = Math.min(size, start + length);
    if (start < 0 || !(start < end)) return Buffer.alloc(0);
    const piece = pieces.find((one) => one.start <= start && end <= one.start + one.bytes.length);
    if (!piece) throw new MissingBytes({ start, length: end - start });
    return piece.bytes.subarray(start - piece.start, end - piece.start);
  },
});

/** Runs work on a file of this machine, or on pieces of one that lies elsewhere. */
export const withFile = async <T>(
  { path, isOpen, size, pieces }: Pick<JudgeJob, "path" | "isOpen" | "size" | "pieces">,
  work: (file: JudgedFile) => Promise<T>,
): Promise<T> => {
  if (isOpen) return work(openFile(fileDescriptor, size));
  if (path === undefined) return work(piecesOf(size, pieces));
  const descriptor = openSync(path, "r");
  try {
    return await work(openFile(descriptor, size));
  } finally {
    closeSync(descriptor);
  }
};
