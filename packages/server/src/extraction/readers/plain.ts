import { ExtractionFailed } from "../failures.ts";
import { plainBytes } from "../limits.ts";
import type { OpenFile } from "../openFile.ts";
import type { ExtractedPage } from "../types.ts";

const judged = 4_096;

/** UTF-16 without a mark: every other byte of Latin letters, figures and spaces is zero. */
const unmarkedUtf16 = (bytes: Buffer): "utf-16le" | "utf-16be" | undefined => {
  const zeros = [0, 0];
  for (const [index, byte] of bytes.subarray(0, judged).entries())
    if (byte === 0) zeros[index % 2] = (zeros[index % 2] ?? 0) + 1;
  const [even = 0, odd = 0] = zeros;
  if (even === odd) return undefined;
  return even > odd ? "utf-16be" : "utf-16le";
};

const encodingOf = (bytes: Buffer): "utf-8" | "utf-16le" | "utf-16be" | undefined => {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return "utf-16le";
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return "utf-16be";
  return bytes.subarray(0, judged).includes(0) ? unmarkedUtf16(bytes) : undefined;
};

const decode = (bytes: Buffer, encoding: string, isWhole: boolean): string | undefined => {
  try {
    // What was cut off may end within a character.
    return new TextDecoder(encoding, { fatal: true }).decode(bytes, { stream: !isWhole });
  } catch {
    return undefined;
  }
};

/** Reads txt and md: UTF-8, UTF-16, or CP949, which holds EUC-KR. */
export function* readPlain(file: OpenFile): Generator<ExtractedPage> {
  const bytes = file.read(0, plainBytes);
  const isWhole = file.size <= plainBytes;
  const encoding = encodingOf(bytes);
  const text = encoding
    ? decode(bytes, encoding, isWhole)
    : (decode(bytes, "utf-8", isWhole) ?? decode(bytes, "euc-kr", isWhole));
  if (text === undefined) throw new ExtractionFailed("damaged", "no known encoding");
  yield { page: 1, text };
  // Tells that the file goes on.
  if (!isWhole) yield { page: Number.POSITIVE_INFINITY, text: "…" };
}
