import type { Content } from "@knowhow/shared";
import type { QueryClient } from "@tanstack/react-query";
import { client, type Page } from "../client/client.ts";
import { invalidate } from "../client/queries.ts";

const listCalls = [
  client.contents.list,
  client.contents.popular,
  client.contents.category,
  client.contents.search,
  client.contents.mine,
  client.contents.bought,
];
const listPaths = new Set<unknown>(listCalls.map(({ contract }) => contract.path));
const contentPath = client.contents.get.contract.path;

type CachedList = Content[] | { pages: Page<Content[]>[] };

const entriesOf = (cached: CachedList): Content[] =>
  Array.isArray(cached) ? cached : cached.pages.flatMap(({ data }) => data);

const lists = (queryClient: QueryClient) =>
  queryClient.getQueriesData<CachedList>({ predicate: ({ queryKey }) => listPaths.has(queryKey[0]) });

/** A content as some list has already shown it: drawn at once while the whole is on its way. */
export const findCachedContent = (queryClient: QueryClient, id: string): Content | undefined =>
  lists(queryClient)
    .flatMap(([, cached]) => (cached ? entriesOf(cached) : []))
    .find((entry) => entry.id === id);

/** Changes one content wherever it is shown, without asking the server for every list again. */
export const patchContent = (queryClient: QueryClient, id: string, patch: Partial<Content>): void => {
  const change = (entry: Content) => (entry.id === id ? { ...entry, ...patch } : entry);
  for (const [queryKey] of lists(queryClient))
    queryClient.setQueryData<CachedList>(queryKey, (cached) => {
      if (!cached) return cached;
      if (Array.isArray(cached)) return cached.map(change);
      return { ...cached, pages: cached.pages.map((page) => ({ ...page, data: page.data.map(change) })) };
    });
  queryClient.setQueriesData<Content>({ queryKey: [contentPath] }, (cached) =>
    cached ? change(cached) : cached,
  );
};

/** After a content was made, changed, bought or deleted: everything that shows contents is read anew. */
export const refreshContents = async (queryClient: QueryClient): Promise<void> => {
  await Promise.all([
    ...listCalls.map((call) => queryClient.invalidateQueries({ queryKey: [call.contract.path] })),
    invalidate(queryClient, client.contents.get),
    invalidate(queryClient, client.contents.statistics),
  ]);
};
