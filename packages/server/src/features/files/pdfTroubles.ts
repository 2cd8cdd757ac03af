import pLimit from "p-limit";
import { ExtractionFailed, NoText } from "../../extraction/failures.ts";
import { defaultLimits } from "../../extraction/limits.ts";
import { runProgram } from "../../extraction/runProgram.ts";
import type { ByteSource } from "../../storage/byteSource.ts";
import { withLocalBytes } from "../../storage/localBytes.ts";

/** A whole PDF tells in its last bytes where its table of contents begins; some writers leave a little behind that. */
const tailBytes = 2_048;
const endMarks = ["%%EOF", "startxref"];
/** A document that was cut off has begun: without an object there was none. Long rows of digits are looked at once. */
const firstObject = /(?<!\d)\d{1,10} \d{1,10} obj\b/;
const headBytes = 4_096;

/** How much of a file is looked through where objects begin, and where documents say that they are encrypted. */
const looked = 60 * 1024;
const lastTable = /startxref\s+(\d{1,12})(?!.*startxref)/su;
/** The entry of a trailer, or of what stands for one, that is never packed; names may write any letter as a number. */
const encrypted = /\/(?:E|#45)(?:n|#6e)(?:c|#63)(?:r|#72)(?:y|#79)(?:p|#70)(?:t|#74)(?![A-Za-z])/i;

/** Opening a file takes a third of a second of a processor. */
const atOnce = pLimit(2);

/**
 * Tells what the engine that reads PDFs makes of a file: it `opens` for everybody, is `locked` with a password, or
 * `damaged`; what it has no time or room for counts as opened.
 */
const tryOut = (source: ByteSource): Promise<"opens" | "locked" | "damaged"> =>
  withLocalBytes(source, ({ descriptor, size }) =>
    atOnce(async () => {
      try {
        await runProgram(descriptor, { ...defaultLimits, extension: "pdf", size, pages: 1 });
        return "opens";
      } catch (error) {
        if (error instanceof NoText) return error.reason === "encrypted" ? "locked" : "opens";
        if (error instanceof ExtractionFailed) return error.reason === "damaged" ? "damaged" : "opens";
        throw error;
      }
    }),
  );

const textAt = async (source: ByteSource, start: number, length: number): Promise<string> =>
  (await source.read(start, length)).toString("latin1");

const headOf = (source: ByteSource): Promise<string> => textAt(source, 0, looked);

/** Where trailers are beside the head: at the end, and where the last table begins, which may be a long packed one. */
const endsOf = async (source: ByteSource): Promise<string[]> => {
  const tail = await textAt(source, Math.max(0, source.size - looked), looked);
  const table = lastTable.exec(tail.slice(-tailBytes))?.[1];
  return [tail, table === undefined ? "" : await textAt(source, Number(table), looked)];
};

/** Tells whether a file that begins as a PDF holds anything at all. */
export const holdsObjects = async (source: ByteSource): Promise<boolean> =>
  firstObject.test(await headOf(source)) ||
  (source.size > looked && (await endsOf(source)).some((text) => firstObject.test(text)));

/**
 * Tells whether a PDF needs a password to be opened. Many are encrypted so that they can not be printed or changed only,
 * with the same mark; they open for everybody.
 */
export const isLockedPdf = async (source: ByteSource, raw: ByteSource): Promise<boolean> =>
  [await headOf(source), ...(await endsOf(source))].some((text) => encrypted.test(text)) &&
  (await tryOut(raw)) === "locked";

/**
 * Tells whether a PDF was cut off: it has begun, its end is missing, and nothing of it can be shown without. `source` has its last
 * bytes at hand, `raw` is where all of them are.
 */
export const isCutPdf = async (source: ByteSource, raw: ByteSource): Promise<boolean> => {
  const tail = await source.read(Math.max(0, source.size - tailBytes), tailBytes);
  if (endMarks.some((mark) => tail.includes(mark))) return false;
  const head = await source.read(0, headBytes);
  return firstObject.test(head.toString("latin1")) && (await tryOut(raw)) === "damaged";
};
