import pLimit from "p-limit";
import { ExtractionFailed, NoText } from "./failures.ts";
import { defaultLimits, turns, type ExtractionLimits } from "./limits.ts";
import { openSource, type TextSource } from "./openSource.ts";
import { runProgram } from "./runProgram.ts";
import type { ExtractedText, TextExtension } from "./types.ts";

export type { TextSource } from "./openSource.ts";
export { isTextExtension, type ExtractedText, type TextExtension } from "./types.ts";
export { ExtractionFailed, NoText } from "./failures.ts";

const inTurn = pLimit(turns.running);

const extract = async (
  source: TextSource,
  extension: TextExtension,
  limits: ExtractionLimits,
  signal?: AbortSignal,
): Promise<ExtractedText> => {
  signal?.throwIfAborted();
  const { handle, size } = await openSource(source, extension, signal);
  try {
    if (size === 0) throw new NoText("empty");
    return await runProgram(handle.fd, { extension, size, ...limits }, signal);
  } finally {
    await handle.close();
  }
};

/** Fails as soon as the signal is given, also while its turn has not come. */
const orAborted = <T>(work: Promise<T>, signal: AbortSignal): Promise<T> =>
  new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason as Error); // Reasons of signals are errors.
    if (signal.aborted) abort();
    signal.addEventListener("abort", abort, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener("abort", abort));
  });

/**
 * Reads the text of a file. Its bytes are parsed in a program of its own with limits on time, memory, pages and
 * characters; a few run at once, a few more wait. Fails with NoText, ExtractionFailed, or the signal's reason.
 */
export const extractText = async (
  source: TextSource,
  extension: TextExtension,
  { signal, limits }: { signal?: AbortSignal; limits?: Partial<ExtractionLimits> } = {},
): Promise<ExtractedText> => {
  // Work that was begun counts as waiting for a moment.
  if (inTurn.activeCount + inTurn.pendingCount >= turns.running + turns.waiting)
    throw new ExtractionFailed("busy");
  const work = inTurn(() => extract(source, extension, { ...defaultLimits, ...limits }, signal));
  return signal ? orAborted(work, signal) : work;
};
