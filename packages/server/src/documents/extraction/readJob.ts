import { collect } from "./collect.ts";
import { ExtractionFailed, NoText } from "./failures.ts";
import type { ExtractionOutcome, ReadingJob } from "./job.ts";
import { openFile } from "./openFile.ts";
import { isTransient } from "../transient.ts";
import { readerOf } from "./readers/index.ts";

/** Tells what went wrong with a file. */
export const failedOutcome = (error: unknown): ExtractionOutcome => {
  if (error instanceof NoText) return { noText: error.reason };
  if (error instanceof ExtractionFailed) return { failed: error.reason, detail: error.message };
  if (isTransient(error)) return { failed: "busy", detail: String(error).slice(0, 500) };
  // Any other failure of a parser is the file's fault.
  return { failed: "damaged", detail: String(error).slice(0, 500) };
};

/** Reads an open file and tells what came of it; never fails. */
export const readJob = async (
  descriptor: number,
  job: Pick<ReadingJob, "extension" | "size" | "pages" | "characters">,
): Promise<ExtractionOutcome> => {
  try {
    const { unit, read } = await readerOf(job.extension);
    const found = await collect(read(openFile(descriptor, job.size)), job);
    return { text: { ...found, unit: unit(found.pages.at(-1)?.page ?? 1) } };
  } catch (error) {
    return failedOutcome(error);
  }
};
