import type { Content, CurrentUser } from "@knowhow/shared";
import { previewUrl } from "@knowhow/ui/client/addresses.ts";
import { client, type Page } from "@knowhow/ui/client/client.ts";
import { markStale } from "@knowhow/ui/client/responseCache.ts";
import { activeUserId, publicPagesKey } from "@knowhow/ui/client/activeUser.ts";
import { meKey } from "@knowhow/ui/client/session.ts";
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

/**
 * Previews under addresses that show each reader what is theirs: a version names a variant, and that of visitors is the
 * server's to reckon.
 */
const unversionedPreviews = ({
  id,
  previewImageUrls,
}: Content): Pick<Content, "previewImageUrls" | "previewImageUrl"> => {
  const addresses = previewImageUrls.map((_, index) => previewUrl(id, index));
  return { previewImageUrls: addresses, previewImageUrl: addresses[0] ?? null };
};

/** A content as a visitor's list has it: nothing of its reader is left. */
const toPublic = (content: Content, seesAll: boolean): Content => ({
  ...content,
  ...(seesAll || content.isOwner || content.hasPurchased ? unversionedPreviews(content) : {}),
  hasPurchased: false,
  hasLiked: false,
  isOwner: false,
  fileUrls: content.fileUrls.map(() => ""),
  fileUrl: "",
  hiddenReason: null,
  purchase: undefined,
});

/** Whether the lists show whole previews also of what is not the reader's own; of who is not known yet it is taken so. */
const seesAllPreviews = (queryClient: QueryClient): boolean => {
  const user = queryClient.getQueryData<CurrentUser | null>(meKey);
  return user === undefined ? activeUserId() !== null : user?.isAdmin === true;
};

/** The list for everybody; of a paged one its first page. */
const toPublicList = (list: PublicList, seesAll: boolean): PublicList => {
  const toPublicAll = (contents: readonly Content[]) => contents.map((content) => toPublic(content, seesAll));
  return Array.isArray(list)
    ? toPublicAll(list)
    : {
        pages: list.pages.slice(0, 1).map((page) => ({ ...page, data: toPublicAll(page.data) })),
        pageParams: list.pageParams.slice(0, 1),
      };
};

/** The newest lists that fit, each as one to be read again as soon as there is a network. */
const serialize = (saved: PersistedClient, seesAll: boolean): string => {
  let left = maxLength;
  const queries = saved.clientState.queries
    .toSorted((one, other) => other.state.dataUpdatedAt - one.state.dataUpdatedAt)
    .map(({ queryKey, queryHash, state, ...query }) => ({
      ...query,
      queryKey,
      queryHash,
      state: {
        ...state,
        data: toPublicList(state.data as PublicList, seesAll), // the contracts above answer nothing else
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
  // oxlint-disable-next-line typescript/no-deprecated -- its successor answers too late for the first render
  const persister = createSyncStoragePersister({
    storage,
    key: publicPagesKey,
    throttleTime: writeEveryMs,
    serialize: (saved) => serialize(saved, seesAllPreviews(queryClient)),
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
