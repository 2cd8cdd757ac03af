import type { AskedOf } from "./addresses.ts";
import { api } from "./api.ts";
import { categoryCodes } from "./constants.ts";
import type { AnyEndpoint } from "./endpoint.ts";
import { shownRatings } from "./ratings.ts";
import { choiceNames } from "./searchKinds.ts";

/** Contents of one shelf of the market. */
export const shelfSize = 12;

/** A public read that a page begins with; `isPaged` where the page goes on to the next pages. */
export interface PageRead {
  call: AnyEndpoint;
  input: AskedOf;
  isPaged: boolean;
}

/** The same, as the page brings it along with its answer; `path` is that of the contract. */
export interface AnsweredRead {
  path: string;
  input: AskedOf;
  isPaged: boolean;
  data: unknown;
  nextCursor?: string;
}

/** Asks for a public page, in a wide window where `isDesk`. */
export interface RenderRequest {
  /** Path and query. */
  address: string;
  /** Of the site, as people reach it. */
  origin: string;
  isDesk: boolean;
  business: Readonly<Record<string, string>>;
  reads: readonly AnsweredRead[];
}

/** A rendered page: tags for the document's head, and the contents of the app's root. */
export interface RenderedPage {
  head: string;
  body: string;
}

/** A page that the server renders for visitors: its address without what changes nothing in it, and its reads. */
export interface PublicPlace {
  address: string;
  reads: readonly PageRead[];
}

const read = (call: AnyEndpoint, input: AskedOf = {}, isPaged = false): PageRead => ({
  call,
  input,
  isPaged,
});

const isCategory = (value: string | null): value is string =>
  value === "all" || categoryCodes.some((code) => code === value);

/**
 * Finds the page that the server renders at a path and query, with the reads of its screen; undefined for a page that begins
 * with the app's own frame. Searches and filters are too many to render each.
 */
export const findPublicPlace = (pathname: string, searchParams: URLSearchParams): PublicPlace | undefined => {
  if (pathname === "/") return { address: "/", reads: [read(api.contents.popular)] };
  if (pathname === "/market") {
    const category = searchParams.get("category");
    if (searchParams.has("q")) return undefined;
    if (isCategory(category) && choiceNames.some((name) => searchParams.has(name))) return undefined;
    if (isCategory(category))
      return {
        address: `/market?category=${category}`,
        reads: [read(api.contents.category, { params: { category } }, true)],
      };
    const newest = read(api.contents.list, { query: { limit: shelfSize } });
    return { address: "/market", reads: [newest, read(api.contents.popular)] };
  }
  const [address, kind, id] = /^\/(content|mentors)\/([\w-]{1,64})$/.exec(pathname) ?? [];
  if (address === undefined || id === undefined || searchParams.has("q")) return undefined;
  const params = { id };
  if (kind === "mentors")
    return {
      address,
      reads: [read(api.mentors.get, { params }), read(api.mentors.contents, { params }, true)],
    };
  return {
    address,
    reads: [
      read(api.contents.get, { params }),
      read(api.ratings.list, { params, query: { limit: shownRatings } }, true),
      read(api.comments.list, { params }, true),
    ],
  };
};
