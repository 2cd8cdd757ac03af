import { client } from "@knowhow/ui/client/client.ts";
import { ErrorState } from "@knowhow/ui/client/ErrorState.tsx";
import { useEndpoint } from "@knowhow/ui/client/queries.ts";
import { ContentShelf } from "../contents/ContentShelf.tsx";

const skeletons = 4;

/** Shelves of home for members: new contents of followed mentors, and the popular ones of the week. */
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
  return (
    <>
      {data?.newFromFollowed?.length ? (
        <ContentShelf
          title="새로 올라온 콘텐츠"
          contents={data.newFromFollowed}
          skeletons={skeletons}
          moreTo="/following"
          moreLabel="팔로우한 멘토 모두 보기"
        />
      ) : null}
      {data?.popularThisWeek.length === 0 ? null : (
        <ContentShelf title="이번 주 인기" contents={data?.popularThisWeek} skeletons={skeletons} />
      )}
    </>
  );
};
