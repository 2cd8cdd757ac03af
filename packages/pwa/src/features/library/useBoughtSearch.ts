import {
  categoryLabel,
  fitOf,
  isFound,
  searchWordsOf,
  type BoughtContent,
  type ReadingEntry,
  type SearchWords,
} from "@knowhow/shared";
import { useEffect, useMemo, useState } from "react";
import { client } from "@knowhow/ui/client/client.ts";
import { otherKeyboard } from "@knowhow/ui/client/otherKeyboard.ts";
import { usePagedEndpoint } from "@knowhow/ui/client/queries.ts";

const namesOf = ({ title, mentorNickname, category, tags = [] }: BoughtContent): string[] => [
  title,
  mentorNickname,
  categoryLabel(category),
  ...tags,
];

/** Sorts by the last reading or the purchase, the latest first; `readings` are newer than the list may be. */
const sortByUse = (contents: BoughtContent[], readings: readonly ReadingEntry[]): BoughtContent[] => {
  const timeOf = ({ id, lastReadAt, purchasedAt }: BoughtContent): number => {
    const read = readings.find(({ contentId }) => contentId === id)?.at;
    // Lists that a device has kept for long lack the time of reading.
    return Math.max(...[read, lastReadAt, purchasedAt].map((time) => Date.parse(time ?? "") || 0));
  };
  const times = new Map(contents.map((content) => [content, timeOf(content)]));
  return contents.sort((one, other) => (times.get(other) ?? 0) - (times.get(one) ?? 0));
};

/** Sorts hits by how well the words fit; of two that fit alike the one before stays before. */
const sortByFit = (contents: readonly BoughtContent[], words: SearchWords): BoughtContent[] => {
  const fits = new Map(contents.map((content) => [content, fitOf(words, namesOf(content))]));
  return contents.toSorted((one, other) => (fits.get(one) ?? 0) - (fits.get(other) ?? 0));
};

/**
 * The bought contents and those that a search finds, by the market's rules, with a network and without: hits that fit
 * better first, then the latest purchase, or by use where the readings are given.
 */
export const useBoughtSearch = (readings?: readonly ReadingEntry[]) => {
  const pages = usePagedEndpoint(client.contents.bought, {});
  const [text, setText] = useState("");
  const words = useMemo(() => searchWordsOf(text), [text]);
  const isSearching = words.texts.length + words.initials.length > 0;
  const { items, hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = pages;
  // A search covers later pages too, where the content that was read last may stand.
  const isReading = (isSearching || readings !== undefined) && hasNextPage && !isFetchNextPageError;
  useEffect(() => {
    if (isReading && !isFetchingNextPage) void fetchNextPage();
  }, [isReading, isFetchingNextPage, fetchNextPage]);
  const [found, meant] = useMemo(() => {
    const find = (asked: SearchWords) => {
      const hits = items?.filter((content) => isFound(asked, namesOf(content), [content.description]));
      const byUse = hits && readings ? sortByUse(hits, readings) : hits;
      return byUse && isSearching ? sortByFit(byUse, asked) : byUse;
    };
    const typed = find(words);
    // As in the market, where nothing has the words as they were typed.
    const other = isSearching && typed?.length === 0 ? otherKeyboard(text) : undefined;
    const retyped = other === undefined ? [] : find(searchWordsOf(other));
    return retyped?.length ? ([retyped, other] as const) : ([typed, undefined] as const);
  }, [items, words, text, isSearching, readings]);
  return { pages, text, setText, isSearching, isReading, found, meant };
};
