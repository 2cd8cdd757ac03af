import {
  getDocument,
  type PDFDocumentLoadingTask,
  type PDFDocumentProxy,
} from "pdfjs-dist/legacy/build/pdf.mjs";
import { EventBus, FindState, LinkTarget, PDFFindController, PDFViewer, SpreadMode } from "pdfjs-dist/legacy/web/pdf_viewer.mjs"; // oxfmt-ignore
import "pdfjs-dist/legacy/web/pdf_viewer.css";
import type { Place } from "../../offline/readingPlaces.ts";
import type { VaultBytes } from "../../offline/vault/vaultFiles.ts";
import { KeptFileTransport, keptPdfSettings, pdfSettings } from "../../offline/vault/late/pdfLibrary.ts";
import { DocumentLinks } from "./documentLinks.ts";
import { placeAt, showPlace, type Found, type ReaderActs, type ReaderNews } from "./reader.ts";

/** Pixels of one drawn page: more take a phone's memory. */
const maxPixels = 2 ** 24;

/** A document at an address of the server, or among the files on the device. */
export type PdfSource = { address: string } | { kept: VaultBytes };

interface OpenPdf extends ReaderNews {
  /** Fills its positioned parent. */
  box: HTMLDivElement;
  source: PdfSource;
  start: Place | undefined;
  /** Called once a page in sight is drawn. */
  onDrawn: () => void;
  onFailed: () => void;
}

/** A document in use. */
export interface Pdf extends ReaderActs {
  /** Two pages beside each other, the first alone. */
  showSpreads: (isOn: boolean) => void;
  /** Changes the size by a factor, as two fingers or a wheel do. */
  scale: (factor: number, origin: [x: number, y: number]) => void;
  /** Draws a page, so many pixels wide. */
  drawThumbnail: (page: number, canvas: HTMLCanvasElement, width: number) => Promise<void>;
  close: () => void;
}

/** Ends a document; the library leaves unheard that a request ends with it which nothing has read from yet. */
const endDocument = (task: PDFDocumentLoadingTask): void => {
  const hear = (event: PromiseRejectionEvent) => {
    if (event.reason instanceof DOMException && event.reason.name === "AbortError") event.preventDefault();
  };
  window.addEventListener("unhandledrejection", hear);
  task
    .destroy()
    .catch(() => undefined)
    // Rejections are told a moment after the document has ended.
    .finally(() => setTimeout(() => window.removeEventListener("unhandledrejection", hear)));
};

/**
 * Finds Korean words also where the file spaces them otherwise: at the end of a line nothing tells a blank from none, and
 * the sentences of a summary are read from the same lines.
 */
class FindController extends PDFFindController {
  override match(...[query, text, index]: Parameters<PDFFindController["match"]>) {
    const found = super.match(query, text, index);
    if (found?.length || typeof query !== "string" || !/\p{Script=Hangul}/u.test(query)) return found;
    const letters = query.trim().split(/\s*/u);
    const pattern = letters
      .map((letter) => letter.replace(/[^\p{L}\p{N}]/u, String.raw`\$&`))
      .join(String.raw`\s*`);
    return [...text.matchAll(new RegExp(pattern, "gi"))].map(({ index: at, 0: { length } }) => ({
      index: at,
      length,
    }));
  }
}

