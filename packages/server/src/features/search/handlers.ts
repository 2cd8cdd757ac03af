import type { Content, search, SearchSort } from "@knowhow/shared";
import type { Context } from "koa";
import type { Deps } from "../../deps.ts";
import type { Handlers } from "../../http/mount.ts";
import { brokenCursor, nextPageHeaders, readCursor, splitPage, withCursor } from "../../http/paging.ts";
import type { Viewer } from "../../http/state.ts";
import { readerFor } from "../../http/writePosition.ts";
import { presentContent, type StoredContent } from "../contents/presenter.ts";
import { findFlags } from "../contents/queries.ts";
import type { SearchFilters } from "./fits.ts";
import {
  findHits,
  findNear,
  findPopular,
  isPositionOf,
  readHits,
  type SearchPage,
  type SearchRequest,
} from "./find.ts";
import { countHits, placeLength } from "./stages.ts";
import { findSuggestions } from "./suggestions.ts";
import { emptySearch, parseSearch, splitSearch } from "./words.ts";

/** Contents that some of the words find, or that are popular, at most. */
const maxNear = 8;

interface PageRequest {
  query: string;
  filters: SearchFilters;
  sort: SearchSort;
  limit: number;
  cursor: string | undefined;
}

/** A cursor names the words that the first page has found, which may be others than those typed. */
const readPosition = ({ query, sort, cursor }: PageRequest): Pick<SearchRequest, "query" | "after"> => {
  const order = sort === "relevance" ? "popular" : sort;
  const values = readCursor(cursor, placeLength(order) + 2);
  if (!values) return { query, after: undefined };
  const [words = "", fit = "", ...place] = values;
  if (!isPositionOf(fit, splitSearch(words), sort)) throw brokenCursor();
  return { query: words, after: { fit, place } };
};

/** Answers searches. */
export const createSearchHandlers = (deps: Deps): Handlers<typeof search> => {
  const present = async (viewer: Viewer | undefined, found: StoredContent[]): Promise<Content[]> => {
    const flagsOf = await findFlags(
      deps.pool,
      viewer?.id,
      found.map(({ id }) => id),
    );
    return found.map((content) => presentContent(content, viewer, flagsOf(content.id)));
  };

  /** A page of hits, with the next one named in the answer's headers. */
  const findPage = async (ctx: Context, request: PageRequest): Promise<SearchPage> => {
    const { filters, sort, limit } = request;
    const { query, after } = readPosition(request);
    const found = await withCursor(() =>
      findHits(deps, readerFor(deps, ctx), { query, filters, sort, after, limit: limit + 1 }),
    );
    const text = found.words.map((word) => word.text).join(" ");
    const { page, next } = splitPage(found.positions, limit, ({ fit, place }) => [text, fit, ...place]);
    ctx.set(nextPageHeaders(ctx, limit, next));
    return { ...found, positions: page };
  };

  return {
    find: async ({ ctx, viewer, query: { q = "", sort, limit, cursor, ...filters } }) => {
      const reader = readerFor(deps, ctx);
      const found = await findPage(ctx, { query: q, filters, sort, limit, cursor });
      const { words, positions, didYouMean, isCorrected = false } = found;
      const count = (some: SearchFilters) =>
        deps.microCache.get(`search ${JSON.stringify([words, some])}`, () =>
          countHits(reader, { words, filters: some }),
        );
      const { mentor, category } = filters;
      // Most often two of these are the same, which is counted once.
      const [contents, { total }, ofWords, facets] = await Promise.all([
        readHits(reader, positions),
        count(filters),
        count({ mentor }),
        count({ mentor, category }),
      ]);
      const isNowhere = positions.length === 0 && cursor === undefined && mentor === undefined;
      const near = isNowhere
        ? ((await findNear(reader, words, maxNear)) ??
          (words.length > 0 && ofWords.total === 0
            ? await findPopular(reader, category, maxNear)
            : undefined))
        : undefined;
      return {
        hits: await present(viewer, contents),
        total,
        facets: { ...facets, category: ofWords.category },
        isCorrected,
        ...(didYouMean === undefined ? {} : { didYouMean }),
        ...(near ? { near: { words: near.words, hits: await present(viewer, near.contents) } } : {}),
      };
    },

    suggestions: async ({ ctx, query: { q = "" } }) => ({
      suggestions: await findSuggestions(deps, readerFor(deps, ctx), q),
    }),

    list: async ({ ctx, viewer, query: { limit, cursor }, params: { query } }) => {
      parseSearch(query);
      const { positions } = await findPage(ctx, { query, filters: {}, sort: "relevance", limit, cursor });
      return present(viewer, await readHits(readerFor(deps, ctx), positions));
    },

    listNothing: () => Promise.reject(emptySearch()),
  };
};
