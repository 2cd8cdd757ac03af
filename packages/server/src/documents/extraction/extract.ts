import pLimit from "p-limit";
import { ExtractionFailed, NoText } from "./failures.ts";
import type { Drawing, DrawingJob } from "./job.ts";
import { defaultLimits, drawingLimits, turns, type ExtractionLimits } from "./limits.ts";
import { openSource, type TextSource } from "./openSource.ts";
import { runDrawing, runProgram } from "./runProgram.ts";
import type { ExtractedText, TextExtension } from "./types.ts";

export type { TextSource } from "./openSource.ts";
export { isTextExtension, type ExtractedText, type TextExtension } from "./types.ts";
export { ExtractionFailed, NoText } from "./failures.ts";

const inTurn = pLimit(turns.running);

/** Fails as soon as the signal is given, also while its turn has not come. */
const orAborted = <T>(work: Promise<T>, signal: AbortSignal): Promise<T> =>
  new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason as Error); // Reasons of signals are errors.
    if (signal.aborted) abort();
    signal.addEventListener("abort", abort, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener("abort", abort));
  });

/** Runs work on an open file; a few at once, a few more wait. */
const withFile = async <T>(
  source: TextSource,
  extension: TextExtension,
  work: (descriptor: number, size: number) => Promise<T>,
  signal?: AbortSignal,
): Promise<T> => {
  // Work that was begun counts as waiting for a moment.
  if (inTurn.activeCount + inTurn.pendingCount >= turns.running + turns.waiting)
    throw new ExtractionFailed("busy");
  const result = inTurn(async () => {
    signal?.throwIfAborted();
    const { handle, size } = await openSource(source, extension, signal);
    try {
      if (size === 0) throw new NoText("empty");
      return await work(handle.fd, size);
    } finally {
      await handle.close();
    }
  });
  return signal ? orAborted(result, signal) : result;
};

/**
 * Reads the text of a file. Its bytes are parsed in a program of its own with limits on time, memory, pages and
 * characters; a few run at once, a few more wait. Fails with NoText, ExtractionFailed, or the signal's reason.
 */
export const extractText = async (
  source: TextSource,
  extension: TextExtension,
  { signal, limits }: { signal?: AbortSignal; limits?: Partial<ExtractionLimits> } = {},
): Promise<ExtractedText> =>
  withFile(
    source,
    extension,
    (descriptor, size) => runProgram(descriptor, { extension, size, ...defaultLimits, ...limits }, signal),
    signal,
  );

/**
 * Draws a page of a PDF, counted from 1, in the same program under the same rules; of null it only counts the pages. One
 * of a trial is marked as such and may be its upper part alone.
 * Fails with NoText where the file is empty or locked, with ExtractionFailed, or the signal's reason.
 */
export const drawPdfPage = async (
  source: TextSource,
  page: number | null,
  {
    signal,
    limits,
    trial,
    side,
  }: {
    signal?: AbortSignal;
    limits?: Partial<typeof drawingLimits>;
    trial?: DrawingJob["trial"];
    side?: number;
  } = {},
): Promise<Drawing> =>
  withFile(
    source,
    "pdf",
    (descriptor, size) =>
      runDrawing(
        descriptor,
        {
          draws: page,
          size,
          ...(trial ? { trial } : {}),
          ...(side === undefined ? {} : { side }),
          ...drawingLimits,
          ...limits,
        },
        signal,
      ),
    signal,
  );
