import AutoStoriesRounded from "@mui/icons-material/AutoStoriesRounded";
import { categories, shelfSize, type CategoryCode } from "@knowhow/shared";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import { Link } from "react-router-dom";
import { client } from "@knowhow/ui/client/client.ts";
import { useEndpoint } from "@knowhow/ui/client/queries.ts";
import { EmptyState } from "@knowhow/ui/components/EmptyState.tsx";
import { ErrorState } from "@knowhow/ui/client/ErrorState.tsx";
import { useNearViewport } from "@knowhow/ui/components/useNearViewport.ts";
import { ContentShelf } from "./ContentShelf.tsx";

const skeletons = 9;

/** One category's newest; reads them when it is about to be seen, and renders nothing where there are none. */
const CategoryShelf = ({ code, label }: { code: CategoryCode; label: string }) => {
  const { ref, isNear } = useNearViewport();
  const { data, error } = useEndpoint(
    client.contents.category,
    { params: { category: code }, query: { limit: shelfSize } },
    { enabled: isNear },
  );
  // A category that can not be read does not affect the others.
  if ((error && !data) || data?.length === 0) return null;
  return (
    <Box ref={ref} sx={{ minWidth: 0 }}>
      <ContentShelf
        title={label}
        contents={data}
        // Far below the fold one skeleton keeps the place; a hundred of them would be work for every frame.
        skeletons={isNear ? skeletons : 1}
        moreTo={`/market?category=${code}`}
        moreLabel={`${label} 모두 보기`}
      />
    </Box>
  );
};

const PopularShelf = () => {
  const { data, error } = useEndpoint(client.contents.popular, {});
  return (error && !data) || data?.length === 0 ? null : (
    <ContentShelf title="인기" contents={data} skeletons={skeletons} isRanked />
  );
};

/** All contents in shelves: the newest, the most popular, then each category that has any. */
export const MarketShelves = () => {
  const { data, error, refetch } = useEndpoint(client.contents.list, { query: { limit: shelfSize } });
  if (error && !data)
    return <ErrorState error={error} isOfShop onRetry={() => void refetch()} component="h2" />;
  if (data?.length === 0)
    return (
      <EmptyState
        icon={AutoStoriesRounded}
        component="h2"
        title="아직 등록된 콘텐츠가 없습니다"
        description="첫 번째 콘텐츠를 올려보세요."
        action={
          <Button component={Link} to="/upload" variant="contained">
            콘텐츠 올리기
          </Button>
        }
      />
    );
  return (
    <Box sx={{ display: "grid", gridTemplateColumns: "minmax(0, 1fr)", gap: { xs: 4, md: 5 } }}>
      <ContentShelf
        title="최신"
        contents={data}
        skeletons={skeletons}
        moreTo="/market?category=all"
        isEager
      />
      {data ? <PopularShelf /> : null}
      {data ? categories.map((category) => <CategoryShelf key={category.code} {...category} />) : null}
    </Box>
  );
};
