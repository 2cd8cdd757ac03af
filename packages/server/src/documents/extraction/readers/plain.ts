import iconv from "iconv-lite";
import { ExtractionFailed } from "../failures.ts";
import { plainBytes } from "../limits.ts";
import type { OpenFile } from "../openFile.ts";
import { unwrap } from "../paragraphs.ts";
import type { ExtractedPage } from "../types.ts";

const judged = 4_096;
/** Share of broken characters above which bytes are no text in an encoding. */
const tolerated = 0.01;
const replacement = "\ufffd";

const zerosAt = (bytes: Buffer, parity: 0 | 1): number =>
  bytes.subarray(0, judged).filter((byte, index) => byte === 0 && index % 2 === parity).length;

/** UTF-16, with a mark or without: then one byte of spaces, figures and Latin letters is zero, the same each time. */
const utf16Of = (bytes: Buffer): "utf-16le" | "utf-16be" | undefined => {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return "utf-16le";
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return "utf-16be";
  const [even, odd] = [zerosAt(bytes, 0), zerosAt(bytes, 1)];
  const [fewer, more] = even < odd ? [even, odd] : [odd, even];
  const pairs = Math.min(bytes.length, judged) / 2;
  // Some syllables end in a zero byte too, 가 among them.
  if (more < pairs * 0.05 || more < fewer * 4) return undefined;
  return even > odd ? "utf-16be" : "utf-16le";
};

const brokenShare = (text: string): number => (text.split(replacement).length - 1) / Math.max(1, text.length);

/** Decodes text; of CP949 the platform's own decoder knows only EUC-KR, which lacks three quarters of the syllables. */
const decode = (bytes: Buffer): string => {
  const utf16 = utf16Of(bytes);
  const encodings = utf16 ? [utf16] : ["utf-8", "cp949"];
  for (const encoding of encodings) {
    const text = iconv.decode(bytes, encoding);
    if (brokenShare(text) <= tolerated) return text.replaceAll(replacement, "");
  }
  throw new ExtractionFailed("damaged", "no known encoding");
};

/** Reads txt and md: UTF-8, UTF-16, or CP949, which holds EUC-KR. */
export function* readPlain(file: OpenFile): Generator<ExtractedPage> {
  yield { page: 1, text: unwrap(decode(file.read(0, plainBytes))) };
  // Tells that the file goes on.
  if (file.size > plainBytes) yield { page: Number.POSITIVE_INFINITY, text: "…" };
}
