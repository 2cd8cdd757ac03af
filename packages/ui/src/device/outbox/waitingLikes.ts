import type { Content } from "@knowhow/shared";
import type { QueryClient, QueryKey } from "@tanstack/react-query";
import { client } from "../../client/client.ts";
import { invalidate } from "../../client/queries.ts";
import { changeContents } from "../../client/contentCache.ts";
import type { JobEngine } from "../jobs/engine.ts";
import type { Job } from "../jobs/job.ts";

const isLike = (job: Job): job is Job<"like"> => job.kind === "like" && job.status !== "parked";

/**
 * Shows contents as the person has liked them, also when they are read anew before the server has the like; a like that
 * was taken back shows the server's state.
 */
export const showWaitingLikes = (queryClient: QueryClient, outbox: JobEngine): (() => void) => {
  let wanted = new Map<string, boolean>();
  const change = (entry: Content): Content => {
    const hasLiked = wanted.get(entry.id);
    if (hasLiked === undefined || hasLiked === entry.hasLiked) return entry;
    return { ...entry, hasLiked, likesCount: Math.max(0, entry.likesCount + (hasLiked ? 1 : -1)) };
  };
  const show = (where?: QueryKey) => {
    if (wanted.size > 0) changeContents(queryClient, change, where);
  };
  let before: readonly Job<"like">[] = [];
  const handleJobs = () => {
    const likes = outbox.jobs.getSnapshot().filter(isLike);
    wanted = new Map(likes.map(({ payload }) => [payload.contentId, payload.isLiked]));
    // A like that was stored or refused while it was sent is handled elsewhere.
    for (const { id, payload } of before)
      if (!wanted.has(payload.contentId) && !outbox.isSending(id))
        void invalidate(queryClient, client.contents.get, { params: { id: payload.contentId } });
    before = likes;
    show();
  };
  handleJobs();
  const stops = [
    outbox.jobs.subscribe(handleJobs),
    queryClient.getQueryCache().subscribe((event) => {
      // Before it is drawn.
      if (event.type === "updated" && event.action.type === "success" && event.action.manual !== true)
        // The cache holds queries of all kinds of keys.
        show(event.query.queryKey as QueryKey);
    }),
  ];
  return () => {
    for (const stop of stops) stop();
  };
};
