import Box from "@mui/material/Box";
import { client } from "@knowhow/ui/client/client.ts";
import { ErrorState } from "@knowhow/ui/client/ErrorState.tsx";
import { useEndpoint } from "@knowhow/ui/client/queries.ts";
import { ContentShelf } from "../contents/ContentShelf.tsx";

const skeletons = 4;

/** Shelves of home for members: new contents of followed mentors, what they keep in mind, and the popular of the week. */
export const MemberShelves = () => {
  const { data, error, refetch } = useEndpoint(client.home.get, {});
  if (error && !data)
    return (
      <ErrorState
        error={error}
        title="새 소식을 불러오지 못했습니다"
        onRetry={() => void refetch()}
        component="h2"
        isOfShop
      />
    );
  // How many shelves there will be is not known: what stands below waits outside the screen.
  if (!data) return <Box aria-busy sx={{ minHeight: "100vh" }} />;
  return (
    <>
      {data.newFromFollowed?.length ? (
        <ContentShelf
          title="팔로우한 멘토의 새 콘텐츠"
          contents={data.newFromFollowed}
          skeletons={skeletons}
          moreTo="/following"
          moreLabel="팔로우한 멘토 모두 보기"
        />
      ) : null}
      {data.wishes?.length ? (
        <ContentShelf
          title="찜한 콘텐츠"
          contents={data.wishes}
          skeletons={skeletons}
          moreTo="/wishes"
          moreLabel="찜한 콘텐츠 모두 보기"
        />
      ) : null}
      {data.popularThisWeek.length === 0 ? null : (
        <ContentShelf title="이번 주 인기" contents={data.popularThisWeek} skeletons={skeletons} />
      )}
    </>
  );
};
