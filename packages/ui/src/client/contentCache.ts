import type { Content, HomeLists, RelatedContents } from "@knowhow/shared";
import type { QueryClient, QueryKey } from "@tanstack/react-query";
import { hasCode } from "../components/failure.ts";
import { client, type Page } from "./client.ts";
import { invalidate } from "./queries.ts";

const marketCalls = [
  client.contents.list,
  client.contents.popular,
  client.contents.category,
  client.search.find,
  client.mentors.contents,
  client.related.get,
  client.home.get,
];
const marketPaths = new Set<unknown>(marketCalls.map(({ contract }) => contract.path));
const listCalls = [...marketCalls, client.contents.mine, client.contents.bought, client.wishes.list];
const listPaths = new Set<unknown>(listCalls.map(({ contract }) => contract.path));
const contentPath = client.contents.get.contract.path;

type Entries = Content[] | { hits: Content[] };
type CachedList = Content[] | { pages: Page<Entries>[] } | HomeLists | RelatedContents;

const withEntries = (data: Entries, change: (contents: Content[]) => Content[]): Entries =>
  Array.isArray(data) ? change(data) : { ...data, hits: change(data.hits) };

const isList = (cached: Content | CachedList): cached is CachedList => !("title" in cached);

/** The same with other entries in each of its lists. */
const mapLists = (cached: CachedList, change: (contents: Content[]) => Content[]): CachedList => {
  if (Array.isArray(cached)) return change(cached);
  if ("pages" in cached)
    return {
      ...cached,
      pages: cached.pages.map((page) => ({ ...page, data: withEntries(page.data, change) })),
    };
  // All lists of home and of the shelves beside a content but one are of contents.
  return Object.fromEntries(
    Object.entries(cached).map(([name, list]) => [
      name,
      name === "continueReading" ? list : change(list as Content[]),
    ]),
  ) as unknown as CachedList; // of the same names
};

const entriesOf = (cached: CachedList): Content[] => {
  const entries: Content[] = [];
  mapLists(cached, (list) => {
    entries.push(...list);
    return list;
  });
  return entries;
};

const lists = (queryClient: QueryClient) =>
  queryClient.getQueriesData<CachedList>({ predicate: ({ queryKey }) => listPaths.has(queryKey[0]) });

/** A content as some list has already shown it: drawn at once while the whole is on its way. */
export const findCachedContent = (queryClient: QueryClient, id: string): Content | undefined =>
  lists(queryClient)
    .flatMap(([, cached]) => (cached ? entriesOf(cached) : []))
    .find((entry) => entry.id === id);

/** The title of a content that some screen has shown. */
export const findKnownTitle = (queryClient: QueryClient, id: string): string | undefined => {
  const shown = queryClient.getQueriesData<Content>({ queryKey: [contentPath] });
  const found = shown.find(([, content]) => content?.id === id)?.[1];
  return (found ?? findCachedContent(queryClient, id))?.title;
};

const isOfContents = ([path]: QueryKey): boolean => path === contentPath || listPaths.has(path);

/** Changes one content wherever it is shown, without asking the server for every list again. */
export const patchContent = (queryClient: QueryClient, id: string, patch: Partial<Content>): void => {
  changeContents(queryClient, (entry) => (entry.id === id ? { ...entry, ...patch } : entry));
};

/** Changes contents wherever they are shown, or in one answer only; what comes out the same is left alone. */
export const changeContents = (
  queryClient: QueryClient,
  change: (entry: Content) => Content,
  where?: QueryKey,
): void => {
  const isSame = (entry: Content) => change(entry) === entry;
  for (const [queryKey, cached] of queryClient.getQueriesData<Content | CachedList>(
    where ? { queryKey: where, exact: true } : { predicate: (query) => isOfContents(query.queryKey) },
  )) {
    if (!cached || !isOfContents(queryKey)) continue;
    if (!isList(cached)) {
      if (!isSame(cached)) queryClient.setQueryData(queryKey, change(cached));
    } else if (!entriesOf(cached).every(isSame))
      queryClient.setQueryData(
        queryKey,
        mapLists(cached, (list) => list.map(change)),
      );
  }
};

/** Takes a content out of every list of the market that has it. */
const dropFromMarket = (queryClient: QueryClient, id: string): void => {
  const without = (contents: Content[]) => contents.filter((entry) => entry.id !== id);
  for (const [queryKey, cached] of lists(queryClient)) {
    if (!cached || !marketPaths.has(queryKey[0]) || !entriesOf(cached).some((entry) => entry.id === id))
      continue;
    queryClient.setQueryData(queryKey, mapLists(cached, without));
  }
};

const isPage =
  (id: string) =>
  ({ queryKey: [path, input] }: { queryKey: QueryKey }) =>
    path === contentPath && (input as { params?: { id?: string } } | undefined)?.params?.id === id; // made by keyOf

/** Drops a content that this viewer can not see any more: its open page says so. */
export const dropContent = (queryClient: QueryClient, id: string): void => {
  dropFromMarket(queryClient, id);
  queryClient.removeQueries({ type: "inactive", predicate: isPage(id) });
};

/** Reads a content anew where it is known: not as a visit, which would count as a view. */
export const rereadContent = async (queryClient: QueryClient, id: string): Promise<void> => {
  const pages = queryClient.getQueryCache().findAll({ predicate: isPage(id) });
  if (pages.every(({ state }) => state.data === undefined) && !findCachedContent(queryClient, id)) {
    // A content that was missing may be there again.
    await queryClient.refetchQueries({ type: "active", predicate: isPage(id) });
    return;
  }
  try {
    const fresh: Content = await client.contents.get({ params: { id }, query: { peek: "1" } });
    for (const { queryKey } of pages) queryClient.setQueryData(queryKey, fresh);
    if (!fresh.isListed) dropFromMarket(queryClient, id);
    const { state, isListed, hiddenReason, pausedUntil } = fresh;
    patchContent(queryClient, id, { state, isListed, hiddenReason, pausedUntil });
  } catch (error) {
    if (!hasCode(error, "NOT_FOUND")) throw error;
    dropContent(queryClient, id);
    await queryClient.refetchQueries({ type: "active", predicate: isPage(id) });
  }
};

/**
 * Reads again after a possible take-down without news: pages on the screen at once, other pages and the lists of the
 * market when they are opened again.
 */
export const rereadContents = async (queryClient: QueryClient): Promise<void> => {
  for (const path of [contentPath, ...marketPaths])
    void queryClient.invalidateQueries({ queryKey: [path], type: "inactive", refetchType: "none" });
  const shown = queryClient.getQueryCache().findAll({ queryKey: [contentPath], type: "active" });
  const ids = new Set(
    shown.flatMap(({ state }) => (state.data === undefined ? [] : [(state.data as Content).id])), // the contract's answer
  );
  await Promise.all([...ids].map((id) => rereadContent(queryClient, id)));
};

/** After a content was made, changed, bought or deleted: everything that shows contents is read anew. */
export const refreshContents = async (queryClient: QueryClient): Promise<void> => {
  await Promise.all([
    ...listCalls.map((call) => queryClient.invalidateQueries({ queryKey: [call.contract.path] })),
    invalidate(queryClient, client.contents.get),
    invalidate(queryClient, client.trials.get),
    invalidate(queryClient, client.ratings.list),
    invalidate(queryClient, client.contents.statistics),
  ]);
};
