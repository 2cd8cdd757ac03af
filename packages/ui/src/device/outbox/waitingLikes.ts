import type { Content } from "@knowhow/shared";
import type { QueryClient, QueryKey } from "@tanstack/react-query";
import { client } from "../../client/client.ts";
import { invalidate } from "../../client/queries.ts";
import { changeContents } from "../../client/contentCache.ts";
import type { JobEngine } from "../jobs/engine.ts";
import type { Job } from "../jobs/job.ts";

const isMark = (job: Job): job is Job<"like" | "wish"> =>
  (job.kind === "like" || job.kind === "wish") && job.status !== "parked";

/**
 * Shows contents as the person has liked and wished for them, also when they are read anew before the server has it;
 * what was taken back shows the server's state.
 */
export const showWaitingLikes = (queryClient: QueryClient, outbox: JobEngine): (() => void) => {
  let liked = new Map<string, boolean>();
  let wished = new Map<string, boolean>();
  const change = (entry: Content): Content => {
    const { hasLiked, isWished, likesCount } = entry;
    const next = { hasLiked: liked.get(entry.id) ?? hasLiked, isWished: wished.get(entry.id) ?? isWished };
    if (next.hasLiked === hasLiked && next.isWished === isWished) return entry;
    const step = Number(next.hasLiked) - Number(hasLiked);
    return { ...entry, ...next, likesCount: Math.max(0, likesCount + step) };
  };
  const show = (where?: QueryKey) => {
    if (liked.size + wished.size > 0) changeContents(queryClient, change, where);
  };
  let before: readonly Job<"like" | "wish">[] = [];
  const handleJobs = () => {
    const marks = outbox.jobs.getSnapshot().filter(isMark);
    liked = new Map();
    wished = new Map();
    for (const { payload } of marks)
      if ("isLiked" in payload) liked.set(payload.contentId, payload.isLiked);
      else wished.set(payload.contentId, payload.isWished);
    // What was stored or refused while it was sent is handled elsewhere.
    for (const { id, kind, payload } of before) {
      const isWaiting = marks.some((one) => one.kind === kind && one.payload.contentId === payload.contentId);
      if (!isWaiting && !outbox.isSending(id))
        void invalidate(queryClient, client.contents.get, { params: { id: payload.contentId } });
    }
    before = marks;
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
