import type { Content } from "@knowhow/shared";
import { client, type Page } from "@knowhow/ui/client/client.ts";
import { markStale } from "@knowhow/ui/client/responseCache.ts";
import { publicPagesKey } from "@knowhow/ui/client/activeUser.ts";
import { isConnectionError } from "@knowhow/ui/components/failure.ts";
import { persistQueryClientSubscribe, type PersistedClient } from "@tanstack/query-persist-client-core";
import { createSyncStoragePersister } from "@tanstack/query-sync-storage-persister";
import { hydrate, type InfiniteData, type QueryClient, type QueryKey } from "@tanstack/react-query";

/** What home and the market begin with, the same for everybody. */
const contracts = [client.contents.popular, client.contents.list, client.contents.category].map(
  ({ contract }) => contract,
);
const contractOf = (queryKey: QueryKey) => contracts.find(({ path }) => path === queryKey[0]);
type PublicList = Content[] | InfiniteData<Page<Content[]>>;

const maxAgeMs = 30 * 24 * 60 * 60_000;
/** Characters of all lists: writing and reading more would be felt. */
const maxLength = 200_000;
const writeEveryMs = 2_000;

/** Lists are read by the release that wrote them: the address of its script changes with each. */
const buster = import.meta.url;

/** A content as a visitor's list has it: nothing of its reader is left. */
const toPublic = (content: Content): Content => ({
  ...content,
  hasPurchased: false,
  hasLiked: false,
  isOwner: false,
  fileUrls: content.fileUrls.map(() => ""),
  fileUrl: "",
  hiddenReason: null,
  purchase: undefined,
});

/** The list for everybody; of a paged one its first page. */
const toPublicList = (list: PublicList): PublicList =>
  Array.isArray(list)
    ? list.map(toPublic)
    : {
        pages: list.pages.slice(0, 1).map((page) => ({ ...page, data: page.data.map(toPublic) })),
        pageParams: list.pageParams.slice(0, 1),
      };

/** The newest lists that fit, each as one to be read again as soon as there is a network. */
const serialize = (saved: PersistedClient): string => {
  let left = maxLength;
  const queries = saved.clientState.queries
    .toSorted((one, other) => other.state.dataUpdatedAt - one.state.dataUpdatedAt)
    .map(({ queryKey, queryHash, state, ...query }) => ({
      ...query,
      queryKey,
      queryHash,
      state: {
        ...state,
        data: toPublicList(state.data as PublicList), // the contracts above answer nothing else
        status: "success",
        error: null,
        fetchStatus: "idle",
        isInvalidated: true,
      },
    }))
    .filter((query) => (left -= JSON.stringify(query).length) >= 0);
  return JSON.stringify({ ...saved, clientState: { queries, mutations: [] } });
};

const openStorage = (): Storage | undefined => {
  try {
    return window.localStorage;
  } catch {
    // A browser that keeps nothing.
    return undefined;
  }
};

/**
 * Puts the lists that the device has kept into the cache, so that the first render has them, and keeps them from then
 * on. How old a list is that could not be read again is told like the age of everything else that is kept.
 */
export const keepPublicPages = (queryClient: QueryClient): void => {
  const storage = openStorage();
  // The one that it is to make room for answers too late for the first render.
  // eslint-disable-next-line @typescript-eslint/no-deprecated
  const persister = createSyncStoragePersister({
    storage,
    key: publicPagesKey,
    throttleTime: writeEveryMs,
    serialize,
    // Without room the next page is kept again.
    retry: () => undefined,
  });
  // Kept as long as the page lives: what nobody looks at would else leave the device after five minutes.
  const forGood = { gcTime: Infinity };
  for (const { path } of contracts) queryClient.setQueryDefaults([path], forGood);
  try {
    // A storage that answers at once: the restored value is no promise.
    const saved = persister.restoreClient() as PersistedClient | undefined;
    if (saved?.buster === buster) {
      const queries = saved.clientState.queries.filter(
        ({ state }) => Date.now() - state.dataUpdatedAt < maxAgeMs,
      );
      hydrate(queryClient, { queries, mutations: [] }, { defaultOptions: { queries: forGood } });
    }
  } catch {
    storage?.removeItem(publicPagesKey);
  }
  persistQueryClientSubscribe({
    queryClient,
    persister,
    buster,
    dehydrateOptions: {
      shouldDehydrateQuery: ({ queryKey, state }) =>
        state.data !== undefined && contractOf(queryKey) !== undefined,
      shouldDehydrateMutation: () => false,
    },
  });
  queryClient.getQueryCache().subscribe((event) => {
    if (event.type !== "updated" || event.action.type !== "error") return;
    const { state } = event.query;
    // The key of a read (keyOf): its path and what was asked.
    const queryKey = event.query.queryKey as readonly [string, { params?: Record<string, string> }?];
    const contract = contractOf(queryKey);
    if (contract && state.data !== undefined && isConnectionError(event.action.error))
      markStale(contract, queryKey[1] ?? {}, state.dataUpdatedAt);
  });
};
