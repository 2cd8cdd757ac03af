import type { JudgedFile } from "./judgedFile.ts";

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

const textAt = (file: JudgedFile, start: number, length: number): string =>
  file.read(start, length).toString("latin1");

const headOf = (file: JudgedFile): string => textAt(file, 0, looked);

/** Where trailers are beside the head: at the end, and where the last table begins, which may be a long packed one. */
const endsOf = (file: JudgedFile): string[] => {
  const tail = textAt(file, Math.max(0, file.size - looked), looked);
  const table = lastTable.exec(tail.slice(-tailBytes))?.[1];
  return [tail, table === undefined ? "" : textAt(file, Number(table), looked)];
};

/** Tells whether a file that begins as a PDF holds anything at all. */
export const holdsObjects = (file: JudgedFile): boolean =>
  firstObject.test(headOf(file)) ||
  (file.size > looked && endsOf(file).some((text) => firstObject.test(text)));

/**
 * Tells whether a PDF says that it is encrypted. Many are only so that they can not be printed or changed: opening it
 * tells whether it needs a password.
 */
export const saysEncrypted = (file: JudgedFile): boolean =>
  [headOf(file), ...endsOf(file)].some((text) => encrypted.test(text));

/** Tells whether a PDF has begun and lacks its end: opening it tells whether something of it can be shown without. */
export const lacksEnd = (file: JudgedFile): boolean => {
  const tail = file.read(Math.max(0, file.size - tailBytes), tailBytes);
  return (
    !endMarks.some((mark) => tail.includes(mark)) &&
    firstObject.test(file.read(0, headBytes).toString("latin1"))
  );
};
