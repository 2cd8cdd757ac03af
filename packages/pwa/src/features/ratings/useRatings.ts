import { minRatings, shownRatings, type Rating, type RatingPage } from "@knowhow/shared";
import { useQueryClient, type InfiniteData } from "@tanstack/react-query";
import { client, type Page } from "@knowhow/ui/client/client.ts";
import { patchContent } from "@knowhow/ui/client/contentCache.ts";
import { keyOf, useEndpointMutation, usePagedEndpoint } from "@knowhow/ui/client/queries.ts";

const inputOf = (contentId: string) => ({ params: { id: contentId } });

/** The ratings of a content, a page at a time, and what all of them come to. */
export const useRatings = (contentId: string) => {
  const query = usePagedEndpoint(client.ratings.list, {
    ...inputOf(contentId),
    query: { limit: shownRatings },
  });
  const pages = query.data?.pages.map(({ data }) => data);
  // A vote may have moved one from a page to the next between two reads.
  const all = new Map(pages?.flatMap(({ ratings }) => ratings.map((rating) => [rating.id, rating])));
  return { query, first: pages?.[0], ratings: [...all.values()] };
};

type Pages = InfiniteData<Page<RatingPage>>;

/** Shows a rating as the server has just sent it, in its place. */
export const useShowRating = (contentId: string): ((rating: Rating) => void) => {
  const queryClient = useQueryClient();
  return (rating) => {
    const replace = (shown: Rating) => (shown.id === rating.id ? rating : shown);
    queryClient.setQueriesData<Pages>(
      { queryKey: keyOf(client.ratings.list, inputOf(contentId)) },
      (cached) =>
        cached && {
          ...cached,
          pages: cached.pages.map((page) => ({
            ...page,
            data: {
              ...page.data,
              ratings: page.data.ratings.map(replace),
              own: page.data.own && replace(page.data.own),
            },
          })),
        },
    );
  };
};

/** Giving, changing and deleting the own rating; everything that counts it follows, after `onDone`. */
export const useOwnRating = (contentId: string, onDone: () => void) => {
  const queryClient = useQueryClient();
  const show = useShowRating(contentId);
  const onSuccess = async () => {
    // The new reading may take the form away that hears of it.
    onDone();
    const queryKey = keyOf(client.ratings.list, inputOf(contentId));
    await queryClient.invalidateQueries({ queryKey });
    const [cached] = queryClient.getQueriesData<Pages>({ queryKey });
    const summary = cached?.[1]?.pages[0]?.data.summary;
    if (summary)
      patchContent(queryClient, contentId, {
        ratingCount: summary.count,
        ratingMean: summary.count < minRatings ? null : summary.mean,
      });
  };
  return {
    create: useEndpointMutation(client.ratings.create, { onSuccess }),
    update: useEndpointMutation(client.ratings.update, {
      onSuccess: ({ rating }) => {
        show(rating);
        return onSuccess();
      },
    }),
    remove: useEndpointMutation(client.ratings.remove, { onSuccess }),
  };
};
