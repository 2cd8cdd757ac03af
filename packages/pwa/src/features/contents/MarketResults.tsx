import type { Content } from "@knowhow/shared";
import Box from "@mui/material/Box";
import Typography from "@mui/material/Typography";
import { useRef, type ReactNode } from "react";
import { ErrorState } from "@knowhow/ui/client/ErrorState.tsx";
import { LoadMore } from "@knowhow/ui/components/LoadMore.tsx";
import { ContentGrid, ContentGridSkeleton } from "./ContentGrid.tsx";

const skeletons = 9;

interface ResultsProps {
  title: string;
  pages: Parameters<typeof LoadMore>[0]["pages"] & {
    items: Content[] | undefined;
    refetch: () => Promise<unknown>;
  };
  /** Stands between the heading and the list. */
  note?: ReactNode;
  empty: ReactNode;
  /** Of the search. */
  words?: string;
}

/** A paged grid with its heading, in all its states. */
export const Results = ({ title, pages, note, empty, words }: ResultsProps) => {
  const { items, error } = pages;
  const list = useRef<HTMLUListElement>(null);
  return (
    <Box component="section" aria-label={title}>
      <Typography variant="h2" sx={{ mb: 2 }} aria-live="polite">
        {title}
      </Typography>
      {note}
      {items === undefined && error ? (
        <ErrorState error={error} isOfShop onRetry={() => void pages.refetch()} />
      ) : items === undefined ? (
        <ContentGridSkeleton count={skeletons} />
      ) : items.length === 0 ? (
        empty
      ) : (
        <>
          <ContentGrid contents={items} listRef={list} words={words} />
          <LoadMore pages={pages} list={list} />
        </>
      )}
    </Box>
  );
};
