import type { ReadingText as Text } from "@knowhow/shared";
import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Typography from "@mui/material/Typography";
import { memo, useEffect, useImperativeHandle, useMemo, useRef, useState, type Ref } from "react";
import { client } from "@knowhow/ui/client/client.ts";
import { ErrorState } from "@knowhow/ui/client/ErrorState.tsx";
import { useEndpoint } from "@knowhow/ui/client/queries.ts";
import { ReadingText } from "../../components/ReadingText.tsx";
import { createTextSearch, markNames } from "./markText.ts";
import type { Place } from "../../offline/readingPlaces.ts";
import { placeAt, showPlace, type ReaderActs, type ReaderNews } from "./reader.ts";
import { ReaderSkeleton } from "./ReaderSkeleton.tsx";
import { partLabel, partsOf, unitWords, type TextPart } from "./textParts.ts";

interface TextReaderProps extends ReaderNews {
  contentId: string;
  index: string;
  version: string | undefined;
  start: Place | undefined;
  /** The path of the object that holds the file. */
  objectPath: string;
  /** A file that is text, and shown as it is. */
  isPlain: boolean;
  ref: Ref<ReaderActs>;
}

const sizes = [0.875, 1, 1.125, 1.25, 1.5, 1.75, 2] as const;
const usualSize = sizes.indexOf(1);

const Part = memo(({ part: { number, text }, unit }: { part: TextPart; unit: Text["unit"] }) => (
  <Box
    component="section"
    data-part=""
    {...(number === null ? {} : { "aria-label": partLabel(unit, number) })}
    sx={{ contentVisibility: "auto", containIntrinsicSize: "auto 60rem", pb: number === null ? 0 : 4 }}
  >
    {number === null ? null : (
      <Typography
        variant="body2"
        component="h2"
        color="textSecondary"
        sx={{ borderBottom: "1px solid", borderColor: "divider", mb: 2, fontSize: "0.875em" }}
      >
        {partLabel(unit, number)}
      </Typography>
    )}
    <ReadingText text={text} />
  </Box>
));

const Parts = ({
  text,
  isPlain,
  start,
  objectPath,
  ref,
  onOpened,
  onPlace,
  onFound,
}: TextReaderProps & { text: Text }) => {
  const box = useRef<HTMLDivElement>(null);
  const [size, setSize] = useState(usualSize);
  const parts = useMemo(() => partsOf(text), [text]);
  const { unit } = text;
  const news = useRef({ onOpened, onPlace, onFound });
  useEffect(() => {
    news.current = { onOpened, onPlace, onFound };
  });
  const first = useRef(start);
  const search = useRef<ReturnType<typeof createTextSearch>>(undefined);
  const numbers = useMemo(() => parts.map(({ number }) => number), [parts]);
  const elements = () => [...(box.current?.querySelectorAll<HTMLElement>("[data-part]") ?? [])];
  useEffect(() => {
    const element = box.current;
    if (!element) return undefined;
    const shown = elements();
    const tell = () => {
      const { page, position } = placeAt(element, shown);
      news.current.onPlace({ position, page: page === null ? null : (numbers[page - 1] ?? null) });
    };
    if (first.current) {
      const { page, position } = first.current;
      const part = page === null ? -1 : numbers.indexOf(page);
      showPlace(element, shown, { position, page: part < 0 ? null : part + 1 });
    }
    search.current = createTextSearch(element, (found) => news.current.onFound(found));
    news.current.onOpened(numbers.at(-1) ?? 0, unitWords[unit]);
    tell();
    let frame = 0;
    const handleScroll = () => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(tell);
    };
    element.addEventListener("scroll", handleScroll, { passive: true });
    return () => {
      element.removeEventListener("scroll", handleScroll);
      cancelAnimationFrame(frame);
      search.current?.close();
    };
  }, [numbers, unit]);
  useImperativeHandle(ref, () => ({
    showPage: (page) => {
      const shown = elements();
      const { page: current } = box.current ? placeAt(box.current, shown) : { page: 1 };
      // Slides without words have no part: the next one in the direction of the way is shown.
      const isBack = page < (numbers[(current ?? 1) - 1] ?? 1);
      const at = isBack
        ? numbers.findLastIndex((number) => number !== null && number <= page)
        : numbers.findIndex((number) => number !== null && number >= page);
      shown[at]?.scrollIntoView();
    },
    zoom: (direction) => setSize((before) => Math.min(sizes.length - 1, Math.max(0, before + direction))),
    fit: () => setSize(usualSize),
    find: (wanted, direction) => search.current?.find(wanted, direction),
  }));
  return (
    <Box
      ref={box}
      role="region"
      aria-label="문서"
      data-object={objectPath}
      tabIndex={0}
      sx={{
        position: "absolute",
        inset: 0,
        overflow: "auto",
        px: { xs: 2, md: 3 },
        py: 3,
        fontSize: `${sizes[size] ?? 1}rem`,
        "& p, & td": { fontSize: "1em" },
        lineHeight: 1.8,
        [`& ::highlight(${markNames.all})`]: { backgroundColor: "#FDE68A", color: "#111827" },
        [`& ::highlight(${markNames.current})`]: { backgroundColor: "#F59E0B", color: "#111827" },
      }}
    >
      <Box sx={{ display: "grid", gridTemplateColumns: "minmax(0, 1fr)", maxWidth: "44em", mx: "auto" }}>
        {isPlain ? null : (
          <Typography variant="body2" color="textSecondary" sx={{ mb: 2 }}>
            글과 표만 옮긴 것이라 원본과 모양이 달라요.
          </Typography>
        )}
        {parts.map((part, at) => (
          <Part key={at} part={part} unit={unit} />
        ))}
        {text.isTruncated ? (
          <Alert severity="info" role="note" sx={{ mt: 2 }}>
            파일이 길어서 여기까지만 보여드려요. 나머지는 다운로드해서 읽을 수 있어요.
          </Alert>
        ) : null}
      </Box>
    </Box>
  );
};

/** The text of a file for reading. */
export const TextReader = (props: TextReaderProps) => {
  const { contentId, index, version } = props;
  const { data, error, isFetching, refetch } = useEndpoint(client.reading.text, {
    params: { contentId, index },
    ...(version === undefined ? {} : { query: { version } }),
  });
  if (data) return <Parts {...props} text={data} />;
  if (error && !isFetching)
    return (
      <ErrorState
        error={error}
        title="파일을 읽지 못했습니다"
        onRetry={() => void refetch()}
        unconnected={{
          title: "이 파일은 아직 이 기기에 없어요",
          description: "연결되면 저절로 열려요.",
        }}
      />
    );
  return <ReaderSkeleton />;
};
