import { categoryLabel, isFound, searchWordsOf, type BoughtContent } from "@knowhow/shared";
import { useEffect, useMemo, useState } from "react";
import { client } from "@knowhow/ui/client/client.ts";
import { usePagedEndpoint } from "@knowhow/ui/client/queries.ts";

const namesOf = ({ title, mentorNickname, category }: BoughtContent): string[] => [
  title,
  mentorNickname,
  categoryLabel(category),
];

/** The bought contents and those that a search finds, by the market's rules, with a network and without. */
export const useBoughtSearch = () => {
  const pages = usePagedEndpoint(client.contents.bought, {});
  const [text, setText] = useState("");
  const { texts, initials } = useMemo(() => searchWordsOf(text), [text]);
  const isSearching = texts.length + initials.length > 0;
  const { items, hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = pages;
  const isReading = isSearching && hasNextPage && !isFetchNextPageError;
  useEffect(() => {
    // Later pages of the list are searched too.
    if (isReading && !isFetchingNextPage) void fetchNextPage();
  }, [isReading, isFetchingNextPage, fetchNextPage]);
  const found = useMemo(
    () => items?.filter((content) => isFound({ texts, initials }, namesOf(content), [content.description])),
    [items, texts, initials],
  );
  return { pages, text, setText, isSearching, isReading, found };
};
