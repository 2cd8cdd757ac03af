import type { ReadingEntry } from "@knowhow/shared";
import Box from "@mui/material/Box";
import Card from "@mui/material/Card";
import CardActionArea from "@mui/material/CardActionArea";
import LinearProgress from "@mui/material/LinearProgress";
import Skeleton from "@mui/material/Skeleton";
import Typography from "@mui/material/Typography";
import { useId, type ReactNode } from "react";
import { Link } from "react-router-dom";
import { pictureSizes } from "@knowhow/ui/client/pictures.ts";
import { RelativeTime } from "@knowhow/ui/components/RelativeTime.tsx";
import { ContentCover } from "../../components/ContentCover.tsx";
import { readerPath, readingKindOf } from "../reading/readingKind.ts";

const title = "이어 읽기";
/** Of one card, so that the place of the row is known before its cards are. */
const cardHeight = "6.5rem";
const maxCards = 3;
/** A file read this far is read. */
const wholeShare = 0.995;

const placeWords = ({ fileName, page, position }: ReadingEntry): string =>
  position >= wholeShare
    ? "끝까지 읽었어요"
    : [
        ...(page !== null && readingKindOf(fileName) === "pdf" ? [`${page}쪽`] : []),
        `${Math.round(position * 100)}%`,
      ].join(" · ");

const ReadingCard = ({ entry }: { entry: ReadingEntry }) => (
  <Card sx={{ height: cardHeight }}>
    <CardActionArea
      component={Link}
      to={readerPath(entry.contentId, entry.index)}
      sx={{ display: "flex", alignItems: "stretch", height: "100%" }}
    >
      <Box
        sx={{
          flex: "none",
          alignSelf: "center",
          width: 104,
          ml: 1.5,
          borderRadius: "8px",
          overflow: "hidden",
        }}
      >
        <ContentCover
          content={{
            id: entry.contentId,
            title: entry.title,
            category: entry.category,
            previewImageUrls: entry.previewImageUrl === null ? [] : [entry.previewImageUrl],
          }}
          sizes={pictureSizes.row}
        />
      </Box>
      <Box sx={{ flex: 1, minWidth: 0, display: "grid", alignContent: "center", gap: 0.25, px: 1.5 }}>
        <Typography variant="subtitle2" component="h3" noWrap>
          {entry.title}
        </Typography>
        <Typography variant="body2" color="textSecondary" noWrap>
          {entry.fileName}
        </Typography>
        <Typography variant="body2" color="textSecondary" noWrap>
          {placeWords(entry)} · <RelativeTime time={entry.at} />
        </Typography>
        <LinearProgress
          variant="determinate"
          value={entry.position * 100}
          aria-hidden
          sx={{ mt: 0.5, borderRadius: 999 }}
        />
      </Box>
    </CardActionArea>
  </Card>
);

const Row = ({ children, isBusy = false }: { children: ReactNode; isBusy?: boolean }) => {
  const id = useId();
  return (
    <Box component="section" aria-labelledby={id} aria-busy={isBusy} sx={{ minWidth: 0 }}>
      <Typography variant="h2" id={id} sx={{ minHeight: 44, mb: 1, display: "flex", alignItems: "center" }}>
        {title}
      </Typography>
      <Box
        component="ul"
        sx={{
          display: "grid",
          gridAutoFlow: { xs: "column", md: "row" },
          gridAutoColumns: { xs: "84%", sm: "20rem" },
          gridTemplateColumns: { md: "repeat(3, minmax(0, 1fr))" },
          gap: { xs: 1.5, md: 2 },
          m: 0,
          mx: { xs: -2, md: 0 },
          px: { xs: 2, md: 0 },
          listStyle: "none",
          overflowX: { xs: "auto", md: "visible" },
          overscrollBehaviorX: "contain",
          scrollSnapType: "x mandatory",
          scrollPaddingInline: 16,
          scrollbarWidth: "none",
          "& > li": { scrollSnapAlign: "start", minWidth: 0 },
        }}
      >
        {children}
      </Box>
    </Box>
  );
};

interface ContinueReadingProps {
  /** Undefined while they are not known. */
  readings: readonly ReadingEntry[] | undefined;
  isAwaited: boolean;
}

/** Files that were read last, each with a link to where reading stopped; nothing where none was. */
export const ContinueReading = ({ readings, isAwaited }: ContinueReadingProps) => {
  if (readings === undefined)
    return isAwaited ? (
      <Row isBusy>
        {[0, 1, 2].map((position) => (
          <li key={position}>
            <Skeleton variant="rounded" sx={{ height: cardHeight }} />
          </li>
        ))}
      </Row>
    ) : null;
  if (readings.length === 0) return <div hidden />;
  return (
    <Row>
      {readings.slice(0, maxCards).map((entry) => (
        <li key={`${entry.contentId} ${entry.index}`}>
          <ReadingCard entry={entry} />
        </li>
      ))}
    </Row>
  );
};
