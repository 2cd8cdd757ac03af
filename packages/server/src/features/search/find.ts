import type { SearchSort } from "@knowhow/shared";
import type { Reader } from "../../database/reads.ts";
import type { Deps } from "../../deps.ts";
import type { StoredContent } from "../contents/presenter.ts";
import { contentJson, mentorSql, type ContentRow } from "../contents/queries.ts";
import { findCorrections } from "./corrections.ts";
import { fits, fitsOf, type Fit, type Search, type SearchFilters } from "./fits.ts";
import { findPlaces, type HitPlace } from "./stages.ts";
import { addAlternatives, splitSearch, type SearchWord } from "./words.ts";

/** Fewer hits than these may be for want of the right letters. */
const fewHits = 3;
/** Words of which one at a time is left out, where all of them find nothing. */
const maxLeftOut = 5;

/** Where a hit stands: how well it fits, and its place in the order of those. */
export interface HitPosition {
  fit: Fit;
  place: HitPlace;
}

/** A search as it is asked for. */
export interface SearchRequest {
  query: string;
  filters: SearchFilters;
  sort: SearchSort;
  /** The position behind which the hits are to stand. */
  after: HitPosition | undefined;
  limit: number;
}

/** What a search has come to. */
export interface SearchPage {
  /** The words that the hits have. */
  words: readonly SearchWord[];
  positions: HitPosition[];
  /** Words that find more than those of the search. */
  didYouMean?: string;
  /** The hits are those of these words. */
  isCorrected?: boolean;
}

type Parts = Pick<Deps, "microCache">;

const contentsStatement = {
  name: "search_contents",
  text: /* sql */ `
    select ${contentJson}
    from unnest($1::uuid[]) with ordinality h (id, n) join contents c on c.id = h.id and c.is_listed ${mentorSql}
    order by h.n`,
};

/** The contents of hits, in their order. One that has left the market meanwhile is missing. */
export const readHits = async (
  reader: Reader,
  positions: readonly HitPosition[],
): Promise<StoredContent[]> => {
  if (positions.length === 0) return [];
  const { rows } = await reader.query<ContentRow>({
    ...contentsStatement,
    values: [positions.map(({ place }) => place.at(-1))],
  });
  return rows.map(({ content }) => content);
};

/** Hits of words: those that fit better first, in each case by the order; another one makes no difference between fits. */
export const findPositions = async (
  reader: Reader,
  search: Search,
  { sort, after, limit }: Pick<SearchRequest, "sort" | "after" | "limit">,
): Promise<HitPosition[]> => {
  const order = sort === "relevance" ? "popular" : sort;
  const positions: HitPosition[] = [];
  const find = (fit: Fit, most: number) =>
    findPlaces(reader, search, {
      fit,
      order,
      after: after?.fit === fit ? after.place : undefined,
      limit: most,
    });
  const isByFit = sort === "relevance" && search.words.length > 0;
  const all: Fit[] = isByFit ? fitsOf(search.words) : ["any"];
  const from = after && isByFit ? fits.findIndex((fit) => fit === after.fit) : 0;
  const left = isByFit ? all.filter((fit) => fits.findIndex((one) => one === fit) >= from) : all;
  for (const [index, fit] of left.entries()) {
    if (positions.length >= limit) break;
    // Where few fit well, most often none fit worse: one question instead of one for each fit.
    if (
      index === 1 &&
      !after &&
      left.length > 2 &&
      positions.length === (await find("any", positions.length + 1)).length
    )
      break;
    const places = await find(fit, limit - positions.length);
    positions.push(...places.map((place) => ({ fit, place })));
  }
  return positions;
};

/** Whether a position of a cursor is one of such a search. */
export const isPositionOf = (fit: string, words: readonly unknown[], sort: SearchSort): fit is Fit =>
  sort === "relevance" && words.length > 0 ? fits.some((one) => one === fit) : fit === "any";

/**
 * Finds what has the words of a search. Where they find next to nothing they may be mistyped: words that find more take
 * their place if nothing was found, and are named else.
 */
export const findHits = async (
  parts: Parts,
  reader: Reader,
  { query, filters, sort, after, limit }: SearchRequest,
): Promise<SearchPage> => {
  const typed = splitSearch(query);
  const words = await addAlternatives(parts, reader, typed);
  const page = { sort, after, limit };
  const positions = await findPositions(reader, { words, filters }, page);
  if (after || typed.length === 0 || positions.length >= Math.min(fewHits, limit))
    return { words, positions };
  // Whether words are mistyped does not depend on what else is chosen.
  const few = { sort: "popular", after: undefined, limit: fewHits } as const;
  const count = async (some: readonly SearchWord[]) =>
    (await findPositions(reader, { words: some, filters: {} }, few)).length;
  const isPlain = sort === "relevance" && Object.values(filters).every((value) => value === undefined);
  const before = isPlain ? positions.length : await count(words);
  if (before >= fewHits) return { words, positions };
  for (const correction of await findCorrections(reader, typed)) {
    const corrected = await addAlternatives(parts, reader, correction);
    if ((await count(corrected)) > before) {
      const didYouMean = correction.join(" ");
      if (before > 0) return { words, positions, didYouMean };
      return {
        words: corrected,
        positions: await findPositions(reader, { words: corrected, filters }, page),
        didYouMean,
        isCorrected: true,
      };
    }
  }
  return { words, positions };
};

/** Contents in the place of the hits of a search that finds nothing. */
interface Near {
  /** The words that find them; none where they are popular. */
  words?: string;
  contents: StoredContent[];
}

/** Finds hits of all words but one, for a search that finds nothing. */
export const findNear = async (
  reader: Reader,
  words: readonly SearchWord[],
  limit: number,
): Promise<Near | undefined> => {
  if (words.length < 2) return undefined;
  const first = { sort: "popular", after: undefined, limit: 1 } as const;
  for (const [index] of words.slice(0, maxLeftOut).entries()) {
    // The last word is left out first: the subject of a search mostly begins it.
    const rest = words.toSpliced(words.length - 1 - index, 1);
    if ((await findPositions(reader, { words: rest, filters: {} }, first)).length === 0) continue;
    const page = { sort: "relevance", after: undefined, limit } as const;
    const positions = await findPositions(reader, { words: rest, filters: {} }, page);
    return {
      words: rest.map(({ text }) => text).join(" "),
      contents: await readHits(reader, positions),
    };
  }
  return undefined;
};

/** Finds popular contents, everywhere or in a category, for words of which none finds anything. */
export const findPopular = async (
  reader: Reader,
  category: string | undefined,
  limit: number,
): Promise<Near | undefined> => {
  const page = { sort: "popular", after: undefined, limit } as const;
  const contents = await readHits(
    reader,
    await findPositions(reader, { words: [], filters: { category } }, page),
  );
  return contents.length > 0 ? { contents } : undefined;
};
