import type { AnyEndpoint, OutputOf } from "@knowhow/shared";
import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import type { CallInput, Page, Sender } from "../../client/client.ts";
import { keyOf } from "../../client/queries.ts";
import { useOnline } from "../../components/useOnline.ts";

/**
 * Reads a paged list that others change too: polled while the page is visible and there is a network. While another
 * search is on its way, the last result stays.
 */
export const usePolledPages = <T extends AnyEndpoint>(
  call: Sender<T>,
  input: CallInput<T>,
  everyMs: number,
) => {
  const isOnline = useOnline();
  return useInfiniteQuery({
    queryKey: [...keyOf(call, input), "pages"],
    initialPageParam: undefined as string | undefined, // the type of the cursors that follow
    queryFn: ({ pageParam, signal }): Promise<Page<OutputOf<T>>> => {
      const given = input as { query?: object }; // every paged call has the query of lists
      const next =
        pageParam === undefined ? given : { ...given, query: { ...given.query, cursor: pageParam } };
      return call.page(next as CallInput<T>, { signal }); // the same input, further on
    },
    getNextPageParam: (page) => page.nextCursor,
    placeholderData: keepPreviousData,
    // Hidden pages are not polled: the library sees to it.
    refetchInterval: isOnline ? everyMs : false,
    refetchOnMount: "always",
    refetchOnWindowFocus: "always",
    refetchOnReconnect: "always",
  });
};
