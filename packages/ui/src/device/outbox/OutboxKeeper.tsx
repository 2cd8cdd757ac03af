import { useLiveValue } from "../../client/liveValue.ts";
import { useQueryClient, type QueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { client } from "../../client/client.ts";
import { hasCode, isSanction } from "../../components/failure.ts";
import { invalidate } from "../../client/queries.ts";
import { usePlatform } from "../../client/platform.tsx";
import { useToast } from "../../components/ToastProvider.tsx";
import { patchContent } from "../../client/contentCache.ts";
import { usePublishing } from "../drafts/usePublishing.ts";
import { showWaitingLikes } from "./waitingLikes.ts";
import { unopened } from "../unopened.ts";
import { actHandlers } from "../jobs/handlers/act.ts";
import type { Outcome } from "../jobs/job.ts";
import { openSheet } from "./sheet.ts";
import { useOutbox } from "./useOutbox.ts";
import { useSendingPerson } from "./useSendingPerson.ts";

/** Updates other screens after an act was stored or refused. */
const follow = (queryClient: QueryClient, outcome: Outcome): void => {
  switch (outcome.kind) {
    case "comment":
    case "answer":
      if (outcome.status === "stored")
        void invalidate(queryClient, client.comments.list, { params: { id: outcome.job.payload.contentId } });
      return;
    case "inquiry":
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
    case "inquiryMessage":
      if (outcome.status === "stored") void invalidate(queryClient, client.chats.rooms);
      return;
    default:
  }
};

/** Tells the signed-in person once that some of their kept data could not be opened any more. */
const useUnopenedNotice = (personId: string | undefined): void => {
  const toast = useToast();
  const found = useLiveValue(unopened);
  useEffect(() => {
    if (found === undefined || found.personId !== personId) return;
    unopened.set(undefined);
    toast(found.notice);
  }, [personId, found, toast]);
};

/** Sends the signed-in person's acts and drafts on every screen, and reports refused ones. */
export const OutboxKeeper = () => {
  const queryClient = useQueryClient();
  const toast = useToast();
  const personId = useSendingPerson();
  useUnopenedNotice(personId);
  const { outbox, rows } = useOutbox(personId);
  useEffect(
    () =>
      outbox?.hear((outcome) => {
        follow(queryClient, outcome);
        // A form that waits for it shows that itself, and takes it back.
        if (outcome.status !== "refused" || outbox.isShown(outcome.job)) return;
        if (isSanction(outcome.error) || hasCode(outcome.error, "LOGIN_REQUIRED")) return;
        toast({
          title: `${actHandlers[outcome.kind].label}: 보내지 못했습니다`,
          description: outcome.error.message,
          variant: "destructive",
          action: { label: "보기", onAct: openSheet },
        });
      }),
    [outbox, queryClient, toast],
  );
  useEffect(() => (outbox ? showWaitingLikes(queryClient, outbox) : undefined), [outbox, queryClient]);
  const waiting = rows.length + usePublishing(personId).publishing.length;
  const { showUnsent } = usePlatform();
  useEffect(() => showUnsent(waiting), [showUnsent, waiting]);
  return null;
};
