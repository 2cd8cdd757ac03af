import type { ByteSource } from "./byteSource.ts";

/** How much of a text is judged: enough to be sure, and a bounded time. */
const judged = 4 * 1024 * 1024;

/** Control characters that no text has. */
// eslint-disable-next-line no-control-regex -- these are what the test is about
const control = /[\u0000-\u0008\u000b\u000e-\u0019\u001c-\u001f\u007f]/u;

const decodes = async (source: ByteSource, encoding: "utf-8" | "euc-kr"): Promise<boolean> => {
  const decoder = new TextDecoder(encoding, { fatal: true });
  try {
    // A file read in part may end within a character: only the end of a whole one has to be complete.
    for await (const chunk of await source.stream(judged)) {
      // Streams of stored bytes give buffers.
      if (control.test(decoder.decode(chunk as Buffer, { stream: true }))) return false;
    }
    if (source.size <= judged) decoder.decode();
    return true;
  } catch (error) {
    if (error instanceof TypeError) return false;
    throw error;
  }
};

/** Tells whether bytes are Korean or Latin text: UTF-8, or CP949 which holds EUC-KR, without control characters. */
export const isPlainText = async (source: ByteSource): Promise<boolean> =>
  source.size > 0 && ((await decodes(source, "utf-8")) || (await decodes(source, "euc-kr")));
