import CategoryRounded from "@mui/icons-material/CategoryRounded";
import { categoryLabel, type Content } from "@knowhow/shared";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import { useRef, type ReactNode } from "react";
import { Link } from "react-router-dom";
import { client } from "@knowhow/ui/client/client.ts";
import { usePagedEndpoint } from "@knowhow/ui/client/queries.ts";
import { EmptyState } from "@knowhow/ui/components/EmptyState.tsx";
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

/** Everything in one category, newest first; `all` is every one. */
export const CategoryResults = ({ category }: { category: string }) => {
  const pages = usePagedEndpoint(client.contents.category, { params: { category } });
  return (
    <Results
      title={category === "all" ? "최신 콘텐츠" : categoryLabel(category)}
      pages={pages}
      empty={
        <EmptyState
          icon={CategoryRounded}
          component="h3"
          title="이 카테고리에는 아직 콘텐츠가 없습니다"
          description="다른 카테고리를 둘러보거나 첫 콘텐츠를 올려보세요."
          action={
            <Button component={Link} to="/upload" variant="outlined">
              콘텐츠 올리기
            </Button>
          }
        />
      }
    />
  );
};
