import pLimit from "p-limit";
import { ExtractionFailed, NoText } from "../extraction/failures.ts";
import { defaultLimits, largestFile } from "../extraction/limits.ts";
import { runProgram } from "../extraction/runProgram.ts";
import type { ByteSource } from "./byteSource.ts";
import { withLocalBytes } from "./localBytes.ts";

/** A whole PDF tells in its last bytes where its table of contents begins; some writers leave a little behind that. */
const tailBytes = 2_048;
const endMarks = ["%%EOF", "startxref"];
/** A document that was cut off has begun: without an object there was none. */
const firstObject = /\d+ \d+ obj\b/;
const headBytes = 4_096;

/** Opening a file takes a third of a second of a processor. */
const atOnce = pLimit(2);

/** Tells whether the engine that reads PDFs makes anything of a file; what it has no time or room for counts as opened. */
const opens = (source: ByteSource): Promise<boolean> =>
  withLocalBytes(source, ({ descriptor, size }) =>
    atOnce(async () => {
      try {
        await runProgram(descriptor, { ...defaultLimits, extension: "pdf", size, pages: 1 });
        return true;
      } catch (error) {
        if (error instanceof NoText) return true;
        if (error instanceof ExtractionFailed) return error.reason !== "damaged";
        throw error;
      }
    }),
  );

/**
 * Tells whether a PDF was cut off: it has begun, its end is missing, and nothing of it can be shown without. `source` has its last
 * bytes at hand, `raw` is where all of them are.
 */
export const isCutPdf = async (source: ByteSource, raw: ByteSource): Promise<boolean> => {
  const tail = await source.read(Math.max(0, source.size - tailBytes), tailBytes);
  if (endMarks.some((mark) => tail.includes(mark)) || source.size > largestFile("pdf")) return false;
  const head = await source.read(0, headBytes);
  return firstObject.test(head.toString("latin1")) && !(await opens(raw));
};
