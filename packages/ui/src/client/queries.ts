import { AppError, type AnyEndpoint, type OutputOf } from "@knowhow/shared";
import {
  useInfiniteQuery, useMutation, useQuery, QueryClient,
  type UseMutationOptions, type UseMutationResult, type UseQueryOptions, type UseQueryResult,
} from "@tanstack/react-query"; // oxfmt-ignore
import { useCallback, useRef } from "react";
import { newIdempotencyKey, type CallInput, type Page, type Sender } from "./client.ts";

/** Reads happen once and stay until an act of the user makes them out of date. */
export const createQueryClient = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      queries: {
        retry: false,
        refetchOnWindowFocus: false,
        // A read that failed for want of a network is repeated when it is back; the others stay.
        refetchOnReconnect: ({ state }) => (state.status === "error" ? "always" : false),
        refetchInterval: false,
        staleTime: Infinity,
        // Without a network a read fails at once and says so, instead of waiting in silence.
        networkMode: "always",
      },
      mutations: { retry: false, networkMode: "always" },
    },
  });

/** The key of a read: the path of its contract and its input. */
export const keyOf = <T extends AnyEndpoint>(call: Sender<T>, input?: CallInput<T>): readonly unknown[] =>
  input === undefined ? [call.contract.path] : [call.contract.path, input];

const pagesKey = <T extends AnyEndpoint>(call: Sender<T>, input: CallInput<T>) => [
  ...keyOf(call, input),
  "pages",
];

/** Marks every cached answer of a call as out of date, or only those of one input. */
export const invalidate = async <T extends AnyEndpoint>(
  queryClient: QueryClient,
  call: Sender<T>,
  input?: CallInput<T>,
): Promise<void> => {
  await queryClient.invalidateQueries({ queryKey: keyOf(call, input) });
};

type ReadOptions<D> = Omit<UseQueryOptions<D>, "queryKey" | "queryFn">;

/** Reads one endpoint. */
export const useEndpoint = <T extends AnyEndpoint>(
  call: Sender<T>,
  input: CallInput<T>,
  options?: ReadOptions<OutputOf<T>>,
): UseQueryResult<OutputOf<T>> =>
  useQuery<OutputOf<T>>({
    ...options,
    queryKey: keyOf(call, input),
    queryFn: ({ signal }) => call(input, { signal }),
  });

/** What a mutation hook takes beside the input that `mutate` is called with. */
export type ActOptions<T extends AnyEndpoint> = Omit<
  UseMutationOptions<OutputOf<T>, Error, CallInput<T>>,
  "mutationFn"
> & {
  /** The `updatedAt` that the user has seen, when the act may only change that version. */
  ifMatch?: () => string | undefined;
};

/** Whether an act was refused for certain, which needs a new key; without an answer it is repeated with the same one. */
export const isDefinite = (error: unknown): boolean =>
  error instanceof AppError && error.status < 500 && error.code !== "IN_PROGRESS";

/** An act of the user; the same one is not begun twice while it is under way. */
export const useAct = <D, V>(options: UseMutationOptions<D, Error, V>): UseMutationResult<D, Error, V> => {
  const running = useRef(new Map<string, Promise<D>>());
  const mutation = useMutation<D, Error, V>(options);
  const { mutateAsync } = mutation;
  const begin = useCallback<typeof mutateAsync>(
    (...args) => {
      // A second press can come before the first is drawn: the pending state can not be read yet.
      const act = JSON.stringify({ input: args[0] });
      const before = running.current.get(act);
      if (before) return before;
      const promise = mutateAsync(...args).finally(() => running.current.delete(act));
      running.current.set(act, promise);
      return promise;
    },
    [mutateAsync],
  );
  const mutate = useCallback<typeof mutation.mutate>(
    (...args) => {
      // A failure is told to the callbacks.
      begin(...args).catch(() => undefined);
    },
    [begin],
  );
  return { ...mutation, mutate, mutateAsync: begin };
};

/** Calls one endpoint that changes something; the same act repeated after a lost answer happens once. */
export const useEndpointMutation = <T extends AnyEndpoint>(
  call: Sender<T>,
  { ifMatch, ...options }: ActOptions<T> = {},
): UseMutationResult<OutputOf<T>, Error, CallInput<T>> => {
  const last = useRef<{ act: string; key: string } | undefined>(undefined);
  return useAct<OutputOf<T>, CallInput<T>>({
    ...options,
    mutationFn: (input) => {
      const act = JSON.stringify(input);
      if (last.current?.act !== act) last.current = { act, key: newIdempotencyKey() };
      const version = ifMatch?.();
      const options = version === undefined ? {} : { ifMatch: version };
      return call(input, { idempotencyKey: last.current.key, ...options }).then(
        (answer) => {
          last.current = undefined;
          return answer;
        },
        (error: unknown) => {
          if (isDefinite(error)) last.current = undefined;
          throw error;
        },
      );
    },
  });
};

/** Entry of a list answer. */
export type ItemOf<T extends AnyEndpoint> = OutputOf<T> extends readonly (infer I)[] ? I : never;

/** Reads a paged list; `items` holds all pages so far, `fetchNextPage` follows the server's cursor. */
export const usePagedEndpoint = <T extends AnyEndpoint>(
  call: Sender<T>,
  input: CallInput<T>,
  options: { enabled?: boolean } = {},
) => {
  const query = useInfiniteQuery({
    ...options,
    queryKey: pagesKey(call, input),
    initialPageParam: undefined as string | undefined, // the type of the cursors that follow
    queryFn: ({ pageParam, signal }): Promise<Page<OutputOf<T>>> => {
      const given = input as { query?: object }; // every paged call has the query of lists
      const next =
        pageParam === undefined ? given : { ...given, query: { ...given.query, cursor: pageParam } };
      return call.page(next as CallInput<T>, { signal }); // the same input, further on
    },
    getNextPageParam: (page) => page.nextCursor,
  });
  // A paged call answers an array; only the element type is lost in the generic.
  const items = query.data?.pages.flatMap((page) => page.data as ItemOf<T>[]);
  return { ...query, items };
};
