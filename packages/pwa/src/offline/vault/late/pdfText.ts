import { getDocument } from "pdfjs-dist/legacy/build/pdf.mjs";
import { recordHead, type FileHead } from "../fileHead.ts";
import { KeptFileTransport, keptPdfSettings } from "./pdfLibrary.ts";
import { maxTextLength, maxTextPages } from "../textBounds.ts";
import type { TextPage, VaultBytes } from "../vaultFiles.ts";

interface TakenText {
  pages: TextPage[];
  /** What the document is opened by; none where it does not open. */
  head?: FileHead;
}

/** The text of a kept PDF by its pages, up to a bound; a document that does not open has none. */
export const takePdfText = async (bytes: VaultBytes, signal: AbortSignal): Promise<TakenText> => {
  const record = recordHead();
  let isOpening = true;
  const recorded: VaultBytes = {
    size: bytes.size,
    read: async (begin, end) => {
      const chunk = await bytes.read(begin, end);
      if (isOpening) record.note(begin, chunk);
      return chunk;
    },
  };
  let fail: (error: unknown) => void = () => undefined;
  const failure = new Promise<never>((_, reject) => {
    fail = reject;
  });
  const task = getDocument({ range: new KeptFileTransport(recorded, fail), ...keptPdfSettings });
  const take = async (): Promise<TakenText> => {
    const document = await task.promise;
    const count = Math.min(document.numPages, maxTextPages);
    for (let number = 1; number <= count; number += 1) {
      signal.throwIfAborted();
      await document.getPage(number);
    }
    isOpening = false;
    const pages: TextPage[] = [];
    let length = 0;
    for (let number = 1; number <= count; number += 1) {
      signal.throwIfAborted();
      const page = await document.getPage(number);
      const { items } = await page.getTextContent();
      page.cleanup();
      const text = items
        .map((item) => ("str" in item ? item.str + (item.hasEOL ? "\n" : "") : ""))
        .join("")
        .slice(0, maxTextLength - length);
      if (text.trim() !== "") pages.push({ page: number, text });
      length += text.length;
      if (length >= maxTextLength) break;
    }
    return { pages, head: record.head() };
  };
  try {
    return await Promise.race([take(), failure]);
  } catch (error) {
    if (signal.aborted) throw error;
    console.warn(error);
    return { pages: [] };
  } finally {
    task.destroy().catch(() => undefined);
  }
};
