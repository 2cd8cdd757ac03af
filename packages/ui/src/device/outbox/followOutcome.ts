import type { QueryClient } from "@tanstack/react-query";
import { client } from "../../client/client.ts";
import { patchContent } from "../../client/contentCache.ts";
import { invalidate } from "../../client/queries.ts";
import type { Outcome } from "../jobs/job.ts";

/** Updates other screens after an act was stored or refused. */
export const followOutcome = (queryClient: QueryClient, outcome: Outcome): void => {
  switch (outcome.kind) {
    case "comment":
    case "answer":
      if (outcome.status === "stored")
        void invalidate(queryClient, client.comments.list, { params: { id: outcome.job.payload.contentId } });
      return;
    case "inquiry":
    case "inquiryMessage":
      void invalidate(queryClient, client.inquiries.mine);
      return;
    case "like": {
      const { contentId } = outcome.job.payload;
      if (outcome.status === "stored") {
        const { isLiked, likesCount } = outcome.answer;
        patchContent(queryClient, contentId, { hasLiked: isLiked, likesCount });
        // Read again so that the device keeps its present state for a time without a network.
        client.contents.get({ params: { id: contentId }, query: { peek: "1" } }).catch(() => undefined);
      } else if (outcome.status === "refused")
        void invalidate(queryClient, client.contents.get, { params: { id: contentId } });
      return;
    }
    case "wish": {
      const { contentId } = outcome.job.payload;
      if (outcome.status === "stored") patchContent(queryClient, contentId, outcome.answer);
      else if (outcome.status === "refused")
        void invalidate(queryClient, client.contents.get, { params: { id: contentId } });
      void invalidate(queryClient, client.wishes.list);
      return;
    }
    case "message":
      if (outcome.status === "stored") void invalidate(queryClient, client.chats.rooms);
      return;
    default:
  }
};
