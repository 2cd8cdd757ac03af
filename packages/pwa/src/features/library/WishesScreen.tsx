import BookmarkBorderRounded from "@mui/icons-material/BookmarkBorderRounded";
import type { WishedContent } from "@knowhow/shared";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import { useRef } from "react";
import { Link } from "react-router-dom";
import { client } from "@knowhow/ui/client/client.ts";
import { ErrorState } from "@knowhow/ui/client/ErrorState.tsx";
import { usePagedEndpoint } from "@knowhow/ui/client/queries.ts";
import { EmptyState } from "@knowhow/ui/components/EmptyState.tsx";
import { LoadMore } from "@knowhow/ui/components/LoadMore.tsx";
import { PageTitle } from "@knowhow/ui/components/PageTitle.tsx";
import { useFocusAfterRemoval } from "@knowhow/ui/components/useFocusAfterRemoval.ts";
import { MemberOnly } from "@knowhow/ui/features/layout/MemberOnly.tsx";
import { ContentCard } from "../../components/ContentCard.tsx";
import { ContentGrid, ContentGridSkeleton } from "../contents/ContentGrid.tsx";
import { WishButton } from "../wishes/WishButton.tsx";
import { LibraryPlaces } from "./LibraryPlaces.tsx";
import { useSeenWishes, wishNewsOf } from "./wishNews.ts";

const skeletons = 8;

const WishTile = ({ content, isEager }: { content: WishedContent; isEager?: boolean }) => {
  const news = wishNewsOf(content);
  return (
    <Box sx={{ display: "flex", flexDirection: "column", height: "100%" }}>
      <Box sx={{ flex: 1 }}>
        <ContentCard
          content={content}
          action={<WishButton content={content} />}
          headingLevel="h2"
          {...(isEager === undefined ? {} : { isEager })}
        />
      </Box>
      {news.length > 0 ? (
        <Box sx={{ mt: 0.75, typography: "body2", fontWeight: 600, color: "secondary.main" }}>
          {news.map((line) => (
            <div key={line}>{line}</div>
          ))}
        </Box>
      ) : null}
    </Box>
  );
};

const Wishes = () => {
  const pages = usePagedEndpoint(client.wishes.list, {});
  const list = useRef<HTMLUListElement>(null);
  const end = useRef<HTMLDivElement>(null);
  useFocusAfterRemoval(list, end);
  useSeenWishes(pages.items);
  if (pages.items === undefined)
    return pages.error ? (
      <ErrorState
        error={pages.error}
        title="찜한 콘텐츠를 불러오지 못했습니다"
        component="h2"
        onRetry={() => void pages.refetch()}
        unconnected={{
          title: "찜한 콘텐츠 목록은 아직 이 기기에 없어요",
          description: "연결되면 저절로 보여요.",
        }}
      />
    ) : (
      <ContentGridSkeleton count={skeletons} />
    );
  // One that was taken back goes at once.
  const wished = pages.items.filter(({ isWished }) => isWished);
  return (
    <div ref={end} tabIndex={-1} style={{ outline: "none" }}>
      {wished.length === 0 && !pages.hasNextPage ? (
        <EmptyState
          icon={BookmarkBorderRounded}
          component="h2"
          title="아직 찜한 콘텐츠가 없어요"
          description="콘텐츠의 찜하기를 누르면 여기에 모여요."
          action={
            <Button component={Link} to="/market" variant="contained">
              마켓 둘러보기
            </Button>
          }
        />
      ) : (
        <ContentGrid contents={wished} listRef={list} Tile={WishTile} />
      )}
      <LoadMore pages={pages} list={list} />
    </div>
  );
};

/** /wishes: the contents that the user keeps in mind, the latest first. */
export const WishesScreen = () => (
  <MemberOnly skeleton={<ContentGridSkeleton count={skeletons} />} isForSuspended>
    {() => (
      <Box sx={{ display: "grid", gridTemplateColumns: "minmax(0, 1fr)", gap: { xs: 2, md: 3 } }}>
        <PageTitle title="찜한 콘텐츠" />
        <LibraryPlaces />
        <Wishes />
      </Box>
    )}
  </MemberOnly>
);
