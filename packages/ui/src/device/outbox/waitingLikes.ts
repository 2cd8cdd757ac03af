import type { Content } from "@knowhow/shared";
import type { QueryClient, QueryKey } from "@tanstack/react-query";
import { client } from "../../client/client.ts";
import { invalidate } from "../../client/queries.ts";
import { changeContents } from "../../client/contentCache.ts";
import type { Waiting } from "./acts.ts";
import type { Outbox } from "./outbox.ts";

const isLike = (row: Waiting): row is Waiting<"like"> => row.kind === "like" && row.refusal === undefined;

/**
 * Shows contents as somebody has liked them, however often they are read anew before the server has heard of it; as
 * they are, where that was taken back.
 */
export const showWaitingLikes = (queryClient: QueryClient, outbox: Outbox): (() => void) => {
  let wanted = new Map<string, boolean>();
  const change = (entry: Content): Content => {
    const hasLiked = wanted.get(entry.id);
    if (hasLiked === undefined || hasLiked === entry.hasLiked) return entry;
    return { ...entry, hasLiked, likesCount: Math.max(0, entry.likesCount + (hasLiked ? 1 : -1)) };
  };
  const show = (where?: QueryKey) => {
    if (wanted.size > 0) changeContents(queryClient, change, where);
  };
  let before: readonly Waiting<"like">[] = [];
  const handleRows = () => {
    const rows = outbox.read().filter(isLike);
    wanted = new Map(rows.map(({ input }) => [input.contentId, input.isLiked]));
    // What was stored or refused while it was sent is followed elsewhere.
    for (const { id, input } of before)
      if (!wanted.has(input.contentId) && !outbox.isSending(id))
        void invalidate(queryClient, client.contents.get, { params: { id: input.contentId } });
    before = rows;
    show();
  };
  handleRows();
  const stops = [
    outbox.subscribe(handleRows),
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
