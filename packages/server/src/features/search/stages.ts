import { priceBands, ratingSteps } from "@knowhow/shared";
import { isoSql } from "../../database/reading.ts";
import type { Reader } from "../../database/reads.ts";
import { isShort, type Fit, type Search, type SearchFilters } from "./fits.ts";
import {
  combine,
  describedQuery,
  filterQueries,
  lexemesOf,
  lookupsOf,
  nothing,
  some,
  type Lookup,
} from "./lookups.ts";
import type { SearchWord } from "./words.ts";

/** A column of an order: its value in a document, and its type. */
interface OrderColumn {
  of: (d: string) => string;
  type: string;
}

const column = (name: string, type: string): OrderColumn => ({ of: (d) => `${d}.${name}`, type });
const byTime = [column("upload_time", "timestamptz"), column("content_id", "uuid")];
const byPopularity = [column("popularity", "bigint"), ...byTime];

/** The orders of hits, all of them descending and with an index. */
const orders = {
  popular: byPopularity,
  newest: byTime,
  price: [{ of: (d: string) => `(-${d}.price)`, type: "integer" }, ...byTime],
  rating: [column("rating", "real"), ...byPopularity],
} satisfies Record<string, OrderColumn[]>;
export type OrderName = keyof typeof orders;

/** The number of values of a place in an order. */
export const placeLength = (order: OrderName): number => orders[order].length;

const escaped = (text: string): string => text.replace(/[\\%_]/g, "\\$&");
/** The database cuts what begins with a word at this length. */
const maxStart = 12;
const anywhere = (text: string): string => `%${escaped(text)}%`;
/** Finds a word where one of the text begins. */
const atStart = (text: string): string =>
  [...text].length > maxStart ? anywhere(text) : `% ${escaped(text)}%`;

/** Finds a word within a word of the text, where that begins. */
const inWord = (text: string): string =>
  [...text].length > maxStart ? anywhere(text) : `%\t${escaped(text)}%`;

/** Values of a statement in the order of their places in it. */
const createValues = () => {
  const values: unknown[] = [];
  const place = (value: unknown, type: string): string => `$${values.push(value)}::${type}`;
  return { values, place };
};
type Place = ReturnType<typeof createValues>["place"];

interface Conditions {
  /** What makes a document a hit. */
  matches: (d: string) => string;
  /** The same for the indexes, which tell less. */
  indexed: (d: string) => string;
}

/** Joins conditions; none is true. */
const both = (conditions: readonly string[]): string =>
  conditions.length === 0 ? "true" : conditions.join(" and ");

/** In SQL: what a mentor sells, for all conditions on its ids. */
const soldBy = (d: string, mentor: string): string =>
  `${d}.content_id in (select c.id from contents c where c.seller_id = ${mentor} and c.is_listed)`;

const filterConditions = (filters: SearchFilters, place: Place) => {
  const { category, min, max, free, kind, rating } = filters;
  const tests: [column: string, test: string][] = [];
  if (category !== undefined) tests.push(["category", `= ${place(category, "text")}`]);
  if (min !== undefined) tests.push(["price", `>= ${place(min, "integer")}`]);
  if (max !== undefined) tests.push(["price", `<= ${place(max, "integer")}`]);
  if (free === true) tests.push(["price", "= 0"]);
  if (kind !== undefined) tests.push(["kinds", `@> array[${place(kind, "text")}]`]);
  if (rating !== undefined) tests.push(["rating_mean", `>= ${place(rating, "real")}`]);
  const seller = filters.mentor === undefined ? undefined : place(filters.mentor, "uuid");
  return (d: string): string[] => [
    ...tests.map(([column, test]) => `${d}.${column} ${test}`),
    ...(seller === undefined ? [] : [soldBy(d, seller)]),
  ];
};

/** So many ways are asked for one by one. */
const maxLookups = 24;

