import { AppError } from "@knowhow/shared";
import { randomUUID } from "node:crypto";
import { createReadStream } from "node:fs";
import { open, unlink, writeFile, type FileHandle } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { addAbortSignal } from "node:stream";
import type { ByteSource } from "./byteSource.ts";

/** Longest time to fetch the bytes of a stored file. */
const fetchMs = 120_000;
const retryAfter = 5;

/** Bytes in an open file of this machine: pieces of them cost nothing. */
export interface LocalBytes extends ByteSource {
  readonly descriptor: number;
}

/** Bytes of a file of this machine, read in pieces. */
export const fileBytes = (path: string, size: number): ByteSource => ({
  size,
  path,
  async read(start, length) {
    const handle = await open(path, "r");
    try {
      return await readFrom(handle, start, length);
    } finally {
      await handle.close();
    }
  },
  stream: (length) =>
    Promise.resolve(createReadStream(path, { end: Math.max(0, Math.min(size, length) - 1) })),
});

const readFrom = async (handle: FileHandle, start: number, length: number): Promise<Buffer> => {
  const { buffer, bytesRead } = await handle.read({ buffer: Buffer.alloc(length), position: start });
  return buffer.subarray(0, bytesRead);
};

/** Fetches all bytes at once into a file without a name, which is gone when it is closed, in any case. */
const fetchBytes = async (source: ByteSource): Promise<FileHandle> => {
  const path = join(tmpdir(), `knowhow-judging-${randomUUID()}`);
  const handle = await open(path, "wx+", 0o600);
  const late = AbortSignal.timeout(fetchMs);
  try {
    await unlink(path);
    await writeFile(handle, addAbortSignal(late, await source.stream(source.size)));
    const { size } = await handle.stat();
    if (size !== source.size) throw new AppError("UNAVAILABLE", { retryAfter });
    return handle;
  } catch (error) {
    await handle.close();
    throw late.aborted ? new AppError("UNAVAILABLE", { retryAfter }) : error;
  }
};

/** Runs work on bytes that lie on this machine: in their own file where they have one, else fetched in one go. */
export const withLocalBytes = async <T>(
  source: ByteSource,
  work: (local: LocalBytes) => Promise<T>,
): Promise<T> => {
  const handle = source.path === undefined ? await fetchBytes(source) : await open(source.path, "r");
  try {
    return await work({
      size: source.size,
      descriptor: handle.fd,
      read: (start, length) => readFrom(handle, start, Math.max(0, Math.min(length, source.size - start))),
      stream: (length) => source.stream(length),
    });
  } finally {
    await handle.close();
  }
};