/** Opens a PDF by ranges and shows it in a box; the library draws the pages in sight and forgets the others. */
export const openPdf = ({
  box,
  source,
  start,
  onOpened,
  onDrawn,
  onPlace,
  onFound,
  onFailed,
}: OpenPdf): Pdf => {
  const eventBus = new EventBus();
  const linkService = new DocumentLinks({
    eventBus,
    externalLinkTarget: LinkTarget.BLANK,
    externalLinkRel: "noopener noreferrer nofollow",
    ignoreDestinationZoom: true,
  });
  const findController = new FindController({ eventBus, linkService });
  const viewer = new PDFViewer({
    container: box,
    eventBus,
    linkService,
    findController,
    maxCanvasPixels: maxPixels,
    removePageBorders: true,
    // Links are followed; forms and notes are shown as they were saved.
    annotationMode: 1,
    annotationEditorMode: -1,
  });
  linkService.setViewer(viewer);
  const closing = new AbortController();
  const { signal } = closing;
  const fail = (error: unknown) => {
    if (signal.aborted) return;
    console.warn(error);
    onFailed();
  };
  const task = getDocument({
    ...("kept" in source
      ? { range: new KeptFileTransport(source.kept, fail), ...keptPdfSettings }
      : { url: source.address, ...pdfSettings }),
  });

  const pageAt = (index: number): HTMLElement => {
    // The library's type of a page's view is any.
    const { div } = viewer.getPageView(index) as { div: HTMLElement };
    return div;
  };
  const pagesOf = (): HTMLElement[] => Array.from({ length: viewer.pagesCount }, (_, index) => pageAt(index));
  let isPlaced = false;
  let frame = 0;
  let last = start;
  let fittedHeight = box.clientHeight;
  const tellPlace = () => {
    // After a change of the window the place from before is shown again first.
    if (!isPlaced || signal.aborted || box.clientHeight !== fittedHeight) return;
    last = placeAt(box, pagesOf());
    onPlace(last);
  };
  eventBus.on("pagesinit", () => {
    for (const [index, page] of pagesOf().entries()) {
      // The library would name them in English.
      page.removeAttribute("data-l10n-id");
      page.setAttribute("aria-label", `${index + 1}쪽`);
    }
    viewer.currentScaleValue = "auto";
    if (start) showPlace(box, pagesOf(), start);
    isPlaced = true;
    onOpened(viewer.pagesCount, "쪽");
    tellPlace();
  });
  eventBus.on("pagerendered", ({ pageNumber }: { pageNumber: number }) => {
    const page = pageAt(pageNumber - 1).getBoundingClientRect();
    const { top, bottom } = box.getBoundingClientRect();
    // The first page is begun before the place is shown.
    if (page.bottom > top && page.top < bottom) onDrawn();
  });
  box.addEventListener(
    "scroll",
    () => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(tellPlace);
    },
    { passive: true, signal },
  );
  // The size follows the window where it was fitted to it.
  const sizes = new ResizeObserver(() => {
    fittedHeight = box.clientHeight;
    if (!isPlaced || !last) return;
    const { currentScaleValue: fitted } = viewer;
    viewer.currentScaleValue = fitted;
    viewer.update();
    showPlace(box, pagesOf(), last);
  });
  sizes.observe(box);

  let found: Found = { current: 0, total: 0, isDone: true };
  const tellFound = (
    { matchesCount: { current, total } }: { matchesCount: { current: number; total: number } },
    isDone = found.isDone,
  ) => {
    found = { current, total, isDone };
    onFound(found);
  };
  eventBus.on("updatefindmatchescount", tellFound);
  eventBus.on(
    "updatefindcontrolstate",
    (news: { state: number; matchesCount: { current: number; total: number } }) =>
      tellFound(news, news.state !== FindState.PENDING),
  );

  const setDocument = (document: PDFDocumentProxy | null) => {
    // Its types do not tell that it takes none.
    viewer.setDocument(document as PDFDocumentProxy);
    linkService.setDocument(document);
  };
  task.promise.then((document) => {
    if (!signal.aborted) setDocument(document);
  }, fail);

  return {
    showPage: (page) => viewer.scrollPageIntoView({ pageNumber: page }),
    zoom: (direction) => (direction > 0 ? viewer.increaseScale() : viewer.decreaseScale()),
    fit: (to) => {
      viewer.currentScaleValue = to === "width" ? "page-width" : "page-fit";
    },
    find: (text, direction) => {
      if (text === "") {
        eventBus.dispatch("findbarclose", {});
        return;
      }
      eventBus.dispatch("find", {
        type: direction === "first" ? "" : "again",
        query: text,
        highlightAll: true,
        findPrevious: direction === "previous",
        caseSensitive: false,
        entireWord: false,
        matchDiacritics: false,
      });
    },
    showSpreads: (isOn) => {
      viewer.spreadMode = isOn ? SpreadMode.EVEN : SpreadMode.NONE;
      viewer.currentScaleValue = "auto";
    },
    scale: (scaleFactor, origin) => viewer.updateScale({ scaleFactor, origin, drawingDelay: 400 }),
    drawThumbnail: async (number, canvas, width) => {
      const page = await (await task.promise).getPage(number);
      const { width: whole } = page.getViewport({ scale: 1 });
      const viewport = page.getViewport({ scale: width / whole });
      canvas.width = viewport.width;
      canvas.height = viewport.height;
      await page.render({ canvas, viewport }).promise;
    },
    close: () => {
      closing.abort();
      cancelAnimationFrame(frame);
      sizes.disconnect();
      // The memory of drawn pages is given back at once: their collection may take minutes.
      for (const canvas of box.querySelectorAll("canvas")) canvas.width = canvas.height = 0;
      // Pages, drawings and a search that come late find no document.
      setDocument(null);
      endDocument(task);
    },
  };
};
