import {
  AppError, isStorable, isVisible, searchWordsOf, unstorableValue, type SearchWords,
} from "@knowhow/shared"; // oxfmt-ignore
import { behind } from "../../database/reading.ts";
import type { Reader } from "../../database/reads.ts";
import type { StoredContent } from "./presenter.ts";
import { contentJson, mentorSql, popularity, popularityOf, type ContentRow } from "./queries.ts";

const maxLength = 300;
const maxWords = 20;
/** The number of most popular contents that are searched before the index of grams. */
const walk = 5_000;

/** A query's words, and the characters and pairs of neighbours that a hit must have. */
export interface SearchTerms extends SearchWords {
  grams: string[];
}

/** Distinct pairs of neighbours of a word; the word itself when it is one character. The database makes the same. */
const gramsOf = (word: string): string[] => {
  const letters = [...word];
  if (letters.length === 1) return letters;
  return letters.slice(1).map((letter, index) => `${letters[index] ?? ""}${letter}`);
};

const invalid = (message: string): AppError => new AppError("VALIDATION", { fields: { query: message } });

/** The error for an empty search. */
export const emptySearch = (): AppError => invalid("검색어를 입력해주세요.");

/** Splits a user's query at white space, in the normal form of the stored text. An empty or endless one is 400. */
export const parseSearch = (query: string): SearchTerms => {
  if (!isStorable(query)) throw invalid(unstorableValue);
  if (!isVisible(query)) throw emptySearch();
  const { texts, initials } = searchWordsOf(query);
  const words = [...texts, ...initials];
  if (query.length > maxLength || words.length > maxWords) throw invalid("검색어가 너무 깁니다.");
  return { texts, initials, grams: [...new Set(words.flatMap(gramsOf))] };
};

/** A pattern that finds the text anywhere, taken literally. */
const anywhere = (text: string): string => `%${text.replace(/[\\%_]/g, "\\$&")}%`;

const places = (alias: string): string =>
  `${alias}.likes_count, ${alias}.purchases_count, ${alias}.view_count, ${alias}.upload_time, ${alias}.id`;
const tuple = (alias: string): string => `(${places(alias)})`;
const after = `(${["$4::integer", "$5::integer", "$6::integer", "$7::timestamptz", "$8::uuid"].join(", ")})`;
const matches = (alias: string): string =>
  `${alias}.search_text like all ($1::text[]) and ${alias}.search_initials like all ($2::text[])`;

/**
 * Frequent words are found among the most popular contents, rare ones by the index of grams; each way alone is slow for
 * the other's words. Both continue behind the cursor in one order, the index strictly behind the walked contents, so
 * that all pages together give every hit once. Thousands of hits are sorted by their places alone: whole rows would not
 * fit into the memory of a sort.
 */
const statement = {
  name: "contents_search",
  text: /* sql */ `
    with walked as materialized (
      select ${places("w")} from (
        select * from contents c where c.is_listed and ${tuple("c")} < ${after}
        order by ${popularity} limit ${walk}) w
      where ${matches("w")}
      order by ${popularityOf("w")} limit $9),
    edge as materialized (
      select ${places("c")}
      from contents c where c.is_listed and ${tuple("c")} < ${after}
        and (select count(*) from walked) < $9
      order by ${popularity} offset ${walk - 1} limit 1),
    indexed as materialized (
      select ${places("c")} from contents c
      where exists (select from edge) and c.is_listed and c.search_grams @> $3::text[] and ${matches("c")}
        and ${tuple("c")} < (select likes_count, purchases_count, view_count, upload_time, id from edge)),
    hits as (
      select * from walked
      union all
      select * from indexed)
    select ${contentJson}
    from (select id from hits order by ${popularity} limit $9) h join contents c on c.id = h.id ${mentorSql}
    order by ${popularityOf("c")}`,
};

/** A place before any possible content. */
const start = ["2147483647", "2147483647", "2147483647", ...behind(undefined)];

/** Contents in which every word occurs, most popular first, from behind a cursor of five values. */
export const findMatching = async (
  reader: Reader,
  words: SearchTerms,
  { cursor, limit }: { cursor: string[] | undefined; limit: number },
): Promise<StoredContent[]> => {
  const { rows } = await reader.query<ContentRow>({
    ...statement,
    values: [
      words.texts.map(anywhere),
      words.initials.map(anywhere),
      words.grams,
      ...(cursor ?? start),
      limit,
    ],
  });
  return rows.map(({ content }) => content);
};

/** The cursor behind a hit. */
export const searchCursor = (content: StoredContent): string[] => [
  String(content.likesCount),
  String(content.purchasesCount),
  String(content.viewCount),
  content.uploadTime,
  content.id,
];
