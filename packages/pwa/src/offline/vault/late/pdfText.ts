import { getDocument, type PDFDocumentProxy } from "pdfjs-dist/legacy/build/pdf.mjs";
import { openHead, recordHead } from "../fileHead.ts";
import { KeptFileTransport, keptPdfSettings } from "./pdfLibrary.ts";
import { maxTextLength, maxTextPages } from "../textBounds.ts";
import type { TextPage, VaultBytes } from "../vaultFiles.ts";

/** Bytes after which a document is opened anew, since the library keeps all that it reads, pictures of pages too. */
const renewBytes = 16 * 1024 * 1024;

type Read = VaultBytes["read"];

interface TakenText {
  pages: TextPage[];
  /** What the document is opened by; none where it does not open. */
  head?: ArrayBuffer;
}

/** Does some work on a document, of which nothing stays. */
const withDocument = async <T>(
  size: number,
  read: Read,
  work: (document: PDFDocumentProxy) => Promise<T>,
): Promise<T> => {
  let fail: (error: unknown) => void = () => undefined;
  const failure = new Promise<never>((_, reject) => {
    fail = reject;
  });
  const task = getDocument({ range: new KeptFileTransport({ size, read }, fail), ...keptPdfSettings });
  try {
    return await Promise.race([task.promise.then(work), failure]);
  } finally {
    await task.destroy().catch(() => undefined);
  }
};

/** The stretches by which a document and its pages are opened. */
const takeHead = async ({ size, read }: VaultBytes, signal: AbortSignal): Promise<ArrayBuffer> => {
  const record = recordHead();
  const noted: Read = async (begin, end) => {
    const chunk = await read(begin, end);
    record.note(begin, chunk);
    return chunk;
  };
  await withDocument(size, noted, async (document) => {
    for (let number = 1; number <= Math.min(document.numPages, maxTextPages); number += 1) {
      signal.throwIfAborted();
      await document.getPage(number);
    }
  });
  return record.pack();
};

/** The text of a kept PDF by its pages, up to a bound; a document that does not open has none. */
export const takePdfText = async (bytes: VaultBytes, signal: AbortSignal): Promise<TakenText> => {
  const pages: TextPage[] = [];
  try {
    const head = await takeHead(bytes, signal);
    const known = openHead(head);
    let taken = 0;
    const read: Read = async (begin, end) => {
      const near = known(begin, end);
      if (near) return near;
      taken += end - begin;
      return bytes.read(begin, end);
    };
    let number = 1;
    let length = 0;
    /** Goes on where the document before ended; whether there is more. */
    const takeStretch = async (document: PDFDocumentProxy): Promise<boolean> => {
      const last = Math.min(document.numPages, maxTextPages);
      const hasMore = () => number <= last && length < maxTextLength;
      for (taken = 0; hasMore() && taken < renewBytes; number += 1) {
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
      }
      return hasMore();
    };
    while (await withDocument(bytes.size, read, takeStretch));
    return { pages, head };
  } catch (error) {
    if (signal.aborted) throw error;
    console.warn(error);
    return { pages: [] };
  }
};
