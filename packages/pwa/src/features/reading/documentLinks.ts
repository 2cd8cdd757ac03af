import { isReadingPage } from "@knowhow/shared/pages.ts";
import { PDFLinkService } from "pdfjs-dist/legacy/web/pdf_viewer.mjs";

/**
 * The links of a stranger's document: within the product they lead to pages for reading alone, since other addresses of
 * ours may do more than show. The library has made sure that they are whole addresses.
 */
export class DocumentLinks extends PDFLinkService {
  override addLinkAttributes(...[link, address, ...rest]: Parameters<PDFLinkService["addLinkAttributes"]>) {
    const { host, pathname } = new URL(address);
    if (host !== window.location.host || isReadingPage(pathname))
      super.addLinkAttributes(link, address, ...rest);
  }
}
