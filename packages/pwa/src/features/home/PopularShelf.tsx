import MenuBookRounded from "@mui/icons-material/MenuBookRounded";
import Button from "@mui/material/Button";
import { Link } from "react-router-dom";
import { client } from "@knowhow/ui/client/client.ts";
import { useEndpoint } from "@knowhow/ui/client/queries.ts";
import { EmptyState } from "@knowhow/ui/components/EmptyState.tsx";
import { ErrorState } from "@knowhow/ui/client/ErrorState.tsx";
import { ContentShelf } from "../contents/ContentShelf.tsx";

/** The number of skeletons while the TOP 10 is loading. */
const skeletons = 10;

/** The ten most popular contents. */
export const PopularShelf = () => {
  const { data, error, refetch } = useEndpoint(client.contents.popular, {});
  if (error && !data)
    return (
      <ErrorState
        error={error}
        title="인기 콘텐츠를 불러오지 못했습니다"
        onRetry={() => void refetch()}
        component="h2"
        isOfShop
      />
    );
  if (data?.length === 0)
    return (
      <EmptyState
        icon={MenuBookRounded}
        component="h2"
        title="아직 인기 콘텐츠가 없어요"
        description="첫 콘텐츠를 올리고 이 자리의 주인공이 되어보세요."
        action={
          <Button component={Link} to="/upload" variant="contained">
            콘텐츠 올리기
          </Button>
        }
      />
    );
  return (
    <ContentShelf
      title="인기 콘텐츠 TOP 10"
      contents={data}
      skeletons={skeletons}
      moreTo="/market"
      moreLabel="마켓에서 모두 보기"
      isEager
      isRanked
    />
  );
};
