import iconv from "iconv-lite";
import type { JudgedFile } from "./judgedFile.ts";

/** How much of a text is judged: enough to be sure, and a bounded time. */
const judged = 4 * 1024 * 1024;

/** Control characters that no text has. */
// oxlint-disable-next-line no-control-regex -- the test judges these characters
const control = /[\u0000-\u0008\u000b\u000e-\u0019\u001c-\u001f\u007f]/u;

type Encoding = "utf-8" | "cp949" | "utf-16le" | "utf-16be";

const marks: Partial<Record<string, Encoding>> = { fffe: "utf-16le", feff: "utf-16be" };
const markOf = (head: Buffer): Encoding | undefined => marks[head.toString("hex", 0, 2)];

/** Tells whether bytes begin with the mark of UTF-16. */
export const isUtf16 = (head: Buffer): boolean => markOf(head) !== undefined;

/** What a text may be written in: the mark decides, since two bytes a letter are full of NULs for the others. */
const encodingsOf = (head: Buffer): readonly Encoding[] => {
  const marked = markOf(head);
  return marked ? [marked] : ["utf-8", "cp949"];
};

/** Decodes; fails with TypeError at bytes that no character has. */
interface Decoder {
  write(bytes: Buffer): string;
  end(): void;
}

/** The platform's own decoder of Korean knows EUC-KR only, which lacks three quarters of the syllables. */
const cp949Decoder = (): Decoder => {
  const decoder = iconv.getDecoder("cp949");
  const checked = (text = ""): string => {
    if (text.includes("\ufffd")) throw new TypeError("no CP949");
    return text;
  };
  return { write: (bytes) => checked(decoder.write(bytes)), end: () => void checked(decoder.end()) };
};

const decoderOf = (encoding: Encoding): Decoder => {
  if (encoding === "cp949") return cp949Decoder();
  const decoder = new TextDecoder(encoding, { fatal: true });
  return { write: (bytes) => decoder.decode(bytes, { stream: true }), end: () => void decoder.decode() };
};

const decodes = (bytes: Buffer, isWhole: boolean, encoding: Encoding): boolean => {
  const decoder = decoderOf(encoding);
  try {
    if (control.test(decoder.write(bytes))) return false;
    // A file read in part may end within a character: only the end of a whole one has to be complete.
    if (isWhole) decoder.end();
    return true;
  } catch (error) {
    if (error instanceof TypeError) return false;
    throw error;
  }
};

/**
 * Tells whether bytes are Korean or Latin text without control characters: UTF-8, CP949 which holds EUC-KR, or UTF-16
 * with its mark, as the editor of Windows saves it.
 */
export const isPlainText = (file: JudgedFile): boolean => {
  if (file.size === 0) return false;
  const bytes = file.read(0, judged);
  return encodingsOf(bytes).some((encoding) => decodes(bytes, file.size <= judged, encoding));
};
