import { randomUUID } from "node:crypto";
import { open, unlink, writeFile, type FileHandle } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { addAbortSignal } from "node:stream";
import type { ByteSource } from "../byteSource.ts";
import { ExtractionFailed } from "./failures.ts";
import { fetchMilliseconds, largestFile, plainBytes } from "./limits.ts";
import type { TextExtension } from "./types.ts";

/** Where a file's bytes are: a local file, or an object of the storage as files/byteSource.ts gives it. */
export type TextSource = { path: string } | Pick<ByteSource, "size" | "stream">;

interface Opened {
  handle: FileHandle;
  size: number;
}

/** Copies stored bytes to a file without a name, which is gone when it is closed, in any case. */
const fetchBytes = async (
  source: Pick<ByteSource, "size" | "stream">,
  length: number,
  signal?: AbortSignal,
): Promise<Opened> => {
  const path = join(tmpdir(), `knowhow-reading-${randomUUID()}`);
  const handle = await open(path, "wx+", 0o600);
  const late = AbortSignal.timeout(fetchMilliseconds);
  try {
    await unlink(path);
    const bytes = await source.stream(length);
    await writeFile(handle, addAbortSignal(signal ? AbortSignal.any([signal, late]) : late, bytes));
    return { handle, size: source.size };
  } catch (error) {
    await handle.close();
    signal?.throwIfAborted();
    throw late.aborted ? new ExtractionFailed("tooLong", "fetching") : error;
  }
};

/** Opens the bytes of a source as a file; fails with ExtractionFailed when they are more than its kind may have. */
export const openSource = async (
  source: TextSource,
  extension: TextExtension,
  signal?: AbortSignal,
): Promise<Opened> => {
  const check = (size: number) => {
    if (size > largestFile(extension)) throw new ExtractionFailed("tooLarge", `${size} bytes`);
  };
  if (!("path" in source)) {
    check(source.size);
    const isPlain = extension === "txt" || extension === "md";
    return fetchBytes(source, isPlain ? Math.min(source.size, plainBytes) : source.size, signal);
  }
  const handle = await open(source.path, "r");
  try {
    const { size } = await handle.stat();
    check(size);
    return { handle, size };
  } catch (error) {
    await handle.close();
    throw error;
  }
};
