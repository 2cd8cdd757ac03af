import { pageSize, type Evidence } from "@knowhow/shared";
import { useInfiniteQuery } from "@tanstack/react-query";
import { client } from "../../../client/client.ts";
import { keyOf } from "../../../client/queries.ts";

/** The evidence of a report; the talk a page at a time, back in time. `evidence` is null where none was kept. */
export const useEvidence = (reportId: string) => {
  const limit = pageSize.messages;
  const query = useInfiniteQuery({
    queryKey: [...keyOf(client.evidences.get, { params: { reportId } }), "pages"],
    initialPageParam: undefined as string | undefined, // the type of the ids that follow
    queryFn: ({ pageParam, signal }) =>
      client.evidences.get(
        {
          params: { reportId },
          query: { limit, ...(pageParam === undefined ? {} : { before: pageParam }) },
        },
        { signal },
      ),
    getNextPageParam: ({ evidence }) =>
      evidence === null || evidence.messages.length < limit ? undefined : evidence.messages[0]?.id,
    refetchOnMount: "always",
  });
  const evidence: Evidence | null | undefined = query.data?.pages[0]?.evidence;
  const messages = query.data?.pages.toReversed().flatMap((page) => page.evidence?.messages ?? []) ?? [];
  return { ...query, evidence, messages };
};
