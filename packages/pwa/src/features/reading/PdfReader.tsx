import Box from "@mui/material/Box";
import {
  useCallback,
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
  type Ref,
} from "react";
import { ErrorState } from "@knowhow/ui/client/ErrorState.tsx";
import { openPdf, type Pdf, type PdfSource } from "./pdfViewer.ts";
import type { Place } from "../../offline/readingPlaces.ts";
import type { ReaderNews } from "./reader.ts";
import { ReaderSkeleton } from "./ReaderSkeleton.tsx";
import { usePinch } from "./usePinch.ts";

/** The acts on a PDF, without its closing. */
export type PdfActs = Omit<Pdf, "close">;

interface PdfReaderProps extends ReaderNews {
  /** Another object is another document. */
  source: PdfSource;
  start: Place | undefined;
  /** The path of the object that holds it. */
  objectPath: string;
  /** Light letters on dark paper. */
  isDark: boolean;
  ref: Ref<PdfActs>;
}

const noAnswer = "문서를 열지 못했습니다. 손상되지 않은 파일인지 다운로드해서 확인해주세요.";

/** The pages of a PDF, one below the other, with their text for selection and search. */
export const PdfReader = ({ source, start, objectPath, isDark, ref, ...news }: PdfReaderProps) => {
  const box = useRef<HTMLDivElement>(null);
  const pdf = useRef<Pdf>(undefined);
  const latest = useRef({ news, start });
  useEffect(() => {
    latest.current = { news, start };
  });
  const [isOpen, setIsOpen] = useState(false);
  const [isDrawn, setIsDrawn] = useState(false);
  const [failure, setFailure] = useState<Error>();
  const [attempt, setAttempt] = useState(0);
  // Closed while its box is still in the page: a viewer that is left in none fails at its next drawing.
  useLayoutEffect(() => {
    if (!box.current) return undefined;
    const viewer = openPdf({
      box: box.current,
      source,
      start: latest.current.start,
      onOpened: (...opened) => {
        setIsOpen(true);
        latest.current.news.onOpened(...opened);
      },
      onDrawn: () => setIsDrawn(true),
      onPlace: (place) => latest.current.news.onPlace(place),
      onFound: (found) => latest.current.news.onFound(found),
      onFailed: () => setFailure(new Error(noAnswer)),
    });
    pdf.current = viewer;
    return () => {
      pdf.current = undefined;
      viewer.close();
    };
  }, [source, attempt]);
  useImperativeHandle(ref, () => ({
    showPage: (page) => pdf.current?.showPage(page),
    zoom: (direction) => pdf.current?.zoom(direction),
    fit: (to) => pdf.current?.fit(to),
    find: (text, direction) => pdf.current?.find(text, direction),
    showSpreads: (isOn) => pdf.current?.showSpreads(isOn),
    scale: (factor, origin) => pdf.current?.scale(factor, origin),
    drawThumbnail: async (page, canvas, width) => pdf.current?.drawThumbnail(page, canvas, width),
  }));
  const handleScale = useCallback((factor: number, origin: [number, number]) => {
    pdf.current?.scale(factor, origin);
  }, []);
  usePinch(box, handleScale);
  return (
    <>
      {failure ? (
        <ErrorState
          error={failure}
          title="문서를 열지 못했습니다"
          onRetry={() => {
            setFailure(undefined);
            setAttempt((before) => before + 1);
          }}
        />
      ) : isOpen ? null : (
        <ReaderSkeleton />
      )}
      <Box
        // A new one for each attempt: the library leaves its elements behind.
        key={attempt}
        ref={box}
        role="region"
        aria-label="문서"
        aria-busy={!isDrawn && !failure}
        // Kept as a picture for the next start without a network.
        data-picture=""
        data-object={objectPath}
        tabIndex={0}
        sx={{
          position: "absolute",
          inset: 0,
          overflow: "auto",
          visibility: isOpen ? "visible" : "hidden",
          touchAction: "pan-x pan-y",
          "& .page": { border: 0, margin: "0 auto 8px", boxShadow: 1 },
          // The library counts no gaps when it fits two pages to the window. Twice, as its own rule is as strong.
          "& .spread, && .pdfViewer .spread .page": { marginInline: 0 },
          ...(isDark
            ? {
                "& .page": { backgroundColor: "#111" },
                "& .canvasWrapper": { filter: "invert(0.92) hue-rotate(180deg)" },
              }
            : {}),
        }}
      >
        <div className="pdfViewer" />
      </Box>
    </>
  );
};
