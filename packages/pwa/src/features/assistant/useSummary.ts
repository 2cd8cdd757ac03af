import type { Content } from "@knowhow/shared";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { client } from "@knowhow/ui/client/client.ts";
import { keyOf } from "@knowhow/ui/client/queries.ts";
import { markOpened } from "@knowhow/ui/features/orders/purchases.ts";

/** The summarised version of a content. */
export type Summarised = Pick<Content, "id" | "title" | "updatedAt" | "isExternalLink" | "fileNames">;

/** The summary of a content: asked for while it is wanted, once for each version and session. */
export const useSummary = ({ id, updatedAt, isExternalLink }: Summarised, isWanted: boolean) => {
  const queryClient = useQueryClient();
  const input = { params: { id } };
  const call = client.assistant.summarize;
  const queryKey = [...keyOf(call, input), updatedAt];
  const { data, error, isFetching } = useQuery({
    queryKey,
    queryFn: async ({ signal }) => {
      const page = await call.page(input, { signal });
      markOpened(queryClient, id);
      return page;
    },
    // A linked page is not read.
    enabled: isWanted && !isExternalLink,
    gcTime: Infinity,
  });
  return {
    summary: data?.data,
    /** When the device kept the summary, where the server could not be asked. */
    keptAt: data?.keptAt,
    /** Why the last try failed; null while another one is running. */
    failure: isFetching ? null : error,
    /** Stops a running request. */
    cancel: () => void queryClient.cancelQueries({ queryKey }),
  };
};