/** The conditions of a fit. Of two fits the better one counts, so that a hit has one only; alone it counts whatever else fits. */
const conditionsOf = (
  { words, filters }: Search,
  fit: Fit,
  place: Place,
  { isAlone = false } = {},
): Conditions => {
  const filtered = filterConditions(filters, place);
  const filterLexemes = filterQueries(filters);
  type Test = (d: string) => string;
  const among = (patterns: readonly string[]): Test => {
    const list = place(patterns, "text[]");
    return (d) => `(${d}.title like any (${list}) or ${d}.names like any (${list}))`;
  };
  /** Each word, or all parts of a compound. */
  const every = (testOf: (word: SearchWord) => Test, partOf = testOf): Test => {
    const tests = words.map((word) => {
      const whole = testOf(word);
      const parts = word.parts?.map(partOf);
      return (d: string) => (parts ? `(${whole(d)} or ${both(parts.map((test) => test(d)))})` : whole(d));
    });
    return (d) => `(${both(tests.map((test) => test(d)))})`;
  };
  const inTitle = (pattern: (text: string) => string): Test => {
    const list = place(
      words.map(({ text }) => pattern(text)),
      "text[]",
    );
    return (d) => `${d}.title like all (${list})`;
  };
  const inOthers = () =>
    every(({ text, alternatives }) => {
      const list = place([text, ...alternatives].map(atStart), "text[]");
      return (d) => `${d}.title like any (${list})`;
    });
  const inNames = () => every(({ text, alternatives }) => among([text, ...alternatives].map(atStart)));
  const wordInLetters = ({ text, alternatives }: SearchWord) =>
    among([anywhere(text), ...alternatives.map(atStart)]);
  const inLetters = () => every(wordInLetters);
  /** Each word in names or in the description, the description last. Parts of a compound mean little there. */
  const described = () =>
    every((word) => {
      const inOne = wordInLetters(word);
      const texts = [word.text, ...word.alternatives];
      const query = place(some(texts.map((text) => `(${describedQuery(text)})`)), "tsquery");
      return (d) => `(${inOne(d)} or ${d}.description @@ ${query})`;
    }, wordInLetters);
  const lookUp = ({ lexemes, described: words }: Lookup): Test => {
    const queries = [...lexemes, ...filterLexemes];
    const tests: Test[] = [];
    if (queries.length > 0) {
      const query = place(queries.join(" & "), "tsquery");
      tests.push((d) => `${lexemesOf(d)} @@ ${query}`);
    }
    if (words.length > 0) {
      const query = place(words.join(" & "), "tsquery");
      tests.push((d) => `${d}.description @@ ${query}`);
    }
    return (d) => both(tests.map((test) => test(d)));
  };
  const anyOf = (lookups: readonly Lookup[]): Test => {
    const tests = lookups.map(lookUp);
    return (d) => `(${tests.map((test) => test(d)).join(" or ")})`;
  };
  const indexed = (): Test => {
    const perWord = words.map((word) => lookupsOf(word, fit));
    if (perWord.reduce((count, { length }) => count * length, 1) <= maxLookups)
      return anyOf(perWord.reduce(combine, [nothing]));
    const tests = perWord.map(anyOf);
    return (d) => both(tests.map((test) => test(d)));
  };
  const made = (matches: Test, better?: () => Test): Conditions => {
    // A value that no statement mentions has no type.
    const isBetter = isAlone ? undefined : better?.();
    return {
      matches: (d) => both([...filtered(d), matches(d), ...(isBetter ? [`not ${isBetter(d)}`] : [])]),
      indexed: indexed(),
    };
  };
  switch (fit) {
    case "word":
      return made(inTitle(inWord));
    case "title":
      return made(inTitle(atStart), isShort(words) ? () => inTitle(inWord) : undefined);
    case "others":
      return made(inOthers(), () => inTitle(atStart));
    case "names":
      return made(inNames(), inOthers);
    case "letters":
      return made(inLetters(), inNames);
    case "description":
      return made(described(), inLetters);
    case "any":
      return made(described());
  }
};

