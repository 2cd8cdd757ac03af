import type { Comment, CommentAnswer } from "@knowhow/shared";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { client } from "@knowhow/ui/client/client.ts";
import { hasCode, messageOf } from "@knowhow/ui/components/failure.ts";
import { invalidate, useEndpointMutation, usePagedEndpoint } from "@knowhow/ui/client/queries.ts";
import { useOnline } from "@knowhow/ui/components/useOnline.ts";
import { useToast } from "@knowhow/ui/components/ToastProvider.tsx";
import { findKnownTitle } from "@knowhow/ui/client/contentCache.ts";
import type { Job } from "@knowhow/ui/device/jobs/job.ts";
import { sendStatusOf, type SendStatus } from "@knowhow/ui/device/outbox/sendStatus.ts";
import { useLane } from "@knowhow/ui/device/outbox/useOutbox.ts";

/** A comment that the server has not stored yet. */
export interface CommentDraft {
  key: string;
  text: string;
  /** Id of the comment that it answers. */
  answered?: string;
  state: "waiting" | "sending" | "failed";
  /** Why it was not stored. */
  failure?: string;
  /** The device could not keep it either: it is lost with this page. */
  isUnkept?: boolean;
}

/** A comment that a device has kept since before comments had answers lacks them. */
const withAnswers = (comment: Omit<Comment, "answers"> & Partial<Comment>): Comment => ({
  ...comment,
  answers: comment.answers ?? [],
});

/** The comments of a content, newest first, a page at a time. */
export const useComments = (contentId: string) => {
  const pages = usePagedEndpoint(client.comments.list, { params: { id: contentId } });
  return { ...pages, items: pages.items?.map(withAnswers) };
};

const draftOf = (job: Job<"comment" | "answer">, status: SendStatus): CommentDraft => {
  const { payload } = job;
  const answer = "commentId" in payload ? { answered: payload.commentId } : {};
  const draft = { key: job.id, text: payload.text, ...answer };
  if (status === "refused" || status === "troubled")
    return { ...draft, state: "failed", failure: job.lastFailure?.message ?? "" };
  return { ...draft, state: status };
};

/**
 * Comments that are being sent or wait for the network: shown at once, and kept until they are stored. `userId` is the
 * writer; without one the last writer's stay as they are.
 */
export const useCommentDrafts = (contentId: string, userId: string | undefined) => {
  const queryClient = useQueryClient();
  const isOnline = useOnline();
  const [writer, setWriter] = useState(userId);
  if (userId !== undefined && userId !== writer) setWriter(userId);
  const { outbox, rows } = useLane(writer, `comments:${contentId}`, ({ status }) => {
    if (status === "stored")
      void invalidate(queryClient, client.comments.list, { params: { id: contentId } });
  });
  // A comments lane holds only comments and answers; the newest is first.
  const drafts = (rows as Job<"comment" | "answer">[])
    .map((job) => ({
      ...draftOf(job, sendStatusOf(job, rows, isOnline)),
      isUnkept: outbox?.isUnkept(job.id) === true,
    }))
    .reverse();
  return {
    drafts,
    send: (text: string, commentId?: string) => {
      const about = findKnownTitle(queryClient, contentId);
      if (commentId === undefined) void outbox?.enqueue("comment", { contentId, about, text });
      else void outbox?.enqueue("answer", { contentId, commentId, about, text });
    },
    retry: ({ key }: CommentDraft) => void outbox?.retry(key),
    discard: (key: string) => void outbox?.cancel(key),
  };
};

/** Edits the user's own comment or answer, which may have lost its minutes meanwhile. */
export const useEditComment = (contentId: string, onDone: () => void) => {
  const queryClient = useQueryClient();
  const refresh = () => invalidate(queryClient, client.comments.list, { params: { id: contentId } });
  return useEndpointMutation(client.comments.update, {
    onSuccess: async () => {
      await refresh();
      onDone();
    },
    onError: async (error) => {
      if (hasCode(error, "NOT_FOUND")) await refresh();
    },
  });
};

/** Deletes the user's own comment or answer. */
export const useRemoveComment = (contentId: string) => {
  const queryClient = useQueryClient();
  const toast = useToast();
  const refresh = () => invalidate(queryClient, client.comments.list, { params: { id: contentId } });
  return useMutation({
    mutationFn: ({ id }: Pick<CommentAnswer, "id">) => client.comments.remove({ params: { id } }),
    onSuccess: async () => {
      await refresh();
      toast({ title: "삭제했습니다" });
    },
    onError: async (error) => {
      // Already deleted: the list is read again.
      if (hasCode(error, "NOT_FOUND")) await refresh();
      toast({ title: "삭제하지 못했습니다", description: messageOf(error), variant: "destructive" });
    },
  });
};
