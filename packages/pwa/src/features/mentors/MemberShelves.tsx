import { useEffect } from "react";
import { shelvesKey } from "@knowhow/ui/client/activeUser.ts";
import { client } from "@knowhow/ui/client/client.ts";
import { ErrorState } from "@knowhow/ui/client/ErrorState.tsx";
import { writeNote } from "@knowhow/ui/client/notes.ts";
import { useEndpoint } from "@knowhow/ui/client/queries.ts";
import { usePersonId } from "@knowhow/ui/client/session.ts";
import { ContentShelf } from "../contents/ContentShelf.tsx";
import { ShelfPlaces } from "../contents/ShelfPlaces.tsx";

const shelves = [
  {
    list: "newFromFollowed",
    title: "팔로우한 멘토의 새 콘텐츠",
    moreTo: "/following",
    moreLabel: "팔로우한 멘토 모두 보기",
  },
  { list: "wishes", title: "찜한 콘텐츠", moreTo: "/wishes", moreLabel: "찜한 콘텐츠 모두 보기" },
  { list: "popularThisWeek", title: "이번 주 인기" },
] as const;

/** Shelves of home for members: new contents of followed mentors, contents on the wish list, and the popular of the week. */
export const MemberShelves = () => {
  const personId = usePersonId();
  const { data, error, refetch } = useEndpoint(client.home.get, {});
  const found = data && shelves.filter(({ list }) => data[list]?.length);
  const count = found?.length;
  useEffect(() => {
    if (count !== undefined) writeNote(shelvesKey, `${personId} ${count}`);
  }, [count, personId]);
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
  if (!found) return <ShelfPlaces />;
  if (found.length === 0) return <div hidden />;
  return found.map(({ list, ...shelf }, position) => (
    <ContentShelf key={list} {...shelf} contents={data[list]} skeletons={4} isEager={position === 0} />
  ));
};