/** Documents that are walked in an order before the indexes are asked: a few, and many where enough of those are hits. */
const walks: Record<Fit, readonly [few: number, many: number]> = {
  word: [500, 5_000],
  title: [500, 5_000],
  others: [500, 5_000],
  names: [500, 5_000],
  letters: [500, 5_000],
  description: [100, 1_000],
  any: [200, 2_000],
};

/** What one mentor sells is few: it is found by its ids, and hardly ever among the first of all. */
const walkOf = ({ filters }: Search, fit: Fit): readonly [few: number, many: number] =>
  filters.mentor === undefined ? walks[fit] : [1, 1];

/** So many hits among the few promise a page among the many. */
const enough = 3;

/** A hit by its place in an order: the values of its columns, the content's id last. */
export type HitPlace = string[];

const keyText = (key: string, type: string): string =>
  type === "timestamptz" ? isoSql(key) : `${key}::text`;

/** Statements are prepared while they are few; those of many words are rare. */
const maxPrepared = 300;
const names = new Map<string, string>();
const nameOf = (text: string): { name?: string } => {
  const name = names.get(text) ?? `search_${names.size}`;
  if (!names.has(text) && names.size >= maxPrepared) return {};
  names.set(text, name);
  return { name };
};

/** Runs a statement that was made for its search. */
const run = async <R extends object>(reader: Reader, text: string, values: unknown[]): Promise<R[]> =>
  (await reader.query<R & Record<string, unknown>>({ ...nameOf(text), text, values })).rows;

/**
 * Hits of one fit in an order, from behind a place. Frequent words are found among the first documents of the order, rare
 * ones by the indexes; each way alone is slow for the other's words. Both go on behind the place, the indexes strictly
 * behind the walked documents, so that all pages together give every hit once.
 */
export const findPlaces = async (
  reader: Reader,
  search: Search,
  {
    fit,
    order,
    after,
    limit,
  }: { fit: Fit; order: OrderName; after: readonly string[] | undefined; limit: number },
): Promise<HitPlace[]> => {
  const { values, place } = createValues();
  const { matches, indexed } = conditionsOf(search, fit, place);
  const columns = orders[order];
  const [few, many] = walkOf(search, fit);
  const tuple = (d: string) => `(${columns.map(({ of }) => of(d)).join(", ")})`;
  const sorted = (d: string) => columns.map(({ of }) => `${of(d)} desc`).join(", ");
  const keys = (d: string) => columns.map(({ of }, index) => `${of(d)} as k${index}`).join(", ");
  const byKeys = columns.map((_, index) => `h.k${index} desc`).join(", ");
  const start = after ? `(${columns.map(({ type }, index) => place(after[index], type)).join(", ")})` : "";
  // Bounds of the column that is walked along save the way to the first hit.
  const { min, max } = search.filters;
  const bounds =
    order === "price"
      ? [
          ...(min === undefined ? [] : [`<= ${place(-min, "integer")}`]),
          ...(max === undefined ? [] : [`>= ${place(-max, "integer")}`]),
        ]
      : [];
  const isBehind = (d: string) =>
    both([...(after ? [`${tuple(d)} < ${start}`] : []), ...bounds.map((bound) => `(-${d}.price) ${bound}`)]);
  const count = place(limit, "integer");
  const walk = (size: number | string) => /* sql */ `
    (select * from search_documents s where ${isBehind("s")} order by ${sorted("s")} limit ${size})`;
  const text = /* sql */ `
    with probe as materialized (
      select count(*) as hits from (select from ${walk(few)} d where ${matches("d")} limit ${enough}) met),
    walked as materialized (
      select ${keys("d")} from ${walk(`(select case when hits >= ${enough} then ${many} when hits > 0 then ${few} else 0 end from probe)`)} d where ${matches("d")}
      order by ${sorted("d")} limit ${count}),
    edge as materialized (
      select ${keys("d")} from search_documents d
      where ${isBehind("d")} and (select count(*) from walked) < ${count}
      order by ${sorted("d")} offset (select case when hits >= ${enough} then ${many} else ${few} end - 1 from probe) limit 1),
    indexed as materialized (
      select ${keys("d")} from (
        select * from search_documents d where exists (select from edge) and ${indexed("d")} and ${matches("d")}
        -- Kept apart: the index of the order would give all rows behind the edge.
        offset 0) d
      where ${tuple("d")} < (select ${columns.map((_, index) => `k${index}`).join(", ")} from edge)),
    hits as (select * from walked union all select * from indexed)
    select ${columns.map(({ type }, index) => `${keyText(`h.k${index}`, type)} as k${index}`).join(", ")}
    from hits h order by ${byKeys} limit ${count}`;
  const rows = await run<Record<string, string>>(reader, text, values);
  return rows.map((row) => columns.map((_, index) => row[`k${index}`] ?? ""));
};

