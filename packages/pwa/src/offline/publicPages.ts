import type { Content, CurrentUser } from "@knowhow/shared";
import { previewUrl } from "@knowhow/ui/client/addresses.ts";
import { client, type Page } from "@knowhow/ui/client/client.ts";
import { markStale } from "@knowhow/ui/client/responseCache.ts";
import { activeUserId, publicPagesKey } from "@knowhow/ui/client/activeUser.ts";
import { readNote, writeNote } from "@knowhow/ui/client/notes.ts";
import { meKey } from "@knowhow/ui/client/session.ts";
import { isConnectionError } from "@knowhow/ui/components/failure.ts";
import { persistQueryClientSubscribe, type PersistedClient } from "@tanstack/query-persist-client-core";
import { createSyncStoragePersister } from "@tanstack/query-sync-storage-persister";
import { hydrate, type InfiniteData, type QueryClient, type QueryKey } from "@tanstack/react-query";

/** The first lists of home and the market, the same for everybody. */
const contracts = [client.contents.popular, client.contents.list, client.contents.category].map(
  ({ contract }) => contract,
);
const contractOf = (queryKey: QueryKey) => contracts.find(({ path }) => path === queryKey[0]);
type PublicList = Content[] | InfiniteData<Page<Content[]>>;

const maxAgeMs = 30 * 24 * 60 * 60_000;
/** Characters of all lists: writing and reading more would be noticeable. */
const maxLength = 200_000;
const writeEveryMs = 2_000;

/** Only the release that wrote the lists reads them: the address of its script changes with each. */
const buster = import.meta.url;

/**
 * Previews under addresses without a version, by which the server picks each viewer's variant: a version names one
 * variant, and only the server can compute that of visitors.
 */
const unversionedPreviews = ({
  id,
  previewImageUrls,
}: Content): Pick<Content, "previewImageUrls" | "previewImageUrl"> => {
  const addresses = previewImageUrls.map((_, index) => previewUrl(id, index));
  return { previewImageUrls: addresses, previewImageUrl: addresses[0] ?? null };
};

/** A content as a visitor's list has it, without any data of its viewer. */
const toPublic = (content: Content, seesAll: boolean): Content => ({
  ...content,
  ...(seesAll || content.isOwner || content.hasPurchased ? unversionedPreviews(content) : {}),
  hasPurchased: false,
  hasLiked: false,
  isWished: false,
  isOwner: false,
  fileUrls: content.fileUrls.map(() => ""),
  fileUrl: "",
  hiddenReason: null,
  purchase: undefined,
});

/** Whether the lists show full previews of all contents, as to administrators; assumed for an unconfirmed user. */
const seesAllPreviews = (queryClient: QueryClient): boolean => {
  const user = queryClient.getQueryData<CurrentUser | null>(meKey);
  return user === undefined ? activeUserId() !== null : user?.isAdmin === true;
};

/** The list for all visitors; of a paged one its first page. */
const toPublicList = (list: PublicList, seesAll: boolean): PublicList => {
  const toPublicAll = (contents: readonly Content[]) => contents.map((content) => toPublic(content, seesAll));
  return Array.isArray(list)
    ? toPublicAll(list)
    : {
        pages: list.pages.slice(0, 1).map((page) => ({ ...page, data: toPublicAll(page.data) })),
        pageParams: list.pageParams.slice(0, 1),
      };
};

/** The newest lists that fit, each marked to be fetched again as soon as there is a network. */
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
        data: toPublicList(state.data as PublicList, seesAll), // the only type of the contracts above
        status: "success",
        error: null,
        fetchStatus: "idle",
        isInvalidated: true,
      },
    }))
    .filter((query) => (left -= JSON.stringify(query).length) >= 0);
  return JSON.stringify({ ...saved, clientState: { queries, mutations: [] } });
};

/** The notes of the device; without room the next write is tried again. */
const storage = {
  getItem: readNote,
  setItem: writeNote,
  removeItem: (key: string) => writeNote(key, null),
};

/**
 * Puts the kept lists into the cache, so that the first render has them, and keeps them from then on. The age of a list
 * that could not be fetched again is shown like that of every stale answer.
 */
export const keepPublicPages = (queryClient: QueryClient): void => {
  // oxlint-disable-next-line typescript/no-deprecated -- its successor answers too late for the first render
  const persister = createSyncStoragePersister({
    storage,
    key: publicPagesKey,
    throttleTime: writeEveryMs,
    serialize: (saved) => serialize(saved, seesAllPreviews(queryClient)),
  });
  // Cached while the page lives: unused lists would otherwise leave the device after five minutes.
  const forGood = { gcTime: Infinity };
  for (const { path } of contracts) queryClient.setQueryDefaults([path], forGood);
  try {
    // The storage is synchronous: the restored value is no promise.
    const saved = persister.restoreClient() as PersistedClient | undefined;
    if (saved?.buster === buster) {
      const queries = saved.clientState.queries.filter(
        ({ state }) => Date.now() - state.dataUpdatedAt < maxAgeMs,
      );
      hydrate(queryClient, { queries, mutations: [] }, { defaultOptions: { queries: forGood } });
    }
  } catch {
    storage.removeItem(publicPagesKey);
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
    // The key of a query (keyOf): its path and its input.
    const queryKey = event.query.queryKey as readonly [string, { params?: Record<string, string> }?];
    const contract = contractOf(queryKey);
    if (contract && state.data !== undefined && isConnectionError(event.action.error))
      markStale(contract, queryKey[1] ?? {}, state.dataUpdatedAt);
  });
};
