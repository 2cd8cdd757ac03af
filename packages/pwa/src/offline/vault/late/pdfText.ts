import { getDocument } from "pdfjs-dist/legacy/build/pdf.mjs";
import { KeptFileTransport, pdfSettings } from "./pdfLibrary.ts";
import { maxTextLength, maxTextPages } from "../textBounds.ts";
import type { TextPage, VaultBytes } from "../vaultFiles.ts";

/** The text of a kept PDF by its pages, up to a bound; a document that does not open has none. */
export const takePdfText = async (bytes: VaultBytes, signal: AbortSignal): Promise<TextPage[]> => {
  let fail: (error: unknown) => void = () => undefined;
  const failure = new Promise<never>((_, reject) => {
    fail = reject;
  });
  const task = getDocument({ range: new KeptFileTransport(bytes, fail), ...pdfSettings });
  const take = async (): Promise<TextPage[]> => {
    const document = await task.promise;
    const pages: TextPage[] = [];
    let length = 0;
    for (let number = 1; number <= Math.min(document.numPages, maxTextPages); number += 1) {
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
    return pages;
  };
  try {
    return await Promise.race([take(), failure]);
  } catch (error) {
    if (signal.aborted) throw error;
    console.warn(error);
    return [];
  } finally {
    task.destroy().catch(() => undefined);
  }
};