/** Hits are counted up to this number. */
const maxCounted = 1_000;
/** The share of documents from which on the indexes give too many to begin with. */
const frequent = 0.2;

/** Figures of a search as a whole. */
export interface Facets {
  total: number;
  category: Record<string, number>;
  kind: Record<string, number>;
  free: number;
  price: [min: number, max: number];
  /** By price band, and by least mean of ratings. */
  prices: Record<string, number>;
  ratings: Record<string, number>;
}

/** In SQL: the number of hits that meet each condition, by name. */
const countEach = (conditions: readonly (readonly [name: string | number, condition: string])[]): string =>
  `jsonb_build_object(${conditions.map(([name, condition]) => `'${name}', count(*) filter (where ${condition})`).join(", ")})`;

const inBands = Object.entries(priceBands).map(
  ([name, { min, max }]) => [name, `price between ${min} and ${max}`] as const,
);
const byMeans = ratingSteps.map((step) => [step, `rating_mean >= ${step}`] as const);

/** Counts the hits of a search: of frequent words the most popular ones, else any, since a thousand are enough. */
export const countHits = async (reader: Reader, search: Search): Promise<Facets> => {
  const { values, place } = createValues();
  const letters = conditionsOf(search, "letters", place, { isAlone: true });
  const described = conditionsOf(search, "any", place);
  const columns = "d.content_id, d.category, d.kinds, d.price, d.rating_mean";
  const [few, many] = walkOf(search, "letters");
  const popular = (size: number | string) =>
    `(select * from search_documents s order by s.popularity desc, s.upload_time desc, s.content_id desc limit ${size})`;
  const more = (name: string, { matches, indexed }: Conditions) => /* sql */ `
    select ${columns} from search_documents d
    where (select count(*) from ${name}) < ${maxCounted} and ${indexed("d")} and ${matches("d")} limit ${maxCounted}`;
  const text = /* sql */ `
    with probe as materialized (
      select count(*) >= ${few * frequent} as is_met from ${popular(few)} d where ${letters.matches("d")}),
    walked as materialized (
      select ${columns} from ${popular(`(select case when is_met then ${many} else 0 end from probe)`)} d
      where ${letters.matches("d")} limit ${maxCounted}),
    named as materialized (select * from walked union (${more("walked", letters)}) limit ${maxCounted}),
    hits as materialized (select * from named union (${more("named", described)}) limit ${maxCounted})
    select count(*)::int as total, count(*) filter (where price = 0)::int as free,
           coalesce((select jsonb_object_agg(category, n) from (
             select category, count(*)::int as n from hits group by category) c), '{}') as category,
           coalesce((select jsonb_object_agg(kind, n) from (
             select kind, count(*)::int as n from hits, unnest(kinds) kind group by kind) k), '{}') as kind,
           array[coalesce(min(price), 0), coalesce(max(price), 0)] as price,
           ${countEach(inBands)} as prices, ${countEach(byMeans)} as ratings
    from hits`;
  const [facets] = await run<Facets>(reader, text, values);
  if (!facets) throw new Error("a count gives one row");
  return facets;
};
